"""What the pages of Kaban need from the template language: parts of equal length."""

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from games.registry import News
from games.sight import RoomSight
from roles.table import name_of, news_of, say

register = template.Library()


class EvenNode(template.Node):
    """What stands between ``even`` and ``endeven``, filled up with blanks."""

    def __init__(self, nodelist: NodeList, step: FilterExpression) -> None:
        self.nodelist = nodelist
        self.step = step

    def render(self, context: Context) -> SafeString:
        step = int(self.step.resolve(context))
        inside = self.nodelist.render(context)
        return SafeString(inside + " " * (-len(inside.encode()) % step))


@register.tag
def even(parser: Parser, token: Token) -> EvenNode:
    """Fill a part up with blanks to a multiple of so many bytes: ``{% even 4096 %} … {% endeven %}``.

    Whoever counts the bytes that a phone receives learns nothing of what is in it.
    """
    _, step = token.split_contents()
    inside = parser.parse(("endeven",))
    parser.delete_first_token()
    return EvenNode(inside, parser.compile_filter(step))


@register.simple_tag
def told_in(seen: RoomSight, year: int) -> list[str]:
    """Say all that was told in one Year and may be read by whoever glances at the screen.

    What a player was told alone is left out until the end; the moderator reads whom each piece was for.
    """
    return [
        words if one.to is None else f"To {name_of(seen, one.to)}: {words}"
        for one, words in _told_in(seen, year)
        if one.to is None or one.to != seen.viewer or seen.status == "over"
    ]


@register.simple_tag
def told_alone_in(seen: RoomSight, year: int) -> list[str]:
    """Say what this viewer alone was told in one Year."""
    return [words for one, words in _told_in(seen, year) if one.to is not None and one.to == seen.viewer]


def _told_in(seen: RoomSight, year: int) -> list[tuple[News, str]]:
    told = [
        (one, say(seen, one.kind, one.body))
        for chapter in news_of(seen)
        if chapter.year == year
        for one in chapter.news
    ]
    return [(one, words) for one, words in told if words]
