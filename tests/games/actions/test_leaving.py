"""Whatever somebody does who leaves, and whenever: the game reaches its next phase by its deadline, without help."""

from collections.abc import Callable

import pytest
import time_machine
from msgspec.structs import replace

from games import bots, store
from games.actions import due, hosting
from games.commit import commit
from games.estado.rules.tables import Office
from games.models import Phase, Room, Seat
from games.registry import find
from tests.games.conftest import SECOND, START, Sitting
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


# --- Hosts


def host_of(sitting: Sitting) -> int:
    """Make one the host on whom no phase depends, and answer who it is."""
    people = sitting.see("public").play.people
    person = [one for one in people if one.alive and one.office != Office.PRESIDENT][-1]
    Room.objects.update(host=Seat.objects.get(number=person.seat))
    return int(person.seat)


def dies(sitting: Sitting, number: int) -> None:
    game, phase = find("estado-libre"), Phase.objects.get(room=sitting.room_id)
    state = game.decode(phase.state)
    seats = list(state.seats)
    seats[number - 1] = replace(seats[number - 1], office=None, alive=False, account=0)
    Phase.objects.update(state=game.encode(replace(state, seats=tuple(seats))))


def stays(sitting: Sitting, number: int) -> None:
    Seat.objects.filter(number=number).update(missed=0)


def pass_a_phase(sitting: Sitting, number: int, page: str | None) -> None:
    """Let everybody but seat ``number`` answer, whose browser shows a page once meanwhile, or asks for news."""
    if page is not None:
        with time_machine.travel(sitting.room.due_at - SECOND, tick=False):
            headers = {"HX-Request": "true"} if page == "look" else {}
            assert sitting.browser(number).get(sitting.path + page, headers=headers).status_code == 200
    due.advance_due(sitting.room.due_at)
    Seat.objects.exclude(number=number).update(missed=0)


def claimants(sitting: Sitting) -> list[int]:
    return [number for number in sitting.tokens if sitting.see(number).may_claim_hosting]


@pytest.mark.parametrize(
    ("end", "page", "claimed"),
    [
        (dies, None, True),
        (dies, "look", True),
        (dies, "", False),
        (closes_the_laptop, None, True),
        (closes_the_laptop, "look", True),
        (stays, "", False),
    ],
)
@pytest.mark.parametrize("phase", PHASES["estado-libre"])
def test_a_host_who_is_gone_can_be_followed_by_the_living_player_who_sat_longest(
    phase: str, end: Callable[[Sitting, int], None], page: str | None, claimed: bool
) -> None:
    sitting = plant("estado-libre", SEATS["estado-libre"], phase, bots=False)
    host = host_of(sitting)
    end(sitting, host)
    asked = 0
    while asked < 2:
        assert claimants(sitting) == []
        awaited = find("estado-libre").awaited(store.load(sitting.room).state)
        asked += end is dies or host in awaited
        pass_a_phase(sitting, host, page)
        if end is stays:
            stays(sitting, host)
    alive = [
        person.seat for person in sitting.see("public").play.people if person.alive and person.seat != host
    ]
    assert claimants(sitting) == (alive[:1] if claimed else [])


@pytest.mark.parametrize("bots_allowed", [True, False])
@pytest.mark.parametrize("phase", PHASES["estado-libre"])
def test_a_host_who_is_removed_is_followed_at_once(phase: str, bots_allowed: bool) -> None:
    sitting = plant("estado-libre", SEATS["estado-libre"], phase, bots=bots_allowed)
    host = host_of(sitting)
    is_removed(sitting, host)
    alive = [
        person.seat for person in sitting.see("public").play.people if person.alive and person.seat != host
    ]
    assert [seat.number for seat in sitting.see("public").seats if seat.is_host] == alive[:1]


def test_one_who_is_gone_too_stands_in_nobodys_way() -> None:
    sitting = plant("estado-libre", SEATS["estado-libre"], "orders", bots=False)
    host = host_of(sitting)
    first, second = [person.seat for person in sitting.see("public").play.people if person.alive][:2]
    Seat.objects.filter(number__in=(host, first)).update(missed=2)
    assert claimants(sitting) == [second]


def test_a_reader_who_stirs_is_there_and_a_page_before_nobody_is_not() -> None:
    sitting = plant("estado-libre", SEATS["estado-libre"], "orders", bots=False)
    told = []
    for headers in ({"HX-Request": "true"}, {"HX-Request": "true", "Reader-Stirred": "yes"}):
        with time_machine.travel(START + SECOND, tick=False):
            sitting.browser(1).get(sitting.path + "look", headers=headers)
        told.append(Seat.objects.get(number=1).seen_at)
    assert told == [None, START + SECOND]
