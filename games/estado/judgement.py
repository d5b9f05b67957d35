"""What a bot makes of what its seat may see: who is probably rich, what is a fair share, whom to distrust."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.estado.dispatches import by_year
from games.estado.rules.tables import AID_LEAST, AID_SIDES, OPENING_ACCOUNT, YEARS, Office
from games.estado.sight import Sight
from games.registry import Told

USUAL_AID = AID_LEAST + AID_SIDES // 2
USUAL_THEFT = 0.15
"""What a President is thought to withhold of every ministry's allocation."""


@dataclass(frozen=True)
class View:
    """One seat's view of the table; ``fortunes`` are guesses in dollars, its own account alone is certain.

    ``content`` goes from 0 (treated badly) to 1: what it was paid of late, against an equal share.
    """

    seat: int
    office: Office
    account: int
    alive: tuple[int, ...]
    offices: Mapping[int, Office]
    president: int | None
    fair: float
    years_left: int
    fortunes: Mapping[int, float]
    cheated: int
    content: float

    def holder(self, office: Office) -> int | None:
        """Name the seat that holds an office."""
        return next((seat for seat, held in self.offices.items() if held is office), None)


def judge(sight: Sight, told: Sequence[Told]) -> View:
    """Form a view from a living seat's sight and from the news it was told."""
    assert sight.viewer is not None
    me = sight.people[sight.viewer - 1]
    assert me.office is not None
    assert me.account is not None
    offices = {person.seat: person.office for person in sight.people if person.office is not None}
    alive = tuple(offices)
    fortunes = {**_fortunes(sight, offices, told), me.seat: float(me.account)}
    return View(
        seat=me.seat,
        office=me.office,
        account=me.account,
        alive=alive,
        offices=offices,
        president=next((seat for seat, office in offices.items() if office is Office.PRESIDENT), None),
        fair=sight.treasury / len(alive),
        years_left=YEARS - sight.year,
        fortunes=fortunes,
        cheated=sum(one.news.kind == "short-changed" for one in told),
        content=_content(me.seat, me.office, len(alive), told),
    )


def _content(seat: int, office: Office, heads: int, told: Sequence[Told]) -> float:
    """Compare what the last budget gave a seat with an equal share; nobody likes to be short-changed."""
    paid, share = 0.0, 0.0
    for _, news in told:
        if news.kind == "budget-announced":
            allocated, granted = news.body["allocations"], news.body["grants"]
            paid = allocated.get(office, 0) + granted.get(str(seat), 0)
            share = (sum(allocated.values()) + sum(granted.values())) / heads
        elif news.kind == "short-changed":
            paid -= 2 * (news.body["promised"] - news.body["arrived"])
    return max(0.0, min(1.0, paid / share)) if share else 0.5


def _fortunes(sight: Sight, offices: Mapping[int, Office], told: Sequence[Told]) -> dict[int, float]:
    """Guess each account from budgets that passed, aid that arrived, and who held which office since when."""
    fortunes = dict.fromkeys(offices, float(OPENING_ACCOUNT))
    dated = list(by_year(one.news for one in told))
    # The office they hold now, they hold since the end of that year.
    since = {news.body["seat"]: year for year, news in dated if news.kind in ("post", "president")}
    proposed: Mapping[str, Mapping[str, int]] = {}
    for year, news in dated:
        settled = [seat for seat in offices if since.get(seat, 0) < year]
        chief = next((seat for seat in settled if offices[seat] is Office.PRESIDENT), None)
        if news.kind == "budget-announced":
            proposed = news.body
        elif news.kind == "budget-vote" and news.body["passed"]:
            shared = sum(proposed["allocations"].values())
            for seat, office in offices.items():
                usual = shared / len(sight.ministries)
                got = proposed["allocations"].get(office, 0) if seat in settled else usual
                fortunes[seat] += got * (1 - USUAL_THEFT) + proposed["grants"].get(str(seat), 0)
            if chief is not None:
                fortunes[chief] += shared * USUAL_THEFT
        elif news.kind == "aid-arrived" and chief is not None:
            fortunes[chief] += USUAL_AID
    return fortunes
