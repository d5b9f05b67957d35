"""Telling a whole world what an admin did in it."""

from datetime import datetime

from earths.live import board_changed
from earths.models import Notice, World


def publish(*, world: World, text: str, at: datetime) -> None:
    """Publish a notice in the world; every intervention calls this in its own transaction."""
    Notice.objects.create(world=world, text=text, at=at)
    board_changed(world.slug)
