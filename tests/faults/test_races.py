"""Several browsers at the same moment, through two webs, with two workers at work beside them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest

from games import clock
from games.models import Notice, Order, Phase, Room, Seat
from tests.faults import staging
from tests.faults.cluster import Cluster, wait_until
from tests.faults.staging import CSRF
from tests.faults.storm import Answer, ask
from tests.games.conftest import Sitting, sit_down

pytestmark = pytest.mark.servers
LONG = dict.fromkeys(staging.SHORT, 600)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do all of these at the same moment, and answer what came of each."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        start.wait(10)
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def click(
    cluster: Cluster, web: int, sitting: Sitting, viewer: int | str, path: str, **sent: Any
) -> Callable[[], Answer | None]:
    """Prepare a click of somebody at the table, made at one of the two webs."""
    port, cookies = cluster.ports[f"web-{web % 2 + 1}"], staging.browser(sitting, viewer)
    return lambda: ask(port, "POST", f"{sitting.path}{path}", cookies, {k: str(v) for k, v in sent.items()})


def look(cluster: Cluster, web: int, sitting: Sitting, viewer: int | str) -> Callable[[], Answer | None]:
    port, cookies = cluster.ports[f"web-{web % 2 + 1}"], staging.browser(sitting, viewer)
    return lambda: ask(port, "GET", sitting.path, cookies)


def statuses(answers: list[Answer | None]) -> list[int]:
    return [answer.status if answer else 0 for answer in answers]


def when_due(sitting: Sitting, act: Callable[[], Any]) -> Callable[[], Any]:
    """Wait for the deadline, to the moment, before acting."""

    def waited() -> Any:
        until = sitting_due[sitting.room_id]
        while clock.now() < until:
            pass
        return act()

    sitting_due = {sitting.room_id: sitting.room.due_at}
    return waited


def due_in(sitting: Sitting, seconds: float) -> None:
    staging.end_at(sitting, clock.now() + timedelta(seconds=seconds))


def at_the_vote() -> Sitting:
    """Begin a game among five, in which the budget has been handed in and is voted on."""
    sitting = staging.seat_people(people=5, at=clock.now(), lengths=LONG)
    due_in(sitting, -1)
    return sitting


def close_first_phase(cluster: Cluster, sitting: Sitting) -> int:
    """Let the ticks close whatever phase is open, and answer the serial of the next."""
    due_in(sitting, 0)
    wait_until(lambda: Phase.objects.filter(room=sitting.room_id).count() == 2, "the next phase")
    return 2


def test_an_order_edited_while_the_phase_is_resolved_is_in_it_or_refused(cluster: Cluster) -> None:
    sitting = staging.seat_people(people=4, at=clock.now(), lengths=LONG)
    first = next(person.seat for person in sitting.see("public").play.people if person.office == "president")
    due_in(sitting, 1.0)
    edits = [
        when_due(sitting, click(cluster, n, sitting, first, "submit", serial=1, allocate_defence=n + 1))
        for n in range(4)
    ]
    before = click(cluster, 0, sitting, first, "submit", serial=1, allocate_defence=9)
    assert statuses([before()]) == [303]
    # Handed in by the only one who is awaited, the budget closes the phase; nothing later gets in.
    assert Phase.objects.get(room=sitting.room_id, serial=1).closed_at is not None
    answers = at_once(*edits)
    assert statuses(answers) == [409] * 4
    assert Order.objects.filter(phase__room=sitting.room_id, phase__serial=1).count() == 1
    votes = [click(cluster, n, sitting, n, "submit", serial=2, vote="aye") for n in range(1, 4)]
    assert statuses(at_once(*votes)) == [303] * 3
    due_in(sitting, 0.7)
    changes = [
        when_due(sitting, click(cluster, n, sitting, n, "submit", serial=2, vote="nay")) for n in range(1, 4)
    ]
    answers = at_once(*changes)
    wait_until(lambda: Phase.objects.filter(room=sitting.room_id).count() == 3, "the vote to close", 10)
    given = dict(
        Order.objects.filter(phase__room=sitting.room_id, phase__serial=2).values_list(
            "seat__number", "given"
        )
    )
    assert given == {
        n: '"nay"' if status == 303 else '"aye"' for n, status in enumerate(statuses(answers), start=1)
    }


@pytest.mark.parametrize("game", ["estado-libre", "kaban"])
def test_a_phase_resolved_from_ten_sides_is_resolved_once(cluster: Cluster, game: str) -> None:
    at = clock.now()
    if game == "kaban":
        sitting = staging.lead_bots(at=at, seconds=600)
    else:
        sitting = staging.seat_people(people=4, at=at, lengths=LONG)
    due_in(sitting, 0.7)
    due_at = sitting.room.due_at
    answers = at_once(*[when_due(sitting, look(cluster, n, sitting, "public")) for n in range(10)])
    assert statuses(answers) == [200] * 10
    phases = Phase.objects.filter(room=sitting.room_id).order_by("serial").values_list("serial", "closed_at")
    assert list(phases) == [(1, due_at), (2, None)]


def test_the_last_vote_and_the_deadline_at_one_instant_close_one_phase(cluster: Cluster) -> None:
    sitting = staging.seat_people(people=4, at=clock.now(), lengths=LONG)
    first = next(person.seat for person in sitting.see("public").play.people if person.office == "president")
    assert statuses([click(cluster, 0, sitting, first, "submit", serial=1, allocate_defence=3)()]) == [303]
    early = [click(cluster, n, sitting, n, "submit", serial=2, vote="aye") for n in (1, 2, 3)]
    assert statuses(at_once(*early)) == [303] * 3
    due_in(sitting, 0.7)
    last = when_due(sitting, click(cluster, 1, sitting, 4, "submit", serial=2, vote="nay"))
    looks = [when_due(sitting, look(cluster, n, sitting, "public")) for n in range(4)]
    answer = at_once(last, *looks)[0]
    wait_until(lambda: Phase.objects.filter(room=sitting.room_id).count() == 3, "the vote to close", 10)
    late = Order.objects.filter(phase__room=sitting.room_id, seat__number=4).count()
    assert late == (1 if answer and answer.status == 303 else 0)


def test_an_eighth_finds_no_seat_among_seven(cluster: Cluster) -> None:
    sitting = sit_down("estado-libre", 5, at=clock.now(), seats=7)
    room = sitting.room
    names = ("Kim", "Lea", "Max", "Nia")
    answers = at_once(
        *(
            lambda n=n, name=name: ask(
                cluster.ports[f"web-{n % 2 + 1}"],
                "POST",
                f"{sitting.path}join",
                f"join={room.join_token}; csrftoken={CSRF}",
                {"name": name},
            )
            for n, name in enumerate(names)
        )
    )
    assert sorted(statuses(answers)) == [303, 303, 409, 409]
    seats = Seat.objects.filter(room=room).order_by("number").values_list("number", flat=True)
    assert list(seats) == [1, 2, 3, 4, 5, 6, 7]


def test_two_consoles_that_end_a_phase_at_once_end_one(cluster: Cluster) -> None:
    sitting = staging.lead_bots(at=clock.now(), seconds=600)
    for serial in (1, 2, 3):
        clicks = [click(cluster, n, sitting, "moderator", "end-phase", serial=serial) for n in range(4)]
        assert sorted(statuses(at_once(*clicks))) == [303, 409, 409, 409]
        assert Phase.objects.filter(room=sitting.room_id).count() == serial + 1
        assert Notice.objects.filter(room=sitting.room_id).count() == serial


def test_the_last_choice_at_a_console_and_the_deadline_at_one_instant_close_one_phase(
    cluster: Cluster,
) -> None:
    sitting = staging.lead_bots(at=clock.now(), seconds=600)
    entries = [
        click(cluster, n, sitting, "moderator", f"act/{n}", serial=1, first="", second="", name="")
        for n in range(1, 10)
    ]
    answers = at_once(*entries[:-1])
    assert statuses(answers) == [303] * 8
    due_in(sitting, 0.7)
    end = click(cluster, 0, sitting, "moderator", "end-phase", serial=1)
    answers = at_once(
        when_due(sitting, entries[-1]),
        when_due(sitting, end),
        when_due(sitting, look(cluster, 1, sitting, "moderator")),
    )
    wait_until(lambda: Phase.objects.filter(room=sitting.room_id).count() == 2, "the phase to close", 10)
    given = Order.objects.filter(phase__room=sitting.room_id, phase__serial=1).count()
    assert given == 8 + (statuses(answers)[0] == 303)
    assert Room.objects.get(pk=sitting.room_id).status == "running"
