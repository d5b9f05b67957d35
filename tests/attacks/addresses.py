"""Every address of the site as its urlconf lists them, with blanks where an address names something."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize


class Address(NamedTuple):
    """One pattern of the urlconf: ``form`` is its path with a ``%(name)s`` for each of ``names``."""

    form: str
    names: tuple[str, ...]

    def fill(self, values: Mapping[str, Any]) -> str:
        return self.form % {name: values.get(name, "1") for name in self.names}

    @property
    def in_room(self) -> bool:
        return self.form.startswith("/r/")

    @property
    def verb(self) -> str:
        """What follows the name of the room or the world."""
        return self.form.split("/", 3)[-1]


def addresses(begin: str = "/") -> Iterator[Address]:
    """Answer every address that begins so."""
    for regex in _regexes(get_resolver().url_patterns, ""):
        for form, names in normalize(regex):
            if f"/{form}".startswith(begin):
                yield Address(f"/{form}", tuple(names))


def _regexes(found: list[Any], before: str) -> Iterator[str]:
    for one in found:
        regex = before + one.pattern.regex.pattern.removeprefix("^").removeprefix("\\A")
        if isinstance(one, URLResolver):
            yield from _regexes(one.url_patterns, regex)
        elif isinstance(one, URLPattern):
            yield regex
