"""Counting what stands on the ballots of a week (E6). Each vote and each ballot is read once."""

from dataclasses import dataclass

from django.db.models import Count

from earths.models import Ballot, Bill, Vote, Week
from earths.rules.tables import EARTHS, LETTERS
from earths.store import standing_ballots


@dataclass(frozen=True)
class Turnout:
    """How many voted on each Earth, and how many of them for each response."""

    voters: dict[str, int]
    responses: dict[str, dict[str, int]]


def count_votes(week: Week) -> dict[tuple[int, bool], int]:
    """Count the votes on the bills of both ballots, by bill and by yes or no."""
    ballot = list(Bill.objects.filter(week=week, place__isnull=False).values_list("pk", flat=True))
    rows = Vote.objects.filter(bill__in=ballot).values_list("bill", "yes").annotate(Count("pk")).order_by()
    return {(bill, yes): number for bill, yes, number in rows}


def count_turnout(week: Week) -> Turnout:
    """Count the responses, and the voters: who chose one, or left it out and voted on a bill (E6.1)."""
    chosen = Ballot.objects.filter(week=week).exclude(response="").values_list("earth", "response")
    counted = {(earth, letter): number for earth, letter, number in chosen.annotate(Count("pk")).order_by()}
    silent = standing_ballots(Week.objects.filter(pk=week.pk)).filter(response="").values_list("earth")
    voted = dict(silent.annotate(Count("pk")).order_by())
    responses = {earth: {letter: counted.get((earth, letter), 0) for letter in LETTERS} for earth in EARTHS}
    voters = {earth: sum(responses[earth].values()) + voted.get(earth, 0) for earth in EARTHS}
    return Turnout(voters, responses)
