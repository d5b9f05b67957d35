"""How instants and time left are written: Eastern first, the reader's own zone beside it.

An instant that *opens* something is written as it is. One that *closes* something is written as the
last minute that still counts, so that a vote closing as Thursday begins reads "Wed …, 11:59 PM".
The browser adds the reader's own zone in the same way (``moments.js``). Nothing here reads a clock.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

EASTERN = ZoneInfo("America/New_York")
LAST_MINUTE = timedelta(minutes=1)


def eastern(at: datetime, *, year: bool = False) -> str:
    """Write an instant on the New York wall clock with its zone: "Wed 4 Mar, 11:59 PM EST"."""
    wall = at.astimezone(EASTERN)
    day = f"{wall:%a} {wall.day} {wall:%b}" + (f" {wall.year}" if year else "")
    return f"{day}, {(wall.hour - 1) % 12 + 1}:{wall:%M %p %Z}"


def time_left(at: datetime, now: datetime) -> str:
    """Write how long it is until an instant, in its two largest units; "now" when it has come."""
    minutes = int((at - now) / timedelta(minutes=1))
    if at <= now:
        return "now"
    if minutes < 1:
        return "in less than a minute"
    if minutes < 60:
        return f"in {minutes} min"
    hours, rest = divmod(minutes, 60)
    if hours < 48:
        return f"in {hours} h {rest} min"
    return f"in {hours // 24} d {hours % 24} h"


@register.simple_tag
def when(at: datetime, year: bool = False) -> SafeString:
    """Write an instant exactly, as something that begins, or happened, then."""
    return _moment(at, at, "0", year)


@register.simple_tag
def closes(at: datetime, year: bool = False) -> SafeString:
    """Write a closing instant as the last minute that still counts."""
    return _moment(at, at - LAST_MINUTE, "1", year)


@register.simple_tag
def day(at: datetime) -> SafeString:
    """Write only the Eastern date of an instant, as archives do: "4 Mar 2026"."""
    wall = at.astimezone(EASTERN)
    return format_html('<time datetime="{}">{} {}</time>', _stamp(at), wall.day, f"{wall:%b %Y}")


@register.simple_tag(takes_context=True)
def countdown(context: Context, at: datetime, announce: bool = False) -> SafeString:
    """Write the time left until an instant, counted by the page's own moment ``at`` in the context.

    Without such a moment the browser alone fills it in. ``announce`` lets it be spoken at one hour,
    ten minutes and one minute; at most one countdown of a page should ask for that.
    """
    now = context.get("at")
    text = time_left(at, now) if isinstance(now, datetime) else ""
    spoken = SafeString(" data-announce" if announce else "")
    return format_html('<span class="countdown" data-countdown="{}"{}>{}</span>', _stamp(at), spoken, text)


@register.filter
def stamp(at: datetime) -> str:
    """Write an instant for machines, in UTC: "2026-03-05T05:00:00Z"."""
    return _stamp(at)


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _moment(at: datetime, shown: datetime, lag: str, year: bool) -> SafeString:
    return format_html(
        '<span class="moment"><time datetime="{}" data-lag="{}">{}</time><span class="own-time" hidden></span></span>',
        _stamp(at),
        lag,
        eastern(shown, year=year),
    )
