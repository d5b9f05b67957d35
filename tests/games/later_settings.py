"""The settings of a later version of the site, in which Estado Libre has a newer format."""

from config.settings import *  # noqa: F403  all of today's, but for what is said below
from config.settings import ROOM_GAMES as GAMES_OF_TODAY

ROOM_GAMES = GAMES_OF_TODAY | {"estado-libre": "tests.games.later_estado"}
