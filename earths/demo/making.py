"""Making the demo world: six finished years and a running week, in seconds, by the same actions as everybody."""

from datetime import date, datetime, timedelta

from django.contrib.auth.hashers import make_password

from config.tick import is_overdue
from earths.actions import citizens, presidents, weeks, worlds
from earths.adapter import INVENTED
from earths.demo import deeds
from earths.demo.names import names
from earths.demo.temperaments import temperament
from earths.models import Account, Bill, Citizen, World
from earths.rules import calendar
from earths.rules.tables import EARTHS
from games import clock
from games.chance import Dice
from games.terms import Refused

SLUG = "demo"
NAME = "First Light"
EARTH_NAMES = {"A": "Meridian", "B": "Antipode"}
FINISHED_YEARS = 6
CITIZENS = 220
PASSWORD = "two-earths"  # noqa: S105  printed for everybody who starts a demo site
PLAYERS = {"ada": ("Ada", "A"), "bruno": ("Bruno", "B")}
ADMIN = "admin"
STRUCK_IN = 3
"""The year of the world, counted from 1, in which an admin strikes a bill."""


def make(at: datetime, *, people: int = CITIZENS) -> World:
    """Make the demo world as of ``at`` and answer it; where it stands already, nothing changes.

    Refuses unless this site's clock may be put forward, and while the calendar's worker runs, which
    would work the new world's years off before anybody has voted in them.
    """
    if not clock.can_hop():
        raise Refused("The demo is made only on an embedded site with DEBUG on, never where others come.")
    found = World.objects.filter(slug=SLUG).first()
    if found is not None:
        return found
    if not is_overdue(at):
        raise Refused("The site is running. Stop it, wait a minute, and make the demo then.")
    players = _logins()
    sunday = calendar.week_at(at).sunday
    world = _create(sunday - FINISHED_YEARS * calendar.A_WEEK, featured=True)
    start = world.due_at
    joining = _invent(world, players, people)
    first = -(-len(joining) * 2 // 5)
    _join(world, joining[:first], start - timedelta(days=2))
    _live(world, start, at, joining[first:], list(players.values()))
    world.refresh_from_db()
    return world


def logins() -> str:
    """Say with which names and password one may look about."""
    players = ", ".join(f"{name} ({EARTH_NAMES[earth]})" for name, (_, earth) in PLAYERS.items())
    return (
        f"Sign in as {players}\nor, for the administration at /admin/, as {ADMIN}; "
        f"the password is {PASSWORD} for each of them."
    )


def _create(sunday: date, *, featured: bool) -> World:
    opens_at = calendar.Week(sunday).opens_at
    pk = worlds.create(
        slug=SLUG,
        name=NAME,
        earth_a=EARTH_NAMES["A"],
        earth_b=EARTH_NAMES["B"],
        starts_on=sunday,
        at=opens_at - timedelta(days=3),
        featured=featured,
    )
    return World.objects.get(pk=pk)


def _logins() -> dict[str, int]:
    """Make the accounts one may sign in with, and answer the players' ids by name."""
    hashed = make_password(PASSWORD)
    for name in (*PLAYERS, ADMIN):
        staff = name == ADMIN
        Account.objects.get_or_create(
            username=name, defaults={"password": hashed, "is_staff": staff, "is_superuser": staff}
        )
    return dict(Account.objects.filter(username__in=PLAYERS).values_list("username", "pk"))


def _invent(world: World, players: dict[str, int], people: int) -> list[tuple[int, str, str]]:
    """Make the accounts of the invented, and answer everybody's account, name and Earth in the order they come."""
    Account.objects.bulk_create(
        [
            Account(username=f"{INVENTED}{number:04}", password=make_password(None), is_active=False)
            for number in range(people)
        ],
        ignore_conflicts=True,
    )
    invented = Account.objects.filter(username__startswith=INVENTED, is_active=False).order_by("username")
    joining = [(players[username], name, earth) for username, (name, earth) in PLAYERS.items()]
    drawn = names(deeds.dice_of(world))
    taken = {name for name, _ in PLAYERS.values()}
    for number, pk in enumerate(invented.values_list("pk", flat=True)[:people]):
        name = next(name for name in drawn if name not in taken)
        joining.append((pk, name, EARTHS[number % 2]))
    return joining


def _join(world: World, newcomers: list[tuple[int, str, str]], at: datetime) -> None:
    """Let newcomers join one after another from ``at`` on; many of them endorse somebody who stands."""
    dice = deeds.dice_of(world)
    for number, (account_id, name, earth) in enumerate(newcomers):
        moment = at + timedelta(minutes=number)
        citizens.join(account_id=account_id, world_id=world.pk, earth=earth, name=name, at=moment)
    for earth in EARTHS:
        here = list(Citizen.objects.filter(world=world, earth=earth, account__isnull=False).order_by("pk"))
        candidates = [one for one in here if one.standing_since] or _stand(here, earth, dice, at)
        for one in here:
            label = f"endorse/{one.folded_name}"
            if one.joined_at < at or dice.pick(label, 100) >= 55:
                continue
            # Drawn out of more than there are, so that the first of them is well ahead.
            whom = dice.pick(f"{label}/whom", len(candidates) + 3)
            chosen = candidates[whom if whom < len(candidates) else 0]
            presidents.endorse(citizen_id=one.pk, candidate_id=chosen.pk, at=at + timedelta(hours=6))


def _stand(here: list[Citizen], earth: str, dice: Dice, at: datetime) -> list[Citizen]:
    lively = [one for one in here[1:] if not temperament(dice, one.folded_name, earth).lazy]
    lively.sort(key=lambda one: dice.pick(f"stand/{one.folded_name}", 1 << 30))
    candidates = [*(here[:1] if earth == PLAYERS["ada"][1] else []), *lively][:4]
    for candidate in candidates:
        presidents.stand(citizen_id=candidate.pk, at=at + timedelta(hours=5))
    return candidates


def _live(
    world: World, start: datetime, at: datetime, joining: list[tuple[int, str, str]], players: list[int]
) -> None:
    """Live through the weeks phase by phase up to ``at``, with newcomers at the beginning of each.

    The demo logins act in the finished years only.
    """
    week = calendar.week_at(start)
    a_week = -(-len(joining) // (FINISHED_YEARS - 1))
    number = 1
    while week.opens_at <= at:
        for _, opens_at, closes_at in week.spans:
            if opens_at > at:
                return
            weeks.catch_up(world_id=world.pk, at=opens_at)
            if opens_at == week.opens_at and 1 < number <= FINISHED_YEARS:
                came, joining = joining[:a_week], joining[a_week:]
                _join(world, came, opens_at + timedelta(minutes=5))
            acting = players if number <= FINISHED_YEARS else []
            deeds.act(world, min(closes_at, at), since=opens_at, everybody=acting)
            if number == STRUCK_IN and opens_at == week.opens_at:
                _strike_one(world, closes_at - timedelta(hours=5))
        week, number = week.next, number + 1


def _strike_one(world: World, at: datetime) -> None:
    bill = Bill.objects.filter(week__world=world, withdrawn_at=None).order_by("-proposed_at").first()
    if bill is not None:
        reason = "Its pitch turned out to be the first half of a limerick. The second half was worse."
        worlds.strike(bill_id=bill.pk, reason=reason, at=at)
