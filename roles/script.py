"""The moderator's script: for each step what to say, what to do, and whom to ask.

It is written for a table without phones, where everything is said and shown; where players choose on their
phones, the same lines say what happens. Roles that are gone are called all the same, so that silence tells
nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.registry import News
from games.sight import RoomSight
from roles.rules.jail import failed_jailing
from roles.rules.state import Phase
from roles.rules.tables import CARDS, SUHOL_COST, Role, half
from roles.table import ALOUD, name_of, news_of, say
from roles.words import describe_card, listed

LAST_YEAR = (
    "This Year is the last. If nobody has won when it ends, the side with the larger share of its own target wins; "
    "the good, if the shares are equal."
)
DUMMY = "Nobody wakes up now. Call all the same, and wait as long as you always do."


@dataclass(frozen=True)
class Line:
    """One line: ``say`` it aloud, ``do`` it, and enter what these ``seats`` answer."""

    say: str = ""
    do: str = ""
    seats: tuple[int, ...] = ()
    dummy: bool = False
    help: str = ""


@dataclass(frozen=True)
class Script:
    """The running step; ``night`` closes the eyes that ``lines`` open again."""

    title: str
    signs: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    close: str = ""
    repair: str = ""


def write(seen: RoomSight) -> Script:
    """Write the script of the running step."""
    match seen.play.phase:
        case Phase.HIDDEN:
            return Script(
                f"{_year(seen)}: the night",
                lines=tuple(_night(seen)),
                close="Close the night",
                repair=(
                    "“Something went wrong, and that is on me. Keep your eyes closed: I call the last role once "
                    "more.” Call all roles again in the same order, and enter only what was missing or wrong; an "
                    "answer can be entered anew until the night is closed. After that, go back to the opening of "
                    "this night, and say: “We play this night once more. Nobody has learnt anything yet.”"
                ),
            )
        case Phase.ELECTION | Phase.RUN_OFF:
            return Script(_title(seen), _morning(seen), tuple(_election(seen)), "Close the vote")
        case Phase.PROJECT:
            close = "On to the committee" if seen.play.secrets.choices else "No project this Year"
            return Script(_title(seen), _morning(seen), tuple(_project(seen)), close)
        case Phase.COMMITTEE:
            return Script(_title(seen), (), tuple(_committee(seen)), "Close the vote")
        case Phase.DISCUSSION:
            return Script(_title(seen), _morning(seen), tuple(_discussion(seen)), "Go on to the jail vote")
        case Phase.JAIL:
            return Script(_title(seen), (), tuple(_jail(seen)), "Close the vote and the Year")
    return Script("The game is over")


def _title(seen: RoomSight) -> str:
    names = {
        Phase.ELECTION: "elect a President",
        Phase.RUN_OFF: "the run-off",
        Phase.PROJECT: "the project",
        Phase.COMMITTEE: "the committee votes",
        Phase.DISCUSSION: "discussion",
        Phase.JAIL: "the jail vote",
    }
    return f"{_year(seen)}: {names[seen.play.phase]}"


def _year(seen: RoomSight) -> str:
    return f"Year {seen.play.year}, the last" if seen.play.last_year else f"Year {seen.play.year}"


def _awake(seen: RoomSight, role: Role) -> tuple[int, ...]:
    return tuple(seat.number for seat in seen.play.seats if seat.role == role and seat.standing == "active")


def _tonight(seen: RoomSight) -> tuple[News, ...]:
    told = [chapter for chapter in news_of(seen) if chapter.year == seen.play.year]
    return told[0].news if told else ()


def _night(seen: RoomSight) -> Iterator[Line]:
    play = seen.play
    if play.year == 1:
        yield Line(
            say=(
                "Each morning I answer some of you by a sign while all eyes are closed. A finger on my lips: you may "
                "not speak this Year. An open palm: you may. Thumb up: good. Thumb down: bad. Fingers: what was stolen."
                " The Commission on Audit is answered at night: I nod, and a kickback was paid."
            ),
            do="Only now, and only without phones: say it before the eyes close, so that all know the signs.",
        )
    yield Line(
        say="Night falls. Close your eyes, and keep them closed until I tell you.",
        do="On phones, everybody taps through the same screen instead; you need not call anybody.",
    )
    if play.year == 1:
        yield Line(
            say="Corrupt Politicians, open your eyes and find one another. … Close them again.",
            do=(
                "Only now, in Year 1. Without phones, show each player their card first: under Seats, tap a name. What "
                "you hold up then shows that card and nothing else."
            ),
        )
    coa = _awake(seen, Role.COA)
    audit = next((one for one in _tonight(seen) if one.kind == "audit"), None)
    yield Line(
        say="Commission on Audit, open your eyes. … Close them.",
        do=_audit(audit.body) if coa and audit else DUMMY,
        dummy=not coa,
    )
    yield _call(
        seen,
        Role.LAWYER,
        "Lawyer, open your eyes. Point at whom you protect. … Close them.",
        "Free, every Year.",
    )
    yield _call(
        seen,
        Role.OMBUDSPERSON,
        "Ombudsperson, open your eyes. Point at whom you look into. … Close them.",
        "They get the answer after the night is closed, by a sign.",
    )
    corrupt = _awake(seen, Role.CORRUPT)
    yield Line(
        say=(
            "Corrupt Politicians, open your eyes. Thumbs up or down: do you steal? … Do you silence the COA? … "
            "Does somebody leave the game? Point together. … Close them."
        ),
        do="Enter what each of them shows. Only what all of them show happens." if corrupt else DUMMY,
        seats=corrupt,
        dummy=not corrupt,
        help=(
            f"Nakaw brings {len(corrupt)}. Suhol costs {SUHOL_COST} and gives back up to 3 of tonight's theft: a night "
            f"with both gains nothing. Tokhang costs {half(play.targets.fund)}, half of their own race. "
            f"The Fund holds {play.secrets.fund}."
        ),
    )
    good = _awake(seen, Role.GOOD)
    yield Line(
        say=(
            "Good Politicians, keep your eyes closed, for you do not know one another. Who pays for an Auto Jail "
            "raises a hand and shows the number of a seat with the fingers. … Hands down."
        ),
        do="Wait as long as you always do, hand or no hand." if good else DUMMY,
        seats=good,
        dummy=not good,
        help=(
            f"An Auto Jail costs {half(play.targets.spending)}, half of their own race. "
            f"Public Spending holds {play.spending}."
        ),
    )


def _audit(body: Mapping[str, Any]) -> str:
    """Say by which sign the COA learns what last Year's audit found."""
    if body["project"] is None:
        return "Show them a flat hand: there was no project last Year."
    card = CARDS[body["project"]].name
    if body["kickback"]:
        return f"Nod at them: a kickback was paid for {card}."
    return f"Shake your head at them: no kickback was paid for {card}."


