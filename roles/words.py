"""Kaban in words: roles, steps, and each piece of news as it is read aloud."""

from collections.abc import Callable, Mapping
from typing import Any

from roles.rules.jail import failed_jailing
from roles.rules.state import Phase, Side, Why
from roles.rules.tables import CARDS, Card, Role

Name = Callable[[int], str]
"""Answers the name of a seat."""

ROLES = {
    Role.GOOD: "Good Politician",
    Role.CORRUPT: "Corrupt Politician",
    Role.LAWYER: "Lawyer",
    Role.OMBUDSPERSON: "Ombudsperson",
    Role.COA: "Commission on Audit",
    Role.CITIZEN: "Citizen",
}
DUTIES = {
    Role.GOOD: (
        "Get projects built until Public Spending reaches its target. You may pay half of that target to jail "
        "somebody at once."
    ),
    Role.CORRUPT: (
        "Fill the Corruption Fund: steal by night, and sit on projects that succeed. You know one another."
    ),
    Role.LAWYER: (
        "Each Year you protect one player, yourself if you like: neither jail nor Tokhang can touch them."
    ),
    Role.OMBUDSPERSON: (
        "Each Year you look into one player and learn which side they stand on. What you do with it is up to you."
    ),
    Role.COA: "You audit last Year's project and learn whether a kickback was paid. You may be silenced for it.",
    Role.CITIZEN: (
        "You have no power but your voice and your vote. There are enough of you to decide most things."
    ),
}
SIDES = {Side.GOOD: "Good", Side.BAD: "Bad"}
PHASES = {
    Phase.HIDDEN: "Hidden phase",
    Phase.ELECTION: "Election of a President",
    Phase.RUN_OFF: "Run-off",
    Phase.PROJECT: "The President picks a project",
    Phase.COMMITTEE: "The committee votes",
    Phase.DISCUSSION: "Discussion",
    Phase.JAIL: "Jail vote",
}
PACES = {
    "live": "At the same time, on phones: 1 to 5 minutes a step.",
    "table": "Round a table: 10 to 20 minutes a step; the moderator sets the pace.",
    "evening": "Unhurried: 5 to 15 minutes a step.",
    "daily": "Over days: one day a step.",
}
ENDS = {
    Why.CORRUPT_PURGE: "Every Corrupt Politician has been removed.",
    Why.GOOD_PURGE: "Every Good Politician has been removed.",
    Why.SPENDING: "Public Spending reached its target.",
    Why.FUND: "The Corruption Fund reached its target.",
    Why.LAST_YEAR: "It was the last Year, and the larger share of a side's own target decided.",
}
POWERS = {"suhol": "Suhol", "tokhang": "Tokhang", "auto-jail": "Auto Jail"}
HOW_ELECTED = {"vote": "by most votes", "run-off": "in the run-off", "lot": "by lot"}
CAUSES = {
    "jail": "by the jail vote",
    "auto-jail": "by Auto Jail",
    "tokhang": "by Tokhang",
    "moderator": "by the moderator",
}


def side_of(role: Role) -> str:
    return "Bad" if role is Role.CORRUPT else "Good"


def describe_card(card: Card) -> str:
    """Say what a project card does, in one line."""
    seats = "1 member" if card.size == 1 else f"{card.size} members"
    return f"{card.name}: costs {card.cost}, kickback {card.kickback}, {seats}"


def listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def tell(kind: str, body: Mapping[str, Any], name: Name) -> str:
    """Say one piece of news in a sentence or two, as it would be read aloud; empty for what is shown otherwise."""
    return _SENTENCES[kind](body, name) if kind in _SENTENCES else ""


def _decrease(body: Mapping[str, Any], name: Name) -> str:
    if not body["amount"]:
        return "Last Year the Kaban lost nothing."
    return f"Last Year the Kaban fell by {body['amount']}."


def _project(body: Mapping[str, Any], name: Name) -> str:
    card, members = CARDS[body["card"]], listed([name(number) for number in body["committee"]])
    if body["passed"]:
        return f"{card.name} is built. On the committee: {members}. Public Spending rises by {card.cost}."
    return f"{card.name} fails: the committee does not support it. On the committee: {members}."


def _removed(body: Mapping[str, Any], name: Name) -> str:
    role = ROLES[Role(body["role"])]
    return f"{name(body['seat'])} is out of the game, {CAUSES[body['how']]}. The card shows: {role}."


def _audit(body: Mapping[str, Any], name: Name) -> str:
    if body["project"] is None:
        return "Audit: no project last Year."
    found = "a kickback was paid" if body["kickback"] else "no kickback was paid"
    return f"Audit of {CARDS[body['project']].name}: {found}."


def _lacking(body: Mapping[str, Any], name: Name) -> str:
    tracker = "Public Spending" if body["what"] == "auto-jail" else "the Fund"
    return f"{POWERS[body['what']]} did not happen: {tracker} could not pay for it."


_SENTENCES: Mapping[str, Callable[[Mapping[str, Any], Name], str]] = {
    "decrease": _decrease,
    "revenue": lambda body, name: f"Revenue: {body['amount']}, one for each active player.",
    "elected": lambda body, name: f"{name(body['seat'])} is President, {HOW_ELECTED[body['how']]}.",
    "project": _project,
    "no-project": lambda body, name: "There is no project this Year.",
    "jail-vote": lambda body, name: (
        "Nobody is named on more than half of the votes."
        if body["seat"] is None
        else f"More than half of the votes name {name(body['seat'])}."
    ),
    "jailed": lambda body, name: f"{name(body['seat'])} is jailed and comes back in Year {body['back']}.",
    "protected": lambda body, name: failed_jailing(name(body["seat"])),
    "removed": _removed,
    "released": lambda body, name: f"{name(body['seat'])} is back from jail.",
    "over": lambda body, name: f"{SIDES[Side(body['winner'])]} wins. {ENDS[Why(body['why'])]}",
    "recognition": lambda body, name: (
        f"You are Corrupt together with {listed([name(number) for number in body['seats']])}."
        if body["seats"]
        else "You are the only Corrupt Politician."
    ),
    "audit": _audit,
    "alignment": lambda body, name: (
        f"{name(body['seat'])} stands with the {'good' if body['good'] else 'bad'}."
    ),
    "silenced": lambda body, name: "You are silenced: until this Year ends you cannot speak at the table.",
    "blocked": lambda body, name: (
        f"{POWERS[body['what']]} against {name(body['seat'])} was stopped by legal protection. It is paid all the same."
    ),
    "lacking": _lacking,
    "nakaw": lambda body, name: (
        f"You stole {body['stolen']} this Year." if body["stolen"] else "Nothing was stolen this Year."
    ),
}
