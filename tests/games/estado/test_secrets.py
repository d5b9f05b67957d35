"""Who is shown which secret: each is planted as a number found nowhere else, and looked for on every page of everybody.

For each secret somebody entitled does see it, so that its absence elsewhere means something.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from games.actions import chat
from games.estado.rules.state import State
from tests.games.conftest import START, begin
from tests.games.estado.table import Cabinet, stored
from tests.games.planting import plant

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

SEATS = 6
PAGES = (
    "",
    "look",
    "public",
    "public/look",
    "past/1",
    "past/2",
    "past/3",
    "record.json",
    "qr/watch.svg",
    "qr/join.svg",
)
STRANGERS = ("nobody", "elsewhere")
VIEWERS = [*range(1, SEATS + 1), "public", *STRANGERS]


def secret(kind: int, seat: int = 0) -> int:
    """Make a sum that stands nowhere else on any page: neither an odd, nor a coordinate, nor a year."""
    return 3_003 + kind * 1_000 + seat * 102


ACCOUNT, SAFE, KEPT, SKIM = range(4)
SPENT = 2_909


def cabinet(phase: str, change: Callable[[State], State] = lambda state: state) -> Cabinet:
    """Plant a phase in which every account and every safe holds a sum of its own."""
    table = Cabinet(plant("estado-libre", SEATS, phase, bots=False))
    seats = tuple(
        replace(seat, account=secret(ACCOUNT, number)) if seat.alive else seat
        for number, seat in enumerate(table.state.seats, 1)
    )
    safes = {office: secret(SAFE, number) for number, office in enumerate(table.state.balances, 1)}
    table.rewrite(change(replace(table.state, seats=seats, balances=safes, treasury=50_000)))
    return table


def browser(table: Cabinet, viewer: Any) -> Client:
    if viewer == "nobody":
        return Client()
    if viewer == "elsewhere":
        other = begin("estado-libre", 4, bots=False)
        client = other.browser(1)
        client.cookies["seat-live"] = other.tokens[1]
        return client
    return table.sitting.browser(viewer)


def crawl(table: Cabinet, *, everything: bool = False) -> dict[Any, str]:
    """Fetch what there is for everybody: the page that holds all of it, or every address of the room."""
    shown = {}
    for viewer in VIEWERS if everything else VIEWERS[:-2]:
        client = browser(table, viewer)
        paths = PAGES if everything else ("", "past/2")
        answers = [client.get(f"{table.sitting.path}{path}") for path in paths]
        if viewer in STRANGERS:
            assert {answer.status_code for answer in answers} == {404}
        shown[viewer] = "\n".join(answer.text for answer in answers)
    return shown


def seen_by(shown: dict[Any, str], what: object) -> set[Any]:
    return {
        viewer for viewer, text in shown.items() if re.search(rf"(?<!\d){re.escape(str(what))}(?!\d)", text)
    }


def secrets_of(table: Cabinet) -> Iterable[tuple[int, set[Any]]]:
    """List every account and safe with whom it may be shown to."""
    state = table.state
    for number, seat in enumerate(state.seats, 1):
        if seat.alive:
            yield seat.account, {number}
    for office, money in state.balances.items():
        holder = next((number for number, seat in enumerate(state.seats, 1) if seat.office == office), None)
        yield money, {holder} - {None}


@pytest.mark.parametrize("phase", ["budget", "vote", "skim", "orders", "succession"])
def test_accounts_and_safes_are_shown_to_their_holders_alone(phase: str) -> None:
    table = cabinet(phase)
    shown = crawl(table, everything=phase == "skim")
    for money, entitled in secrets_of(table):
        if phase == "skim" or money < secret(SAFE):
            assert seen_by(shown, money) == entitled
        else:
            assert seen_by(shown, money) <= entitled


def test_what_is_withheld_is_known_to_the_president_and_its_loss_to_the_minister() -> None:
    table = cabinet("budget")
    president, economy = table.seat("president"), table.seat("economy")
    kept, promised = secret(KEPT), 19_001
    table.send(president, allocate_economy=str(promised), withhold_economy=str(kept))
    assert table.phase.name == "vote"
    shown = crawl(table)
    assert seen_by(shown, promised) == {*range(1, SEATS + 1), "public"}
    assert seen_by(shown, kept) == {president}
    for seat in range(1, SEATS + 1):
        table.send(seat, vote="aye")
    assert table.phase.name == "skim"
    shown = crawl(table)
    arrived = promised - kept
    assert seen_by(shown, arrived) == {economy}
    assert seen_by(shown, kept) == {economy}
    assert seen_by(shown, secret(ACCOUNT, president) + kept) == {president}
    assert seen_by(shown, "You were promised") == {economy}


def test_votes_are_counted_and_nobody_told_of() -> None:
    table = cabinet("vote")
    for seat in range(1, SEATS):
        table.send(seat, vote="nay" if seat % 2 else "aye")
    for seat in range(1, SEATS):
        assert stored(table.page(seat)) == f"you vote {'nay' if seat % 2 else 'aye'}."
    assert seen_by(crawl(table), "you vote") == set(range(1, SEATS))
    table.send(SEATS, vote="nay")
    shown = crawl(table)
    assert seen_by(shown, "2 ayes, 4 nays") == {*range(1, SEATS + 1), "public"}
    assert seen_by(shown, "you vote") == set()


def test_what_is_skimmed_is_seen_by_the_skimmer_alone() -> None:
    table = cabinet("skim")
    navy, economy = table.seat("navy"), table.seat("economy")
    table.rewrite(replace(table.state, balances={**table.state.balances, "navy": 9_991}))
    table.send(navy, amount=str(secret(SKIM)))
    assert seen_by(crawl(table), secret(SKIM)) == {navy}
    for seat in set(range(1, SEATS + 1)) - {navy, table.seat("president")}:
        table.send(seat, amount="0")
    assert table.phase.name == "orders"
    shown = crawl(table)
    assert seen_by(shown, secret(ACCOUNT, navy) + secret(SKIM)) == {navy}
    assert seen_by(shown, secret(ACCOUNT, economy)) == {economy}


def test_orders_are_seen_by_who_gave_them_and_their_outcome_by_whom_it_is_for() -> None:
    table = cabinet("orders")
    killer, victim = table.seat("economy"), table.seat("president")
    navy, defence = table.seat("navy"), table.seat("defence")
    coast = sorted(table.state.map.coast)[0]
    table.send(killer, action="assassinate", target=str(victim), spend=str(SPENT))
    table.send(navy, action="patrol", province=coast)
    table.send(defence, action="support")
    shown = crawl(table)
    assert seen_by(shown, SPENT) == {killer}
    assert seen_by(shown, "<strong>Stored:</strong>") == {killer, navy, defence}
    assert stored(table.page(navy)).startswith("patrol the coast of")
    for seat in set(range(1, SEATS + 1)) - {killer, navy, defence}:
        table.send(seat, action="none")
    assert table.phase.name != "orders"
    shown = crawl(table)
    assert seen_by(shown, f"You spent ${SPENT} on the life of") == {killer}
    assert seen_by(shown, SPENT) == {killer}


def test_aid_is_announced_to_all_and_its_sum_to_its_receiver() -> None:
    for year in range(1, 6):
        table = cabinet("orders", lambda state, year=year: replace(state, year=year))
        president = table.seat("president")
        for seat in range(1, SEATS + 1):
            table.send(seat, action="none")
        shown = {viewer: table.page(viewer) for viewer in [*range(1, SEATS + 1), "public"]}
        if seen_by(shown, "A foreign shipment has come"):
            break
    assert seen_by(shown, "A foreign shipment has come") == set(shown)
    assert seen_by(shown, "A friendly power has paid you") == {president}


def test_whispers_are_read_by_the_two_they_are_between() -> None:
    table = cabinet("orders")
    chat.say(room_id=table.sitting.room_id, number=2, text="zebrafish", to=3, at=START)
    chat.say(room_id=table.sitting.room_id, number=2, text="wombat", to=None, at=START)
    shown = crawl(table)
    assert seen_by(shown, "zebrafish") == {2, 3}
    assert seen_by(shown, "wombat") == set(range(1, SEATS + 1))


@pytest.mark.parametrize(
    ("phase", "fields"),
    [
        ("vote", {"vote": "nay"}),
        ("skim", {"amount": "5"}),
        ("orders", {"action": "support"}),
        ("succession", {"name": ""}),
    ],
)
def test_no_byte_changes_for_anybody_else_when_somebody_acts_in_secret(
    phase: str, fields: dict[str, str]
) -> None:
    table = cabinet(phase)
    actor = table.seat("economy")
    if phase == "succession":
        fields = {"name": str(actor)}
    others = [viewer for viewer in [*range(1, SEATS + 1), "public"] if viewer != actor]
    before = {viewer: table.page(viewer) for viewer in [*others, actor]}
    assert table.send(actor, **fields).status_code == 303
    assert table.page(actor) != before[actor]
    assert {viewer: table.page(viewer) for viewer in others} == {viewer: before[viewer] for viewer in others}
