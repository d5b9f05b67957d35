"""What happened Year by Year, put together from the news that one viewer may read.

News carries the Year in which it was told; the outcome of a jail vote is told when the next Year opens
already. Here it stands where it belongs.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.registry import News

OUTCOMES = ("protected", "jailed", "removed")


@dataclass(frozen=True)
class Chapter:
    """One Year with its news in the order it was told; ``decrease`` is the Year's own, told a Year later."""

    year: int
    news: tuple[News, ...]
    decrease: int | None = None

    def first(self, kind: str) -> Mapping[str, Any] | None:
        """Answer what the first piece of news of that kind says, if there is one."""
        return next((one.body for one in self.news if one.kind == kind), None)

    def all(self, kind: str) -> tuple[Mapping[str, Any], ...]:
        return tuple(one.body for one in self.news if one.kind == kind)

    def ballots(self, of: str) -> dict[int, int | None]:
        """Answer who named whom in an election, a run-off or a jail vote of this Year."""
        found = next((body["votes"] for body in self.all("ballots") if body["of"] == of), {})
        return {int(voter): named for voter, named in found.items()}


@dataclass
class _Open:
    year: int
    news: list[News] = field(default_factory=list)
    closing: bool = False
    outcome_due: bool = False


def chapters(told: Iterable[News], *, first: int = 1) -> tuple[Chapter, ...]:
    """Sort the news of a game, in the order it was told, into its Years; ``first`` is the Year it begins in."""
    pages: list[_Open] = [_Open(first)]
    for news in told:
        page = pages[-1]
        if page.closing and not _closes(page, news):
            page = _Open(page.year + 1)
            pages.append(page)
        page.news.append(news)
        if news.kind == "jail-vote":
            page.closing = True
            page.outcome_due = news.body["seat"] is not None
        elif page.closing and news.kind in OUTCOMES:
            page.outcome_due = False
    decreases = [
        next((one.body["amount"] for one in page.news if one.kind == "decrease"), None) for page in pages
    ]
    later = [*decreases[1:], None]
    return tuple(
        Chapter(page.year, tuple(page.news), decrease) for page, decrease in zip(pages, later, strict=True)
    )


def _closes(page: _Open, news: News) -> bool:
    """Say whether ``news`` told after the jail vote is still part of that Year."""
    if news.kind == "over":
        return True
    return page.outcome_due and news.kind in OUTCOMES and news.body.get("how", "jail") == "jail"
