"""How a table is set before the deal."""

from typing import Any

from django import forms

from games.forms import OpenForm
from roles.rules.state import Phase
from roles.rules.tables import LATEST_YEAR, MAX_PLAYERS, SETUPS, Role
from roles.words import PHASES, ROLES


def _count(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MAX_PLAYERS)


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
        kept |= {_length_name(Phase(phase)): seconds / 60 for phase, seconds in lengths.items()}
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
