"""A server that is told to stop ends in time, whatever state the processes inside it are in."""

import signal
import time

import psutil
import pytest

from tests.faults.cluster import Cluster

pytestmark = pytest.mark.servers
IN_TIME = 10.0
"""Seconds after which Docker, and systemd on many machines, end by force what they told to stop."""


@pytest.mark.parametrize("name", ["web-1", "live-1"])
def test_a_server_ends_in_time_though_its_inside_hears_no_signal(cluster: Cluster, name: str) -> None:
    outer = cluster.processes[name]
    inside = cluster.inside(name)
    assert inside
    # As with an event loop that was overrun, SIGTERM reaches it and nothing comes of that.
    for process in inside:
        process.suspend()
    began = time.monotonic()
    outer.send_signal(signal.SIGTERM)
    outer.wait(IN_TIME)
    assert time.monotonic() - began < IN_TIME
    assert [process for process in inside if psutil.pid_exists(process.pid)] == []
    cluster.revive_ended()
    cluster.wait_until_up(name)
