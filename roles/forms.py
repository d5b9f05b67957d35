"""What a seat fills in at each step. Shape alone is looked at here; what is allowed, the rules decide.

In the hidden phase the form is the same for every role, down to the names of its fields: two questions and
a name. What they mean to whom stands in ``NIGHT``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from games.forms import OpenForm
from roles.rules.sight import Sight
from roles.rules.state import Phase, Standing
from roles.rules.tables import CARDS, LATEST_YEAR, SETUPS, Role
from roles.words import PHASES, ROLES, describe_card

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


class CorrectionForm(forms.Form):
    """One thing that the moderator sets right: a figure or a standing."""

    what = forms.ChoiceField(choices=[(w, w) for w in ("spending", "fund", "kaban", "standing")])
    figure = forms.IntegerField(
        required=False,
        min_value=-10_000,
        max_value=10_000,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), "A figure is a whole number of at most 10,000."
        ),
    )
    seat = forms.IntegerField(required=False, min_value=1, max_value=99)
    standing = forms.ChoiceField(required=False, choices=[(s.value, s.value) for s in Standing])
    strikes = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=2,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), "A player has 0 to 2 strikes."),
    )
    back = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=100_000,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), "A Year is a number from 1 on."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        what = cleaned.get("what")
        if what in ("spending", "fund", "kaban") and cleaned.get("figure") is None:
            self.add_error(None, "Please say which figure is right.")
        if what == "standing" and not (cleaned.get("seat") and cleaned.get("standing")):
            self.add_error(None, "Please say how the player stands.")
        return cleaned

    def plain(self) -> dict[str, Any]:
        """Answer the correction in the form of a record."""
        given = self.cleaned_data
        what = given["what"]
        if what != "standing":
            return {what: given["figure"]}
        jailed = given["standing"] == Standing.JAILED
        standing = {
            "standing": given["standing"],
            "strikes": given["strikes"] or 0,
            "back": given["back"] if jailed else None,
        }
        return {"standing": {given["seat"]: standing}}


class PlanForm(forms.Form):
    """Which Year is the last; empty for none."""

    last_year = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=LATEST_YEAR,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), f"A Year is a number from 1 to {LATEST_YEAR}."
        ),
    )


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


def _count(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=16)


class SetupForm(OpenForm):
    """How a table of Kaban is set: everything that is left empty is as usual for the number of players."""

    jail_years = forms.TypedChoiceField(
        label="A first strike jails for", coerce=int, choices=[(3, "3 Years"), (2, "2 Years"), (1, "1 Year")]
    )
    good = _count("Good Politicians")
    corrupt = _count("Corrupt Politicians")
    lawyer = _count("Lawyers")
    ombudsperson = _count("Ombudspersons")
    coa = _count("COA")
    spending = forms.IntegerField(label="Public Spending target", required=False, min_value=1, max_value=999)
    fund = forms.IntegerField(label="Corruption Fund target", required=False, min_value=1, max_value=999)
    last_year = forms.IntegerField(
        label="Last Year",
        required=False,
        min_value=1,
        max_value=LATEST_YEAR,
        help_text=(
            "When it opens, the table is told that it is the last. If nobody has won when it ends, the side with the "
            "larger share of its own target does. Empty: you play until one side wins."
        ),
    )

    fields_template = "kaban/setup_fields.html"
    CARDS = ("good", "corrupt", "lawyer", "ombudsperson", "coa")
    PHASES = tuple(Phase)

    def __init__(self, *args: Any, initial: Any = None, **kwargs: Any) -> None:
        kept = dict(initial or {})
        kept |= kept.pop("cards", None) or {}
        kept |= kept.pop("targets", None) or {}
        lengths = kept.pop("lengths", None) or {}
        kept |= {f"length_{phase.replace('-', '_')}": seconds / 60 for phase, seconds in lengths.items()}
        super().__init__(*args, initial=kept, **kwargs)
        for phase in self.PHASES:
            self.fields[_length_name(phase)] = forms.FloatField(
                label=PHASES[phase], required=False, min_value=0.2, max_value=7 * 24 * 60
            )

    def options(self) -> dict[str, Any]:
        given = self.cleaned_data
        options = super().options() | {"jail_years": given["jail_years"], "last_year": given["last_year"]}
        usual = SETUPS[given["seats"]]
        if any(given[card] is not None for card in self.CARDS):
            counts = {role.value: count for role, count in usual.composition}
            options["cards"] = {
                card: counts[card] if given[card] is None else given[card] for card in self.CARDS
            }
        if given["spending"] or given["fund"]:
            options["targets"] = {
                "spending": given["spending"] or usual.targets.spending,
                "fund": given["fund"] or usual.targets.fund,
            }
        minutes = {phase: given[_length_name(phase)] for phase in self.PHASES}
        options["lengths"] = {phase.value: round(60 * length) for phase, length in minutes.items() if length}
        return options

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("pace", "seats", "bots", "jail_years", "last_year")]

    @property
    def card_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in (*self.CARDS, "spending", "fund")]

    @property
    def length_fields(self) -> list[forms.BoundField]:
        return [self[_length_name(phase)] for phase in self.PHASES]

    @property
    def usual(self) -> list[dict[str, Any]]:
        """Answer the usual tables, one row for each number of players."""
        return [
            {"players": players, "targets": setup.targets, **{role.value: n for role, n in setup.composition}}
            for players, setup in SETUPS.items()
        ]

    @property
    def role_names(self) -> list[str]:
        return [ROLES[role] for role in Role]


def _length_name(phase: Phase) -> str:
    return f"length_{phase.value.replace('-', '_')}"
