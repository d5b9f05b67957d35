"""The shape of what people send. Whether it is allowed, the actions say."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from django import forms

from earths.actions.citizens import NAME_LENGTH as CITIZEN_NAME
from earths.rules.tables import EARTHS, LETTERS, NAME_LENGTH, PITCH_LENGTH, POLICIES

BILL = re.compile("[1-9][0-9]{0,17}")
VOTES = {"yes": True, "no": False, "skip": None}
RESPONSES = {"", *LETTERS}


class WordsForm(forms.Form):
    """A bill's name and pitch."""

    name = forms.CharField(
        label="What you call it",
        help_text=f"Up to {NAME_LENGTH} characters. The policy always stands beside it.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": NAME_LENGTH}),
    )
    pitch = forms.CharField(
        label="Why your Earth should pass it",
        required=False,
        help_text=f"Up to {PITCH_LENGTH} characters of plain text.",
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": PITCH_LENGTH}),
    )


class BillForm(WordsForm):
    """A bill to propose: its policy, and its words."""

    policy = forms.ChoiceField(
        label="Policy",
        choices=[(policy.slug, policy.title) for policy in POLICIES.values()],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a policy."},
    )


class JoinForm(forms.Form):
    """A newcomer's choice of an Earth, and what they are called there."""

    earth = forms.ChoiceField(
        choices=[(letter, letter) for letter in EARTHS],
        error_messages={"required": "Choose one of the two Earths."},
    )
    name = forms.CharField(
        label="Your name in this world",
        help_text="Everybody sees it on the bills you propose. It cannot be changed later.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": CITIZEN_NAME}),
    )


class Choice(NamedTuple):
    """One choice on a ballot: yes, no or a skip for a bill, or else a response ("" takes it back)."""

    bill: int | None
    yes: bool | None
    response: str | None


def read_choice(sent: Mapping[str, str]) -> Choice | None:
    """Read what a ballot's button sends; None for what none of them does.

    A form of Django's would say the same, and take as long as storing the vote.
    """
    bill, vote, response = sent.get("bill", ""), sent.get("vote", ""), sent.get("response")
    if vote:
        return Choice(int(bill), VOTES[vote], None) if vote in VOTES and BILL.fullmatch(bill) else None
    return Choice(None, None, response) if response is not None and response in RESPONSES else None
