"""What is going on in a world, in words: its phase, what that means, and until when."""

from dataclasses import dataclass
from datetime import datetime

from earths.rules.calendar import Phase
from earths.sight.board import BoardSight, WeekSight


@dataclass(frozen=True)
class PhaseWords:
    """``closing`` is the instant at which something ends, ``opening`` one at which the next thing begins.

    ``todo`` says what a citizen can do, "" for nothing; ``place`` names the page for it.
    """

    slug: str
    title: str
    meaning: str
    verb: str = ""
    closing: datetime | None = None
    opening: datetime | None = None
    todo: str = ""
    place: str = ""


def words_for(seen: BoardSight, at: datetime) -> PhaseWords:
    """Say what is going on in a world at ``at``."""
    if seen.archived_at is not None:
        return PhaseWords(
            "archived", "This world is archived", "Nothing happens here any more; all of it can be read."
        )
    if seen.week is not None:
        return of_week(seen.week)
    if at < seen.starts_at:
        return PhaseWords(
            "before",
            "This world has not started yet",
            "Until its first Sunday people join it and stand for President. Both Earths start level.",
            "Its first week opens",
            opening=seen.starts_at,
            todo="Join an Earth",
            place="join",
        )
    return PhaseWords(
        "opening", "The week is just opening", "Its crisis is being drawn. This takes a few seconds."
    )


def of_week(week: WeekSight) -> PhaseWords:
    """Say what is going on in a running week."""
    slug = week.phase.value
    if week.stage_is_late:
        title, meaning = _LATE[week.phase]
    else:
        title, meaning = _MEANINGS[week.phase]
    verb, todo, place = _DEEDS[week.phase]
    opens_next = week.phase in {Phase.LOCKED, Phase.RESULTS}
    return PhaseWords(
        slug,
        title,
        meaning,
        verb,
        closing=None if opens_next else week.next_at,
        opening=week.next_at if opens_next else None,
        todo=todo,
        place=place,
    )


_MEANINGS = {
    Phase.PROPOSING: (
        "Bills are being proposed",
        "Propose laws for your Earth and upvote those you want on Wednesday’s ballot. Five will stand on it.",
    ),
    Phase.VOTING: (
        "Voting is open",
        "Yes or no to each bill, and one answer to the crisis. Nobody sees a tally before the count.",
    ),
    Phase.COUNT: (
        "The votes are counted",
        "All can see what passed. Each President may veto one bill until the day ends.",
    ),
    Phase.LOCKED: (
        "The laws are fixed",
        "Nothing can be changed any more. On Saturday at noon the year passes, and luck has its say.",
    ),
    Phase.RESULTS: (
        "The results are out",
        "The year has passed on both Earths. See what the laws did, and what was luck.",
    ),
}
_LATE = {
    Phase.PROPOSING: ("The week is just opening", "Its crisis is being drawn. This takes a few seconds."),
    Phase.VOTING: ("Voting is open", "The ballots are being put together. This takes a few seconds."),
    Phase.COUNT: ("Voting has closed", "The votes are being counted. This takes a few seconds."),
    Phase.LOCKED: ("The laws are fixed", "They are being written down. This takes a few seconds."),
    Phase.RESULTS: ("The year has passed", "The results are being worked out. This takes a few seconds."),
}
_DEEDS = {
    Phase.PROPOSING: ("Proposing closes", "Propose and upvote", "bills"),
    Phase.VOTING: ("Voting closes", "Cast your ballot", "ballot"),
    Phase.COUNT: ("The veto closes", "", ""),
    Phase.LOCKED: ("Results come", "", ""),
    Phase.RESULTS: ("The next week opens", "", ""),
}
