"""Offices, phases, sums and news in words, as the pages of Estado Libre print them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.estado.rules.tables import Action, Office, Phase

OFFICES = {
    Office.PRESIDENT: "President",
    Office.DEFENCE: "Defence",
    Office.INTERIOR: "Interior",
    Office.ECONOMY: "Economy",
    Office.NAVY: "Navy",
    Office.DEVELOPMENT: "Development",
    Office.FOREIGN: "Foreign",
}
PHASES = {
    Phase.BUDGET: "The budget is awaited",
    Phase.VOTE: "The house votes",
    Phase.SKIM: "Ministers at their safes",
    Phase.ORDERS: "Secret orders",
    Phase.SUCCESSION: "The succession",
}
BUILDINGS = {
    "capital": "Presidential Palace",
    "barracks": "Army Barracks",
    "admiralty": "Admiralty",
    "bank": "National Bank",
    "works": "Ministry of Works",
}
ORDERS = (
    (Action.NONE, "Keep quiet", "Do nothing this year.", ""),
    (
        Action.SUPPORT,
        "Support",
        "Stand by the President. A commander's units near the capital then defend the palace.",
        "The President has nobody to support.",
    ),
    (
        Action.REVOLT,
        "Revolt",
        "All your units in the capital or bordering it march on the palace. More attackers than defenders win.",
        "Only Defence and Interior can, with a unit in the capital or bordering it.",
    ),
    (
        Action.ASSASSINATE,
        "Assassinate",
        "Spend money on somebody's life. It is gone either way; success brings you half of what the victim held.",
        "You have no money to spend.",
    ),
    (
        Action.PATROL,
        "Patrol",
        "Lie in wait off one coast. A shipment that lands there is yours instead of the President's.",
        "Only the Navy has ships.",
    ),
)
Body = Mapping[str, Any]
Names = Mapping[int, str]


def title(office: str | None) -> str:
    """Name an office; somebody without one is out of office."""
    return OFFICES[Office(office)] if office else "Out of office"


def listing(parts: Iterable[str]) -> str:
    """Join names as a sentence does: "A, B and C"."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def per_cent(basis_points: int) -> str:
    """Write a chance: 2250 is "22.5 %"."""
    return f"{basis_points / 100:g} %"


def units(count: int) -> str:
    """Count troops."""
    return "1 unit" if count == 1 else f"{count} units"


def order_words(order: Body, names: Names, places: Mapping[str, str]) -> str:
    """Say what orders (in the form of cases) order; ``places`` are the provinces' names."""
    said = {
        Action.NONE: lambda: "no action",
        Action.SUPPORT: lambda: "support the President",
        Action.REVOLT: lambda: "revolt: march on the palace",
        Action.ASSASSINATE: lambda: f"${order['spend']} on the life of {names[order['target']]}",
        Action.PATROL: lambda: f"patrol the coast of {places[order['province']]}",
    }[Action(order.get("action", Action.NONE))]()
    if march := order.get("march"):
        said += f", and march {march['units']} from {places[march['from']]} to {places[march['to']]}"
    return said


def tell(kind: str, body: Body, names: Names) -> str:
    """Tell a piece of news as one or two sentences; what is private is told to its reader as "you"."""
    return _SENTENCES[kind](body, names)


def _announced(body: Body, names: Names) -> str:
    sums = [f"{title(office)} ${sum_}" for office, sum_ in body["allocations"].items() if sum_]
    gifts = [f"{names[int(seat)]} ${sum_}" for seat, sum_ in body["grants"].items() if sum_]
    said = (
        f"Budget no. {body['attempt']} is put before the house: {listing(sums)}."
        if sums
        else (f"Budget no. {body['attempt']} gives nothing to any ministry.")
    )
    return f"{said} Grants: {listing(gifts)}." if gifts else f"{said} No grants."


def _votes(count: int, kind: str) -> str:
    return f"{count} {kind}" if count == 1 else f"{count} {kind}s"


def _voted(body: Body, names: Names) -> str:
    totals = f"{_votes(body['ayes'], 'aye')}, {_votes(body['nays'], 'nay')}"
    return (
        f"The house passes the budget: {totals}."
        if body["passed"]
        else f"The house rejects the budget: {totals}."
    )


def _revolted(body: Body, names: Names) -> str:
    rebels = listing(names[seat] for seat in body["rebels"])
    forces = f"{units(body['attackers'])} against {body['defenders']}"
    if body["won"]:
        return f"Revolt! {rebels} marched on the palace, {forces}, and took it."
    return (
        f"Revolt! {rebels} marched on the palace, {forces}, and were beaten back. Half of the attackers fell."
    )


def _presided(body: Body, names: Names) -> str:
    how = {
        "revolt": "{} is President, by force of arms.",
        "troops": "{} is President: the troops in the capital see to it.",
        "cabinet": "The cabinet has made {} President.",
    }
    return how[body["how"]].format(names[body["seat"]])


def _over(body: Body, names: Names) -> str:
    winners = [names[seat] for seat in body["winners"]]
    if not winners:
        return "The republic has nobody left to rule it. Nobody wins."
    return f"The accounts are opened: {listing(winners)} {'wins' if len(winners) == 1 else 'share the win'}."


def _attempted(body: Body, names: Names) -> str:
    said = f"You spent ${body['spent']} on the life of {names[body['target']]}, at {per_cent(body['odds'])}."
    if not body["killed"]:
        return f"{said} It failed."
    return f"{said} It was done, and brought you ${body['gained']}."


def _fed(body: Body, names: Names) -> str:
    said = f"Your troops at the barracks cost you ${body['paid']}."
    return f"{said} {units(body['deserted'])} went unpaid and deserted." if body["deserted"] else said


def _short(body: Body, names: Names) -> str:
    promised, arrived = body["promised"], body["arrived"]
    return f"You were promised ${promised}. ${arrived} arrived: the President kept ${promised - arrived}."


_SENTENCES: Mapping[str, Callable[[Body, Names], str]] = {
    "revenue": lambda body, names: f"Revenue of ${body['amount']}. The treasury holds ${body['treasury']}.",
    "budget-announced": _announced,
    "budget-vote": _voted,
    "no-budget": lambda body, names: "The year goes without a budget. The money stays in the treasury.",
    "aid-arrived": lambda body, names: "A foreign shipment has come. Where, and for whom, nobody will say.",
    "assassinated": lambda body, names: f"{names[body['seat']]} has been assassinated.",
    "attempt-failed": lambda body, names: f"Somebody tried to kill {names[body['seat']]}, and failed.",
    "revolt": _revolted,
    "president": _presided,
    "post": lambda body, names: f"{names[body['seat']]} takes over {title(body['office'])}.",
    "exile": lambda body, names: f"{names[body['seat']]} has gone into exile. The account is lost.",
    "over": _over,
    "short-changed": _short,
    "aid-received": lambda body, names: f"A friendly power has paid you ${body['amount']}.",
    "aid-stopped": lambda body, names: (
        "A shipment meant for you was stopped at sea. What it was worth nobody says."
    ),
    "aid-seized": lambda body, names: (
        f"Your ships stopped a shipment worth ${body['amount']}. It is yours now."
    ),
    "attempt": _attempted,
    "upkeep": _fed,
}
