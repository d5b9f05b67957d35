"""Hundredths, in which everything is reckoned, and the text with two decimals in which it is written."""

import re

_TEXT = re.compile(r"(-?)([0-9]{1,9})\.([0-9]{2})")


def half_even(numerator: int, denominator: int) -> int:
    """Divide and round to a whole number, a half to the even one; ``denominator`` is positive."""
    whole, rest = divmod(numerator, denominator)
    return whole + (2 * rest > denominator or (2 * rest == denominator and whole % 2 == 1))


def to_text(hundredths: int) -> str:
    """Write 6120 as ``61.20``, and -50 as ``-0.50``."""
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02}"


def from_text(text: str) -> int:
    """Read ``61.20`` as 6120; refuse with ``ValueError`` anything but a number with two decimals."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text[:20]!r} is no number with two decimals.")
    sign, whole, decimals = match.groups()
    return int(f"{sign}{whole}{decimals}")
