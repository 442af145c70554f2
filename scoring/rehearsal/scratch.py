"""A database of its own, in memory, for rehearsals that leave nothing behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connections


@contextmanager
def scratch_database() -> Iterator[None]:
    """Inside, `default` is an empty, migrated database; outside, nothing has happened to the real one."""
    real_settings, real = connections.settings, connections["default"]
    memory = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "OPTIONS": {"transaction_mode": "IMMEDIATE"}}
    connections.settings = connections.configure_settings({"default": memory})
    del connections["default"]
    try:
        call_command("migrate", verbosity=0, interactive=False)
        yield
    finally:
        connections["default"].close()
        connections.settings = real_settings
        connections["default"] = real