def _call(seen: RoomSight, role: Role, say: str, words: str) -> Line:
    awake = _awake(seen, role)
    return Line(
        say=say,
        do="Enter whom they point at." if awake else DUMMY,
        seats=awake,
        dummy=not awake,
        help=words if awake else "",
    )


def _morning(seen: RoomSight) -> tuple[Line, ...]:
    """Give the signs of the night while eyes are closed, then read the announcements; only right after a night."""
    tonight = _tonight(seen)
    if any(one.kind in ("ballots", "elected", "project") for one in tonight):
        return ()
    if seen.play.phase == Phase.DISCUSSION and not any(one.kind == "no-project" for one in tonight):
        return ()
    return (*_signs(seen, tonight), *_announcements(seen, tonight))


def _signs(seen: RoomSight, tonight: tuple[News, ...]) -> Iterator[Line]:
    coa = _awake(seen, Role.COA)
    sign = "a finger on your lips: silenced" if seen.play.secrets.silenced else "an open palm: free to speak"
    yield Line(
        say="Eyes still closed. Commission on Audit, open yours. … Close them.",
        do=f"Show {sign}." if coa else DUMMY,
        dummy=not coa,
    )
    finding = next(iter(seen.play.secrets.findings), None)
    thumb = "" if finding is None else "thumb up: good" if finding.good else "thumb down: bad"
    awake = bool(_awake(seen, Role.OMBUDSPERSON)) or finding is not None
    yield Line(
        say="Ombudsperson, open your eyes. … Close them.",
        do=(f"Show {thumb}." if finding else "Shake your head: nobody was looked into.") if awake else DUMMY,
        dummy=not awake,
    )
    stolen = next((one.body["stolen"] for one in tonight if one.kind == "nakaw"), None)
    told = sorted(
        {
            say(seen, one.kind, one.body)
            for one in tonight
            if one.kind in ("blocked", "lacking") and one.body["what"] != "auto-jail"
        }
    )
    yield Line(
        say="Corrupt Politicians, open your eyes. … Close them.",
        do=DUMMY if stolen is None else " ".join([f"Show {stolen} fingers: what was stolen.", *told]),
        dummy=stolen is None,
    )
    failed = [
        one for one in tonight if one.kind in ("blocked", "lacking") and one.body["what"] == "auto-jail"
    ]
    if failed:
        names = listed(sorted({name_of(seen, one.to) for one in failed if one.to is not None}))
        yield Line(do=f"Shake your head at {names} in passing: their Auto Jail did not take.")


