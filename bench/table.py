"""What the bench has to say: one row for each thing measured, and whether it is as good as it must be."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.load import Measured

HEADS = ("what", "ours", "bare", "ratio", "target", "")


@dataclass(frozen=True)
class Row:
    """One measured thing beside the least that could do the same. ``held`` is None for what is only told."""

    what: str
    ours: str
    bare: str = ""
    ratio: str = ""
    target: str = ""
    held: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        verdict = {True: "held", False: "missed", None: ""}[self.held]
        return self.what, self.ours, self.bare, self.ratio, self.target, verdict


def beside(what: str, ours: Measured, bare: Measured, ratio: float, *, least: float | None = None) -> Row:
    """Write down two rates that were measured side by side."""
    target, held = (f"≥ {least}", ratio >= least) if least else ("", None)
    return Row(what, f"{ours.rate:,.0f}/s", f"{bare.rate:,.0f}/s", f"{ratio:.2f}", target, held)


def written(rows: Iterable[Row]) -> str:
    """Write the rows as a table that a page of the documentation can take as it is."""
    lines = [HEADS, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    texts = [
        " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    ]
    texts.insert(1, " | ".join("-" * width for width in widths))
    return "\n".join(f"| {text} |" for text in texts)
