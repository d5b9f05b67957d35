"""The Year's project: the cards dealt, the President's pick, the committee's vote (K6)."""

from collections.abc import Mapping

from msgspec.structs import replace

from games.chance import Dice
from games.terms import Refused, Step
from roles.rules.inputs import Pick
from roles.rules.news import NoProject, Project
from roles.rules.state import (
    Committee,
    Offer,
    Phase,
    State,
    active_seats,
    has_corrupt,
    is_active,
    offered,
    presiding,
)
from roles.rules.tables import CARDS, LARGE, SMALL, Card


def deal(state: State, dice: Dice) -> Step[State]:
    """Deal the President one small and one large card whose committee can be filled (K6.1)."""
    small = _draw(state, SMALL, f"small:{state.year}", dice)
    large = _draw(state, LARGE, f"large:{state.year}", dice)
    return Step(replace(state, phase=Phase.PROJECT, offer=Offer(small, large)))


def without(state: State) -> Step[State]:
    """Go on to the discussion with no project this Year (K6.3, K7.6)."""
    return Step(replace(state, phase=Phase.DISCUSSION), [NoProject()])


def check_pick(state: State, seat: int, pick: Pick) -> None:
    """Refuse anybody's pick but the President's, a card not dealt, and a committee that does not fit it."""
    if seat != presiding(state):
        raise Refused("Only the President picks the project.", seat=seat)
    card = offered(state, pick.card)
    if card is None:
        raise Refused("This card was not dealt to you.", seat=seat)
    if len(set(pick.committee)) != len(pick.committee):
        raise Refused("Nobody can sit on the committee twice.", seat=seat)
    for number in pick.committee:
        if not is_active(state, number):
            raise Refused(f"Seat {number} is not an active player.", seat=seat)
    if len(pick.committee) != card.size:
        raise Refused(f"The committee of this project has {card.size} members.", seat=seat)


def resolve_pick(state: State, picks: Mapping[int, Pick]) -> Step[State]:
    """Set up the committee that the President picked, or none if there was no pick (K6.2, K6.3)."""
    president = presiding(state)
    pick = None if president is None else picks.get(president)
    card = None if pick is None else offered(state, pick.card)
    if pick is None or card is None:
        return without(state)
    return Step(replace(state, phase=Phase.COMMITTEE, committee=Committee(card.id, pick.committee)))


def check_vote(state: State, seat: int) -> None:
    """Refuse the vote of anybody who does not sit on the committee."""
    if state.committee is None or seat not in state.committee.members:
        raise Refused("Only the committee votes on its project.", seat=seat)


def resolve_committee(state: State, votes: Mapping[int, bool]) -> Step[State]:
    """Count the committee's votes; a missing one opposes (K6.4, K6.5).

    Size and kickback stay as picked, whoever of the members was removed since (K9.5).
    """
    committee = state.committee
    assert committee is not None, "the committee phase opens with a committee"
    card = CARDS[committee.card]
    passed = 2 * sum(votes.values()) > card.size
    kickback = card.kickback if passed and has_corrupt(state, committee.members) else 0
    cost = card.cost if passed else 0
    state = replace(
        state,
        phase=Phase.DISCUSSION,
        spending=state.spending + cost,
        kaban=state.kaban - cost,
        decrease=state.decrease + cost,
        fund=state.fund + kickback,
        committee=replace(committee, passed=passed),
    )
    return Step(state, [Project(card=card.id, committee=committee.members, passed=passed)])


def _draw(state: State, cards: tuple[Card, ...], label: str, dice: Dice) -> str | None:
    active = len(active_seats(state))
    fitting = [card for card in cards if card.size <= active]
    return fitting[dice.pick(label, len(fitting))].id if fitting else None
