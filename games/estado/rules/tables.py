"""The figures and fixed lists of Estado Libre: data only (L1, L2)."""

from enum import StrEnum


class Office(StrEnum):
    """The offices in order of precedence; a table of n has the first n (L1.1)."""

    PRESIDENT = "president"
    DEFENCE = "defence"
    INTERIOR = "interior"
    ECONOMY = "economy"
    NAVY = "navy"
    DEVELOPMENT = "development"
    FOREIGN = "foreign"


class Phase(StrEnum):
    """The phases that take input, as a year meets them."""

    BUDGET = "budget"
    VOTE = "vote"
    SKIM = "skim"
    ORDERS = "orders"
    SUCCESSION = "succession"


class Action(StrEnum):
    """What one person may do in a year's orders (L6.1)."""

    NONE = "none"
    SUPPORT = "support"
    REVOLT = "revolt"
    ASSASSINATE = "assassinate"
    PATROL = "patrol"


VOTES = AYE, NAY = "aye", "nay"

OFFICES = tuple(Office)
MINISTRIES = OFFICES[1:]
COMMANDS = (Office.DEFENCE, Office.INTERIOR)
RANK = {office: rank for rank, office in enumerate(OFFICES)}

FEWEST_SEATS, MOST_SEATS = 4, 7
YEARS = 6
ATTEMPTS = 3

OPENING_ACCOUNT = 10
REVENUE_PER_HEAD = 8

GUARD = 4
OPENING_DEFENCE_UNITS = 4
OPENING_INTERIOR_UNITS = 2
YEARLY_RECRUITS = 1
UNITS_FED_PER_DOLLAR = 2

AID_CHANCE_SIDES = 2
AID_LEAST, AID_SIDES = 5, 11

ODDS_SIDES = 10_000
ODDS_PER_DOLLAR = 500
ODDS_CEILING = 9_000
ODDS_PER_UNIT = 500

PROVINCES = 10
COASTAL_PROVINCES = 4
BARRACKS_NEAREST, BARRACKS_FARTHEST = 1, 2
