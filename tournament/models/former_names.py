"""How somebody's name was spelt before it was fixed."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Q

from tournament.models.event import Competitor
from tournament.models.travel_ids import TravelIdField


class FormerName(models.Model):
    """A spelling that was replaced. Erasing names deletes it, which it could not do to a line of the log."""

    travel_id = TravelIdField()
    competitor = models.ForeignKey(Competitor, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=80)
    until = models.DateTimeField()
    why = models.CharField(max_length=200, blank=True)
    """Why an organiser says that the new name is the same person's; empty if it was plainly a respelling."""

    class Meta:
        ordering = ["pk"]
        constraints = [CheckConstraint(name="former_name_is_a_name", condition=~Q(name=""))]

    def __str__(self) -> str:
        return f"Former name {self.pk}"
