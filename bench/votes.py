"""Casting votes, and counting them."""

import time
from collections.abc import Callable
from statistics import median

from bench.load import Ask, Measured, drive, pair
from bench.site import CSRF, make_world, sign_in, web

CLIENTS, SECONDS, ROUNDS = 16, 3.0, 5


def vote_against_bare_upsert() -> list[str]:
    """Measure a whole vote beside a view that does nothing but the upsert."""
    from earths.actions.ballots import new_code
    from earths.models import Ballot, Vote

    week, citizens, bills = make_world(CLIENTS * 4)
    mine = {earth: [bill.pk for bill in bills if bill.earth == earth] for earth in "AB"}
    ballots = Ballot.objects.bulk_create(
        Ballot(week=week, citizen=citizen, earth=citizen.earth, code=new_code()) for citizen in citizens
    )
    cookies = sign_in([citizen.account for citizen in citizens])

    def client(path: str, number: int) -> Callable[[int], Ask]:
        def ask(count: int) -> Ask:
            who = number * 4 + count % 4
            bill = mine[citizens[who].earth][count % 5]
            choice = "yes" if count % 3 else "no"
            body = f"csrfmiddlewaretoken={CSRF}&bill={bill}&vote={choice}&ballot={ballots[who].pk}"
            headers = (("Cookie", cookies[who]), ("Content-Type", "application/x-www-form-urlencoded"))
            return Ask("POST", path, body, headers)

        return ask

    with web() as port:

        def run(path: str) -> Measured:
            return drive(port, [client(path, number) for number in range(CLIENTS)], SECONDS)

        whole, bare, ratio = pair(
            lambda: run(f"/w/bench/ballot/{week.year}/vote"), lambda: run("/bare/vote"), ROUNDS
        )
    doubled = Vote.objects.count() - Vote.objects.values("ballot", "bill").distinct().count()
    return [
        f"vote, whole          {whole.rate:8.0f}/s  p99 {whole.p99:6.1f} ms  {whole.statuses}",
        f"vote, bare upsert    {bare.rate:8.0f}/s  p99 {bare.p99:6.1f} ms  {bare.statuses}",
        f"  ratio {ratio:.2f} (at least 0.8)   p99 ratio {whole.p99 / bare.p99:.2f} (at most 3)   doubled {doubled}",
    ]


def page_against_constant() -> list[str]:
    """Measure the world page, as somebody sees it who is not signed in, beside a constant."""
    from config.tick import tick

    # Where nothing ticks, pages are made anew to say so.
    tick()
    with web() as port:

        def run(path: str) -> Measured:
            return drive(port, [lambda _: Ask("GET", path)] * CLIENTS, SECONDS)

        page, constant, ratio = pair(lambda: run("/w/bench/"), lambda: run("/bare/constant"), ROUNDS)
    return [
        f"world page           {page.rate:8.0f}/s  p99 {page.p99:6.1f} ms  {page.statuses}",
        f"constant             {constant.rate:8.0f}/s  p99 {constant.p99:6.1f} ms  {constant.statuses}",
        f"  ratio {ratio:.2f} (at least 0.5)",
    ]


def count_against_group_by(votes: int) -> list[str]:
    """Measure the counting boundary beside the bare GROUP BY over the same votes."""
    from django.db import connection

    from earths.actions import weeks
    from earths.models import Bill, Vote, Week, World

    week = Week.objects.get(year=2027)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO earths_account (username, password, first_name, last_name, email, is_staff, is_active,"
            " is_superuser, date_joined) SELECT 'many' || n, '!', '', '', '', false, true, false, now()"
            " FROM generate_series(1, %s) n",
            [votes // 5],
        )
        cursor.execute(
            "INSERT INTO earths_citizen (world_id, account_id, earth, moves_to, name, folded_name, joined_at)"
            " SELECT %s, id, CASE id %% 2 WHEN 0 THEN 'A' ELSE 'B' END, '', username, username, now()"
            " FROM earths_account WHERE username LIKE 'many%%'",
            [week.world_id],
        )
        cursor.execute(
            "INSERT INTO earths_ballot (week_id, citizen_id, earth, code, response)"
            " SELECT %s, id, earth, lpad(to_hex(id), 9, '0'), 'A' FROM earths_citizen WHERE name LIKE 'many%%'",
            [week.pk],
        )
        cursor.execute(
            "INSERT INTO earths_vote (ballot_id, bill_id, yes) SELECT b.id, l.id, (b.id + l.id) % 3 > 0"
            " FROM earths_ballot b JOIN earths_bill l ON l.week_id = b.week_id AND l.earth = b.earth"
            " WHERE b.citizen_id IN (SELECT id FROM earths_citizen WHERE name LIKE 'many%%')"
        )
        cursor.execute("ANALYZE")
    bill_ids = list(Bill.objects.filter(week=week).values_list("pk", flat=True))
    wholes, bares = [], []
    for _ in range(ROUNDS):
        bares.append(_timed(lambda: _group_by(bill_ids)))
        world = World.objects.get()
        wholes.append(_timed(lambda world=world: weeks.advance(world_id=world.pk, at=world.due_at)))
        World.objects.update(due="count", due_at=week.count_at)
        Week.objects.update(stage=2)
    whole, bare = median(wholes), median(bares)
    return [
        f"count of {Vote.objects.count():,} votes: boundary {whole:.2f} s, bare GROUP BY {bare:.2f} s",
        f"  ratio {whole / bare:.2f}, beyond the query {whole - bare:.2f} s (at most 2)",
    ]


def _group_by(bill_ids: list[int]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT bill_id, yes, count(*) FROM earths_vote WHERE bill_id = ANY(%s) GROUP BY 1, 2", [bill_ids]
        )
        cursor.fetchall()


def _timed(act: Callable[[], object]) -> float:
    begun = time.monotonic()
    act()
    return time.monotonic() - begun
