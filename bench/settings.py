"""The site as it runs for others, with the bare views beside it."""

import os

os.environ.setdefault("DEBUG", "false")
os.environ.setdefault("SECRET_KEY", "bench-0123456789-abcdefghijklmnopqrstuvwxyz-0123456789")
os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1")
os.environ.setdefault("HTTPS_ONLY", "false")
os.environ.setdefault("LOG_LEVEL", "ERROR")

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
ACCOUNT_RATE_LIMITS = False
