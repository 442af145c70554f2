"""Every setting of the project, in one file. docs/servers.md explains the TURNTABLE_… variables read here.

Two shapes of one program. Embedded, the default: one process on one laptop, SQLite, Celery's broker in memory.
Deployed: Postgres and Redis, with web, worker and beat as processes of their own (docker-compose.yml).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from tournament import data_files, environment, hosts

PROJECT = Path(__file__).resolve().parent.parent

# Where things are kept

DATA = environment.folder("TURNTABLE_DATA", PROJECT / "var")
POSTGRES = environment.postgres("TURNTABLE_DATABASE_URL")
REDIS_URL = environment.redis("TURNTABLE_REDIS_URL")
if bool(POSTGRES) != bool(REDIS_URL):
    raise environment.stop(
        "TURNTABLE_DATABASE_URL and TURNTABLE_REDIS_URL go together: set both for servers, none for a laptop."
    )
EMBEDDED = not REDIS_URL
DATABASES = {"default": POSTGRES or environment.sqlite(DATA / data_files.DATABASE)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES: dict[str, dict[str, Any]] = {"default": {"BACKEND": "tournament.caching.OwnCache"}}
if not EMBEDDED:
    CACHES["default"] = {
        "BACKEND": "tournament.caching.RedisOrOwnCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": None},
    }

# Who may talk to it

DEBUG = environment.flag("TURNTABLE_DEBUG")
HTTPS = environment.flag("TURNTABLE_HTTPS")
SECRET_KEY = environment.secret("TURNTABLE_SECRET_KEY", DATA)
GIVEN_HOSTS = environment.names("TURNTABLE_ALLOWED_HOSTS")
if not EMBEDDED and not GIVEN_HOSTS:
    raise environment.stop("TURNTABLE_ALLOWED_HOSTS must name the host people open, such as cards.example.")
# The names this server answers to; tournament.hosts says why an address of numbers needs no name on a laptop.
# Django cannot express that, so there its own list is open and asgi/ turns strangers away before Django sees them.
OWN_HOSTS = [*GIVEN_HOSTS, *(hosts.of_this_machine() if EMBEDDED else [])]
ALLOWED_HOSTS = ["*"] if EMBEDDED else OWN_HOSTS
MAX_REQUEST_BYTES = DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 2**20  # asgi/bodies.py refuses more before Django sees it
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_REQUEST_BYTES  # a list of names is never a temporary file that could be left behind
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"  # they name people: not in the database

# What it is made of

INSTALLED_APPS = [
    "tournament",
    "scoring",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "csp",
]
MIDDLEWARE = [
    "tournament.web.host_cookies.HostCookieMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tournament.web.headers.HeadersMiddleware",
    "tournament.web.event_time.EventTimeMiddleware",
    "tournament.web.badges.BadgeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournament.web.team_corner.SignedInMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.web.faults.FaultMiddleware",
]
ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = None  # asgi/ is the only way in
TEMPLATES_READ_ONCE = (
    "django.template.loaders.cached.Loader",
    ["tournament.template_files.Loader", "django.template.loaders.app_directories.Loader"],
)
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT / "templates"],
        "OPTIONS": {
            "loaders": [("template_partials.loader.Loader", [TEMPLATES_READ_ONCE])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

SECONDS_REMEMBERED = 2.0  # how long a public page is reused for other phones; web/remembered.py lists the exceptions

# People

AUTH_USER_MODEL = "tournament.Account"
PASSWORD_HASHERS = ["tournament.hashing.OneAtATimeHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

# Mail is sent for invitations only. Without a mail server, pages do not offer it.

MAIL = environment.mail("TURNTABLE_EMAIL_URL")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL else 'dummy'}.EmailBackend"
EMAIL_TIMEOUT = 15
if MAIL:
    EMAIL_HOST, EMAIL_PORT = MAIL["host"], MAIL["port"]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL["user"], MAIL["password"]
    EMAIL_USE_SSL, EMAIL_USE_TLS = MAIL["ssl"], MAIL["tls"]
    DEFAULT_FROM_EMAIL = MAIL["from"]

# Words and times

LANGUAGE_CODE = "en-gb"
USE_TZ = True
TIME_ZONE = environment.time_zone("TURNTABLE_TIME_ZONE")

# Files for browsers. Their addresses change with their content, so that browsers may keep them for ever; what pages of
# earlier versions were made with is kept in a folder.

STATIC_URL = "/static/"
STATICFILES_DIRS = [PROJECT / "static"]
STATIC_KEPT = Path(environment.text("TURNTABLE_STATIC_ROOT") or DATA / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournament.static_files.VersionedStorage"},
}

# What browsers are told

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # browsers warn about it on plain http
SESSION_ENGINE = "tournament.web.sessions"
SESSION_COOKIE_NAME = "turntable_session"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
CSRF_COOKIE_NAME = "turntable_csrf"
CSRF_FAILURE_VIEW = "tournament.web.signing_in.refuse_form"
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # we promise https for our own host name only
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None

# Celery only rings the alarm; the database holds the truth. So no results are kept, and nothing waits for a broker.

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"polling_interval": 0.05}
if not EMBEDDED:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 12 * 60 * 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_timeout": None,  # workers wait for messages without a limit
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # keep trying, however long the broker is away
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = TIME_ZONE
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = 4
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULER = "tournament.steady_beat:SteadyScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 1

# The log: no names of people, no tokens. A laptop's terminal stays quiet and the file tells the story; servers
# log to stderr alone, because several processes cannot turn over one file.

LOG_FILE = DATA / data_files.LOG
_to_file = {
    "class": "tournament.logs.LogFile",
    "filename": LOG_FILE,
    "maxBytes": 2**20,
    "backupCount": 3,
    "delay": True,
    "encoding": "utf-8",
    "formatter": "plain",
    "filters": ["faults"],
}
_to_stderr = {
    "class": "tournament.logs.LogStream",
    "formatter": "plain",
    "filters": ["faults", "terminal"] if EMBEDDED else ["faults"],
    "level": "WARNING" if EMBEDDED else "INFO",
}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "tournament.logs.PlainFormatter"}},
    "filters": {
        "faults": {"()": "tournament.logs.FaultFilter"},
        "terminal": {"()": "tournament.logs.TerminalFilter"},
    },
    "handlers": {"stderr": _to_stderr, "file": _to_file} if EMBEDDED else {"stderr": _to_stderr},
    "root": {"handlers": ["stderr", "file"] if EMBEDDED else ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.request": {"level": "ERROR"},  # a page that does not exist needs no line
        "tournament.asgi.connections": {"level": "ERROR"},  # what cannot be read needs none, however often it comes
        "celery": {"level": "WARNING"},  # otherwise it writes a line every second
    },
}

environment.refuse_unknown()
