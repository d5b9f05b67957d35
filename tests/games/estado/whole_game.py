"""A game of Estado Libre from the lobby to the opened end, in which everything happens that is anybody's secret.

Its dollars are scaled: two thousand a head come in instead of eight, so that every sum that matters stands for
nothing else on a page.
"""

import hashlib
import json
from typing import Any

import pytest

from games import registry
from games.actions import chat, due, hosting, lobby, play
from games.chance import Dice
from games.estado.rules import aid, year
from games.estado.rules.state import State
from games.models import Room
from tests.games.conftest import Sitting, begin, sit_down
from tests.games.course import Course, open_course
from tests.games.estado.entitled import CLAUSES

SEED = hashlib.sha256(b"whole game 41").digest()
"""Dice under which aid lands twice, the first murder fails, and the second one leaves the palace empty."""
SEATS, HOST, THE_DEAD = 6, 1, 4
SOME = ("public", HOST, "invited")
"""Those who ask at every address in the lobby and at the end as well; at one moment between, everybody does."""
REVENUE, AID = 2_003, 1_601


def scaled(patch: pytest.MonkeyPatch) -> None:
    """Let dollars come in thousands."""
    patch.setattr(year, "REVENUE_PER_HEAD", REVENUE)
    patch.setattr(aid, "AID_LEAST", AID)


def whole_game() -> Course:
    """Play it, with everybody looking on."""
    table = sit_down("estado-libre", SEATS, seed=SEED, seats=SEATS, bots=False)
    game = Game(open_course(table, begin("estado-libre", 4, bots=False), CLAUSES), table)
    game.gather()
    game.first_year()
    game.second_year()
    game.third_year()
    game.last_years()
    return game.course


