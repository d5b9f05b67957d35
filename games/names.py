"""The names people go by: which are kept, which are refused, which nobody may take."""

from collections.abc import Collection, Iterable

from games.terms import Refused
from games.text import clean, fold, skeleton

LONGEST = 24
TAKEN = "Somebody at this table has this name already, or one that looks like it."


def reserve(*, offices: Iterable[str], words: Iterable[str]) -> frozenset[str]:
    """Answer the skeletons of names that nobody may take: of offices, also with "the", and of single words."""
    titles = (title for office in offices for title in (office, f"The {office}"))
    return frozenset(map(skeleton, (*titles, *words)))


RESERVED = reserve(
    offices=("Moderator", "Host", "President", "Admin", "Administrator"),
    words=("Hemicycle", "Everybody", "Nobody"),
)


def clean_name(name: str, *, longest: int = LONGEST, reserved: Collection[str] = RESERVED) -> str:
    """Answer ``name`` as it is kept; refuse one that is too long, shows nothing, or would mislead."""
    name = clean(name, what="Your name", least=1, longest=longest)
    if not fold(name) or skeleton(name) in reserved:
        raise Refused("This name would be misunderstood. Please choose another.")
    return name
