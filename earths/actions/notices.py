"""Telling a whole world what an admin did in it."""

from datetime import datetime

from earths.live import board_changed
from earths.models import Citizen, Notice, World
from games.text import clean

REASON_LENGTH = 300


def clean_reason(reason: str) -> str:
    """Answer the public reason for an intervention as it is told; refuse an empty one, and one that is too long."""
    return clean(reason, what="The reason", least=1, longest=REASON_LENGTH)


def publish(*, world: World, text: str, at: datetime, about: Citizen | None = None) -> None:
    """Publish a notice in the world; every intervention calls this in its own transaction.

    In one ``about`` a citizen, the first ``Notice.CITIZEN`` stands for their name.
    """
    Notice.objects.create(world=world, text=text, at=at, citizen=about)
    board_changed(world.slug)
