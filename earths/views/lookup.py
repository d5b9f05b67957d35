"""What an address names: a world, one of its years, and who is asking."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from earths.models import Citizen, Week, World


def find_world(slug: str) -> World:
    """Answer the world at that address; raise ``Http404`` where there is none."""
    return get_object_or_404(World, slug=slug)


def find_week(world: World, year: int) -> Week:
    """Answer the opened week of that year; raise ``Http404`` where there is none."""
    week = Week.objects.filter(world=world, year=year).first()
    if week is None:
        raise Http404
    week.world = world
    return week


def find_citizen(request: HttpRequest, world: World) -> Citizen | None:
    """Answer who the signed-in account is in the world, if anybody."""
    if not request.user.is_authenticated:
        return None
    citizens = Citizen.objects.filter(world=world, account=request.user, left_at=None)
    return citizens.select_related("endorses").first()


def citizen_or_404(request: HttpRequest, slug: str) -> tuple[World, Citizen]:
    """Answer the world at that address and the asker's citizen in it; raise ``Http404`` without one."""
    citizen = (
        Citizen.objects.filter(world__slug=slug, account=request.user.pk, left_at=None)
        .select_related("world", "endorses")
        .first()
    )
    if citizen is None:
        raise Http404
    return citizen.world, citizen
