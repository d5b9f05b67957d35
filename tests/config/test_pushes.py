"""Pushes of a process are sent from one loop of its own, whatever thread asks for one."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from config import pushes


def test_all_pushes_of_a_process_are_sent_from_one_loop() -> None:
    loops = []

    async def send() -> None:
        loops.append(asyncio.get_running_loop())

    with ThreadPoolExecutor(2) as threads:
        for waiting in [threads.submit(pushes.wait_for, send()) for _ in range(4)]:
            waiting.result()
    pushes.wait_for(send())
    assert len(loops) == 5
    assert len(set(loops)) == 1


def test_whoever_asked_is_told_that_a_push_failed() -> None:
    async def send() -> None:
        raise ConnectionError("no line")

    with pytest.raises(ConnectionError, match="no line"):
        pushes.wait_for(send())
