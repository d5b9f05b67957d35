"""A game of Kaban from the lobby to the opened end, in which everything happens that is anybody's secret.

The moderator sets the trackers to sums of five digits, so that every figure that matters stands for nothing
else on a page, and the targets are as large.
"""

import hashlib
from typing import Any

import pytest
from django.test import Client

from games import access, store
from games.actions import chat, hosting, lobby, moderating, passes, play
from games.models import Order, Room
from games.terms import Refused
from roles.rules.state import State
from roles.rules.tables import CARDS
from tests.games.conftest import NAMES as PEOPLE
from tests.games.conftest import START, begin, sit_down
from tests.games.course import Course, open_course
from tests.games.crawl import Answer
from tests.roles.entitled import CLAUSES, DUTIES, NAMES

SEED = hashlib.sha256(b"whole game of kaban 2").digest()
SEATS = 9
SOME = ("public", "moderator", 1, "invited")
"""Those who ask at every address in the lobby and at the end as well; at one moment between, everybody does."""
MODERATORS = ("moderator", "co-moderator")
NAMES_OF = dict(enumerate(PEOPLE[:SEATS], 1))
GOOD, LAWYER, OMBUDSPERSON, VICTIM, COA, CITIZEN = 1, 2, 5, 6, 8, 9
"""Who holds what under these dice; the Corrupt are 3, 4 and 7, and 6 is the other Good Politician."""
PRESIDENT = 3
TARGETS = {"spending": 40_007, "fund": 60_007}
LAID_OPEN = (
    '<details class="more k-cast".*?</details>|<section class="stack" aria-labelledby="open-t.*?</section>'
)
"""How many hold which card everybody knows before the deal; and the page about the game names all roles."""


def whole_game() -> "Game":
    """Play it, with everybody looking on."""
    table = sit_down("kaban", SEATS, moderated=True, seed=SEED, seats=SEATS, jail_years=1, targets=TARGETS)
    neighbour = begin("kaban", SEATS, moderated=True, seats=SEATS)
    game = Game(open_course(table, neighbour, CLAUSES, LAID_OPEN))
    game.course.crowd.add("other moderator", neighbour.browser("moderator"))
    game.gather()
    game.first_year()
    game.second_year()
    game.third_year()
    return game


