"""Years as files: the case that anybody can adjudicate, and all of it as JSON.

Only what sight shows is in them, so a running year gives as much as its pages do. Text that people
typed is written without direction marks, which nothing in a file could keep in.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from earths.models import EarthYear, Stage, Week
from earths.rules import case, codec
from earths.rules.codec import WrittenEarth
from earths.rules.figures import to_text
from earths.rules.year import score
from earths.sight.archive import PresidentSight
from earths.sight.bills import BillSight
from earths.sight.year import EarthYearSight, YearSight
from earths.store import states_before
from games.terms import Refused
from games.text import without_bidi


def bill_codes(bills: Iterable[BillSight]) -> dict[int, str]:
    """Name one Earth's bills as files and ballots do: a1 to a5 by place, then the others as proposed."""
    in_order = sorted(bills, key=lambda bill: (bill.place or 1_000, bill.proposed_at, bill.id))
    return {bill.id: f"{bill.earth.lower()}{number}" for number, bill in enumerate(in_order, start=1)}


def case_of(week: Week, shown: YearSight) -> bytes:
    """Write a finished year as a case that expects what was recorded; refuse one that is not finished.

    Adjudicating it plays the rules again on the votes, so it agrees only if the record is right.
    """
    if week.stage < Stage.TICKED:
        raise Refused("A year can be downloaded as a case once its results are out.")
    before = {letter: _written(codec.write(state)) for letter, state in states_before(week).items()}
    codes = {earth.letter: bill_codes(earth.bills) for earth in shown.earths}
    sides = {earth.letter: _side(earth, codes[earth.letter]) for earth in shown.earths}
    played = case.Case(
        game="two-earths",
        weeks=(case.Week(seed=shown.seed, dice={}, A=sides["A"], B=sides["B"]),),
        from_=case.From(year=week.year, A=before["A"], B=before["B"]),
        expect=_recorded(week, shown, codes),
    )
    return msgspec.json.format(msgspec.json.encode(played), indent=1)


def year_of(shown: YearSight, presidents: tuple[PresidentSight, ...]) -> bytes:
    """Write all that is public of a year as JSON."""
    written = {
        "year": shown.year,
        "opens_at": shown.opens_at,
        "results_at": shown.results_at,
        "stage": Stage(shown.stage).name.lower(),
        "crisis": shown.crisis.slug,
        "seal": shown.seal,
        "seed": shown.seed or None,
        "rolls": [
            {"label": roll.label, "pick": roll.picked, "of": roll.sides, "meaning": roll.meaning}
            for roll in shown.rolls
        ],
        "earths": {
            earth.letter: _earth(earth, [one for one in presidents if one.earth == earth.letter])
            for earth in shown.earths
        },
    }
    return msgspec.json.format(msgspec.json.encode(written), indent=1)


def _written(plain: dict[str, Any]) -> WrittenEarth:
    return msgspec.convert(plain, WrittenEarth)


def _side(earth: EarthYearSight, codes: dict[int, str]) -> case.Side:
    as_proposed = sorted(earth.bills, key=lambda bill: (bill.proposed_at, bill.id))
    responses = earth.responses or {}
    return case.Side(
        bills=tuple(
            case.Bill(
                id=codes[bill.id],
                policy=bill.policy.slug,
                upvotes=bill.upvotes,
                votes=case.Votes(yes=bill.yes or 0, no=bill.no or 0),
            )
            for bill in as_proposed
        ),
        struck=tuple(codes[bill.id] for bill in as_proposed if bill.is_struck),
        voters=earth.voters or 0,
        crisis=case.CrisisVotes(**responses),
        veto=_vetoed(earth, codes),
    )


def _vetoed(earth: EarthYearSight, codes: dict[int, str]) -> str | None:
    return next((codes[bill.id] for bill in earth.ballot if bill.vetoed), None)


def _recorded(week: Week, shown: YearSight, codes: dict[str, dict[int, str]]) -> dict[str, Any]:
    """Write what the site recorded in the form in which cases are answered; nothing is reckoned anew."""
    rows = EarthYear.objects.filter(week=week)
    states = {row.earth: codec.read(row.state) for row in rows}
    answer: dict[str, Any] = {"year": week.year, "crisis": week.crisis}
    for earth in shown.earths:
        names = codes[earth.letter]
        answer[earth.letter] = {
            "ballot": [names[bill.id] for bill in earth.ballot],
            "passed": [names[bill.id] for bill in earth.ballot if bill.passed],
            "vetoed": _vetoed(earth, names),
            "laws": [names[bill.id] for bill in earth.laws],
            "response": earth.response,
            "score": to_text(score(states[earth.letter].stats)),
            **codec.write(states[earth.letter]),
        }
    return {"weeks": [answer], "milestones": case.written_races(states["A"], states["B"])}


def _earth(earth: EarthYearSight, presidents: list[PresidentSight]) -> dict[str, Any]:
    codes = bill_codes(earth.bills) if earth.voters is not None else {}
    return {
        "name": without_bidi(earth.name),
        "presidents": [
            {"name": without_bidi(one.name), "how": one.how, "took_at": one.took_at, "left_at": one.left_at}
            for one in presidents
        ],
        "bills": [_bill(bill, codes.get(bill.id)) for bill in earth.bills],
        "voters": earth.voters,
        "responses": earth.responses,
        "response": earth.response or None,
        "score_before": to_text(earth.score_before),
        "score": None if earth.score is None else to_text(earth.score),
        "reached": list(earth.reached),
        "stats": {
            moved.slug: {
                "before": to_text(moved.before),
                "after": to_text(moved.after),
                "changes": [
                    {
                        "kind": step.kind,
                        "cause": step.title,
                        "figure": step.figure,
                        "luck": to_text(step.luck),
                        "delta": to_text(step.delta),
                        "before": to_text(step.before),
                        "after": to_text(step.after),
                        "halved": step.halved,
                        "clamped": step.clamped,
                    }
                    for step in moved.changes
                ],
            }
            for moved in earth.movements
        },
    }


def _bill(bill: BillSight, code: str | None) -> dict[str, Any]:
    return {
        "bill": code,
        "place": bill.place,
        "policy": bill.policy.slug,
        "name": without_bidi(bill.name),
        "pitch": without_bidi(bill.pitch),
        "author": without_bidi(bill.author),
        "proposed_at": bill.proposed_at,
        "upvotes": bill.upvotes,
        "yes": bill.yes,
        "no": bill.no,
        "needed": bill.needed,
        "passed": bill.passed,
        "vetoed": bill.vetoed,
        "struck": without_bidi(bill.struck_reason) or None,
        "law": bill.is_law,
    }
