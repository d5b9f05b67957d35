"""What the moderator enters beside the seats' choices: what to set right, and what to plan."""

from typing import Any

from django import forms

from roles.rules.state import Standing
from roles.rules.tables import LATEST_YEAR, STRIKES_TO_REMOVAL

MOST_FIGURE = 10_000


def _wrong(sentence: str) -> dict[str, str]:
    """Answer one sentence for whatever is wrong with a number."""
    return dict.fromkeys(("invalid", "min_value", "max_value"), sentence)


class CorrectionForm(forms.Form):
    """One thing that the moderator sets right: a figure or a standing."""

    what = forms.ChoiceField(choices=[(w, w) for w in ("spending", "fund", "kaban", "standing")])
    figure = forms.IntegerField(
        required=False,
        min_value=-MOST_FIGURE,
        max_value=MOST_FIGURE,
        error_messages=_wrong(f"A figure is a whole number of at most {MOST_FIGURE:,}."),
    )
    seat = forms.IntegerField(required=False, min_value=1, max_value=99)
    standing = forms.ChoiceField(required=False, choices=[(s.value, s.value) for s in Standing])
    strikes = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=STRIKES_TO_REMOVAL,
        error_messages=_wrong(f"A player has 0 to {STRIKES_TO_REMOVAL} strikes."),
    )
    back = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=100_000,
        error_messages=_wrong("A Year is a number from 1 on."),
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
        error_messages=_wrong(f"A Year is a number from 1 to {LATEST_YEAR}."),
    )
