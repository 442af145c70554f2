"""Events that were removed: a copy of their rows, for a week."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournament.models.people import Account


class ExactJSONEncoder(DjangoJSONEncoder):
    """Django's own leaves microseconds out, and a row that comes back must be the same row."""

    def default(self, o: Any) -> Any:
        """A moment in full, everything else as Django writes it."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


class RemovedEvent(models.Model):
    """All rows of an event that an organiser removed, so that it can be brought back for a week."""

    event_number = models.BigIntegerField(unique=True)
    """The number that the event had, and has again when it is back."""
    organisers = models.ManyToManyField(Account, related_name="removed_events")
    """Its organisers at that time: they find it on the page of their events."""
    name = models.CharField(max_length=120)
    removed_at = models.DateTimeField()
    rows = models.JSONField(encoder=ExactJSONEncoder)

    def __str__(self) -> str:
        return self.name
