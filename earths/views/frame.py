"""What every page of Two Earths is answered with: its moment, the state of the calendar, and who may keep it."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import NoReverseMatch, reverse

from config import tick
from earths.board import Board

PRIVATE = "private, no-store"


def answer(
    request: HttpRequest, template: str, at: datetime, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Render a page, or with ``template#part`` one part of it, for this reader alone."""
    context = {**links(), **context, "at": at, "ticked_late": tick.is_overdue(at)}
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
