"""``manage.py demo``: make the demo world, once, on a site that only shows itself."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from earths.demo import making
from games import clock
from games.terms import Refused


class Command(BaseCommand):
    help = "Make the demo world with six finished years and a running week; a second call changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            making.make(clock.now())
        except Refused as refusal:
            raise CommandError(refusal.reason) from None
        self.stdout.write(making.logins())
