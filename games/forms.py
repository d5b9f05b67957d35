"""What people fill in around a game: plain forms that look at shape alone. What may be done, actions decide."""

from typing import Any

from django import forms

from games.names import LONGEST as LONGEST_NAME
from games.registry import Game

EXTENSIONS = (
    (1, "1 minute"),
    (2, "2 minutes"),
    (5, "5 minutes"),
    (10, "10 minutes"),
    (30, "30 minutes"),
    (60, "1 hour"),
    (24 * 60, "1 day"),
)


class NameForm(forms.Form):
    """Under which name somebody sits down."""

    name = forms.CharField(
        label="Your name at this table",
        # The action says exactly what is too long; here only what cannot be meant.
        max_length=200,
        strip=False,
        help_text=f"Up to {LONGEST_NAME} characters. Everybody at the table sees it.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": LONGEST_NAME}),
    )


class OpenForm(forms.Form):
    """How a new room is to be played. A game with more options adds its fields, and to ``options``."""

    pace = forms.ChoiceField(label="Pace", widget=forms.RadioSelect)
    seats = forms.TypedChoiceField(label="Seats", coerce=int)
    bots = forms.BooleanField(
        label="Bots may fill seats",
        required=False,
        help_text="They sit in empty seats at the start, and play for whoever misses two phases running.",
    )

    def __init__(self, *args: Any, game: Game, paces: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pace"].choices = [(pace, paces.get(pace, pace)) for pace in game.PACES]
        self.fields["seats"].choices = [(number, number) for number in range(game.FEWEST, game.MOST + 1)]

    def options(self) -> dict[str, Any]:
        """Answer the options in the game's own form."""
        return {name: self.cleaned_data[name] for name in ("pace", "seats", "bots")}


class SayForm(forms.Form):
    """Something to say; ``to`` is the seat whispered to, empty for the whole table."""

    text = forms.CharField(max_length=5000, strip=False, required=False)
    to = forms.IntegerField(required=False, min_value=1, max_value=99)


class PhaseForm(forms.Form):
    """A button that belongs to one phase: the one it was drawn for."""

    serial = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class ExtendForm(PhaseForm):
    """More time for the phase that was due at ``due``."""

    minutes = forms.TypedChoiceField(coerce=int, choices=EXTENSIONS)
    due = forms.DateTimeField()


class SeatForm(forms.Form):
    """One seat of the table."""

    number = forms.IntegerField(label="Number of the seat", min_value=1, max_value=99)


class RemoveForm(SeatForm):
    """Whom to remove; ``who`` is who sat there when the button was drawn."""

    who = forms.CharField(max_length=200, strip=False, required=False)


class SubstituteForm(SeatForm, NameForm):
    """Who takes a seat over; ``before`` is who sat there when the button was drawn."""

    before = forms.CharField(max_length=200, strip=False, required=False)


class LinksForm(forms.Form):
    """New links to join and to watch; ``before`` is the token to watch by when the button was drawn."""

    before = forms.CharField(max_length=32)


class MessageForm(forms.Form):
    """One message at the table."""

    handle = forms.CharField(max_length=32)


class LinkForm(forms.Form):
    """A further link to the console, for a helper or for who takes it over."""

    takes_over = forms.BooleanField(required=False)


class RewindForm(PhaseForm):
    """Back from the phase ``serial`` to the opening of the phase ``to``."""

    to = forms.IntegerField(min_value=1, max_value=2**31 - 1)


class LostForm(forms.Form):
    """Ask for the span that is missing after a restore."""

    since = forms.DateTimeField(
        label="Lost since (UTC)",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": 1}),
        help_text="The moment up to which the backup holds everything, as restoring it said.",
    )
    until = forms.DateTimeField(
        label="Lost until (UTC)",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": 1}),
        help_text="The moment from which the site was out of reach.",
    )
