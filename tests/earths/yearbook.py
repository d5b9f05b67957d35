"""Years played through the actions, for tests of what they leave behind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from earths.actions import ballots, bills
from earths.models import Bill, Citizen, EarthYear, Seed, Stage, Week, World
from earths.rules import boundary, codec, luck, year
from earths.rules.tables import FIRST_YEAR
from earths.store import changes_to_plain
from games.chance import Dice, seal
from tests.earths.conftest import Moments, make_bill, make_citizen, moments, reach, still


@dataclass
class Play:
    """A world with some people on each Earth, played week after week."""

    world: World
    people: Mapping[str, list[Citizen]]
    number: int = 1

    @property
    def at(self) -> Moments:
        return moments(self.number, self.world.starts_on)

    def open(self) -> Week:
        """Open the week whose number it is."""
        return reach(self.world, self.at.proposing)

    def propose(self, policies: Iterable[str], earth: str = "A", *, upvotes: int = 0) -> list[Bill]:
        """Have as many people propose one policy each, upvoted by the first few."""
        proposed = []
        for citizen, policy in zip(self.people[earth], policies, strict=False):
            bill = make_bill(citizen, policy, at=self.at.proposing, name=f"{policy} for all")
            for voter in self.people[earth][:upvotes]:
                bills.upvote(citizen_id=voter.pk, bill_id=bill.pk, at=self.at.proposing)
            proposed.append(bill)
        return proposed

    def vote(self, earth: str = "A", *, noes: int = 0, response: str = "A", skip: int = 0) -> None:
        """Have everybody but the first ``skip`` vote yes on all bills, the last ``noes`` of them no."""
        week = reach(self.world, self.at.voting)
        on_ballot = list(Bill.objects.filter(week=week, earth=earth, place__isnull=False, struck_at=None))
        voters = self.people[earth][skip:]
        for index, citizen in enumerate(voters):
            choice = index < len(voters) - noes
            ballots.cast(
                citizen_id=citizen.pk,
                year=week.year,
                votes=dict.fromkeys([bill.pk for bill in on_ballot], choice),
                response=response,
                now=still(self.at.voting),
            )

    def finish(self) -> Week:
        """Bring the week to its results, and turn to the next one."""
        week = reach(self.world, self.at.results)
        self.number += 1
        return week


def play_in(world: World, *, each: int = 3) -> Play:
    """Settle a world with ``each`` people on both Earths."""
    people = {
        earth: [make_citizen(world, f"{earth} {number}", earth) for number in range(each)] for earth in "AB"
    }
    return Play(world, people)


def plain_year(play: Play, *policies: str) -> Week:
    """Play a year in which both Earths pass the same policies, and choose response A and B."""
    play.open()
    for earth in "AB":
        play.propose(policies, earth, upvotes=1)
    for earth in "AB":
        play.vote(earth, response=earth)
    return play.finish()


def fill_years(world: World, number: int) -> None:
    """Write finished years in which nobody voted straight to the tables, as the calendar would have kept them."""
    earths = dict.fromkeys("AB", year.START)
    seeds = {FIRST_YEAR + n: n.to_bytes(32, "big") for n in range(number)}
    weeks = Week.objects.bulk_create(_finished_week(world, of_year, seed) for of_year, seed in seeds.items())
    Seed.objects.bulk_create(Seed(week=week, secret=seeds[week.year]) for week in weeks)
    rows = []
    for week in weeks:
        for letter in "AB":
            ticked = year.tick(earths[letter], week.year, [], week.crisis, "C", Dice(seeds[week.year]))
            earths[letter] = ticked.earth
            rows.append(
                EarthYear(
                    week=week, earth=letter, voters=0, response_a=0, response_b=0, response_c=0, response="C",
                    state=codec.write(ticked.earth), changes=changes_to_plain(ticked.changes),
                )
            )  # fmt: skip
    EarthYear.objects.bulk_create(rows)


def _finished_week(world: World, of_year: int, seed: bytes) -> Week:
    at = {b: boundary.instant(world.starts_on, of_year, b) for b in boundary.Boundary}
    return Week(
        world=world, year=of_year, opens_at=at["open"], ballot_at=at["ballot"], count_at=at["count"],
        lock_at=at["lock"], results_at=at["tick"], closes_at=at["tick"] + timedelta(hours=12),
        stage=Stage.TICKED, crisis=luck.crisis(Dice(seed)), seal=seal(seed),
    )  # fmt: skip
