"""A world with as many citizens as a community has, all of whom propose, upvote, endorse and vote."""

from bench.site import set_up_django

CANDIDATES = 50
"""How many stand for President on each Earth."""
BILLS = 300
"""How many bills are proposed on each Earth."""
UPVOTES = 3
"""How many bills each citizen upvotes."""

CITIZENS = [
    """
    INSERT INTO earths_account (username, password, first_name, last_name, email, is_staff, is_active,
                                is_superuser, date_joined)
    SELECT 'crowd' || n, '!', '', '', '', false, true, false, now() FROM generate_series(1, %(people)s) AS n
    """,
    """
    INSERT INTO earths_citizen (world_id, account_id, earth, moves_to, name, folded_name, joined_at, standing_since)
    SELECT %(world)s, id, CASE id %% 2 WHEN 0 THEN 'A' ELSE 'B' END, '', username, username, created.at,
           CASE WHEN row_number() OVER (ORDER BY id) <= 2 * %(candidates)s THEN created.at END
    FROM earths_account, (SELECT created_at AS at FROM earths_world WHERE id = %(world)s) AS created
    WHERE username LIKE 'crowd%%'
    """,
    # Everybody endorses one of those who stand on their own Earth, a few of them much more often.
    """
    UPDATE earths_citizen SET endorses_id = standing.ids[1 + ((random() ^ 2) * (%(candidates)s - 1))::int]
    FROM (
        SELECT earth, array_agg(id) AS ids FROM earths_citizen
        WHERE world_id = %(world)s AND standing_since IS NOT NULL GROUP BY earth
    ) AS standing
    WHERE standing.earth = earths_citizen.earth AND world_id = %(world)s
    """,
]
PROPOSALS = [
    """
    INSERT INTO earths_bill (week_id, earth, author_id, policy, name, pitch, proposed_at, settled, struck_reason)
    SELECT %(week)s, citizen.earth, citizen.id, (%(policies)s::text[])[1 + n %% cardinality(%(policies)s::text[])],
           'Bill ' || n, '', opens_at, false, ''
    FROM (
        SELECT *, row_number() OVER (PARTITION BY earth ORDER BY id) AS n FROM earths_citizen WHERE world_id = %(world)s
    ) AS citizen, earths_week AS week
    WHERE citizen.n <= %(bills)s AND week.id = %(week)s
    """,
    """
    INSERT INTO earths_upvote (bill_id, citizen_id)
    SELECT proposed.ids[1 + (citizen.id * 7 + n * 31) %% cardinality(proposed.ids)], citizen.id
    FROM earths_citizen AS citizen
    JOIN (
        SELECT earth, array_agg(id) AS ids FROM earths_bill WHERE week_id = %(week)s GROUP BY earth
    ) AS proposed USING (earth), generate_series(1, %(upvotes)s) AS n
    WHERE citizen.world_id = %(world)s
    """,
]
BALLOTS = [
    # Two of five leave the crisis out, so that their votes alone say that they voted.
    """
    INSERT INTO earths_ballot (week_id, citizen_id, earth, code, response)
    SELECT %(week)s, id, earth, lpad(to_hex(id), 9, '0'), (ARRAY['A', 'B', 'C', '', ''])[1 + id %% 5]
    FROM earths_citizen WHERE world_id = %(world)s ORDER BY id LIMIT %(voters)s
    """,
    """
    INSERT INTO earths_vote (ballot_id, bill_id, yes)
    SELECT ballot.id, bill.id, (ballot.id + bill.id) %% 3 > 0
    FROM earths_ballot AS ballot
    JOIN earths_bill AS bill ON bill.week_id = ballot.week_id AND bill.earth = ballot.earth AND bill.place IS NOT NULL
    WHERE ballot.week_id = %(week)s
    """,
]
MOVES = [
    """
    UPDATE earths_citizen SET moves_to = CASE earth WHEN 'A' THEN 'B' ELSE 'A' END
    WHERE world_id = %(world)s AND id %% 20 = 0 AND standing_since IS NULL
    """
]


def found_world(people: int) -> int:
    """Make anew a world whose first week is about to open, with ``people`` citizens, and answer its id."""
    set_up_django()
    from datetime import timedelta

    from django.core.management import call_command

    from earths.models import World
    from earths.rules import boundary
    from earths.rules.tables import FIRST_YEAR

    call_command("flush", interactive=False, verbosity=0)
    starts_on = "2026-03-01"
    world = World(slug="crowd", name="Crowd", starts_on=starts_on, due_year=FIRST_YEAR, due="open")
    world.clean_fields(exclude=["created_at", "due_at"])
    world.due_at = boundary.instant(world.starts_on, FIRST_YEAR, boundary.Boundary.OPEN)
    world.created_at = world.due_at - timedelta(days=1)
    world.save()
    fill(CITIZENS, world=world.pk, people=people, candidates=CANDIDATES)
    return world.pk


def propose(world: int, week: int) -> None:
    """Let people propose bills, and everybody upvote."""
    from earths.rules.tables import POLICIES

    fill(PROPOSALS, world=world, week=week, policies=list(POLICIES), bills=BILLS, upvotes=UPVOTES)


def vote(world: int, week: int, *, voters: int) -> None:
    """Let the first ``voters`` citizens vote on all bills of their ballot."""
    fill(BALLOTS, world=world, week=week, voters=voters)


def move(world: int) -> None:
    """Let one citizen in twenty ask to move to the other Earth."""
    fill(MOVES, world=world)


def fill(statements: list[str], **values: object) -> None:
    """Run statements, and let PostgreSQL tidy up and write down what there is, as it does by itself after a while."""
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement, values)
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")
