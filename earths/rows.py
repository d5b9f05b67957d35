"""What spreadsheets get: the columns and rows of each CSV file, and how a cell is written.

Figures are numbers with two decimals. Text that people typed comes without direction marks, and never
begins a formula.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import groupby

from earths.export import bill_codes
from earths.rules.tables import EARTHS
from earths.sight.archive import HistorySight
from earths.sight.ballots import CastSight
from earths.sight.bills import BillSight
from earths.sight.year import YearSight
from games.text import without_bidi

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet may take for the beginning of a formula."""

Row = list[object]


BILL_COLUMNS = (
    "year", "earth", "bill", "place", "policy", "name", "author", "pitch", "upvotes", "yes", "no", "needed",
    "passed", "vetoed", "struck", "law",
)  # fmt: skip


def bill_rows(shown: YearSight) -> Iterator[Row]:
    """Answer one row for each bill of a year, in the order of ``BILL_COLUMNS``; empty until decided."""
    for earth in shown.earths:
        codes = bill_codes(earth.bills) if shown.balloted else {}
        for bill in earth.bills:
            yield _bill_row(shown.year, bill, codes.get(bill.id), bill.place if shown.balloted else None)


def finished_bill_rows(bills: Iterable[tuple[int, BillSight]]) -> Iterator[Row]:
    """Answer the same rows for the bills of many finished years, given with their years and in order."""
    for (of_year, letter), both in groupby(bills, key=lambda pair: (pair[0], pair[1].earth)):
        for number, (_, bill) in enumerate(both, start=1):
            yield _bill_row(of_year, bill, f"{letter.lower()}{number}", bill.place)


STAT_COLUMNS = ("year", "earth", "stat", "before", "after", "change")


def stat_rows(shown: YearSight) -> Iterator[Row]:
    """Answer one row for each Earth and stat of a finished year, the score last."""
    for earth in shown.earths:
        for moved in earth.movements:
            yield [
                shown.year,
                earth.letter,
                moved.slug,
                *map(_points, (moved.before, moved.after, moved.change)),
            ]
        if earth.score is not None:
            figures = (earth.score_before, earth.score, earth.score - earth.score_before)
            yield [shown.year, earth.letter, "score", *map(_points, figures)]


CHANGE_COLUMNS = (
    "year", "earth", "stat", "kind", "cause", "figure", "luck", "delta", "before", "after", "halved",
    "clamped",
)  # fmt: skip


def change_rows(shown: YearSight) -> Iterator[Row]:
    """Answer one row for each step that moved a stat in a finished year, stat by stat."""
    for earth in shown.earths:
        for moved in earth.movements:
            for step in moved.changes:
                yield [
                    shown.year, earth.letter, moved.slug, step.kind, step.title, step.figure,
                    _points(step.luck), _points(step.delta), _points(step.before), _points(step.after),
                    step.halved, step.clamped,
                ]  # fmt: skip


def history_columns(history: HistorySight) -> list[str]:
    """Answer the heads of ``history_rows``."""
    return ["year", "earth", "score", *history.stats]


def history_rows(history: HistorySight) -> Iterator[Row]:
    """Answer one row for each finished year and Earth: the score and all stats as the year left them."""
    for index, of_year in enumerate(history.years):
        for letter in EARTHS:
            figures = (
                history.scores[letter][index],
                *(both[letter][index] for both in history.stats.values()),
            )
            yield [of_year, letter, *map(_points, figures)]


def ballot_columns(letter: str, places: int) -> list[str]:
    """Answer the heads of ``ballot_rows`` for a ballot of so many bills."""
    return ["code", *(f"{letter.lower()}{place}" for place in range(1, places + 1)), "crisis"]


def ballot_rows(casts: Iterable[CastSight]) -> Iterator[Row]:
    """Answer one row for each public ballot; a cell is empty where nothing was chosen."""
    words = {True: "yes", False: "no", None: None}
    for cast in casts:
        yield [cast.code, *(words[vote] for vote in cast.votes), cast.response or None]


def cell(value: object) -> str:
    """Write one cell: numbers stay numbers, and text never begins a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    if value.isalnum():
        return value
    text = without_bidi(value)
    # An apostrophe in front is what spreadsheets take for "this is text".
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def _bill_row(of_year: int, bill: BillSight, code: str | None, place: int | None) -> Row:
    return [
        of_year, bill.earth, code, place, bill.policy.slug, bill.name, bill.author, bill.pitch, bill.upvotes,
        bill.yes, bill.no, bill.needed, bill.passed, bill.vetoed, bill.struck_reason or None, bill.is_law,
    ]  # fmt: skip


def _points(hundredths: int) -> Decimal:
    return Decimal(hundredths).scaleb(-2)
