"""What a coordinator asks for where the rules leave it to the organiser."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tournament.models.constraints import choices, one_of
from tournament.models.event import Entry
from tournament.models.travel_ids import TravelIdField
from tournament.rules.attendance.asking import WishKind


class Wish(models.Model):
    """Somebody else for this entry, or nobody, or another spelling, please: asked by the group, answered by an
    organiser. Erasing names deletes it."""

    travel_id = TravelIdField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="wishes")
    """Whose place it is about."""
    kind = models.CharField(max_length=12, choices=choices(WishKind), default=WishKind.SUBSTITUTION)
    name = models.CharField(max_length=80, blank=True)
    """Who is to take it, or how the name is to be spelt; empty for an empty chair."""
    why = models.CharField(max_length=200)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    granted = models.BooleanField(null=True, blank=True)
    answer = models.CharField(max_length=200, blank=True)
    """The organiser's word."""

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            UniqueConstraint(fields=["entry"], name="wish_one_open_per_entry", condition=Q(answered_at__isnull=True)),
            CheckConstraint(
                name="wish_answered_is_granted_or_not",
                condition=Q(answered_at__isnull=True, granted__isnull=True)
                | Q(answered_at__isnull=False, granted__isnull=False),
            ),
            one_of("kind", WishKind),
            CheckConstraint(
                name="wish_has_a_name_and_a_reason",
                condition=~Q(why="")
                & (Q(kind=WishKind.EMPTY_CHAIR, name="") | (~Q(kind=WishKind.EMPTY_CHAIR) & ~Q(name=""))),
            ),
        ]

    def __str__(self) -> str:
        return f"Wish {self.pk}"
