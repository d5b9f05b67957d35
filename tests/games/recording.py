"""A channel layer that writes down what is sent to whom."""

from typing import Any, ClassVar


class RecordingLayer:
    """Stands where Valkey would: nothing is delivered, everything is remembered.

    ``sent`` holds each viewer with the kind of what their pages are sent, ``frames`` all of it.
    """

    sent: ClassVar[list[tuple[str, str]]] = []
    frames: ClassVar[list[dict[str, Any]]] = []

    def __init__(self, **config: Any) -> None:
        self.config = config

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.sent.append((group.rsplit(".", maxsplit=1)[-1], message["type"]))
        self.frames.append(message)
