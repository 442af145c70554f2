"""What happened: an append-only log, and the answers already given."""

from __future__ import annotations

from django.db import models

from tournament.models.event import Competition, Event


class LogEntry(models.Model):
    """Who did what, when. The database refuses to change or delete a line; no person's name is in `facts`."""

    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    role = models.CharField(max_length=12)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="log")
    competition = models.ForeignKey(Competition, null=True, on_delete=models.PROTECT, related_name="log")
    what = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    request = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.what} by {self.by}"


class Answered(models.Model):
    """A request that was carried out: the same id and body get the same answer and no second effect."""

    request = models.CharField(max_length=64, primary_key=True)
    fingerprint = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.request
