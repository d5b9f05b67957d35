"""What a page is made of: elements that none of our templates says, and what a strict policy would refuse."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

MARKUP = "<i id=x>\"'&{{7*7}}</i>"
"""What somebody types who wants to be more than read."""
WRITTEN_OUT = "&lt;i id=x&gt;&quot;&#x27;&amp;{{7*7}}"

POLICY = {
    *(
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
    ),
    *("form-action 'self'", "frame-ancestors 'none'"),
}
"""What every answer tells browsers to hold to."""

LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "form": "action", "use": "href"}


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.planted: list[str] = []
        self.refused: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names, text = dict(attrs), self.get_starttag_text() or tag
        if names.get("id") == "x" or any(name.startswith("&") or "{" in name for name in names):
            self.planted.append(text)
        is_code = tag == "script" and "src" not in names and names.get("type") != "application/json"
        acts = any(name == "style" or name.startswith(("on", "hx-on")) for name in names)
        address = urlsplit(names.get(LOADED.get(tag, "href")) or "")
        from_elsewhere = (tag in LOADED and bool(address.netloc)) or address.scheme in ("javascript", "data")
        if tag == "style" or is_code or acts or from_elsewhere:
            self.refused.append(text)


def planted(page: str) -> list[str]:
    """Answer the elements of a page that ``MARKUP`` has become."""
    reader = _Elements()
    reader.feed(page)
    meant = [text for text in ("<i id=x>", "49</i>") if text in page]
    return reader.planted + meant


def is_strict(answer: Any) -> bool:
    """Say whether an answer tells all of ``POLICY`` and nothing else, and what says the same to older browsers."""
    told = {part.strip() for part in answer.get("Content-Security-Policy", "").split(";")}
    others = [answer.get(name) for name in ("X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy")]
    return told == POLICY and others in (["DENY", "nosniff", word] for word in ("same-origin", "no-referrer"))


def refused(page: str) -> list[str]:
    """Answer the elements of a page that a browser would not obey, or not load, under the site's policy."""
    reader = _Elements()
    reader.feed(page)
    return reader.refused
