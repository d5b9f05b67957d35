"""What invented citizens care about, and how much of what a law does they like for it.

A temperament is a weight for each stat; the liking of a law or a crisis response is the sum of its
figures times the weights. A few add a habit of their own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from earths.rules.tables import Effect
from games.chance import Dice


@dataclass(frozen=True)
class Temperament:
    """``turnout`` is in per cent. ``likes`` adds to the liking of single policies."""

    slug: str
    turnout: int
    cares: Mapping[str, int]
    likes: Mapping[str, int] = field(default_factory=dict)
    contrary: bool = False
    loyal: bool = False
    lazy: bool = False

    def liking(self, effects: Iterable[Effect], policy: str = "") -> int:
        """Answer how much the effects are liked; below 0 they are not."""
        felt = sum(self.cares.get(effect.stat, 0) * effect.figure for effect in effects)
        return felt + self.likes.get(policy, 0)


TEMPERAMENTS = {
    one.slug: one
    for one in (
        Temperament("green", 72, {"environment": 3, "health": 1, "economy": 0}),
        Temperament("carer", 68, {"health": 3, "happiness": 2, "cost_of_living": -1}),
        Temperament("dreamer", 60, {"happiness": 1}, {"space-program": 12, "fund-schools": 7}),
        Temperament("builder", 66, {"economy": 2, "jobs": 2, "cost_of_living": -2}, {"build-housing": 3}),
        Temperament("thrifty", 74, {"national_debt": -3, "economy": 1}),
        Temperament("guardian", 64, {"safety": 4, "national_debt": -1}),
        Temperament("contrarian", 80, {"economy": 1, "environment": -1}, contrary=True),
        Temperament("loyal", 62, {"happiness": 1, "safety": 1}, loyal=True),
        Temperament("lazy", 14, {"happiness": 2, "cost_of_living": -1}, lazy=True),
    )
}

SHARES: Mapping[str, Mapping[str, int]] = {
    "A": {"green": 25, "carer": 22, "dreamer": 17, "builder": 6, "thrifty": 4, "guardian": 4, "contrarian": 6,
          "loyal": 8, "lazy": 18},
    "B": {"green": 3, "carer": 6, "dreamer": 5, "builder": 24, "thrifty": 26, "guardian": 12, "contrarian": 6,
          "loyal": 8, "lazy": 18},
}  # fmt: skip
"""How many of each kind are born on an Earth, in relation to each other: why the two drift apart."""


FIXED: Mapping[str, str] = {"ada": "green", "bruno": "thrifty"}
"""Those of the demo logins, by folded name."""


def temperament(dice: Dice, name: str, earth: str) -> Temperament:
    """Answer the temperament of the invented citizen of that (folded) name: always the same one."""
    if name in FIXED:
        return TEMPERAMENTS[FIXED[name]]
    shares = SHARES[earth]
    drawn = dice.pick(f"temperament/{name}", sum(shares.values()))
    for slug, share in shares.items():
        if drawn < share:
            return TEMPERAMENTS[slug]
        drawn -= share
    raise AssertionError("the draw lies below the sum of all shares")
