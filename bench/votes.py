"""Casting votes: the whole way of a post, beside a view that does nothing but the upsert."""

from collections.abc import Callable

from bench.load import Measured, drive, pair, request
from bench.site import make_world, web
from bench.table import Row, beside

CLIENTS, SECONDS, ROUNDS = 16, 2.0, 5
VOTERS = 100
"""How many people each client votes for in turn."""
LEAST, MOST_LATE, LEAST_ROW = 0.8, 3, 0.35
ACCEPTED = 303
CSRF = "b" * 32


def measure() -> list[Row]:
    """Measure votes of many people at once, and look afterwards for each that was accepted."""
    cast = _Casting()
    with web() as port:

        def run(path: str, rows: list[Measured]) -> Measured:
            rows.append(drive(port, [cast.client(path, number) for number in range(CLIENTS)], SECONDS))
            return rows[-1]

        wholes: list[Measured] = []
        path = f"/w/bench/ballot/{cast.week.year}/vote"
        whole, bare, ratio = pair(lambda: run(path, wholes), lambda: run("/bare/vote", []), ROUNDS)
        signed_in, signed, mild = pair(
            lambda: run(path, wholes), lambda: run("/bare/signed-in-vote", []), ROUNDS
        )
        last = run(path, wholes)
        lost, doubled = cast.lost(last), cast.doubled()
        with_htmx, plain, slower = pair(
            lambda: drive(port, [cast.client(path, n, htmx=True) for n in range(CLIENTS)], SECONDS),
            lambda: run(path, []),
            ROUNDS,
        )

        def first() -> Measured:
            drive(port, [lambda _: request("GET", "/bare/forget")], 0.1)
            return run(path, [])

        firsts, barest, cold = pair(first, lambda: run("/bare/vote", []), ROUNDS)
    late = whole.p99 / bare.p99
    refused = sum(status != ACCEPTED for one in wholes for client in one.statuses for status in client)
    return [
        beside("vote, whole", whole, bare, ratio, least=LEAST),
        Row(
            "vote, 99th percentile",
            f"{whole.p99:.0f} ms",
            f"{bare.p99:.0f} ms",
            f"{late:.2f}",
            f"≤ {MOST_LATE}",
            late <= MOST_LATE,
        ),
        Row(
            "votes lost, doubled, refused",
            f"{lost}, {doubled}, {refused}",
            target="0, 0, 0",
            held=not (lost or doubled or refused),
        ),
        beside("vote, beside an upsert for who is signed in", signed_in, signed, mild),
        beside("vote, each the first of its session", firsts, barest, cold),
        beside(
            "vote answered with its row, beside a plain answer", with_htmx, plain, slower, least=LEAST_ROW
        ),
    ]


class _Casting:
    """People who vote, and what they last chose."""

    def __init__(self) -> None:
        from tests.earths.voting import sign_in

        self.week, self.citizens, bills = make_world(CLIENTS * VOTERS)
        self.bills = {earth: [bill.pk for bill in bills if bill.earth == earth] for earth in "AB"}
        self.cookies = [f"{session}; csrftoken={CSRF}" for session in sign_in(self.citizens)]

    def choice(self, number: int, count: int) -> tuple[int, int, bool]:
        """Answer who votes on what and how in a client's ``count``-th post: everybody on each bill in turn."""
        who = number * VOTERS + count % VOTERS
        bill = self.bills[self.citizens[who].earth][count // VOTERS % 5]
        return who, bill, (count // (VOTERS * 5) + count) % 2 == 0

    def client(self, path: str, number: int, *, htmx: bool = False) -> Callable[[int], bytes]:
        def ask(count: int) -> bytes:
            who, bill, yes = self.choice(number, count)
            citizen = self.citizens[who]
            body = (
                f"csrfmiddlewaretoken={CSRF}&bill={bill}&vote={'yes' if yes else 'no'}"
                f"&week={self.week.pk}&citizen={citizen.pk}&earth={citizen.earth}&code=BARE{citizen.pk}"
            )
            sent = request("POST", path, body, self.cookies[who])
            return sent.replace(b"Host:", b"HX-Request: true\r\nHost:", 1) if htmx else sent

        return ask

    def lost(self, last: Measured) -> int:
        """Count the votes accepted in ``last``, the run just ended, that are not what is stored now."""
        from earths.models import Vote

        chosen = {}
        for number, statuses in enumerate(last.statuses):
            for count, status in enumerate(statuses):
                if status == ACCEPTED:
                    who, bill, yes = self.choice(number, count)
                    chosen[self.citizens[who].pk, bill] = yes
        rows = Vote.objects.values_list("ballot__citizen", "bill", "yes")
        stored = {(citizen, bill): yes for citizen, bill, yes in rows}
        return sum(stored.get(key) != yes for key, yes in chosen.items())

    def doubled(self) -> int:
        """Count the ballots and the votes that are there more than once."""
        from earths.models import Ballot, Vote

        ballots = Ballot.objects.count() - Ballot.objects.values("week", "citizen").distinct().count()
        votes = Vote.objects.count() - Vote.objects.values("ballot__citizen", "bill").distinct().count()
        return ballots + votes
