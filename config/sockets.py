"""Which consumer answers a socket of which address. All of them begin with ``ws/``."""

from django.urls import URLPattern, path

from config.origins import same_origin
from earths.consumers import WorldConsumer
from games.consumers import RoomConsumer

sockets: list[URLPattern] = [
    path("ws/w/<slug:slug>/", same_origin(WorldConsumer.as_asgi())),
    path("ws/r/<str:public_id>/", same_origin(RoomConsumer.as_asgi())),
]
