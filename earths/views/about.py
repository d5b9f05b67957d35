"""What this site is, how people behave here, and what is kept about them."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from earths.views.frame import answer
from games import clock


@require_safe
def show_about(request: HttpRequest) -> HttpResponse:
    """Show the page about the site."""
    return answer(request, "earths/about.html", clock.now(), {})
