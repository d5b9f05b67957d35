"""The forms of the five phases. They look at shape alone; what may be done, the rules decide.

Each offers what the sight lists as possible, and ``plain`` answers what was filled in, in the form of cases.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField

from games.estado.rules.tables import AYE, NAY, Action, Phase
from games.estado.sight import Sight
from games.estado.words import OFFICES

MOST_DOLLARS = 1_000_000_000


class PhaseForm(forms.Form):
    """One phase's form for one seat, drawn from its sight; ``names`` are the people's by seat."""

    def __init__(self, data: Any = None, *, seen: Sight, names: dict[int, str], own: Any = None) -> None:
        self.seen, self.names = seen, names
        super().__init__(data, initial=self.filled_in(own) if own is not None else None)
        self.draw()

    def draw(self) -> None:
        """Add the fields that depend on the sight."""

    def filled_in(self, own: Any) -> dict[str, Any]:
        """Turn what is stored into the fields' values."""
        return {}

    def plain(self) -> Any:
        """Answer what was filled in; the form is valid."""
        raise AssertionError("every phase's form says what was filled in")


def dollars(label: str, *, most: int = MOST_DOLLARS) -> forms.IntegerField:
    """Make a field for a whole sum; left empty it is nothing."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "min": 0, "max": most, "placeholder": "0"})
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_DOLLARS, widget=widget)


class BudgetForm(PhaseForm):
    """Allocations and what is withheld of them by ministry, grants by person."""

    def draw(self) -> None:
        treasury = self.seen.treasury
        for seat in self.seen.fillable:
            office = self._office(seat)
            self.fields[f"allocate_{office}"] = dollars(f"Allocation to {OFFICES[office]}", most=treasury)
            self.fields[f"withhold_{office}"] = dollars(f"Withheld from {OFFICES[office]}", most=treasury)
        for person in self.seen.people:
            if person.alive:
                self.fields[f"grant_{person.seat}"] = dollars(
                    f"Grant to {self.names[person.seat]}", most=treasury
                )

    def filled_in(self, own: Any) -> dict[str, Any]:
        sums = {f"allocate_{office}": amount for office, amount in own["allocations"].items()}
        sums |= {f"withhold_{office}": amount for office, amount in own["withhold"].items()}
        return sums | {f"grant_{seat}": amount for seat, amount in own["grants"].items()}

    def plain(self) -> Any:
        return {
            "allocations": self._sums("allocate_"),
            "grants": self._sums("grant_"),
            "withhold": self._sums("withhold_"),
        }

    def rows(self) -> Iterator[tuple[str, str, BoundField, BoundField]]:
        """List each filled ministry with its minister, its allocation and what is withheld of it."""
        for seat in self.seen.fillable:
            office = self._office(seat)
            yield OFFICES[office], self.names[seat], self[f"allocate_{office}"], self[f"withhold_{office}"]

    def grants(self) -> Iterator[tuple[str, bool, BoundField]]:
        """List every living person, and whether it is oneself, with the grant."""
        for person in self.seen.people:
            if person.alive:
                yield self.names[person.seat], person.seat == self.seen.viewer, self[f"grant_{person.seat}"]

    def has_withheld(self) -> bool:
        """Say whether something is filled in under the cover, or wrong there."""
        withheld = [name for name in self.fields if name.startswith("withhold_")]
        return any(self[name].value() or name in self.errors for name in withheld)

    def _office(self, seat: int) -> Any:
        return self.seen.people[seat - 1].office

    def _sums(self, prefix: str) -> dict[str, int]:
        return {
            name.removeprefix(prefix): amount
            for name, amount in self.cleaned_data.items()
            if name.startswith(prefix) and amount
        }


class VoteForm(PhaseForm):
    """Aye or nay."""

    vote = forms.ChoiceField(
        label="Your vote",
        choices=[(AYE, "Aye"), (NAY, "Nay")],
        widget=forms.RadioSelect,
        error_messages={"required": "Vote aye or nay, or leave it: then you abstain."},
    )

    def filled_in(self, own: Any) -> dict[str, Any]:
        return {"vote": own}

    def plain(self) -> Any:
        return self.cleaned_data["vote"]


class SkimForm(PhaseForm):
    """How much of the ministry's money to take."""

    amount = dollars("To my own account")

    def draw(self) -> None:
        self.fields["amount"].widget.attrs["max"] = sum(self.seen.balances.values())

    def filled_in(self, own: Any) -> dict[str, Any]:
        return {"amount": own}

    def plain(self) -> Any:
        return self.cleaned_data["amount"] or 0


