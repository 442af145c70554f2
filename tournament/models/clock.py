"""The round clock's facts; what is left is computed (RULES 8)."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q, UniqueConstraint

from tournament.models.event import Competition
from tournament.models.rounds import Round
from tournament.rules import clock


class Clock(models.Model):
    """One round's clock. One is open per competition. `warned_at` and `ended_at` are set once, whatever fails."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="clocks")
    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    length = models.DurationField()
    warning = models.DurationField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused = models.DurationField(default=timedelta)
    added = models.DurationField(default=timedelta)
    ended_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """When time is up if nothing changes, for the sweep; empty while nothing is due."""

    class Meta:
        constraints = [
            UniqueConstraint(fields=["competition"], name="clock_one_open", condition=Q(closed_at__isnull=True)),
            models.CheckConstraint(name="clock_length_positive", condition=Q(length__gt=timedelta(0))),
        ]

    def __str__(self) -> str:
        return f"Clock of {self.round}"

    @property
    def facts(self) -> clock.Clock:
        """The clock as the rules know it."""
        return clock.Clock(
            length=self.length,
            warning=self.warning,
            started_at=self.started_at,
            paused_at=self.paused_at,
            paused=self.paused,
            added=self.added,
            ended_at=self.ended_at,
            closed_at=self.closed_at,
        )


class ClockChange(models.Model):
    """Every change is kept, with who and when."""

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    change = models.CharField(max_length=12)
    amount = models.DurationField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.change} by {self.by}"
