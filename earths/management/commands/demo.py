"""``manage.py demo``: make the demo world, once, on a demo site."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from earths.demo import making
from games import clock
from games.terms import Refused


class Command(BaseCommand):
    help = "Make the demo world with six finished years and a running week; a second call changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--citizens", type=int, default=making.CITIZENS, help="how many to invent")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            making.make(clock.now(), people=options["citizens"])
        except Refused as refusal:
            raise CommandError(refusal.reason) from None
        self.stdout.write(making.logins())