class Game:
    """The table, and what its people do. ``alike`` holds what active players were answered at one moment."""

    def __init__(self, course: Course) -> None:
        self.course, self.sitting, self.evidence = course, course.sitting, course.evidence
        self.moderators: tuple[str, ...] = ("moderator",)
        self.told: set[Any] = set()
        self.alike: dict[tuple[str, ...], dict[int, Answer]] = {}

    @property
    def state(self) -> State:
        """The game as it stands, with what the moderator has corrected."""
        now: State = store.load(self.sitting.room).state
        return now

    def seats(self, role: str) -> list[int]:
        return [number for number, seat in enumerate(self.state.seats, 1) if seat.role == role]

    def free(self) -> list[int]:
        return [number for number in self.seats("corrupt") if self.stands(number) == "active"]

    def stands(self, number: int) -> str:
        return self.state.seats[number - 1].standing.value

    def active(self) -> list[int]:
        return [number for number in range(1, SEATS + 1) if self.stands(number) == "active"]

    def note(self, kind: str, mark: int | str, **parties: Any) -> None:
        self.evidence.note(kind, mark, **parties, moderators=self.moderators)

    def take_stock(self) -> None:
        """Write down the two trackers that are secret, whenever they stand at another sum."""
        state = self.state
        self.evidence.publish([state.announced, state.spending])
        sees = [number for number in self.seats("corrupt") if self.stands(number) != "removed"]
        if ("fund", state.fund) not in self.told and state.fund >= 1000:
            self.note("fund", state.fund, corrupt=sees)
        if ("kaban", state.kaban) not in self.told and state.kaban != state.announced and state.kaban >= 1000:
            self.note("true Kaban", state.kaban)
        self.told |= {("fund", state.fund), ("kaban", state.kaban)}

    def crawl(self, moment: str, *, all_routes_to: Any = ()) -> None:
        """Show the room to everybody, and take down what should look alike."""
        answers = self.course.crawl(moment, all_routes_to=all_routes_to)
        acted = set(Order.objects.filter(phase=self.course.phase).values_list("seat__number", flat=True))
        state = self.state
        members = state.committee.members if state.committee else ()
        for (who, name, path), answer in answers.items():
            if isinstance(who, int) and name in ("rooms:room", "rooms:look", "rooms:past"):
                place = (who == state.president, who in members, who in acted)
                key = (moment, path, self.stands(who), *map(str, place if name != "rooms:past" else ()))
                self.alike.setdefault(key, {})[who] = answer

    def submit(self, seat: int, given: Any, *, compare: bool = False) -> None:
        self.course.act(
            f"seat {seat} hands in",
            play.submit,
            may_know=self.may_know(seat),
            compare=compare,
            number=seat,
            serial=self.course.phase.serial,
            given=given,
        )

    def may_know(self, seat: int) -> set[Any]:
        """Answer who may see what a seat chooses while the phase runs."""
        fellows = self.free() if self.course.phase.name == "hidden" and seat in self.free() else ()
        return {seat, *fellows, *self.moderators}

    def all_submit(self, moment: str, given: dict[int, Any], *, compare: int = 0) -> None:
        """Let these seats hand in, and show the room to everybody before the last one does."""
        *first, last = given
        for place, seat in enumerate(first):
            self.submit(seat, given[seat], compare=place < compare)
        self.crawl(moment)
        self.submit(last, given[last])
        self.take_stock()

    def end_phase(self) -> None:
        self.course.do(hosting.end_phase, by="moderator", serial=self.course.phase.serial)
        self.take_stock()

    def correct(self, **given: Any) -> None:
        self.course.do(moderating.correct, by="moderator", serial=self.course.phase.serial, given=given)
        self.take_stock()

    def gather(self) -> None:
        """Sit in the lobby; start; set the trackers to sums that cannot be met by chance."""
        course = self.course
        course.crawl("the lobby", all_routes_to=SOME)
        self.evidence.note("seed", SEED.hex())
        for token in self.sitting.tokens.values():
            self.evidence.note("seat's pass", token)
        course.do(lobby.start, by="moderator")
        self.evidence.moments.append("the deal")
        for role, name in NAMES.items():
            self.note("role", name, holders=self.seats(role))
            self.note("duty", DUTIES[role], holders=self.seats(role))
        for one in self.seats("corrupt"):
            others = [NAMES_OF[other] for other in self.seats("corrupt") if other != one]
            self.note("fellows", f"With you: {', '.join(others)}.", corrupt=one)
        self.note("audit", "Audit: no project last Year.", coa=COA)
        self.correct(fund=41_113)
        self.correct(kaban=73_019)

    def night(
        self,
        moment: str,
        steal: bool,
        hush: bool,
        tokhang: int | None,
        /,
        *,
        protect: int,
        look: int,
        jail: int,
        compare: int,
    ) -> None:
        """Let everybody choose; the citizens and the COA, who have nothing to choose, as well."""
        first, *rest = free = self.free()
        thieves = {"nakaw": steal, "suhol": hush, "tokhang": tokhang}
        given: dict[int, Any] = {
            first: thieves,
            LAWYER: {"protect": protect},
            OMBUDSPERSON: {"investigate": look},
            GOOD: {"jail": jail},
            COA: {},
            **dict.fromkeys(rest, thieves),
        }
        given |= {seat: {} for seat in self.active() if seat not in given}
        says = f"Nakaw {'yes' if steal else 'no'}, Suhol {'yes' if hush else 'no'}, Tokhang "
        self.note(
            "corrupt's choice", says + (NAMES_OF[tokhang] if tokhang else "nobody"), corrupt=self.free()
        )
        self.note("choice", f"Protects {NAMES_OF[protect]}", chooser=LAWYER)
        self.note("choice", f"Looks into {NAMES_OF[look]}", chooser=OMBUDSPERSON)
        self.note("choice", f"Auto Jail: {NAMES_OF[jail]}", chooser=GOOD)
        self.all_submit(moment, given, compare=compare)
        self.note("protection", f"You protect {NAMES_OF[protect]} this Year.", lawyer=LAWYER)
        self.note("finding", self.finding(look), ombudsperson=OMBUDSPERSON)
        self.note("theft", f"You stole {len(free)} this Year.", corrupt=free)

    def finding(self, seat: int) -> str:
        return f"{NAMES_OF[seat]} stands with the {'bad' if seat in self.seats('corrupt') else 'good'}."

    def first_year(self) -> None:
        """The COA is silenced; a run-off; a project with a kickback; a citizen is jailed."""
        self.crawl("Year 1, night falls")
        self.night(
            "Year 1, the night", True, True, None, protect=LAWYER, look=3, jail=CITIZEN, compare=5
        )  # fmt: skip
        self.note("silence", "You are silenced", coa=COA)
        self.note("lack", "Auto Jail did not happen", askers=GOOD)
        self.let_in_another_moderator()
        votes = {1: 1, 2: 1, 3: 3, 4: 3, 5: 1, 6: 3, 7: 7, 8: 8, 9: 9}
        self.note("vote before its close", f"You name {NAMES_OF[8]}.", voter=8)
        self.all_submit("Year 1, the election", votes, compare=1)
        self.all_submit(
            "Year 1, the run-off", {1: 1, **dict.fromkeys(range(2, SEATS + 1), PRESIDENT)}, compare=1
        )
        self.project("Year 1, the project", {1: False, 2: True, PRESIDENT: True})
        self.talk()
        self.all_submit("Year 1, the jail vote", dict.fromkeys(self.active(), CITIZEN), compare=2)
        committee = self.built
        self.note("audit", f"Audit of {committee}: a kickback was paid.", coa=COA)

    def let_in_another_moderator(self) -> None:
        """Let somebody help who comes in by a link of their own."""
        at = {"room_id": self.sitting.room_id, "at": START}
        token = passes.console_link(**at, by="moderator", takes_over=False)
        found = passes.find(token)
        assert found is not None
        passes.use(pass_id=found.pk, at=START)
        client = Client()
        client.cookies[access.CONSOLE] = token
        self.course.crowd.add("co-moderator", client)
        self.moderators = MODERATORS
        for kept in [note for note in self.evidence.notes if "moderator" in note.knowers]:
            self.evidence.also(kept, "co-moderator")

    def project(self, moment: str, votes: dict[int, bool]) -> None:
        """Let the President pick the small project, and the committee vote; a majority is given in ``votes``."""
        offer = self.state.offer
        assert offer is not None
        small, large = CARDS[offer.small or ""], CARDS[offer.large or ""]
        self.note("offer", large.name, president=PRESIDENT)
        self.built = small.name
        self.crawl(moment)
        self.submit(PRESIDENT, {"card": "small", "committee": sorted(votes)})
        self.evidence.note(
            "own vote", "You support the project.", member=[seat for seat in votes if votes[seat]]
        )
        self.evidence.note(
            "own vote", "You oppose the project.", member=[seat for seat in votes if not votes[seat]]
        )
        self.all_submit(f"{moment}, the committee", votes, compare=1)
        for seat, support in votes.items():
            self.evidence.note(
                "committee vote", f"{NAMES_OF[seat]} {'supported' if support else 'opposed'} it."
            )

    def talk(self) -> None:
        """Let somebody talk, and the silenced COA try to."""
        self.course.do(chat.say, number=CITIZEN, text="wombat", to=None)
        self.note("talk", "wombat", table=range(1, SEATS + 1))
        with pytest.raises(Refused):
            self.course.do(chat.say, number=COA, text="mongoose", to=None)
        self.evidence.note("refused talk", "mongoose")
        self.crawl("Year 1, the discussion")
        self.end_phase()

    def second_year(self) -> None:
        """A Good Politician falls to Tokhang; an Auto Jail and a jail vote are stopped; a project fails."""
        self.evidence.forget(self.finding(3))
        self.note("finding", self.finding(3), ombudsperson=())
        self.correct(spending=20_611)
        self.crawl("Year 2, night falls")
        self.night(
            "Year 2, the night",
            *(True, False, VICTIM),
            protect=OMBUDSPERSON,
            look=GOOD,
            jail=OMBUDSPERSON,
            compare=0,
        )
        self.note("block", f"Auto Jail against {NAMES_OF[OMBUDSPERSON]} was stopped", payers=GOOD)
        self.lay_open("good")
        self.project("Year 2, the project", {PRESIDENT: True, 1: False, 2: False})
        self.crawl("Year 2, the discussion")
        self.end_phase()
        self.all_submit("Year 2, the jail vote", dict.fromkeys(self.active(), OMBUDSPERSON))

    def lay_open(self, role: str) -> None:
        """Let everybody know a role from now on: a card was turned face up."""
        self.note("role", NAMES[role], holders=["public", *range(1, SEATS + 1)])

    def third_year(self) -> None:
        """A player is removed, whose browser goes on asking; the moderator enters a choice, and ends all steps."""
        self.course.do(hosting.remove, by="moderator", number=COA)
        self.course.crowd.remove(COA)
        self.lay_open("coa")
        self.correct(last_year=True)
        self.course.act(
            "the moderator enters a choice",
            moderating.act_for,
            may_know=self.may_know(LAWYER),
            compare=True,
            by="moderator",
            number=LAWYER,
            serial=self.course.phase.serial,
            given={"protect": CITIZEN},
        )
        self.note("choice", f"Protects {NAMES_OF[CITIZEN]}", chooser=LAWYER)
        self.crawl("Year 3, the night", all_routes_to=self.course.crowd.clients)
        while self.sitting.room.status == Room.Status.RUNNING:
            self.end_phase()
        self.evidence.ended = len(self.evidence.moments)
        self.course.crawl("the end", all_routes_to=SOME)
