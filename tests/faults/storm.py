"""Votes, orders and ended phases from many browsers at once, and a ledger of what the site said it had stored.

An answer that says "stored" is a receipt: what it is for has to be in the database ever after. An answer that did
not come, or asks to try again, leaves open which of the two it is.
"""

import http.client
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import psycopg

from earths.models import Ballot, Vote
from games.models import Order, Phase
from tests.faults import invariants, staging
from tests.faults.cluster import Cluster
from tests.faults.draws import Draws
from tests.faults.staging import CSRF, Election, Voter
from tests.games.conftest import Sitting

STORED, REFUSED, UNKNOWN = "stored", "refused", "unknown"
DONE = {302, 303}
"""What a form is answered that was carried out: go and look."""
PATIENCE = 8.0
"""Seconds after which a browser of the storm gives an answer up."""


@dataclass
class Ledger:
    """What each thing was last stored as by the site's word, and what else it may be."""

    stored: dict[Hashable, Any] = field(default_factory=dict)
    maybe: dict[Hashable, list[Any]] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)
    codes: dict[int, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, key: Hashable, value: Any, outcome: str) -> None:
        with self.lock:
            self.answers[f"{kind} {outcome}"] += 1
            if outcome == STORED:
                self.stored[key] = value
                self.maybe.pop(key, None)
            elif outcome == UNKNOWN:
                self.maybe.setdefault(key, []).append(value)

    def lost(self, found: Mapping[Hashable, Any]) -> list[str]:
        """Compare with what the database holds: list what is lost, and what is there that was never accepted."""
        wrong = []
        for key, value in self.stored.items():
            if found.get(key) not in (value, *self.maybe.get(key, ())):
                wrong.append(f"{key} was stored as {value!r} and is {found.get(key)!r}")
        for key, value in found.items():
            if key not in self.stored and value not in self.maybe.get(key, ()):
                wrong.append(f"{key} is {value!r}, which was never accepted")
        return wrong


@dataclass(frozen=True)
class Seat:
    """Somebody at a table, or at its console (0), and what their browser knows."""

    room: int
    number: int
    path: str
    cookies: str


