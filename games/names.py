"""The names people go by at a table."""

from games.terms import Refused
from games.text import clean, fold, skeleton

LONGEST = 24
OFFICES = ("Moderator", "Host", "President", "Admin", "Administrator")
RESERVED = {skeleton(name) for office in OFFICES for name in (office, f"The {office}")} | {
    skeleton(name) for name in ("Hemicycle", "Everybody", "Nobody")
}


def clean_name(name: str) -> str:
    """Answer ``name`` as it is kept, 1 to 24 characters; refuse one that shows nothing or would mislead."""
    name = clean(name, what="Your name", least=1, longest=LONGEST)
    if not fold(name) or skeleton(name) in RESERVED:
        raise Refused("This name would be misunderstood. Please choose another.")
    return name
