"""The mark: rows of seats in a half-circle, drawn as inline SVG.

Where the seats are is computed here; what they look like is said by the classes in ``parts.css``.
"""

import math
from dataclasses import dataclass

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

INNER, OUTER = 0.42, 1.0  # radii of the first and the last row
VARIANTS = ("plain", "earths", "estado", "kaban")


@dataclass(frozen=True)
class Seat:
    """One dot: its centre and radius on a half-circle of radius 1 around (0, 0), y pointing up."""

    x: float
    y: float
    radius: float


def chamber(seats: int) -> tuple[Seat, ...]:
    """Place the seats of a half-circle, ordered from the far left to the far right.

    Raises ``ValueError`` for fewer than 5 seats, which make no chamber.
    """
    if seats < 5:
        raise ValueError("a chamber has at least five seats")
    radii = _radii(seats)
    counts = _shares(radii, seats)
    apart = min(math.pi * radius / max(1, count - 1) for radius, count in zip(radii, counts, strict=True))
    dot = round(0.42 * min(apart, radii[0] - radii[1]), 4)
    places = [
        (math.pi * (seat / (count - 1) if count > 1 else 0.5), radius)
        for radius, count in zip(radii, counts, strict=True)
        for seat in range(count)
    ]
    places.sort(key=lambda place: (round(place[0], 9), -place[1]))
    return tuple(
        Seat(round(-r * math.cos(angle), 4), round(r * math.sin(angle), 4), dot) for angle, r in places
    )


def _radii(seats: int) -> list[float]:
    """Choose as many rows as make seats stand about as far apart as the rows do."""

    def unevenness(rows: int) -> float:
        between = (OUTER - INNER) / (rows - 1)
        along = math.pi * rows * (OUTER + INNER) / 2 / max(1, seats - rows)
        return abs(math.log(between / along))

    rows = min(range(2, max(3, seats // 2)), key=unevenness)
    return [OUTER - (OUTER - INNER) * row / (rows - 1) for row in range(rows)]


def _shares(radii: list[float], seats: int) -> list[int]:
    """Share seats among rows by their length, the remainders going to the longest rows."""
    total = sum(radii)
    counts = [max(1, int(seats * radius / total)) for radius in radii]
    for row in range(seats - sum(counts)):
        counts[row % len(counts)] += 1
    return counts


def classes(variant: str, seats: int, a: float, b: float) -> tuple[str, ...]:
    """Say what each seat of a chamber looks like, from the far left to the far right.

    ``a`` and ``b`` are the parts of each Earth's citizens who voted, 0 to 1: A takes its seats from
    the left edge, B from the right one. Raises ``ValueError`` for an unknown variant.
    """
    if variant not in VARIANTS:
        raise ValueError(f"no such mark: {variant}")
    if variant == "earths":
        left = seats // 2
        right = seats - left
        full_a = math.ceil(left * min(max(a, 0.0), 1.0))
        full_b = math.ceil(right * min(max(b, 0.0), 1.0))
        return tuple(
            [f"{'seat' if i < full_a else 'ring'} a" for i in range(left)]
            + [f"{'seat' if right - i <= full_b else 'ring'} b" for i in range(right)]
        )
    odd = {"estado": "ring", "kaban": "seat gold", "plain": "seat"}[variant]
    special = round(seats * 0.62)
    return tuple(odd if i == special else "seat" for i in range(seats))


@register.simple_tag
def mark(
    variant: str = "plain", seats: int = 19, a: float = 1.0, b: float = 1.0, label: str = ""
) -> SafeString:
    """Draw the mark as inline SVG; without a label it is hidden from screen readers.

    Refuses (``ValueError``) unknown variants and chambers of fewer than five seats.
    """
    places = chamber(seats)
    looks = classes(variant, seats, a, b)
    dot = places[0].radius
    wide, high = 2 * (OUTER + dot), OUTER + 2 * dot
    circles = "".join(_circle(seat, look) for seat, look in zip(places, looks, strict=True))
    voice = f'role="img" aria-label="{conditional_escape(label)}"' if label else 'aria-hidden="true"'
    box = f"{-wide / 2:.4g} {-OUTER - dot:.4g} {wide:.4g} {high:.4g}"
    return mark_safe(f'<svg class="mark" viewBox="{box}" {voice} focusable="false">{circles}</svg>')  # noqa: S308  the label is escaped, all else is numbers


def _circle(seat: Seat, look: str) -> str:
    at = f'class="{look}" cx="{seat.x:g}" cy="{-seat.y:g}"'
    if "ring" in look:
        return f'<circle {at} r="{seat.radius * 0.8:.4g}" stroke-width="{seat.radius * 0.4:.4g}"/>'
    return f'<circle {at} r="{seat.radius * (1.15 if "gold" in look else 1):.4g}"/>'
