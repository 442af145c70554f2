"""The app of who plays whom, where and when."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings

from tournament import database_time


class TournamentConfig(AppConfig):
    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """A laptop keeps its own time once its server runs (`server.run`)."""
        if not settings.EMBEDDED:
            database_time.follow()
