"""One finished, or running, week of a world as its archive shows it: the count, the dice, what moved each stat."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from earths.models import EarthYear, Seed, Stage, Week
from earths.rules import codec, luck, year
from earths.rules.luck import DRIFT_FACES, LUCK_FACES
from earths.rules.tables import CRISES, EARTHS, LOWER_IS_BETTER, POLICIES, STAT_TITLES, Crisis
from earths.sight.bills import BillSight, see_bills
from earths.store import changes_from_plain, earth_names, responses_of, states_before
from games.chance import Dice


@dataclass(frozen=True)
class ChangeSight:
    """What moved a stat in one step. Figures in hundredths but for ``figure``, which is in points."""

    kind: str
    source: str
    title: str
    figure: int
    luck: int
    delta: int
    before: int
    after: int
    halved: bool
    clamped: bool


@dataclass(frozen=True)
class MovementSight:
    """One stat over the year: where it stood, each change in order, where it stands."""

    slug: str
    title: str
    lower_is_better: bool
    before: int
    after: int
    changes: tuple[ChangeSight, ...]

    @property
    def change(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class EarthYearSight:
    """One Earth's year. Everything but the names is None or empty until its hour has come."""

    letter: str
    name: str
    bills: tuple[BillSight, ...]
    voters: int | None
    responses: dict[str, int] | None
    response: str
    movements: tuple[MovementSight, ...]
    score_before: int
    score: int | None
    reached: tuple[str, ...]
    milestones: dict[str, int]

    @property
    def ballot(self) -> tuple[BillSight, ...]:
        return tuple(bill for bill in self.bills if bill.place is not None)

    @property
    def laws(self) -> tuple[BillSight, ...]:
        return tuple(bill for bill in self.bills if bill.is_law)


@dataclass(frozen=True)
class RollSight:
    """One roll of the year's dice: its label, what ``pick`` gave out of how many, and what it means."""

    label: str
    picked: int
    sides: int
    meaning: str


@dataclass(frozen=True)
class YearSight:
    """``seed`` (hex) and ``rolls`` are empty until the results are out."""

    year: int
    opens_at: datetime
    results_at: datetime
    stage: int
    crisis: Crisis
    seal: str
    seed: str
    earths: tuple[EarthYearSight, ...]

    @property
    def balloted(self) -> bool:
        return self.stage >= Stage.BALLOTED

    @property
    def counted(self) -> bool:
        return self.stage >= Stage.COUNTED

    @property
    def ticked(self) -> bool:
        return self.stage >= Stage.TICKED

    @cached_property
    def rolls(self) -> tuple[RollSight, ...]:
        """All rolls of the year, made anew from the seed."""
        return _rolls(Dice(bytes.fromhex(self.seed))) if self.seed else ()


def see_year(week: Week, *, others: bool = True) -> YearSight:
    """Show what is public of a week, which is as much as has been worked off of it.

    Without ``others``, once the ballots stand nothing is read of the bills that are on none.
    """
    ticked = week.stage >= Stage.TICKED
    rows = {row.earth: row for row in EarthYear.objects.filter(week=week)}
    bills = see_bills(week, rows.values(), others=others)
    before = states_before(week)
    names = earth_names(week.world)
    return YearSight(
        year=week.year,
        opens_at=week.opens_at,
        results_at=week.results_at,
        stage=week.stage,
        crisis=CRISES[week.crisis],
        seal=week.seal,
        seed=bytes(Seed.objects.get(week=week).secret).hex() if ticked else "",
        earths=tuple(
            _earth(
                rows[letter],
                names[letter],
                tuple(b for b in bills if b.earth == letter),
                before[letter],
                week.year,
            )
            for letter in EARTHS
        ),
    )


def _earth(
    row: EarthYear, name: str, bills: tuple[BillSight, ...], before: year.Earth, this_year: int
) -> EarthYearSight:
    state = codec.read(row.state) if row.state else None
    counted = row.voters is not None
    return EarthYearSight(
        letter=row.earth,
        name=name,
        bills=bills,
        voters=row.voters,
        responses=responses_of(row) if counted else None,
        response=row.response,
        movements=_movements(row, before, state, this_year) if state else (),
        score_before=year.score(before.stats),
        score=year.score(state.stats) if state else None,
        reached=tuple(slug for slug, when in state.milestones.items() if when == this_year) if state else (),
        milestones=dict((state or before).milestones),
    )


def _movements(
    row: EarthYear, before: year.Earth, after: year.Earth, this_year: int
) -> tuple[MovementSight, ...]:
    changes = changes_from_plain(row.changes)
    # What was due came first, in the order in which it waited.
    passed = [due.passed for due in before.due if due.year == this_year]
    sights = [
        (change.stat, _change(change, row.response, passed[index] if change.kind == "due" else this_year))
        for index, change in enumerate(changes)
    ]
    return tuple(
        MovementSight(
            slug=slug,
            title=title,
            lower_is_better=slug in LOWER_IS_BETTER,
            before=before.stats[slug],
            after=after.stats[slug],
            changes=tuple(sight for stat, sight in sights if stat == slug),
        )
        for slug, title in STAT_TITLES.items()
    )


def _change(change: year.Change, response: str, passed: int) -> ChangeSight:
    titles = {
        "law": lambda: POLICIES[change.source].title,
        "due": lambda: f"{POLICIES[change.source].title}, law of {passed}",
        "crisis": lambda: CRISES[change.source].response(response).title,
        "drift": lambda: "Drift",
    }
    return ChangeSight(
        kind=change.kind,
        source=change.source,
        title=titles[change.kind](),
        figure=change.figure,
        luck=change.luck,
        delta=change.delta,
        before=change.before,
        after=change.after,
        halved=change.delta != change.full,
        clamped=change.after - change.before != change.delta,
    )


def signed(figure: int) -> str:
    """Write a whole number with its sign: "+2", "−1", "±0"."""
    return f"{figure:+d}".replace("-", "−").replace("+0", "±0")


def _rolls(dice: Dice) -> tuple[RollSight, ...]:
    crises = tuple(CRISES.values())
    drawn = RollSight(
        "crisis", dice.pick("crisis", len(crises)), len(crises), CRISES[luck.crisis(dice)].title
    )
    lucks = [
        RollSight(
            f"luck:{slug}",
            dice.pick(f"luck:{slug}", LUCK_FACES),
            LUCK_FACES,
            f"{policy.title} × {luck.luck(dice, slug) / 100:.2f}",
        )
        for slug, policy in POLICIES.items()
    ]
    drifts = [
        RollSight(
            f"drift:{slug}",
            dice.pick(f"drift:{slug}", DRIFT_FACES),
            DRIFT_FACES,
            f"{title} {signed(luck.drift(dice, slug))}",
        )
        for slug, title in STAT_TITLES.items()
    ]
    return (drawn, *lucks, *drifts)
