"""Clients that keep their connections and ask as fast as they are answered."""

import http.client
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from threading import Thread


@dataclass(frozen=True)
class Ask:
    method: str
    path: str
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Measured:
    """Requests a second over all clients, the 99th percentile of one answer in ms, and answers by status."""

    rate: float
    p99: float
    statuses: dict[int, int]


def drive(port: int, asks: Sequence[Callable[[int], Ask]], seconds: float) -> Measured:
    """Let one client for each of ``asks`` ask the site for ``seconds``, its n-th question being ``ask(n)``."""
    times: list[list[float]] = [[] for _ in asks]
    statuses: list[int] = []
    stop = time.monotonic() + seconds

    def client(number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        count = 0
        while (begun := time.monotonic()) < stop:
            ask = asks[number](count)
            connection.request(ask.method, ask.path, ask.body or None, dict(ask.headers))
            answer = connection.getresponse()
            answer.read()
            times[number].append(time.monotonic() - begun)
            statuses.append(answer.status)
            count += 1

    threads = [Thread(target=client, args=(number,)) for number in range(len(asks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = sorted(one for client_times in times for one in client_times)
    counted = {status: statuses.count(status) for status in set(statuses)}
    return Measured(len(taken) / seconds, taken[int(len(taken) * 0.99)] * 1000, counted)


def pair(
    one: Callable[[], Measured], other: Callable[[], Measured], rounds: int
) -> tuple[Measured, Measured, float]:
    """Measure both in turn and answer the median of each and of their ratio, after a round that does not count."""
    one(), other()
    ones, others = [], []
    for _ in range(rounds):
        ones.append(one())
        others.append(other())
    ratio = median(a.rate / b.rate for a, b in zip(ones, others, strict=True))
    return _middle(ones), _middle(others), ratio


def _middle(found: list[Measured]) -> Measured:
    return sorted(found, key=lambda measured: measured.rate)[len(found) // 2]
