"""Who could tell that a secret is another one: those who may know it, and nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from games.actions import chat, hosting, play
from games.estado.rules.news import ShortChanged
from games.estado.rules.state import Budget
from games.estado.rules.tables import Office
from games.models import Order
from roles.rules.news import Alignment
from roles.rules.state import Protection
from roles.rules.tables import Role
from tests.games.conftest import START, begin
from tests.games.crawl import Crawl
from tests.games.planting import plant

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


@pytest.fixture
def estado() -> Crawl:
    """A vote on the budget, before which a minister was removed who still has the browser they came with."""
    sitting = plant("estado-libre", 5, "vote", bots=True)
    leaver = next(
        person.seat for person in sitting.see("public").play.people if person.office is Office.INTERIOR
    )
    removed = sitting.browser(leaver)
    hosting.remove(room_id=sitting.room_id, by=hosting.ADMIN, number=leaver, at=START)
    return Crawl(sitting, begin("estado-libre", 4, bots=False), removed=removed)


@pytest.fixture
def kaban() -> Crawl:
    return Crawl(plant("kaban", 9, "hidden"), begin("kaban", 9, moderated=True, seats=9))


def of_office(crawl: Crawl, office: Office) -> int:
    return next(person.seat for person in crawl.sitting.see("public").play.people if person.office is office)


def with_seat(state: Any, number: int, **changes: Any) -> Any:
    seats = list(state.seats)
    seats[number - 1] = replace(seats[number - 1], **changes)
    return replace(state, seats=tuple(seats))


def test_each_secret_of_estado_libre_is_seen_by_those_it_belongs_to(estado: Crawl) -> None:
    president, defence = of_office(estado, Office.PRESIDENT), of_office(estado, Office.DEFENCE)
    here = {*range(1, 6), "public"} - {of_office(estado, Office.INTERIOR)}

    def withheld(state: Any) -> Any:
        budget, taken = state.announced, {"defence": 1, "interior": 3}
        return replace(state, announced=Budget(budget.allocations, budget.grants, taken))

    secrets: dict[str, tuple[Callable[[Any], Any], set[Any]]] = {
        "the treasury": (lambda state: replace(state, treasury=state.treasury + 1), here),
        "an account": (lambda state: with_seat(state, defence, account=37), {defence}),
        "the President's account": (lambda state: with_seat(state, president, account=41), {president}),
        "what is withheld": (withheld, {president}),
    }
    seen = {name: estado.who_can_tell(change) for name, (change, _) in secrets.items()}
    assert seen == {name: who for name, (_, who) in secrets.items()}
    assert estado.who_reads(ShortChanged(to=defence, promised=7, arrived=2)) == {defence}


def test_a_ministrys_money_is_its_ministers_to_see() -> None:
    crawl = Crawl(plant("estado-libre", 5, "skim"), begin("estado-libre", 4, bots=False))
    richer = crawl.who_can_tell(lambda state: replace(state, balances={**state.balances, Office.DEFENCE: 43}))
    assert richer == {of_office(crawl, Office.DEFENCE)}


def test_votes_and_whispers_are_for_those_who_cast_and_hear_them(estado: Crawl) -> None:
    one, other = of_office(estado, Office.DEFENCE), of_office(estado, Office.PRESIDENT)
    play.submit(room_id=estado.sitting.room_id, number=one, serial=1, given="nay", at=START)
    assert estado.changed() == {one}
    estado.before = estado.fetch()
    mine = Order.objects.filter(seat__number=one)
    mine.update(given='"aye"')
    assert estado.changed() == {one}
    mine.update(given='"nay"')
    chat.say(room_id=estado.sitting.room_id, number=one, text="Tonight", to=other, at=START)
    assert estado.changed() == {one, other}


def corrupt(crawl: Crawl) -> set[int]:
    return {seat.number for seat in crawl.sitting.see("moderator").play.seats if seat.role is Role.CORRUPT}


def holder(crawl: Crawl, role: Role) -> int:
    return next(seat.number for seat in crawl.sitting.see("moderator").play.seats if seat.role is role)


def test_each_secret_of_kaban_is_seen_by_those_it_belongs_to(kaban: Crawl) -> None:
    lawyer, coa = holder(kaban, Role.LAWYER), holder(kaban, Role.COA)
    finder, thieves = holder(kaban, Role.OMBUDSPERSON), corrupt(kaban)
    secrets: dict[str, tuple[Callable[[Any], Any], set[Any]]] = {
        "Public Spending": (
            lambda state: replace(state, spending=state.spending + 1),
            {*range(1, 10), "public"},
        ),
        "the fund": (lambda state: replace(state, fund=state.fund + 1), thieves),
        "the true Kaban": (
            lambda state: replace(state, kaban=state.kaban - 1, decrease=state.decrease + 1),
            set(),
        ),
        "a role": (lambda state: with_seat(state, lawyer, role=Role.CITIZEN), {lawyer}),
        "one more Corrupt": (
            lambda state: with_seat(state, lawyer, role=Role.CORRUPT),
            {lawyer, *thieves},
        ),
    }
    seen = {name: kaban.who_can_tell(change) for name, (change, _) in secrets.items()}
    assert seen == {name: {*who, "moderator"} for name, (_, who) in secrets.items()}
    silenced = kaban.who_can_tell(lambda state: replace(state, silenced=not state.silenced))
    protected = kaban.who_can_tell(lambda state: replace(state, protections=(Protection(by=lawyer, seat=1),)))
    assert coa in silenced <= {coa, "moderator"}
    assert protected <= {lawyer, "moderator"}
    assert finder in kaban.who_reads(Alignment(to=finder, seat=1, good=True)) <= {finder, "moderator"}


def test_a_hidden_choice_is_known_to_its_chooser_fellows_and_the_moderator(kaban: Crawl) -> None:
    lawyer, thief = holder(kaban, Role.LAWYER), min(corrupt(kaban))
    target = next(number for number in range(1, 10) if number != lawyer)
    choose = {"room_id": kaban.sitting.room_id, "serial": 1, "at": START}
    play.submit(**choose, number=lawyer, given={"protect": target})
    assert kaban.changed() == {lawyer, "moderator"}
    kaban.before = kaban.fetch()
    play.submit(**choose, number=thief, given={"nakaw": True})
    assert kaban.changed() == {*corrupt(kaban), "moderator"}
