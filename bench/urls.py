"""The site's addresses, and the least that could stand at their place."""

from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST

from earths.views import claim

UPSERT = """
WITH mine AS (
    INSERT INTO earths_ballot (week_id, citizen_id, earth, code, response)
    VALUES (%(week)s, %(citizen)s, %(earth)s, %(code)s, '')
    ON CONFLICT (week_id, citizen_id) DO UPDATE SET response = earths_ballot.response
    RETURNING id
)
INSERT INTO earths_vote (ballot_id, bill_id, yes) SELECT id, %(bill)s, %(yes)s FROM mine
ON CONFLICT (ballot_id, bill_id) DO UPDATE SET yes = EXCLUDED.yes
"""


@require_POST
def bare_vote(request: HttpRequest) -> HttpResponse:
    """Store the ballot and the vote that the post names, asking nothing, not even who sends it."""
    sent = request.POST
    values = {name: sent[name] for name in ("week", "citizen", "earth", "code", "bill")}
    with connection.cursor() as cursor:
        cursor.execute(UPSERT, {**values, "yes": sent["vote"] == "yes"})
    return HttpResponse(status=204)


@login_required
def bare_signed_in_vote(request: HttpRequest) -> HttpResponse:
    """Do the same for who is signed in alone."""
    answer: HttpResponse = bare_vote(request)
    return answer


def forget(request: HttpRequest) -> HttpResponse:
    """Have each session looked at as if for the first time."""
    claim.known_sign_ins.clear()
    return HttpResponse(status=204)


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse("as it was")


urlpatterns = [
    path("bare/vote", bare_vote),
    path("bare/signed-in-vote", bare_signed_in_vote),
    path("bare/constant", constant),
    path("", include("config.urls")),
    path("bare/forget", forget),
]
