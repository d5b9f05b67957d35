"""Clients that keep their connections and ask as fast as they are answered."""

import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from threading import Thread

REFUSED = 0
"""Stands for the status of an answer that leads on and brings a message along: the post was refused."""


@dataclass(frozen=True)
class Measured:
    """Requests a second over all clients, the 99th percentile of one answer in ms, and each client's statuses."""

    rate: float
    p99: float
    statuses: tuple[tuple[int, ...], ...]

    @property
    def told(self) -> str:
        return f"{self.rate:,.0f}/s, p99 {self.p99:.0f} ms"

    def only(self, status: int) -> bool:
        """Say whether every answer was this one."""
        return {one for client in self.statuses for one in client} == {status}


def request(method: str, path: str, body: str = "", cookie: str = "") -> bytes:
    """Write a request as a browser would send it."""
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if cookie:
        head.append(f"Cookie: {cookie}")
    if body:
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return "\r\n".join((*head, "", body)).encode()


def drive(port: int, asks: Sequence[Callable[[int], bytes]], seconds: float) -> Measured:
    """Let one client for each of ``asks`` ask the site for ``seconds``, its n-th question being ``ask(n)``."""
    times: list[list[float]] = [[] for _ in asks]
    statuses: list[list[int]] = [[] for _ in asks]
    begun_at = time.monotonic()

    def client(number: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while (begun := time.monotonic()) < begun_at + seconds:
                connection.sendall(asks[number](len(times[number])))
                statuses[number].append(_answered(connection))
                times[number].append(time.monotonic() - begun)

    threads = [Thread(target=client, args=(number,)) for number in range(len(asks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - begun_at
    taken = sorted(one for client_times in times for one in client_times)
    return Measured(
        len(taken) / took, taken[int(len(taken) * 0.99)] * 1000, tuple(tuple(one) for one in statuses)
    )


def _answered(connection: socket.socket) -> int:
    """Read one answer to its end and give its status."""
    read = b""
    while (end := read.find(b"\r\n\r\n")) < 0:
        read += _more(connection)
    head = read[:end].lower()
    length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
    missing = int(length or 0) - (len(read) - end - 4)
    while missing > 0:
        missing -= len(_more(connection))
    return REFUSED if b"set-cookie: messages=" in head else int(head[9:12])


def _more(connection: socket.socket) -> bytes:
    data = connection.recv(65536)
    if not data:
        raise ConnectionError("the site closed the connection")
    return data


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
