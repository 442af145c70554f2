"""What a coordinator asks for where the rules leave it to the organiser."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tournament.models.event import Entry


class Wish(models.Model):
    """Somebody else for this entry, please: asked by the group, answered by an organiser. Erasing names deletes it."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="wishes")
    """Whose seat it is about."""
    name = models.CharField(max_length=80)
    """Who is to take it."""
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
            CheckConstraint(name="wish_has_a_name_and_a_reason", condition=~Q(name="") & ~Q(why="")),
        ]

    def __str__(self) -> str:
        return f"Wish {self.pk}"
