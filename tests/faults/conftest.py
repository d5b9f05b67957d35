"""One site of eight processes for all tests of faults, and the look at its database that each of them ends with."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from config.servers import Servers
from tests.conftest import OWN_SERVERS, VAR_DIR
from tests.faults import invariants
from tests.faults.cluster import NAMES, Cluster


@pytest.fixture(scope="session")
def _cluster(servers: Servers) -> Iterator[Cluster]:
    cluster = Cluster(VAR_DIR / "faults", own_servers=OWN_SERVERS)
    cluster.set_up()
    try:
        cluster.start()
        cluster.wait_until_up()
        yield cluster
    finally:
        cluster.tear_down()


@pytest.fixture
def cluster(_cluster: Cluster, django_db_blocker: Any) -> Iterator[Cluster]:
    """Have the whole site run and its models be at hand. Whatever a test does, no rule may be broken after it."""
    _cluster.revive_ended()
    if missing := [name for name in NAMES if name not in _cluster.processes]:
        _cluster.start(*missing)
    _cluster.wait_until_up()
    with _cluster.database(django_db_blocker):
        yield _cluster
        # A test that broke off may have left one that died with its server.
        connection.close()
        assert invariants.half_done(_cluster) == []
        assert invariants.broken() == []
        _cluster.clear()