class Game:
    """The table, and what its people do; offices are asked for as they are held at the moment."""

    def __init__(self, course: Course, sitting: Sitting) -> None:
        self.course, self.sitting, self.evidence = course, sitting, course.evidence
        self.dice, self.whispers = Dice(SEED), iter(WHISPERS)
        self.told: set[Any] = set()

    @property
    def state(self) -> State:
        return registry.find("estado-libre").decode(self.course.phase.state)

    def holder(self, office: str) -> int:
        return next(number for number, seat in enumerate(self.state.seats, 1) if seat.office == office)

    def name(self, seat: int) -> str:
        return self.sitting.see("public").seats[seat - 1].name

    @property
    def living(self) -> list[int]:
        return [number for number, seat in enumerate(self.state.seats, 1) if seat.alive]

    def submit(self, seat: int, given: Any, *, compare: bool = False) -> bool:
        went_on = self.course.act(
            f"seat {seat} hands in",
            play.submit,
            may_know={seat},
            compare=compare,
            number=seat,
            serial=self.course.phase.serial,
            given=given,
        )
        if went_on:
            self.take_stock()
        return went_on

    def whisper(self, speaker: int, hearer: int, *, compare: bool = False) -> None:
        word = next(self.whispers)
        self.evidence.note("whisper", word, speaker=speaker, hearer=hearer)
        self.course.act(
            "a whisper", chat.say, may_know={speaker, hearer}, compare=compare, number=speaker, text=word, to=hearer
        )  # fmt: skip

    def take_stock(self) -> None:
        """Write down what everybody holds now, whenever it is another sum."""
        state = self.state
        self.evidence.publish(
            [state.treasury, *(state.announced.allocations.values() if state.announced else ())]
        )
        for number, seat in enumerate(state.seats, 1):
            self._note_sum("account", seat.account, holder=number)
        for office, money in state.balances.items():
            if office in {seat.office for seat in state.seats}:
                self._note_sum("safe", money, minister=self.holder(office))

    def _note_sum(self, kind: str, money: int, **party: int) -> None:
        if money >= 1000 and (kind, money) not in self.told:
            self.told.add((kind, money))
            self.evidence.note(kind, money, **party)

    def gather(self) -> None:
        """Sit in the lobby, then start."""
        course, room = self.course, self.sitting.room
        table = range(1, SEATS + 1)
        course.crawl("the lobby", all_routes_to=SOME)
        self.evidence.note("join link", room.join_token, table=table)
        self.evidence.note("watch link", room.watch_token, table=table)
        self.evidence.note("seed", SEED.hex())
        for token in self.sitting.tokens.values():
            self.evidence.note("seat's pass", token)
        course.do(chat.say, number=2, text="wombat", to=None)
        self.evidence.note("talk", "wombat", table=table)
        course.crawl("the lobby talks")
        course.do(lobby.start, by=HOST)
        self.take_stock()

    def announce(self, withheld: dict[str, int], **promised: int) -> None:
        """Announce a budget, of which each sum in ``withheld`` shall not arrive."""
        president = self.holder("president")
        self.evidence.publish(promised.values())
        for kept in withheld.values():
            self.evidence.note("withheld", kept, president=president)
        given = {"allocations": promised, "withhold": withheld, "grants": {}}
        self.submit(president, given)

    def vote(self, moment: str, nays: list[int], *, compare: int = 0) -> None:
        """Let everybody vote; look at all pages before the last one does."""
        *first, last = self.living
        for place, seat in enumerate(first):
            self.submit(seat, "nay" if seat in nays else "aye", compare=place < compare)
        self.evidence.note("own vote", "you vote nay.", voter=[seat for seat in first if seat in nays])
        self.evidence.note("own vote", "you vote aye.", voter=[seat for seat in first if seat not in nays])
        self.course.crawl(moment)
        said = " and ".join(", ".join(map(self.name, nays)).rsplit(", ", 1))
        if nays:
            self.evidence.note("vote", f"Nay: {said}.")
        budget = self.state.announced
        ministers = {office: self.holder(office) for office in (budget.withhold if budget else ())}
        self.submit(last, "nay" if last in nays else "aye")
        if budget and 2 * len(nays) < len(self.living):
            for office, minister in ministers.items():
                kept = budget.withhold[office]
                self.evidence.note("loss", kept, minister=minister)
                self.evidence.note("loss", budget.allocations[office] - kept, minister=minister)

    def skim(self, moment: str, *, compare: int = 0, **taken: int) -> None:
        """Let each minister move a sum into the own account; look before the last one does."""
        seats = {self.holder(office): money for office, money in taken.items()}
        *first, last = seats
        for seat, money in seats.items():
            if money:
                self.evidence.note("skim", money, minister=seat)
        for place, seat in enumerate(first):
            self.submit(seat, seats[seat], compare=place < compare)
        self.course.crawl(moment)
        self.submit(last, seats[last])

    def order(self, moment: str, orders: dict[int, dict[str, Any]], *, compare: int = 0) -> None:
        """Let everybody give orders; look before the last one does."""
        *first, last = orders
        for seat, given in orders.items():
            if "spend" in given:
                self.evidence.note("murder", given["spend"], killer=seat)
        for place, seat in enumerate(first):
            self.submit(seat, orders[seat], compare=place < compare)
        self.course.crawl(moment)
        self._note_aid(orders)
        for office in ("defence", "interior"):
            units = self.state.units[office].get(self.state.map.barracks, 0)
            leaving = orders[self.holder(office)].get("march", {})
            if leaving.get("from") == self.state.map.barracks:
                units -= leaving["units"]
            if units // 2:
                self.evidence.note(
                    "upkeep", f"at the barracks cost you ${units // 2}.", commander=self.holder(office)
                )
        self.submit(last, orders[last])

    def _note_aid(self, orders: dict[int, dict[str, Any]]) -> None:
        number = self.state.year
        if not self.dice.pick(f"aid:{number}", 2):
            return
        worth = AID + self.dice.pick(f"aid-amount:{number}", 11)
        if orders[self.holder("navy")].get("province") == self.landfall():
            self.evidence.note("aid", worth, receiver=self.holder("navy"))
            self.evidence.note(
                "stopped aid", "A shipment meant for you was stopped", president=self.holder("president")
            )
        else:
            self.evidence.note("aid", worth, receiver=self.holder("president"))

    def province(self, known_as: str) -> str:
        drawn = json.loads(self.sitting.room.scenery)["provinces"]
        return next(one["name"] for one in drawn if one["id"] == known_as)

    def landfall(self) -> str:
        return sorted(self.state.map.coast)[self.dice.pick(f"landfall:{self.state.year}", 4)]

    def first_year(self) -> None:
        """A budget is rejected, another passes, short of what it says; a murder fails; troops leave the capital."""
        course = self.course
        course.crawl("Year 1, the budget is awaited")
        self.announce({"interior": 1_051, "navy": 1_103}, interior=2_207, navy=2_309)
        self.vote("Year 1, the first vote", nays=[2, 3, 5, 6], compare=2)
        self.announce(
            {"interior": 1_187, "economy": 1_123, "navy": 1_213, "development": 1_301},
            interior=2_503, economy=2_707, navy=2_633, development=2_821,
        )  # fmt: skip
        self.vote("Year 1, the second vote", nays=[3])
        self.skim(
            "Year 1, skimming",
            compare=1,
            interior=1_033,
            economy=1_237,
            navy=1_319,
            development=1_409,
            defence=0,
        )
        navy, president, interior = self.holder("navy"), self.holder("president"), self.holder("interior")
        country = self.state.map
        away = next(
            other
            for pair in country.borders
            if country.capital in pair
            for other in pair
            if other not in (country.capital, country.barracks)
        )
        orders: dict[int, dict[str, Any]] = {
            navy: {"action": "assassinate", "target": president, "spend": 1_117},
            interior: {"action": "none", "march": {"from": country.capital, "to": away, "units": 2}},
            self.holder("economy"): {"action": "support"},
        }
        orders |= {seat: {"action": "none"} for seat in self.living if seat not in orders}
        self.whisper(2, 3, compare=True)
        self.order("Year 1, orders", orders, compare=2)
        self.evidence.note("outcome", f"You spent $1117 on the life of {self.name(president)}", killer=navy)

    def second_year(self) -> None:
        """Aid is seized at sea; the President is murdered, and the cabinet names another."""
        self.whisper(3, 5)
        self.announce({"defence": 1_009, "interior": 1_013}, defence=2_411, interior=4_219)
        self.vote("Year 2, the vote", nays=[])
        self.skim("Year 2, skimming", interior=2_917, economy=0, navy=0, development=0, defence=1_061)
        navy, president, interior = self.holder("navy"), self.holder("president"), self.holder("interior")
        orders: dict[int, dict[str, Any]] = {seat: {"action": "none"} for seat in self.living}
        orders[navy] = {"action": "patrol", "province": self.landfall()}
        self.evidence.note("patrol", f"patrol the coast of {self.province(self.landfall())}", navy=navy)
        orders[interior] = {"action": "assassinate", "target": president, "spend": 1_427}
        self.whisper(1, interior)
        self.order("Year 2, orders", orders)
        self.evidence.note(
            "outcome", f"You spent $1427 on the life of {self.name(president)}", killer=interior
        )
        assert self.course.phase.name == "succession"
        *first, last = self.living
        chosen = self.holder("economy")
        for place, seat in enumerate(first):
            self.submit(seat, chosen, compare=place < 1)
        self.course.crawl("Year 2, the succession")
        self.submit(last, last)
        self.evidence.note("name", f"{self.name(first[0])} named {self.name(chosen)}")

    def third_year(self) -> None:
        """Somebody is removed, whose browser goes on asking."""
        course = self.course
        self.whisper(2, 3)
        course.crawl("Year 3, with one dead")
        self.announce({"defence": 1_019}, defence=2_557)
        leaver = next(
            seat
            for seat in self.living[::-1]
            if seat != HOST and self.state.seats[seat - 1].office not in ("president", "defence")
        )
        course.do(hosting.remove, by=HOST, number=leaver)
        course.crowd.remove(leaver)
        self.vote_without(leaver)

    def vote_without(self, leaver: int) -> None:
        budget = self.state.announced
        assert budget is not None
        defence = self.holder("defence")
        first = [seat for seat in self.living if seat != leaver]
        for seat in first[:-1]:
            self.submit(seat, "aye")
        self.course.crawl("Year 3, the vote after a removal", all_routes_to=self.course.crowd.clients)
        self.evidence.note("loss", budget.withhold["defence"], minister=defence)
        self.evidence.note(
            "loss", budget.allocations["defence"] - budget.withhold["defence"], minister=defence
        )
        self.submit(first[-1], "aye")

    def last_years(self) -> None:
        """Let every phase run out until the archive is open."""
        course = self.course
        assert course.phase.name == "skim"
        course.crawl("Year 3, skimming")
        while self.sitting.room.status == Room.Status.RUNNING:
            due_at = self.sitting.room.due_at
            assert due_at is not None
            due.advance_due(due_at)
            self.take_stock()
        self.evidence.ended = len(self.evidence.moments)
        course.crawl("the end", all_routes_to=SOME)
        for number, seat in enumerate(self.state.seats, 1):
            if seat.alive and seat.account >= 1000:
                self.evidence.note("last account", seat.account, holder=number)


WHISPERS = ("zebrafish", "pangolin", "ocelot", "narwhal", "tapir", "lemur")
