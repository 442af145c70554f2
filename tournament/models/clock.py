"""The round clock's facts; what is left is computed (RULES 8)."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q, UniqueConstraint

from tournament.models.constraints import one_of
from tournament.models.event import Competition
from tournament.models.rounds import Round
from tournament.models.travel_ids import TravelIdField
from tournament.rules import clock


class Clock(models.Model):
    """One round's clock. One is open per competition."""

    travel_id = TravelIdField()
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="clocks")
    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    length = models.DurationField()
    warning = models.DurationField(null=True, blank=True)
    calls = models.JSONField(default=list, blank=True)
    """Further calls, each as its number of seconds before the end."""
    starts_at = models.DateTimeField(null=True, blank=True)
    """A start that was set ahead."""
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused = models.DurationField(default=timedelta)
    added = models.DurationField(default=timedelta)
    warned_at = models.DateTimeField(null=True, blank=True)
    """When the warning happened. It happens once, and nothing takes it back but setting the clock to its beginning."""
    ended_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["competition"], name="clock_one_open", condition=Q(closed_at__isnull=True)),
            models.CheckConstraint(name="clock_length_positive", condition=Q(length__gt=timedelta(0))),
        ]

    def __str__(self) -> str:
        return f"Clock of {self.round}"

    @property
    def facts(self) -> clock.RoundClock:
        """The clock as the rules know it."""
        return clock.RoundClock(
            length=self.length,
            warning=self.warning,
            calls=tuple(timedelta(seconds=before) for before in self.calls),
            starts_at=self.starts_at,
            started_at=self.started_at,
            paused_at=self.paused_at,
            paused=self.paused,
            added=self.added,
            ended_at=self.ended_at,
            closed_at=self.closed_at,
            warned_at=self.warned_at,
        )


class ClockMoment(models.Model):
    """Something that a clock does by itself. It is either due (`due_at`) or has happened. The process that turns one
    into the other makes it happen; late, double or stale alarms find nothing to turn."""

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="moments")
    kind = models.CharField(max_length=10)
    before = models.DurationField(default=timedelta)
    """How long before the end it happens."""
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    happened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("kind", clock.MomentKind),
            UniqueConstraint(fields=["clock", "kind", "before"], name="clock_moment_once"),
            models.CheckConstraint(
                name="clock_moment_due_or_happened", condition=Q(due_at__isnull=True) | Q(happened_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.clock}"


class ClockChange(models.Model):
    """Every change is kept, with who and when."""

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    change = models.CharField(max_length=20)
    amount = models.DurationField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.change} by {self.by}"
