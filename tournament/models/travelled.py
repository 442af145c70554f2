"""What this installation keeps about events that were brought in from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import UniqueConstraint

from tournament.models.event import Event
from tournament.rules.travel_ids import TravelId

if TYPE_CHECKING:
    NumberField = models.BigIntegerField[TravelId, TravelId]
else:
    NumberField = models.BigIntegerField


class MemberName(models.Model):
    """Somebody whom the log names and who has no account here. It is a name alone and gives nobody any right."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="member_names")
    account = NumberField()
    """The id of the account that they have elsewhere."""
    name = models.CharField(max_length=310)

    class Meta:
        constraints = [UniqueConstraint(fields=["event", "account"], name="member_name_once_per_event")]

    def __str__(self) -> str:
        return self.name


class BroughtIn(models.Model):
    """An event was brought in here. It stands beside the event's own log, because whoever takes the event on gets the
    same log that came, and a copy of it here would say nothing about what happened there."""

    event_number = models.BigIntegerField()
    """The number that the event got here. The event may be gone since."""
    name = models.CharField(max_length=120)
    at = models.DateTimeField()
    made_at = models.DateTimeField()
    made_on = models.CharField(max_length=255, blank=True)
    """The name of the computer on which the file was made."""
    program = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    """SHA-256 of the file's manifest, which has that of every part."""
    as_copy = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.name}, brought in {self.at:%Y-%m-%d %H:%M}"
