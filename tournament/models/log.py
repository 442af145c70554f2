"""What happened: an append-only log, and the answers already given."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

from tournament.models.event import Competition, Event


def only_rehearsals(collector: Any, field: Any, lines: models.QuerySet[LogEntry], using: str) -> None:  # noqa: ARG001
    """A real event that was played cannot be deleted. A rehearsal can, and so can what was never played; the log keeps
    its lines."""
    of = "event__competitions" if field.name == "event" else "competition"
    tables = f"{of}__round_set__tables"
    played = Q(**{f"{tables}__dealt_at__isnull": False}) | Q(**{f"{tables}__accepted_at__isnull": False})
    if real := list(lines.filter(played, event__fictional=False)[:1]):
        raise models.ProtectedError("The log speaks of this event, so it stays.", set(real))


only_rehearsals.lazy_sub_objs = True  # type: ignore[attr-defined]
"""Django's word for: do not fetch thousands of lines only to ask whether there is one."""


class LogEntry(models.Model):
    """Who did what, when. The database refuses to change or delete a line; no person's name is in `facts`.

    A line outlives the rehearsal, or what nobody used, that it speaks of, so the numbers of an event or competition
    may point at nothing. They are never given again.
    """

    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    role = models.CharField(max_length=12)
    event = models.ForeignKey(Event, on_delete=only_rehearsals, db_constraint=False, related_name="log")
    competition = models.ForeignKey(
        Competition, null=True, on_delete=only_rehearsals, db_constraint=False, related_name="log"
    )
    what = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    request = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # each look at an MC's desk asks for the newest of these few, among thousands of lines
            models.Index(name="log_clock_moved", fields=["competition"], condition=Q(what="clock moved"))
        ]

    def __str__(self) -> str:
        return f"{self.what} by {self.by}"


class Answered(models.Model):
    """A request that was carried out: the same id and body get the same answer and no second effect."""

    request = models.CharField(max_length=64, primary_key=True)
    fingerprint = models.CharField(max_length=64)
    """Made with the secret of this installation, which knows the request by it."""
    travels = models.CharField(max_length=64, blank=True, default="")
    """Another fingerprint, by which every installation that holds the event knows the request. Only what a tablet sent
    has one: nobody else sends a request again after the event has moved."""
    answer = models.JSONField(null=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.request
