"""How the site is put together and run. Nothing here knows a rule of any game."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
