"""A letter whose worker was killed while handing it over goes out by another, and once."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from kombu import Connection

from config.mail import deliver
from tests.faults.cluster import Cluster, wait_until

pytestmark = [pytest.mark.servers, pytest.mark.faults]


@dataclass
class MailServer:
    """A mail server that greets nobody until it is ``ready``, and keeps the letters it was handed."""

    wire: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    ready: threading.Event = field(default_factory=threading.Event)
    calls: int = 0
    letters: list[str] = field(default_factory=list)

    def serve(self) -> None:
        while True:
            try:
                caller, _ = self.wire.accept()
            except OSError:
                return
            self.calls += 1
            if self.ready.is_set():
                with caller:
                    self._take(caller)

    def _take(self, caller: socket.socket) -> None:
        lines = caller.makefile("rb")
        caller.sendall(b"220 here\r\n")
        while word := lines.readline().strip().upper():
            if word == b"DATA":
                caller.sendall(b"354 go on\r\n")
                text = b"".join(iter(lines.readline, b".\r\n"))
                self.letters.append(text.decode())
            caller.sendall(b"221 bye\r\n" if word == b"QUIT" else b"250 so it is\r\n")


@contextmanager
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    threading.Thread(target=server.serve, daemon=True).start()
    try:
        yield server
    finally:
        server.wire.close()


def test_a_letter_whose_worker_was_killed_goes_out_by_another_and_once(cluster: Cluster) -> None:
    names = ("worker-1", "worker-2")
    for name in names:
        cluster.kill(name)
    with mail_server() as server, cluster.valkey() as valkey:
        address = f"smtp://127.0.0.1:{server.wire.getsockname()[1]}"
        cluster.more = {name: {"EMAIL_URL": address} for name in names}
        try:
            cluster.start("worker-1")
            letter = {"subject": "Your code", "body": "12345", "html": "", "sender": "a@example.org"}
            queue = cluster.redis_url.replace("unix://", "redis+socket://", 1)
            with Connection(queue) as connection:
                deliver.apply_async(kwargs={**letter, "to": ["b@example.org"]}, connection=connection)
            wait_until(lambda: server.calls, "the letter to be on its way")
            cluster.kill("worker-1")
            taken = valkey.zrange("unacked_index", 0, -1)
            assert taken
            server.ready.set()
            cluster.start(*names)
            # As if the time had passed for which a task is left to whoever took it.
            valkey.zadd("unacked_index", dict.fromkeys(taken, 0))
            wait_until(lambda: server.letters, "the letter to arrive", 60)
            wait_until(lambda: not valkey.llen("mail"), "the queue to be empty")
            time.sleep(3)
        finally:
            cluster.more = {}
            for name in names:
                cluster.kill(name)
                cluster.start(name)
    assert ["Your code" in one for one in server.letters] == [True]
