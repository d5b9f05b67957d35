"""Answering with a page of a world's record: its years, ballots, dice and data."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from earths.models import World
from earths.sight.archive import see_world
from earths.views.frame import answer


def show(
    request: HttpRequest,
    template: str,
    *,
    at: datetime,
    world: World,
    year: int | None = None,
    **context: Any,
) -> HttpResponse:
    """Answer with a page of the world, or of one of its years, whose dice the page's foot then leads to."""
    shown = {"world": see_world(world), "data_href": reverse("earths:data", args=[world.slug]), **context}
    if year is not None:
        shown["year"] = year
        shown["dice_href"] = reverse("earths:dice", args=[world.slug, year])
    return answer(request, template, at, shown)
