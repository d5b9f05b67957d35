"""What a seat fills in at each step.

In the hidden phase the form is the same for every role, down to the names of its fields: two questions and
a name. What they mean to whom stands in ``NIGHT``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from roles.rules.sight import Sight
from roles.rules.state import Phase, Standing
from roles.rules.tables import CARDS, Role
from roles.words import describe_card

NOBODY = ""
YES_NO = (("yes", "Yes"), ("no", "No"))


@dataclass(frozen=True)
class Night:
    """What the two questions and the name of the hidden phase are for one role; ``power`` is what the name is for."""

    first: str
    second: str
    name: str
    power: str = ""


IDLE = ("Do you trust last Year's committee?", "Will you speak up this Year?")
NIGHT = {
    Role.CORRUPT: Night("Nakaw: do we steal?", "Suhol: do we silence the COA?", "Tokhang: against whom?", "tokhang"),
    Role.LAWYER: Night(*IDLE, "Whom do you protect this Year?", "protect"),
    Role.OMBUDSPERSON: Night(*IDLE, "Whom do you look into?", "investigate"),
    Role.GOOD: Night(*IDLE, "Auto Jail: against whom?", "jail"),
    Role.COA: Night(*IDLE, "Whom will you watch?"),
    Role.CITIZEN: Night(*IDLE, "Whom will you watch?"),
}  # fmt: skip


class NightForm(forms.Form):
    """Two questions and a name, for every role alike."""

    first = forms.ChoiceField(choices=YES_NO, required=False, widget=forms.RadioSelect)
    second = forms.ChoiceField(choices=YES_NO, required=False, widget=forms.RadioSelect)
    name = forms.ChoiceField(required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, role: Role, people: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.role = role
        night = NIGHT[role]
        self.fields["first"].label, self.fields["second"].label = night.first, night.second
        self.fields["name"].label = night.name
        self.fields["name"].choices = [(NOBODY, "Nobody"), *people]

    def plain(self) -> dict[str, Any]:
        """Answer what is handed in: of what a role only taps, nothing."""
        night, given = NIGHT[self.role], {}
        if self.role is Role.CORRUPT:
            given = {
                power: self.cleaned_data[field] == "yes"
                for power, field in (("nakaw", "first"), ("suhol", "second"))
                if self.cleaned_data[field]
            }
        if night.power and self.cleaned_data["name"]:
            given[night.power] = int(self.cleaned_data["name"])
        return given


class NameForm(forms.Form):
    """One name, in an election or for jail."""

    name = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": "Please choose one of the names."}
    )

    def __init__(self, *args: Any, people: Sequence[tuple[int, str]], jail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nobody = [("nobody", "Nobody")] if jail else []
        self.fields["name"].label = "Whom do you name for jail?" if jail else "Whom do you name as President?"
        self.fields["name"].choices = [*nobody, *people]

    def plain(self) -> int | None:
        name = self.cleaned_data["name"]
        return None if name == "nobody" else int(name)


class PickForm(forms.Form):
    """The President's project and its committee."""

    card = forms.ChoiceField(
        label="Which project?",
        widget=forms.RadioSelect,
        error_messages={"required": "Please choose one of the two projects."},
    )
    committee = forms.MultipleChoiceField(
        label="Who sits on the committee?",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Please choose the committee."},
    )

    def __init__(
        self,
        *args: Any,
        cards: Sequence[tuple[str, str]],
        people: Sequence[tuple[int, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["card"].choices = [(kind, describe_card(CARDS[card])) for kind, card in cards]
        self.fields["committee"].choices = people
        self.sizes = {kind: CARDS[card].size for kind, card in cards}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        size = self.sizes.get(cleaned.get("card", ""))
        chosen = len(cleaned.get("committee", ()))
        if size is not None and chosen and chosen != size:
            self.add_error("committee", f"This project has a committee of {size}; you chose {chosen}.")
        return cleaned

    def plain(self) -> dict[str, Any]:
        members = sorted(int(number) for number in self.cleaned_data["committee"])
        return {"card": self.cleaned_data["card"], "committee": members}


class SupportForm(forms.Form):
    """A secret vote on the project."""

    support = forms.ChoiceField(
        label="Do you support this project?",
        choices=(("yes", "Support"), ("no", "Oppose")),
        widget=forms.RadioSelect,
        error_messages={"required": "Please support or oppose."},
    )

    def plain(self) -> bool:
        return self.cleaned_data["support"] == "yes"


def seat_form(
    seen: Sight, *, seat: int, role: Role, people: Callable[[int], str]
) -> Callable[..., Any] | None:
    """Answer how to make the form that ``seat`` fills in at the running step; None where there is none."""

    def named(numbers: Sequence[int]) -> list[tuple[int, str]]:
        return [(number, people(number)) for number in numbers]

    active = named([one.number for one in seen.seats if one.standing == Standing.ACTIVE])
    if seat not in seen.awaited:
        return None
    match seen.phase:
        case Phase.HIDDEN:
            return lambda *args, **kwargs: NightForm(*args, role=role, people=active, **kwargs)
        case Phase.ELECTION | Phase.RUN_OFF:
            running = named(seen.candidates)
            return lambda *args, **kwargs: NameForm(*args, people=running, jail=False, **kwargs)
        case Phase.JAIL:
            return lambda *args, **kwargs: NameForm(*args, people=active, jail=True, **kwargs)
        case Phase.PROJECT:
            offer = seen.secrets.offer
            held = [] if offer is None else [("small", offer.small), ("large", offer.large)]
            cards = [(kind, card) for kind, card in held if card]
            return lambda *args, **kwargs: PickForm(*args, cards=cards, people=active, **kwargs)
        case Phase.COMMITTEE:
            return SupportForm
    return None


def initial(phase: Phase, role: Role, given: Any) -> dict[str, Any]:
    """Write what was handed in, in plain form, as the first values of its form."""
    match phase:
        case Phase.HIDDEN:
            power = NIGHT[role].power
            said = {True: "yes", False: "no"}
            return {
                "first": said.get(given.get("nakaw"), ""),
                "second": said.get(given.get("suhol"), ""),
                "name": str(given.get(power) or NOBODY),
            }
        case Phase.PROJECT:
            return {"card": given["card"], "committee": [str(number) for number in given["committee"]]}
        case Phase.COMMITTEE:
            return {"support": "yes" if given else "no"}
    return {"name": "nobody" if given is None else str(given)}
