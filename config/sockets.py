"""Which consumer answers a socket of which address. All of them begin with ``ws/``."""

from django.urls import URLPattern

sockets: list[URLPattern] = []
