"""Another installation that took an event in, as far as those who come to it there can tell."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import connection

from scoring.models import SeenSeats, Tablet
from tournament.models import Answered, LogEntry
from tournament.web.following import signed

OTHER_NUMBERS = 1000
"""So much higher are the numbers of the same rows on the other installation."""


def carry_elsewhere(settings: Any) -> None:
    """What another installation has that took the event in: the same rows under other numbers, another secret of its
    own, no sessions, nothing in its memory, and of requests only what travels."""
    settings.SECRET_KEY = "another-installation-" * 4
    signed.cache_clear()
    for at_home in (SeenSeats, Tablet):
        at_home.objects.all().delete()
    Answered.objects.update(fingerprint="")
    moved = [model for label in ("tournament", "scoring") for model in apps.get_app_config(label).get_models()]
    moved = [model for model in moved if model._meta.pk.column == "id" and model is not LogEntry]
    with connection.cursor() as cursor:
        for model in moved:
            columns = {str(field.column) for field in model._meta.concrete_fields if field.related_model in moved} | {
                "id"
            }
            changes = ", ".join(f"{column} = {column} + {OTHER_NUMBERS}" for column in sorted(columns))
            cursor.execute(f"UPDATE {model._meta.db_table} SET {changes}")
