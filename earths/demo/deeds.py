"""What invented citizens do in each phase of a week, through the same actions as everybody.

Each deed has an instant of its own in its phase, drawn by label; what has been done already is found
in the world and not done again, so that a week can be acted out in pieces.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import transaction

from earths.actions import ballots, bills, presidents
from earths.adapter import INVENTED
from earths.demo.bills import WORDINGS
from earths.demo.temperaments import Temperament, temperament
from earths.models import Account, Ballot, Bill, Citizen, EarthYear, Presidency, Upvote, Week, World
from earths.rules.calendar import Phase, phase_of
from earths.rules.tables import CRISES, EARTHS, POLICIES
from earths.sight.board import see_week
from earths.store import running_week
from games import clock
from games.chance import Dice

BILLS_A_WEEK = 9
TOGETHER = 200
"""How many deeds are committed at once."""


@dataclass(frozen=True)
class Person:
    citizen: Citizen
    temper: Temperament


@dataclass(frozen=True)
class Span:
    """The part of a phase that is acted out: what is due before ``until``, none of it before ``since``."""

    opens_at: datetime
    closes_at: datetime
    since: datetime
    until: datetime

    def moment(self, dice: Dice, label: str, after: datetime | None = None) -> datetime | None:
        """Draw when in the phase something is done, or answer None when that is later than ``until``."""
        opens_at = after or self.opens_at
        share = dice.pick(f"{label}/when", 100_000)
        at = max(opens_at + (self.closes_at - opens_at) * share / 100_000, self.since)
        return at if at < self.until else None


def act(
    world: World, upto: datetime, *, since: datetime | None = None, everybody: Iterable[int] = ()
) -> None:
    """Do what invented citizens do between ``since`` (now) and ``upto``, or the end of the running phase.

    ``everybody`` names accounts of demo logins that act too: they do in the years that lie behind.
    """
    since = since or clock.now()
    week = running_week(world_id=world.pk, at=since)
    phase = week and phase_of(week, since)
    if week is None or phase is None:
        return
    dice = dice_of(world)
    opens_at, closes_at = _bounds(week, phase)
    span = Span(opens_at, closes_at, since, min(upto, closes_at))
    people = _people(world, dice, everybody)
    DEEDS.get(phase, lambda *_: None)(week, people, span, dice)


def dice_of(world: World) -> Dice:
    """Answer the draws by which the invented citizens of a world are made: no secret, and the same each time."""
    return Dice(f"demo/{world.slug}".encode())


def favourite(person: Person, dice: Dice, label: str, taken: Iterable[str]) -> str:
    """Answer the policy a person likes best on a day like that, save those in ``taken``."""
    open_ones = [policy for policy in POLICIES.values() if policy.slug not in taken]

    def mood(policy_slug: str) -> int:
        liking = person.temper.liking(POLICIES[policy_slug].effects, policy_slug)
        return liking + dice.pick(f"{label}/mood/{policy_slug}", 9)

    return max((policy.slug for policy in open_ones), key=mood)


def _bounds(week: Week, phase: Phase) -> tuple[datetime, datetime]:
    starts = (week.opens_at, week.ballot_at, week.count_at, week.lock_at, week.results_at)
    closes_at = see_week(week, starts[tuple(Phase).index(phase)]).next_at
    return starts[tuple(Phase).index(phase)], closes_at


def _people(world: World, dice: Dice, everybody: Iterable[int]) -> dict[str, list[Person]]:
    accounts = Account.objects.filter(username__startswith=INVENTED, is_active=False).values("pk")
    citizens = Citizen.objects.filter(world=world, banned_at=None, left_at=None)
    found = citizens.filter(account__in=accounts) | citizens.filter(account__in=list(everybody))
    people: dict[str, list[Person]] = {earth: [] for earth in EARTHS}
    for citizen in found.order_by("pk"):
        temper = temperament(dice, citizen.folded_name, citizen.earth)
        people[citizen.earth].append(Person(citizen, temper))
    return people


# --- Sunday to Tuesday


def propose_and_upvote(week: Week, people: Mapping[str, list[Person]], span: Span, dice: Dice) -> None:
    """Propose some bills on each Earth, and upvote what is liked."""
    early = Span(
        span.opens_at, span.opens_at + (span.closes_at - span.opens_at) * 3 / 5, span.since, span.until
    )
    for earth in EARTHS:
        _propose(week, people[earth], early, dice, earth)
        _upvote(week, people[earth], span, dice, earth)


def _propose(week: Week, people: Sequence[Person], span: Span, dice: Dice, earth: str) -> None:
    mine = list(Bill.objects.filter(week=week, earth=earth).values_list("author", "policy"))
    authors = {author for author, _ in mine}
    used = set(Bill.objects.filter(week__world=week.world_id, earth=earth).values_list("name", flat=True))
    taken = [policy for _, policy in mine]
    eager = sorted(
        (person for person in people if not person.temper.lazy),
        key=lambda person: dice.pick(f"{week.year}/eager/{person.citizen.folded_name}", 1 << 30),
    )
    for person in eager[:BILLS_A_WEEK]:
        label = f"{week.year}/propose/{person.citizen.folded_name}"
        at = span.moment(dice, label)
        if at is None or person.citizen.pk in authors:
            continue
        crowded = {policy for policy in taken if taken.count(policy) > 1}
        policy = favourite(person, dice, label, crowded)
        name, pitch = _wording(dice, f"{label}/{earth}", policy, used)
        bills.propose(citizen_id=person.citizen.pk, policy=policy, name=name, pitch=pitch, at=at)
        taken.append(policy)
        used.add(name)


def _wording(dice: Dice, label: str, policy: str, used: set[str]) -> tuple[str, str]:
    wordings = WORDINGS[policy]
    fresh = [wording for wording in wordings if wording[0] not in used] or wordings
    return fresh[dice.pick(f"{label}/wording", len(fresh))]


def _upvote(week: Week, people: Sequence[Person], span: Span, dice: Dice, earth: str) -> None:
    live = list(Bill.objects.filter(week=week, earth=earth, withdrawn_at=None, struck_at=None).order_by("pk"))
    done = set(Upvote.objects.filter(bill__in=live).values_list("citizen", flat=True))
    deeds = []
    for person in people:
        label = f"{week.year}/upvote/{person.citizen.folded_name}"
        if person.citizen.pk in done or dice.pick(label, 100) >= person.temper.turnout - 10:
            continue
        bill = max(live, key=lambda bill: _appeal(person, bill, dice), default=None)
        at = bill and span.moment(dice, label, after=bill.proposed_at)
        if bill is not None and at is not None:
            deeds.append((at, person.citizen.pk, bill.pk))
    _together(
        deeds, lambda at, citizen_id, bill_id: bills.upvote(citizen_id=citizen_id, bill_id=bill_id, at=at)
    )


def _appeal(person: Person, bill: Bill, dice: Dice) -> int:
    """Answer how much one bill appeals to one person: what it does, and how it is put."""
    liking = person.temper.liking(POLICIES[bill.policy].effects, bill.policy)
    return 2 * liking + dice.pick(f"appeal/{bill.name}/{person.citizen.folded_name}", 18)


# --- Wednesday


def vote(week: Week, people: Mapping[str, list[Person]], span: Span, dice: Dice) -> None:
    """Cast the whole ballots of those who come."""
    done = set(Ballot.objects.filter(week=week).values_list("citizen", flat=True))
    deeds = []
    for earth in EARTHS:
        ballot = list(Bill.objects.filter(week=week, earth=earth, place__isnull=False).order_by("place"))
        president = _president(week, people[earth], earth)
        for person in people[earth]:
            label = f"{week.year}/vote/{person.citizen.folded_name}"
            stays_home = dice.pick(label, 100) >= person.temper.turnout
            at = span.moment(dice, label)
            if stays_home or at is None or person.citizen.pk in done:
                continue
            deeds.append((at, person.citizen.pk, *_choices(person, ballot, president, week, dice)))

    def cast(at: datetime, citizen_id: int, votes: dict[int, bool | None], response: str) -> None:
        ballots.cast(citizen_id=citizen_id, year=week.year, votes=votes, response=response, now=lambda: at)

    _together(deeds, cast)


def _choices(
    person: Person, ballot: Sequence[Bill], president: Person | None, week: Week, dice: Dice
) -> tuple[dict[int, bool | None], str]:
    label = f"{week.year}/vote/{person.citizen.folded_name}"
    votes: dict[int, bool | None] = {}
    for bill in ballot[:2] if person.temper.lazy else ballot:
        if bill.struck_at is not None or dice.pick(f"{label}/skip/{bill.place}", 100) < 12:
            continue
        votes[bill.pk] = dice.pick(f"{label}/yes/{bill.place}", 100) < _yes(person, bill, president)
    crisis = CRISES[week.crisis]
    moods = {
        response.letter: person.temper.liking(response.effects) + dice.pick(f"{label}/{response.letter}", 7)
        for response in crisis.responses
    }
    silent = person.temper.lazy or dice.pick(f"{label}/silent", 100) < 10
    return votes, "" if silent else max(moods, key=lambda letter: moods[letter])


def _yes(person: Person, bill: Bill, president: Person | None) -> int:
    """Answer how many in a hundred like this person would say yes to the bill."""
    if person.citizen.pk == bill.author_id:
        return 100
    if person.temper.contrary:
        return 5 + 15 * (bill.place or 0)
    leader = president.temper if president and person.temper.loyal else person.temper
    if president and person.temper.loyal and president.citizen.pk == bill.author_id:
        return 97
    return min(max(52 + 4 * leader.liking(POLICIES[bill.policy].effects, bill.policy), 4), 96)


def _president(week: Week, people: Sequence[Person], earth: str) -> Person | None:
    held = Presidency.objects.filter(week=week, earth=earth, left_at=None).values_list("citizen", flat=True)
    return next((person for person in people if person.citizen.pk in held), None)


# --- Thursday, and the week-end


def veto(week: Week, people: Mapping[str, list[Person]], span: Span, dice: Dice) -> None:
    """Have a President veto a passed bill that they really cannot bear, if there is one."""
    for earth in EARTHS:
        president = _president(week, people[earth], earth)
        at = span.moment(dice, f"{week.year}/veto/{earth}")
        if president is None or at is None or EarthYear.objects.get(week=week, earth=earth).veto_id:
            continue
        passed = Bill.objects.filter(week=week, earth=earth, passed=True, struck_at=None).order_by("place")
        liked = {
            bill.pk: president.temper.liking(POLICIES[bill.policy].effects, bill.policy) for bill in passed
        }
        worst = min(liked, key=lambda pk: liked[pk], default=None)
        if worst is not None and liked[worst] < -3 and dice.pick(f"{week.year}/dares/{earth}", 2):
            presidents.veto(citizen_id=president.citizen.pk, bill_id=worst, at=at)


def think_again(week: Week, people: Mapping[str, list[Person]], span: Span, dice: Dice) -> None:
    """Have a few people give their endorsement to another candidate, now that they know the results."""
    for earth in EARTHS:
        candidates = [person for person in people[earth] if person.citizen.standing_since]
        for person in people[earth]:
            label = f"{week.year}/endorse/{person.citizen.folded_name}"
            at = span.moment(dice, label)
            if candidates and at is not None and dice.pick(label, 100) < 5:
                chosen = candidates[dice.pick(f"{label}/whom", len(candidates))]
                if chosen.citizen.pk != person.citizen.endorses_id:
                    presidents.endorse(citizen_id=person.citizen.pk, candidate_id=chosen.citizen.pk, at=at)


DEEDS = {
    Phase.PROPOSING: propose_and_upvote,
    Phase.VOTING: vote,
    Phase.COUNT: veto,
    Phase.RESULTS: think_again,
}


def _together(deeds: Iterable[tuple[Any, ...]], do: Callable[..., None]) -> None:
    """Do the deeds in the order of their instants, many in one transaction."""
    ordered = iter(sorted(deeds, key=lambda deed: deed[:2]))
    while some := list(islice(ordered, TOGETHER)):
        with transaction.atomic():
            for deed in some:
                do(*deed)
