"""Tables of Kaban to look at, and a clock that stands still."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import time_machine

from games.actions import moderating
from games.models import Phase
from roles.rules.tables import Role
from tests.games.conftest import START, Sitting, begin

PLAYERS = 13


@pytest.fixture
def frozen() -> Iterator[time_machine.Traveller]:
    """Let the site's clock stand at the start of the tests' games until it is moved."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def deal(people: int = PLAYERS, **options: Any) -> Sitting:
    """Begin a moderated game of Kaban with a person in every seat."""
    return begin("kaban", people, moderated=True, seats=people, **options)


def holders(sitting: Sitting) -> Mapping[Role, list[int]]:
    """Answer which seats hold which role."""
    found: dict[Role, list[int]] = {}
    for seat in sitting.see("moderator").play.seats:
        found.setdefault(Role(seat.role), []).append(seat.number)
    return found


def serial(sitting: Sitting) -> int:
    return Phase.objects.filter(room_id=sitting.room_id, undone=False).latest("serial").serial


def enter(sitting: Sitting, given: Mapping[int, Any]) -> None:
    """Let the moderator enter what these seats choose; the last one may close the phase."""
    here = serial(sitting)
    for number, plain in given.items():
        moderating.act_for(
            room_id=sitting.room_id, by="moderator", number=number, serial=here, given=plain, at=START
        )
