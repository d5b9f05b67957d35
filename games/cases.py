"""Cases: one text form in which a ruling, or a whole finished game, can be written and checked.

Here is what the readers of all games share: strict decoding, and comparing an answer with what a
case expects. What a case of one game may hold stands beside that game's rules.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

MAX_BYTES = 5_000_000
MAX_STEPS = 2_000
MOST_PAIRS = 200_000
"""How many expected dispatches times how many others are tried against each other, at most."""

Shape = TypeVar("Shape")


class InvalidCase(Exception):  # noqa: N818  like a refusal: an answer, not an error
    """What was given is no case: ``path`` says where (JSONPath, ``$`` the whole), ``reason`` why."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def decode(raw: bytes, shape: type[Shape]) -> Shape:
    """Read ``raw`` JSON as ``shape``, refusing with ``InvalidCase`` whatever does not fit it exactly."""
    if len(raw) > MAX_BYTES:
        raise InvalidCase("$", f"A case may have at most {MAX_BYTES:,} bytes.")
    try:
        return msgspec.json.decode(raw, type=shape)
    except msgspec.ValidationError as error:
        message, path = _split(str(error))
        raise InvalidCase(path, message.rstrip(".") + ".") from None
    except RecursionError:
        raise InvalidCase("$", "The case is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidCase("$", f"This is not JSON: {error}.") from None


def check_dice(dice: Mapping[str, int], ranges: Mapping[str, int], path: str) -> None:
    """Refuse with ``InvalidCase`` a die the game does not have, and a number that is not on the die.

    ``ranges`` maps a label, or a regular expression that matches the whole of it, to the number of sides.
    """
    for label, number in dice.items():
        sides = ranges.get(label) or _sides(label, ranges)
        if sides is None:
            raise InvalidCase(f"{path}.{label}", "This game has no die of that label.")
        if not 0 <= number < sides:
            raise InvalidCase(f"{path}.{label}", f"This die shows 0 to {sides - 1}.")


def differences(expected: Any, got: Any) -> list[str]:
    """List where the answer ``got`` differs from ``expected``, which need not name every key.

    Dispatches are compared as a multiset: their order within a step is free.
    """
    return list(_differences(expected, msgspec.json.decode(msgspec.json.encode(got)), "$"))


def _differences(expected: Any, got: Any, path: str) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            here = f"{path}.{key}"
            if key not in got:
                yield f"{here}: expected {_text(value)}, got nothing"
            elif key == "dispatches" and isinstance(value, list) and isinstance(got[key], list):
                yield from _multiset_differences(value, got[key], here)
            else:
                yield from _differences(value, got[key], here)
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for index, (one, other) in enumerate(zip(expected, got, strict=True)):
            yield from _differences(one, other, f"{path}[{index}]")
    elif _text(expected) != _text(got):
        yield f"{path}: expected {_text(expected)}, got {_text(got)}"


def _multiset_differences(expected: list[Any], got: list[Any], path: str) -> Iterator[str]:
    # Whole dispatches first: that leaves few, and can never take away what a partial one needs.
    wanted, seen = Counter(map(_text, expected)), Counter(map(_text, got))
    missing = [msgspec.json.decode(text) for text in (wanted - seen).elements()]
    left = [msgspec.json.decode(text) for text in (seen - wanted).elements()]
    if len(missing) * len(left) > MOST_PAIRS:
        yield f"{path}: {len(missing):,} expected dispatches against {len(left):,} others are too many to compare"
        return
    partners = _pair_up([[_fits(one, other) for other in left] for one in missing])
    for index, one in enumerate(missing):
        if index not in partners.values():
            yield f"{path}: missing {_text(one)}"
    for index, other in enumerate(left):
        if index not in partners:
            yield f"{path}: unexpected {_text(other)}"


def _fits(expected: Any, got: Any) -> bool:
    """Say whether ``got`` holds all that ``expected`` names."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return all(key in got and _fits(value, got[key]) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(_fits, expected, got))
    return type(expected) is type(got) and bool(expected == got)


def _pair_up(fits: list[list[bool]]) -> dict[int, int]:
    """Pair as many rows with columns that fit them as can be, and answer the row of each column taken."""
    row_of: dict[int, int] = {}
    column_of: dict[int, int] = {}
    for start in range(len(fits)):
        reached: dict[int, int] = {}
        free: int | None = None
        rows = [start]
        # Breadth first: whoever holds a column that is wanted is asked for another one, and so on.
        for row in rows:
            for column, fit in enumerate(fits[row]):
                if fit and column not in reached:
                    reached[column] = row
                    if column not in row_of:
                        free = column
                        break
                    rows.append(row_of[column])
            if free is not None:
                break
        while free is not None:
            row, column = reached[free], free
            row_of[column] = row
            free = column_of.get(row)
            column_of[row] = column
    return row_of


def _split(message: str) -> tuple[str, str]:
    # msgspec ends its message with the place, and names a key as "`key` in `$.place`".
    match = re.fullmatch(r"(.*) - at `(?:key` in `)?(\$[^`]*)`", message, re.DOTALL)
    return (match[1], match[2]) if match else (message, "$")


def _sides(label: str, ranges: Mapping[str, int]) -> int | None:
    return next((n for pattern, n in ranges.items() if re.fullmatch(pattern, label, re.ASCII)), None)


def _text(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
