"""What an organiser wrote beside a reason."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Q

from tournament.models.event import Event
from tournament.models.travel_ids import TravelIdField


class Note(models.Model):
    """A note for organisers. It is a row of its own, which the log and the record only point at, because erasing names
    deletes it: it could not do that to a line of the log."""

    travel_id = TravelIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notes")
    text = models.CharField(max_length=200)

    class Meta:
        constraints = [CheckConstraint(name="note_says_something", condition=~Q(text=""))]

    def __str__(self) -> str:
        return f"Note {self.pk}"
