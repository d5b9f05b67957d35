"""What a page says of a fault where DEBUG is on: where it happened, and nothing of what was being worked on."""

from typing import Any

from django.views.debug import ExceptionReporter


class Reporter(ExceptionReporter):
    """Show the way to a fault without the values on it: among them are the secrets of a game, and passes."""

    def get_traceback_data(self) -> dict[str, Any]:
        """Answer what Django's page shows, without what was sent and kept, and without settings."""
        data = super().get_traceback_data()
        return data | {
            "filtered_POST_items": [],
            "request_GET_items": [],
            "request_FILES_items": [],
            "request_COOKIES_items": [],
            "request_meta": {},
            "settings": {},
            "user_str": None,
        }

    def get_traceback_frames(self) -> list[dict[str, Any]]:
        """Answer the frames without their variables."""
        return [frame | {"vars": []} for frame in super().get_traceback_frames()]
