"""Every colour that is written in can be read, in each theme, by day and by night."""

import re
from pathlib import Path

import pytest

from games import templatetags

CSS = Path(templatetags.__file__).parent.parent / "static" / "css"
THEMES = ("earths", "estado", "kaban")
MODES = ("light", "dark")
WORDS = ("ink", "muted", "first", "second", "good", "bad")
GROUNDS = ("bg", "surface")


def tokens(theme: str, mode: str) -> dict[str, str]:
    """Read a theme's colours from the style sheet."""
    sheet = (CSS / "tokens.css").read_text()
    block = re.search(rf'\[data-theme="{theme}"\] \{{(.*?)\n  \}}', sheet, re.DOTALL)
    assert block
    pairs = re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\);", block[1])
    return {name: (light, dark)[MODES.index(mode)] for name, light, dark in pairs}


def linear(colour: str) -> tuple[float, ...]:
    """Undo the gamma of an sRGB colour."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def luminance(rgb: tuple[float, ...]) -> float:
    red, green, blue = rgb
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Compare two linear colours as WCAG does, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def oklab(rgb: tuple[float, ...]) -> tuple[float, ...]:
    red, green, blue = rgb
    cones = (
        0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
        0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
        0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
    )
    long, middle, short = (cone ** (1 / 3) for cone in cones)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def from_oklab(lab: tuple[float, ...]) -> tuple[float, ...]:
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def mixed(colour: str, ground: str, part: float) -> tuple[float, ...]:
    """Mix as ``color-mix(in oklab, …)`` does."""
    pairs = zip(oklab(linear(colour)), oklab(linear(ground)), strict=True)
    return from_oklab(tuple(part * one + (1 - part) * other for one, other in pairs))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("theme", THEMES)
def test_words_stand_out_at_least_five_to_one_from_both_grounds(theme: str, mode: str) -> None:
    colours = tokens(theme, mode)
    faint = [
        (word, ground, round(ratio, 2))
        for word in WORDS
        for ground in GROUNDS
        if (ratio := contrast(linear(colours[word]), linear(colours[ground]))) < 5
    ]
    assert faint == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("theme", THEMES)
def test_words_on_a_wash_can_be_read(theme: str, mode: str) -> None:
    colours = tokens(theme, mode)
    washes = re.findall(
        r"--(\w+)-wash: color-mix\(in oklab, var\(--\1\) (\d+)%, var\(--surface\)\);",
        (CSS / "tokens.css").read_text(),
    )
    assert [name for name, _ in washes] == ["first", "second", "good", "bad"]
    faint = [
        (word, name, round(ratio, 2))
        for name, part in washes
        for word in ("ink", "muted", name)
        if (
            ratio := contrast(
                linear(colours[word]), mixed(colours[name], colours["surface"], int(part) / 100)
            )
        )
        < 4.5
    ]
    assert faint == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("theme", THEMES)
def test_ink_on_the_line_colour_can_be_read(theme: str, mode: str) -> None:
    colours = tokens(theme, mode)
    assert contrast(linear(colours["ink"]), linear(colours["line"])) >= 4.5


@pytest.mark.parametrize("mode", MODES)
def test_the_gold_seat_is_seen_on_its_ground(mode: str) -> None:
    colours = tokens("kaban", mode)
    assert min(contrast(linear(colours["gold"]), linear(colours[ground])) for ground in GROUNDS) >= 3


def test_colours_are_named_in_the_tokens_only() -> None:
    named = {
        path.name: found
        for path in sorted(CSS.glob("*.css"))
        if path.name != "tokens.css" and (found := re.findall(r"#[0-9a-fA-F]{3,8}\b", path.read_text()))
    }
    assert named == {}


def test_nothing_moves_for_those_who_asked_for_rest() -> None:
    assert "@media (prefers-reduced-motion: reduce)" in (CSS / "elements.css").read_text()