class OrdersForm(PhaseForm):
    """One action with its fields, and for commanders a march; fields of other actions are left aside."""

    action = forms.ChoiceField(
        label="Your order", widget=forms.RadioSelect, error_messages={"required": "Choose one of the five."}
    )
    target = forms.TypedChoiceField(label="Whom", coerce=int, required=False, empty_value=None)
    spend = dollars("For how much")
    province = forms.ChoiceField(label="Which coast", required=False)
    march = forms.ChoiceField(label="March", required=False)
    march_units = forms.IntegerField(
        label="How many units",
        required=False,
        min_value=1,
        max_value=MOST_DOLLARS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": 1, "placeholder": "all"}),
    )

    NEEDS: ClassVar = {
        Action.ASSASSINATE: [("target", "Say whom."), ("spend", "Say for how much: $1 at least.")],
        Action.PATROL: [("province", "Say which province.")],
    }

    def draw(self) -> None:
        choices = self.seen.choices
        assert choices is not None
        self.fields["action"].choices = [(str(action), str(action)) for action in choices.actions]
        self.fields["target"].choices = [("", "–"), *((seat, self.names[seat]) for seat in choices.odds)]
        self.fields["province"].choices = [("", "–"), *((place, place) for place in choices.patrols)]
        ways = [f"{origin}:{goal}" for origin, (_, goals) in choices.marches.items() for goal in goals]
        self.fields["march"].choices = [("", "–"), *((way, way) for way in ways)]

    def filled_in(self, own: Any) -> dict[str, Any]:
        fields = {name: own[name] for name in ("target", "spend", "province") if name in own}
        if "march" in own:
            fields["march"] = f"{own['march']['from']}:{own['march']['to']}"
            fields["march_units"] = own["march"]["units"]
        return {"action": own.get("action", Action.NONE), **fields}

    def clean(self) -> dict[str, Any]:
        for field, missing in self.NEEDS.get(self.cleaned_data.get("action"), ()):
            if not self.cleaned_data.get(field) and field not in self.errors:
                self.add_error(field, missing)
        return self.cleaned_data

    def plain(self) -> Any:
        done = self.cleaned_data
        order: dict[str, Any] = {"action": done["action"]}
        order |= {field: done[field] for field, _ in self.NEEDS.get(done["action"], ())}
        if done["march"] and done["action"] != Action.REVOLT:
            origin, goal = done["march"].split(":")
            assert self.seen.choices is not None
            units = done["march_units"] or self.seen.choices.marches[origin][0]
            order["march"] = {"from": origin, "to": goal, "units": units}
        return order


class SuccessionForm(PhaseForm):
    """Whom to name President."""

    name = forms.TypedChoiceField(
        label="The next President",
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": "Name a minister, or leave it to the others."},
    )

    def draw(self) -> None:
        self.fields["name"].choices = [(seat, self.names[seat]) for seat in self.seen.nameable]

    def filled_in(self, own: Any) -> dict[str, Any]:
        return {"name": own}

    def plain(self) -> Any:
        return self.cleaned_data["name"]


FORMS = {
    Phase.BUDGET: BudgetForm,
    Phase.VOTE: VoteForm,
    Phase.SKIM: SkimForm,
    Phase.ORDERS: OrdersForm,
    Phase.SUCCESSION: SuccessionForm,
}
