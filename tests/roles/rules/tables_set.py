"""One table of nine, seat by seat, for tests that set a scene by hand."""

from games.chance import Dice
from roles.rules import cast, moderator, play
from roles.rules.inputs import Choices
from roles.rules.moderator import Corrected, Corrections
from roles.rules.tables import Role

GOOD, OTHER_GOOD, CORRUPT, SECOND, THIRD, LAWYER, OMBUDSPERSON, COA, CITIZEN = range(1, 10)
ROLES = (
    Role.GOOD,
    Role.GOOD,
    Role.CORRUPT,
    Role.CORRUPT,
    Role.CORRUPT,
    Role.LAWYER,
    Role.OMBUDSPERSON,
    Role.COA,
    Role.CITIZEN,
)
DICE = Dice(bytes(32))
GONE = Corrected("removed", 2, None)
JAILED = Corrected("jailed", 1, 9)
SUHOL = Choices(nakaw=False, suhol=True, tokhang=None)


def opened():
    """Answer the state at the opening of Year 1."""
    return cast.start(ROLES).state


def corrected(state, **changes):
    return moderator.correct(state, Corrections(**changes)).state


def after(state, *steps):
    """Answer the state after each of ``steps`` was handed in for the phase it met."""
    for inputs in steps:
        state = play.resolve(state, inputs, DICE).state
    return state


def silenced():
    """Answer a state in the election of Year 1, with a silenced COA."""
    return after(corrected(opened(), fund=3), dict.fromkeys((CORRUPT, SECOND, THIRD), SUHOL))
