"""What every page of Two Earths is answered with: its moment, the state of the calendar, and who may keep it."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import NoReverseMatch, reverse

from config import tick
from earths.board import Board
from games.terms import Refused

PRIVATE = "private, no-store"


def answer(
    request: HttpRequest, template: str, at: datetime, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Render a page, or with ``template#part`` one part of it, for this reader alone."""
    context = {**context, "at": at}
    if "#" not in template:
        # A part has no frame around it.
        context = {**links(), **context, "ticked_late": tick.is_overdue(at)}
    if board := context.get("board"):
        context = {**board_context(board, at), **context}
    response = render(request, template, context, status=status)
    response["Cache-Control"] = PRIVATE
    return response


def board_context(board: Board, at: datetime) -> dict[str, Any]:
    """Name the public parts of a world for its pages."""
    dice = ["earths:dice", board.slug, board.year] if board.year else None
    return {
        "live": board.parts_at(at),
        "dice_href": _address(*dice) if dice else "",
        "data_href": _address("earths:data", board.slug),
    }


def links() -> dict[str, str]:
    """Answer the links at the foot of each page, as far as there are such pages."""
    return {"rules_href": _address("earths:rules"), "about_href": _address("earths:about")}


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Open a page of a world to whoever is signed in, and send everybody else to sign in first."""

    @wraps(view)
    def asked(request: HttpRequest, slug: str, **named: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, slug, **named)
        return lead_to_sign_in(request, slug)

    return asked


def lead_to_sign_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the browser to the sign-in page, and from there back to where it was.

    Whoever sent something meanwhile comes back to the world's page, since nothing is to be seen where it
    was sent; a part of a page is answered so that the whole of it goes.
    """
    back = (
        request.get_full_path() if request.method in {"GET", "HEAD"} else reverse("earths:world", args=[slug])
    )
    led = redirect_to_login(back)
    if not request.htmx:
        return led
    return HttpResponse(headers={"HX-Redirect": led.url, "Cache-Control": PRIVATE})


def submit(form: Form, act: Callable[..., object]) -> int | None:
    """Call ``act`` with what a valid form holds; answer None once it is done.

    Otherwise answer the status with which to show the form again: it is incomplete, or was refused with the reason.
    """
    if not form.is_valid():
        return 422
    try:
        act(**form.cleaned_data)
    except Refused as refused:
        form.add_error(None, refused.reason)
        return 409
    return None


def _address(name: str, *args: Any) -> str:
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def go(request: HttpRequest, to: str, *args: Any) -> HttpResponse:
    """Send the browser to a page after a post, whether the post came by htmx or by a plain form."""
    address = resolve_url(to, *args)
    if request.htmx:
        return HttpResponse(headers={"HX-Redirect": address, "Cache-Control": PRIVATE})
    return HttpResponseRedirect(address, status=303, headers={"Cache-Control": PRIVATE})
