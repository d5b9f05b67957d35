"""A table of Estado Libre in a room: who holds what, and what each browser is shown."""

import re
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from games import registry
from games.estado.rules.state import State
from games.models import Phase
from tests.games.conftest import Sitting

GAME = registry.find("estado-libre")


@dataclass
class Cabinet:
    """A room of Estado Libre, spoken to through its pages."""

    sitting: Sitting

    @property
    def state(self) -> State:
        return GAME.decode(self.phase.state)

    @property
    def phase(self) -> Phase:
        return Phase.objects.filter(room=self.sitting.room_id).latest("serial")

    def seat(self, office: str) -> int:
        return next(number for number, seat in enumerate(self.state.seats, 1) if seat.office == office)

    def rewrite(self, state: State) -> None:
        """Let the open phase be what ``state`` says."""
        Phase.objects.filter(pk=self.phase.pk).update(state=GAME.encode(state))

    def page(self, viewer: Any, path: str = "") -> str:
        """Answer what a viewer is shown, without the tokens that differ each time and the page's own moment."""
        text = self.sitting.browser(viewer).get(f"{self.sitting.path}{path}").text
        return re.sub(r'(name="csrfmiddlewaretoken" value="|data-now=")[^"]*', "", text)

    def send(self, seat: int, **fields: Any) -> HttpResponse:
        """Hand in the form of the open phase."""
        data = {"serial": self.phase.serial, **fields}
        return self.sitting.browser(seat).post(f"{self.sitting.path}submit", data)


def stored(html: str) -> str:
    """Answer the sentence that says what is stored, empty for nothing."""
    found = re.search(r"<strong>Stored:</strong>(.*?)</p>", html, re.DOTALL)
    return found[1].strip() if found else ""
