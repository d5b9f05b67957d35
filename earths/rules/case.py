"""Cases of Two Earths: what one may hold, and what comes of it when the rules alone play it.

Rulings on what is no case and what is refused: whatever no site could have recorded (a count below
zero, two bills of one id, a stat beyond 0 to 100) is no valid case; a choice somebody made that the
rules do not offer (a policy off the menu, a bill that is not there, a veto of what did not pass) is
refused at its week, Earth A before B. Tallies are taken as they stand: that votes fit the number of
voters is not checked, since only the sums matter to the count.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from earths.rules import codec, count, luck
from earths.rules.codec import Count, Strict, WrittenEarth, Year
from earths.rules.figures import to_text
from earths.rules.tables import EARTHS, FIRST_YEAR, POLICIES
from earths.rules.year import START, Earth, races, score, tick
from games.cases import MAX_STEPS, InvalidCase, check_dice, decode
from games.chance import Dice
from games.terms import Refused

Seed = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-fA-F]{64}\Z")]


class Votes(Strict, frozen=True):
    yes: Count
    no: Count


class Bill(Strict, frozen=True):
    id: str
    policy: str
    upvotes: Count
    votes: Votes


class CrisisVotes(Strict, frozen=True):
    A: Count
    B: Count
    C: Count


class Side(Strict, frozen=True):
    """What one Earth did in a week; ``bills`` in the order proposed, ``veto`` the id of a bill or None."""

    bills: tuple[Bill, ...]
    struck: tuple[str, ...]
    voters: Count
    crisis: CrisisVotes
    veto: str | None


class Week(Strict, frozen=True):
    seed: Seed
    dice: dict[str, int]
    A: Side
    B: Side


class From(Strict, frozen=True):
    """Where a case sets in: the first week's year, and how both Earths stood when it opened."""

    year: Year
    A: WrittenEarth
    B: WrittenEarth


class Case(Strict, frozen=True):
    """A case as written; what may be left out is UNSET, and left out again when it is encoded."""

    game: Literal["two-earths"]
    weeks: Annotated[tuple[Week, ...], msgspec.Meta(max_length=MAX_STEPS)]
    from_: From | msgspec.UnsetType = msgspec.field(name="from", default=msgspec.UNSET)
    expect: Any = msgspec.UNSET


@dataclass(frozen=True)
class Decided:
    """What an Earth's week came to before the tick, bills in ballot order; a vetoed one did pass."""

    ballot: tuple[str, ...]
    passed: tuple[str, ...]
    vetoed: str | None
    laws: tuple[str, ...]
    response: str


def adjudicate(raw: bytes) -> dict[str, Any]:
    """Play the case in ``raw`` and answer what came of it, as plain data in the documented form.

    Raises ``InvalidCase`` for what is no case, and ``Refused`` with ``seat`` and ``at`` for a move
    that the rules refuse.
    """
    case = decode(raw, Case)
    _check(case)
    year, earths = _start(case)
    weeks = []
    for at, week in enumerate(case.weeks):
        dice = Dice(bytes.fromhex(week.seed), week.dice)
        crisis = luck.crisis(dice)
        answer: dict[str, Any] = {"year": year, "crisis": crisis}
        for seat in EARTHS:
            side: Side = getattr(week, seat)
            try:
                decided = decide(side)
            except Refused as refused:
                raise Refused(refused.reason, seat=seat, at=at) from None
            policies = {bill.id: bill.policy for bill in side.bills}
            laws = [policies[law] for law in decided.laws]
            earths[seat] = tick(earths[seat], year, laws, crisis, decided.response, dice).earth
            answer[seat] = _written(decided, earths[seat])
        weeks.append(answer)
        year += 1
    return {"weeks": weeks, "milestones": written_races(earths["A"], earths["B"])}


def decide(side: Side) -> Decided:
    """Count one Earth's week; refuse a policy, a struck bill or a veto that cannot be named."""
    bills = {bill.id: bill for bill in side.bills}
    if not all(bill.policy in POLICIES for bill in side.bills):
        raise Refused("A bill names a policy that is not on the menu.")
    if not bills.keys() >= set(side.struck):
        raise Refused("A bill that nobody proposed cannot be struck.")
    ballot = count.ballot([count.Candidate(bill.id, bill.policy, bill.upvotes) for bill in side.bills])
    struck = set(side.struck).intersection(ballot)
    passed = tuple(
        bill
        for bill in ballot
        if bill not in struck and count.passes(bills[bill].votes.yes, bills[bill].votes.no, side.voters)
    )
    # Whoever strikes a bill takes its veto with it: void, not refused, however the vote went (E9.6).
    vetoed = None if side.veto in struck else side.veto
    if vetoed is not None and vetoed not in passed:
        raise Refused("Only a bill that passed can be vetoed.")
    laws = tuple(bill for bill in passed if bill != vetoed)
    return Decided(ballot, passed, vetoed, laws, count.response(msgspec.structs.asdict(side.crisis)))


def written_races(a: Earth, b: Earth) -> dict[str, Any]:
    """Write who won the race for each milestone, None while nobody has."""
    return {
        slug: race and {"year": race.year, "earths": list(race.earths)} for slug, race in races(a, b).items()
    }


def _check(case: Case) -> None:
    for at, week in enumerate(case.weeks):
        check_dice(week.dice, luck.SIDES, f"$.weeks[{at}].dice")
        for seat in EARTHS:
            ids = [bill.id for bill in getattr(week, seat).bills]
            if len(set(ids)) < len(ids):
                raise InvalidCase(f"$.weeks[{at}].{seat}.bills", "Two bills have the same id.")
    if case.from_:
        for seat in EARTHS:
            for index, due in enumerate(getattr(case.from_, seat).due):
                if due.year < case.from_.year:
                    raise InvalidCase(
                        f"$.from.{seat}.due[{index}].year", "This was due before the first week."
                    )


def _start(case: Case) -> tuple[int, dict[str, Earth]]:
    if not case.from_:
        return FIRST_YEAR, dict.fromkeys(EARTHS, START)
    return case.from_.year, {seat: codec.from_written(getattr(case.from_, seat)) for seat in EARTHS}


def _written(decided: Decided, earth: Earth) -> Mapping[str, Any]:
    state = codec.write(earth)
    return {
        "ballot": list(decided.ballot),
        "passed": list(decided.passed),
        "vetoed": decided.vetoed,
        "laws": list(decided.laws),
        "response": decided.response,
        "stats": state.pop("stats"),
        "score": to_text(score(earth.stats)),
        **state,
    }
