"""Whatever somebody does who leaves, and whenever: the game reaches its next phase by its deadline, without help."""

from collections.abc import Callable

import pytest

from games import bots, store
from games.actions import due, hosting
from games.commit import commit
from games.models import Phase, Room, Seat
from games.registry import find
from tests.games.conftest import START, Sitting
from tests.games.planting import PHASES, plant

pytestmark = pytest.mark.django_db
SEATS = {"estado-libre": 5, "kaban": 9}


def closes_the_laptop(sitting: Sitting, number: int) -> None:
    """Do nothing at all."""


def is_removed(sitting: Sitting, number: int) -> None:
    hosting.remove(room_id=sitting.room_id, by=hosting.ADMIN, number=number, at=START)


def is_substituted(sitting: Sitting, number: int) -> None:
    name = Seat.objects.get(room=sitting.room_id, number=number).name
    hosting.substitute(
        room_id=sitting.room_id, by=hosting.ADMIN, number=number, name="Zoe", before=name, at=START
    )


def is_removed_and_substituted(sitting: Sitting, number: int) -> None:
    is_removed(sitting, number)
    if sitting.room.status == Room.Status.RUNNING:
        is_substituted(sitting, number)


LEAVING = [closes_the_laptop, is_removed, is_substituted, is_removed_and_substituted]


def let_act(sitting: Sitting, numbers: list[int]) -> None:
    """Let these people hand in what a bot in their place would."""
    with commit(room_id=sitting.room_id, at=START) as table:
        for number in numbers:
            table.seats[number].driver = Seat.Driver.BOT
        bots.act(table, START)
        for number in numbers:
            table.seats[number].driver = Seat.Driver.PERSON


def serials(sitting: Sitting) -> int:
    return Phase.objects.filter(room=sitting.room_id).count()


@pytest.mark.parametrize(
    ("leave", "bots_allowed"), [*((leave, True) for leave in LEAVING), (is_removed, False)]
)
@pytest.mark.parametrize(("game", "phase"), [(game, phase) for game in PHASES for phase in PHASES[game]])
def test_the_next_phase_comes_by_the_deadline(
    game: str, phase: str, leave: Callable[[Sitting, int], None], bots_allowed: bool
) -> None:
    """Each seat leaves that has a part in the phase: the President, the last to vote, a commander, a bystander."""
    sitting = plant(game, SEATS[game], phase, bots=bots_allowed)
    awaited = list(find(game).awaited(store.load(sitting.room).state))
    leaver = awaited[0] if awaited else 2
    leave(sitting, leaver)
    before, due_at = serials(sitting), sitting.room.due_at
    if sitting.room.status == Room.Status.RUNNING:
        due.advance_due(due_at)
    assert serials(sitting) > min(before, 1)
    assert sitting.room.failures == 0
    assert sitting.room.status in (Room.Status.RUNNING, Room.Status.OVER)


@pytest.mark.parametrize("leave", [closes_the_laptop, is_removed])
@pytest.mark.parametrize(
    ("game", "phase"),
    [(game, phase) for game in PHASES for phase in PHASES[game] if phase not in ("discussion",)],
)
def test_the_last_one_awaited_holds_up_nobody(
    game: str, phase: str, leave: Callable[[Sitting, int], None]
) -> None:
    sitting = plant(game, SEATS[game], phase, bots=True)
    awaited = list(find(game).awaited(store.load(sitting.room).state))
    let_act(sitting, awaited[:-1])
    leave(sitting, awaited[-1])
    due.advance_due(sitting.room.due_at)
    assert serials(sitting) > 1
    assert sitting.room.failures == 0


def test_a_table_that_everybody_has_left_plays_on_to_its_end() -> None:
    sitting = plant("estado-libre", 5, "orders", bots=True)
    for number in range(1, 6):
        hosting.remove(room_id=sitting.room_id, by=hosting.ADMIN, number=number, at=START)
    for _ in range(100):
        if sitting.room.status == Room.Status.OVER:
            break
        due.advance_due(sitting.room.due_at)
    assert sitting.room.status == Room.Status.OVER