def _announcements(seen: RoomSight, tonight: tuple[News, ...]) -> Iterator[Line]:
    yield Line(say="It is morning. Open your eyes.")
    for one in tonight:
        if one.kind in ALOUD:
            yield Line(say=say(seen, one.kind, one.body))
    yield Line(say=f"As announced, the Kaban stands at {seen.play.announced}.")
    if seen.play.last_year:
        yield Line(say=LAST_YEAR)


def _election(seen: RoomSight) -> Iterator[Line]:
    if seen.play.phase == Phase.RUN_OFF:
        tied = listed([name_of(seen, number) for number in seen.play.candidates])
        yield Line(say=f"It is a tie. Once more, and only between {tied}; if it ties again, the lot decides.")
    else:
        yield Line(say="We elect a President for two Years. Anybody active can be named, yourself too.")
    yield Line(
        say="On three, point at whom you name: one, two, three.",
        do="Enter whom each points at. Who named whom is public once the vote is closed.",
        seats=seen.play.awaited,
    )


def _project(seen: RoomSight) -> Iterator[Line]:
    offer = seen.play.secrets.offer
    held = [] if offer is None else [card for card in (offer.small, offer.large) if card]
    president = name_of(seen, seen.play.president) if seen.play.president else "the President"
    cards = "; ".join(describe_card(CARDS[card]) for card in held)
    yield Line(
        say=f"{president}, here are two projects. Choose one, and name its committee aloud.",
        do=f"For the President alone: {cards}." if cards else "No card can be dealt.",
        seats=seen.play.awaited,
    )


def _committee(seen: RoomSight) -> Iterator[Line]:
    committee = seen.play.committee
    card, names = CARDS[committee.card], listed([name_of(seen, number) for number in committee.members])
    yield Line(
        say=f"{card.name}: it costs {card.cost}, and pays {card.kickback} to the Fund if it is bought."
    )
    yield Line(say=f"On the committee: {names}.")
    yield Line(
        say="Close your eyes, everybody. I touch each member on the shoulder: thumb up for yes, down for no.",
        do=f"Enter each thumb. {card.size // 2 + 1} of {card.size} must support, and who says nothing "
        "opposes. Nobody ever learns who did.",
        seats=seen.play.awaited,
    )


def _discussion(seen: RoomSight) -> Iterator[Line]:
    yield Line(say="The floor is open.")
    if seen.play.secrets.silenced and _awake(seen, Role.COA):
        yield Line(
            do=(
                "The COA is silenced this Year and may not speak in any step. If they do, stop them as you would "
                "stop anybody, and give no reason."
            )
        )
    yield Line(do="When enough is said, go on.")


def _jail(seen: RoomSight) -> Iterator[Line]:
    president = (
        f" {name_of(seen, seen.play.president)}, as President, points with both hands and counts twice."
        if seen.play.president in seen.play.awaited
        else ""
    )
    yield Line(
        say=f"Who goes to jail? On three, point at somebody, or at the ceiling for nobody.{president}",
        do="Enter whom each points at. The President's two votes are counted for you.",
        seats=seen.play.awaited,
        help="If the one who is named has legal protection, the table hears exactly: "
        f"“{failed_jailing('[Name]')}” You find it here when the vote is closed.",
    )
