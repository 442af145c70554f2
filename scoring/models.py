"""What happened at one table: hands with what everybody held, and corrections.

A hand belongs to chairs, not to people: whoever takes over a seat in the middle of a round takes over its points.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q, UniqueConstraint

from tournament.models import Seat, Table


class Hand(models.Model):
    """One deal, until somebody goes out or the clock stops it. Deleted, it stays, with its reason."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    complete = models.BooleanField()
    playoff = models.BooleanField(default=False)
    late = models.BooleanField(default=False)
    out = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    last_card = models.CharField(max_length=30, blank=True)
    version = models.PositiveIntegerField(default=1)
    recorded_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)
    deleted_why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            UniqueConstraint(
                fields=["table", "number"], name="hand_number_once_per_sheet", condition=Q(deleted_at__isnull=True)
            ),
            models.CheckConstraint(name="hand_number_at_least_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="hand_complete_when_somebody_went_out",
                condition=Q(complete=True, out__isnull=False) | Q(complete=False, out__isnull=True, last_card=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, hand {self.number}"


class Held(models.Model):
    """What one player held at the end of a hand: cards, or only a total where that was typed."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="held")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    cards = models.JSONField(null=True, blank=True)
    points = models.PositiveIntegerField()

    class Meta:
        constraints = [UniqueConstraint(fields=["hand", "seat"], name="held_once_per_hand")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.points}"


class Correction(models.Model):
    """Held points that were changed after the hand was recorded, as they were and are."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="corrections")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    was = models.PositiveIntegerField()
    now = models.PositiveIntegerField()
    why = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(name="correction_changes_something", condition=~Q(was=F("now")))]

    def __str__(self) -> str:
        return f"{self.seat}: {self.was} to {self.now}"
