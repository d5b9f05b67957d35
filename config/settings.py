"""Every setting of the site, and every environment variable it reads, with its meaning beside it.

With none of them set this is the *embedded* site: private PostgreSQL and Valkey under ``var/``,
DEBUG on, mail printed. Importing this file starts nothing and writes nothing.
"""

import sys
from pathlib import Path

import environs

from config import embedded, logs
from config.postgresql import pooling

env = environs.Env()

BASE_DIR = Path(__file__).resolve().parent.parent


# --- Where data lives --------------------------------------------------------------------------

# Folder for all that the site writes itself: embedded servers, collected files, the site's clock.
VAR_DIR = Path(env.str("VAR_DIR", "") or BASE_DIR / "var").absolute()

# PostgreSQL, as postgres://user:password@host:port/name. Not set: the embedded server.
DATABASE_URL = env.str("DATABASE_URL", "")

# Redis or Valkey, as redis://host:port/0 or unix:///path?db=0. Not set: the embedded server.
REDIS_URL = env.str("REDIS_URL", "")

# Name of the database inside the embedded PostgreSQL.
DATABASE_NAME = env.str("DATABASE_NAME", "hemicycle")

# Most connections that one process holds open to PostgreSQL; 0: each request opens its own.
DATABASE_POOL = env.int("DATABASE_POOL", 8)

# Where `make run` lets the site be reached.
HOST = env.str("HOST", "127.0.0.1")
PORT = env.int("PORT", 8000)

EMBEDDED = not DATABASE_URL and not REDIS_URL

# Show tracebacks and hop the clock. Never on a site that others reach. Default: on when embedded.
DEBUG = env.bool("DEBUG", EMBEDDED)


# --- What a site that others reach must be told -------------------------------------------------

# At least 50 characters that nobody can guess; signs password resets and forms.
SECRET_KEY = env.str("SECRET_KEY", "") or (embedded.secret_key(VAR_DIR) if DEBUG else "")

# Host names that this site answers to, separated by commas.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["*"] if DEBUG else [])

# False only where the site is reached by plain http: cookies then travel unencrypted.
HTTPS_ONLY = env.bool("HTTPS_ONLY", not DEBUG)

# How many proxies in front of the site add their caller to X-Forwarded-For. 0: none is believed.
TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", 0)

# Mail server, as smtp://user:password@host:port/?ssl=True. Not set: mail is printed to the log.
EMAIL_URL = env.str("EMAIL_URL", "")

# The sender of the site's mail.
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Hemicycle <noreply@localhost>")

# Make the demo world at the first start of `make run`. Default: on when embedded.
DEMO = env.bool("DEMO", EMBEDDED)

# Let people sign in with passkeys; needs https, except on localhost.
PASSKEYS = env.bool("PASSKEYS", False)

# Offer figures at /metrics to a Prometheus that shows this token, of 32 characters or more. Not set: none are kept.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")

# How much is logged: DEBUG, INFO, WARNING or ERROR.
LOG_LEVEL = env.str("LOG_LEVEL", "INFO")

# Write the log as one JSON object a line. Default: on when DEBUG is off.
LOG_JSON = env.bool("LOG_JSON", not DEBUG)

# How many bills one citizen may propose, edit and withdraw together, as count/period (s, m, h, d).
PROPOSAL_RATE = env.str("PROPOSAL_RATE", "30/h")

# How many rooms may be opened from one address, as count/period (s, m, h, d).
ROOM_RATE = env.str("ROOM_RATE", "60/h")


def _missing() -> list[str]:
    found = []
    if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5 or SECRET_KEY.startswith(embedded.UNSAFE_KEY):
        found.append("SECRET_KEY must be 50 characters or more that nobody can guess.")
    if not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS:
        found.append("ALLOWED_HOSTS must name the hosts that this site answers to.")
    if not DATABASE_URL:
        found.append("DATABASE_URL must name a PostgreSQL database.")
    if not REDIS_URL:
        found.append("REDIS_URL must name a Redis or Valkey server.")
    if METRICS_TOKEN and len(METRICS_TOKEN) < 32:
        found.append("METRICS_TOKEN must be 32 characters or more that nobody can guess.")
    return found


if not DEBUG and (missing := _missing()):
    # Whatever was about to start prints these lines and ends, without a traceback around them.
    sys.exit(
        "The site does not start with DEBUG off, because:\n" + "\n".join(f"  {line}" for line in missing)
    )


# --- Django ------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "allauth",
    "allauth.account",
    "earths",
    "games",
    "roles",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    *(["allauth.mfa"] if PASSKEYS else []),
    "axes",
    "channels",
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    *(["config.metrics_page.Refusals"] if METRICS_TOKEN else []),
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.intake.plain_requests",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.missing.Missing",
    "config.outage.Outages",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = True

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "earths.views.hop.clockbar",
            ],
        },
    }
]

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}


# --- Database, cache, queue, push --------------------------------------------------------------

# Left alone, a pool waits longer and longer between two tries to connect, and would miss that the database is back.
# Where connections last, the few statements that ask for it are prepared; those that Django writes never are.
_OPTIONS = (
    {
        "pool": {
            "min_size": 1,
            "max_size": DATABASE_POOL,
            "timeout": 5,
            "reconnect_timeout": 0.5,
            "reconnect_failed": pooling.go_on_connecting,
        },
        "prepare_threshold": 5,
    }
    if DATABASE_POOL
    else {}
)

