"""The site's addresses, and the least that could stand at their place."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST

from earths.models import Vote


@login_required
@require_POST
def bare_vote(request: HttpRequest) -> HttpResponse:
    """Store a vote on a ballot that is named, asking nothing."""
    vote = Vote(
        ballot_id=request.POST["ballot"], bill_id=request.POST["bill"], yes=request.POST["vote"] == "yes"
    )
    Vote.objects.bulk_create(
        [vote], update_conflicts=True, unique_fields=["ballot", "bill"], update_fields=["yes"]
    )
    return HttpResponse(status=204)


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse("as it was")


urlpatterns = [
    path("bare/vote", bare_vote),
    path("bare/constant", constant),
    path("", include("config.urls")),
]
