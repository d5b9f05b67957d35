"""Which consumer answers a socket of which address. All of them begin with ``ws/``."""

from django.urls import URLPattern, path

from earths.consumers import WorldConsumer

sockets: list[URLPattern] = [
    path("ws/w/<slug:slug>/", WorldConsumer.as_asgi()),
]
