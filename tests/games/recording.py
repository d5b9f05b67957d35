"""A channel layer that writes down what is sent to whom."""

from collections.abc import Iterable
from typing import Any, ClassVar


class RecordingLayer:
    """Stands where Valkey would: nothing is delivered, everything is remembered.

    ``sent`` holds each viewer, or "everybody", with the kind of what their pages are sent, ``frames`` all of it.
    """

    sent: ClassVar[list[tuple[str, str]]] = []
    frames: ClassVar[list[dict[str, Any]]] = []

    def __init__(self, **config: Any) -> None:
        self.config = config

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.sent.append((group.rsplit(".", maxsplit=1)[-1], message["type"]))
        self.frames.append(message)

    @classmethod
    def told(cls, everybody: Iterable[Any]) -> set[Any]:
        """Answer whose pages were sent something, ``everybody`` being all who may look at the room."""
        named = {int(who) if who.isdigit() else who for who, _ in cls.sent}
        return named - {"everybody"} | set(everybody) if "everybody" in named else named