if DATABASE_URL:
    _database = env.dj_db_url("DATABASE_URL")
    _database["OPTIONS"] = {**_database.get("OPTIONS", {}), **_OPTIONS}
else:
    _database = {
        "NAME": DATABASE_NAME,
        "USER": embedded.DATABASE_USER,
        "HOST": str(embedded.socket_dir(VAR_DIR)),
        "OPTIONS": _OPTIONS,
    }

# This engine tries a pooled connection before use, so a restarted server costs nobody an error page; for Django to
# try it once more would be in vain.
_ENGINE = {"ENGINE": "config.postgresql", "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
DATABASES = {"default": {**_database, **_ENGINE}}

_REDIS = REDIS_URL or embedded.redis_url(VAR_DIR)

CACHES = {
    "default": {
        "BACKEND": "config.cache.ForgivingRedisCache",
        "LOCATION": _REDIS,
        "KEY_PREFIX": "hemicycle",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
    }
}

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "config.pushes.PushLayer",
        "CONFIG": {"hosts": [_REDIS], "prefix": "hemicycle"},
    }
}

# What else there is to say about the queue stands in ``config.celery``.
CELERY_BROKER_URL = _REDIS.replace("unix://", "redis+socket://", 1)


# --- Games -------------------------------------------------------------------------------------

# What each tick calls, in this order, as ``advance_due(at)``.
ADVANCES = ["earths.actions.weeks.advance_due", "games.actions.due.advance_due"]

# Says whether so much is due at a moment that a second worker should take its part at once.
CROWDED = "games.actions.due.is_crowded"

# Where the reader of each game's cases stands: ``manage.py adjudicate`` asks it.
CASE_READERS = {
    "two-earths": "earths.rules.case",
    "estado-libre": "games.estado.rules.case",
    "kaban": "roles.rules.case",
}

# The games that are played in rooms, by slug; each is a module in the form of ``games.registry.Game``.
ROOM_GAMES = {"estado-libre": "games.estado.game", "kaban": "roles.game"}

# The pages of each of them, as modules in the form of ``games.pages.Pages``.
ROOM_PAGES = {"estado-libre": "games.estado.pages", "kaban": "roles.pages"}

# By how much the site's clock is put forward stands in this file; None: it cannot be.
CLOCK_OFFSET_FILE: Path | None = VAR_DIR / "clock-offset" if EMBEDDED and DEBUG else None

# Web, live and worker go by the database's clock. Off for tests alone, which travel in time.
ONE_CLOCK = True

# Seconds after which pages and /healthz/ready say that the calendar stands still.
TICK_OVERDUE = 60


# --- Accounts ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "earths.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if EMAIL_URL else "none"
ACCOUNT_LOGIN_BY_CODE_ENABLED = bool(EMAIL_URL)
# Signing up does not tell whose address is known either; of all who give one, only its reader can confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "moderator", "president", "hemicycle", "system"]
ACCOUNT_RATE_LIMITS = {
    "signup": "20/m/ip,200/h/ip",
    # By account alone: many citizens may share an address, and signing up is limited by it.
    "propose": f"{PROPOSAL_RATE}/user",
    "open-room": f"{ROOM_RATE}/ip",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS_ONLY else "http"
ACCOUNT_ADAPTER = "earths.adapter.AccountAdapter"

MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG

# The admin's sign-in alone; the players' has allauth's own limits.
AXES_ONLY_ADMIN_SITE = True
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 1
AXES_LOCKOUT_PARAMETERS = ["ip_address", "username"]
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_TEMPLATE = "admin/locked_out.html"
AXES_CLIENT_IP_CALLABLE = "earths.adapter.client_address"
AXES_USERNAME_CALLABLE = "earths.adapter.tried_name"
# AXES_ONLY_ADMIN_SITE alone would count players' failures too, and answer them as those at the admin's door.
AXES_WHITELIST_CALLABLE = "earths.adapter.is_players_door"


# --- Mail --------------------------------------------------------------------------------------

if EMAIL_URL:
    _mail = env.dj_email_url("EMAIL_URL")
    EMAIL_HOST = _mail["EMAIL_HOST"]
    EMAIL_PORT = _mail["EMAIL_PORT"]
    EMAIL_HOST_USER = _mail["EMAIL_HOST_USER"]
    EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_PASSWORD"]
    EMAIL_USE_TLS = _mail["EMAIL_USE_TLS"]
    EMAIL_USE_SSL = _mail["EMAIL_USE_SSL"]
    EMAIL_TIMEOUT = 20
    EMAIL_BACKEND = "config.mail.QueuedBackend"
    # What the queue's worker hands the mail to.
    MAIL_DELIVERY_BACKEND = _mail["EMAIL_BACKEND"]
else:
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"


# --- What browsers are told --------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
SECURE_SSL_REDIRECT = HTTPS_ONLY
SECURE_REDIRECT_EXEMPT = [r"^healthz/", r"^metrics$"]
if HTTPS_ONLY:
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# The page of a fault, which is shown with DEBUG on alone, says where it happened and no more.
DEFAULT_EXCEPTION_REPORTER = "config.reports.Reporter"

# Bytes of anything that is sent; no page takes a file.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500


# --- Logs --------------------------------------------------------------------------------------

LOGGING_CONFIG = None
logs.configure(level=LOG_LEVEL, as_json=LOG_JSON)