class Storm:
    """Threads that go on until the storm ends; their chance is seeded, their timing is the machine's."""

    def __init__(self, cluster: Cluster, seed: int) -> None:
        self.cluster, self.seed, self.ledger = cluster, seed, Ledger()
        self.elections: list[Election] = []
        self.rooms: list[Sitting] = []
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def vote(self, election: Election) -> None:
        self.elections.append(election)
        for voter, earth in election.voters:
            self._run(lambda chance, v=voter, e=earth: self._vote(election, v, e, chance))

    def play(self, sitting: Sitting) -> None:
        self.rooms.append(sitting)
        for number in sitting.tokens:
            seat = Seat(sitting.room_id, number, sitting.path, staging.browser(sitting, number))
            self._run(lambda chance, seat=seat: self._act(seat, chance))

    def lead(self, sitting: Sitting, consoles: int = 2) -> None:
        """Let several consoles end the phases of a game of Kaban, each as soon as it sees one."""
        self.rooms.append(sitting)
        console = Seat(sitting.room_id, 0, sitting.path, staging.browser(sitting, "moderator"))
        for _ in range(consoles):
            self._run(lambda chance: self._end_phase(console, chance))

    def watch(self) -> None:
        """Look for what is half done, all the while."""
        self._run(lambda chance: self._look())

    def end(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE + 5)

    def _run(self, step: Callable[[Draws], None]) -> None:
        chance = Draws(f"{self.seed}:{len(self._threads)}")

        def go_on() -> None:
            while not self._over.is_set():
                try:
                    step(chance)
                except Exception as error:
                    self.ledger.faults.append(f"a client of the storm broke: {error!r}")
                self._over.wait(0.05 + 0.15 * chance.share())

        thread = threading.Thread(target=go_on, daemon=True)
        self._threads.append(thread)
        thread.start()

    # --- What people do

    def _vote(self, election: Election, voter: Voter, earth: str, chance: Draws) -> None:
        year = 2027
        path = f"/w/{election.slug}/ballot/{year}/vote"
        if chance.share() < 0.2:
            key, value = ("response", voter.citizen), chance.one("ABC")
            sent = {"response": value}
        else:
            bill, yes = chance.one(election.bills[earth]), chance.share() < 0.6
            key, value = ("vote", voter.citizen, bill), yes
            sent = {"bill": str(bill), "vote": "yes" if yes else "no"}
        answer = self.ask(chance, "POST", path, voter.cookies, sent)
        # A refusal is kept for the next page, in a cookie.
        outcome = _outcome(answer)
        if answer is not None and outcome == STORED and "messages=" in answer.cookies:
            outcome = REFUSED
        self.ledger.note("vote", key, value, outcome)
        if outcome == STORED and voter.citizen not in self.ledger.codes:
            page = self.ask(chance, "GET", f"/w/{election.slug}/ballot", voter.cookies)
            code = re.search(r'<code translate="no">([^<]+)</code>', page.text) if page else None
            if code:
                self.ledger.codes[voter.citizen] = code[1]

    def _act(self, seat: "Seat", chance: Draws) -> None:
        page = self.ask(chance, "GET", f"{seat.path}look", seat.cookies)
        form = re.search(r'<form id="sheet-form".*?</form>', page.text, re.DOTALL) if page else None
        if form is None:
            return
        serial = int((re.search(r'data-serial="(\d+)"', form[0]) or ["", "0"])[1])
        sent, plain = _fill_in(form[0], chance)
        answer = self.ask(chance, "POST", f"{seat.path}submit", seat.cookies, {"serial": str(serial), **sent})
        self.ledger.note("order", ("order", seat.room, seat.number, serial), plain, _outcome(answer))

    def _end_phase(self, console: "Seat", chance: Draws) -> None:
        page = self.ask(chance, "GET", f"{console.path}look", console.cookies)
        serial = re.search(r'end-phase.*?name="serial" value="(\d+)"', page.text, re.DOTALL) if page else None
        if serial is None:
            return
        answer = self.ask(chance, "POST", f"{console.path}end-phase", console.cookies, {"serial": serial[1]})
        self.ledger.note("end", ("end", console.room, int(serial[1]), id(chance)), True, _outcome(answer))

    def _look(self) -> None:
        with suppress(psycopg.OperationalError):
            self.ledger.faults.extend(invariants.half_done(self.cluster))

    # --- Browsers

    def ask(
        self, chance: Draws, method: str, path: str, cookies: str, sent: Mapping[str, str] | None = None
    ) -> "Answer | None":
        """Ask one of the two webs; None where no answer came. An error of the site's own is noted as a fault."""
        answer = ask(self.cluster.ports[chance.one(["web-1", "web-2"])], method, path, cookies, sent)
        if answer is not None and answer.status == 500:
            self.ledger.faults.append(f"{method} {path} was answered 500")
        self.ledger.answers[str(answer.status) if answer else "no answer"] += 1
        return answer

    # --- Afterwards

    def lost(self) -> list[str]:
        """Compare the receipts with the database."""
        votes = Vote.objects.filter(ballot__week__in=[one.week for one in self.elections])
        found: dict[Hashable, Any] = {
            ("vote", citizen, bill): yes
            for citizen, bill, yes in votes.values_list("ballot__citizen", "bill", "yes")
        }
        ballots = Ballot.objects.filter(week__in=[one.week for one in self.elections])
        found |= {("response", one.citizen_id): one.response for one in ballots if one.response}
        wrong = [
            f"citizen {one.citizen_id} was given {self.ledger.codes[one.citizen_id]}, and their ballot is {one.code}"
            for one in ballots
            if self.ledger.codes.get(one.citizen_id, one.code) != one.code
        ]
        for sitting in self.rooms:
            orders = Order.objects.filter(phase__room=sitting.room_id, seat__driver="person")
            rows = orders.values_list("seat__number", "phase__serial", "given")
            if sitting.room.game == "estado-libre":
                found |= {
                    ("order", sitting.room_id, number, serial): _short(given)
                    for number, serial, given in rows
                }
        ends = {
            key: value
            for key, value in self.ledger.stored.items()
            if isinstance(key, tuple) and key[0] == "end"
        }
        for _, room, serial, _ in ends:
            if not Phase.objects.filter(room=room, serial=serial, closed_at__isnull=False).exists():
                wrong.append(f"phase {serial} of room {room} was ended, and is open")
        return wrong + self.ledger.lost({**found, **ends})


@dataclass(frozen=True)
class Answer:
    status: int
    cookies: str
    location: str
    text: str


def ask(
    port: int,
    method: str,
    path: str,
    cookies: str,
    sent: Mapping[str, str] | None = None,
    *,
    seconds: float = PATIENCE,
) -> Answer | None:
    """Ask as a browser does, by a connection of its own; None where no whole answer came."""
    body = urlencode({**sent, "csrfmiddlewaretoken": CSRF}) if sent is not None else None
    headers = {"Cookie": cookies, "Origin": f"http://127.0.0.1:{port}"}
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        set_cookies = "; ".join(answer.headers.get_all("Set-Cookie") or [])
        return Answer(answer.status, set_cookies, answer.headers.get("Location", ""), text)
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def _outcome(answer: Answer | None) -> str:
    if answer is None or answer.status >= 500:
        return UNKNOWN
    return STORED if answer.status in DONE else REFUSED


def _fill_in(form: str, chance: Draws) -> tuple[dict[str, str], str]:
    """Fill a phase's form in, and answer what is sent with what of it is to be found again."""
    if 'name="vote"' in form:
        vote = chance.one(["aye", "nay"])
        return {"vote": vote}, f'"{vote}"'
    if 'name="amount"' in form:
        amount = chance.one([0, 1])
        return {"amount": str(amount)}, str(amount)
    if 'name="action"' in form:
        return {"action": "none"}, "none"
    if 'name="name"' in form:
        person = chance.one(re.findall(r'name="name" value="(\d+)"', form))
        return {"name": person}, person
    office = chance.one(re.findall(r'name="(allocate_\w+)"', form))
    return {office: "1"}, f"allocate {office.removeprefix('allocate_')}"


def _short(given: str) -> str:
    """Answer a stored order as ``_fill_in`` names it."""
    if given.startswith("{"):
        order = json.loads(given)
        if "allocations" in order:
            return f"allocate {next(iter(order['allocations']), '')}"
        return str(order.get("action", "none"))
    return given
