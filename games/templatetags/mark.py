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
ROWS = {11: 2, 24: 3, 60: 5, 120: 6}
VARIANTS = ("plain", "earths", "estado", "kaban")


@dataclass(frozen=True)
class Seat:
    """One dot: its centre and radius on a half-circle of radius 1 around (0, 0), y pointing up."""

    x: float
    y: float
    radius: float


def chamber(seats: int) -> tuple[Seat, ...]:
    """Place the seats of a half-circle, ordered from the far left to the far right.

    Raises ``ValueError`` for fewer than 3 seats, which make no chamber.
    """
    if seats < 3:
        raise ValueError("a chamber has at least three seats")
    rows = next((rows for most, rows in ROWS.items() if seats <= most), 8)
    rows = min(rows, max(1, seats // 3))
    radii = [OUTER - (OUTER - INNER) * row / max(1, rows - 1) for row in range(rows)]
    places = []
    for radius, count in zip(radii, _shares(radii, seats), strict=True):
        for seat in range(count):
            angle = math.pi * (1 - seat / (count - 1)) if count > 1 else math.pi / 2
            places.append((round(-angle, 9), -radius, radius * math.cos(angle), radius * math.sin(angle)))
    gap = (OUTER - INNER) / max(1, rows - 1)
    along = min(math.pi * radius / max(1, count - 1) for radius, count in zip(radii, _shares(radii, seats), strict=True))
    dot = round(0.4 * min(gap, along), 4)
    return tuple(Seat(round(x, 4), round(y, 4), dot) for _, _, x, y in sorted(places))


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
def mark(variant: str = "plain", seats: int = 19, a: float = 1.0, b: float = 1.0, label: str = "") -> SafeString:
    """Draw the mark as inline SVG; without a label it is hidden from screen readers.

    Refuses (``ValueError``) unknown variants and chambers of fewer than three seats.
    """
    places = chamber(seats)
    looks = classes(variant, seats, a, b)
    dot = places[0].radius
    wide, high = 2 * (OUTER + dot), OUTER + 2 * dot
    circles = "".join(
        f'<circle class="{look}" cx="{seat.x:g}" cy="{-seat.y:g}" '
        + (f'r="{seat.radius * 0.82:.4g}" stroke-width="{seat.radius * 0.36:.4g}"/>' if "ring" in look else f'r="{seat.radius:g}"/>')
        for seat, look in zip(places, looks, strict=True)
    )
    voice = f'role="img" aria-label="{conditional_escape(label)}"' if label else 'aria-hidden="true"'
    box = f"{-wide / 2:.4g} {-OUTER - dot:.4g} {wide:.4g} {high:.4g}"
    return mark_safe(f'<svg class="mark" viewBox="{box}" {voice} focusable="false">{circles}</svg>')  # noqa: S308  the label is escaped, all else is numbers
