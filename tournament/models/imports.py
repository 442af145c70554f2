"""A list of people on its way into a competition."""

from __future__ import annotations

from django.db import models

from tournament.models.constraints import choices, one_of
from tournament.models.event import Competition
from tournament.models.people import Account
from tournament.rules.imports import Step


class Import(models.Model):
    """A file or pasted text that is read, looked at and then saved. It is full of names, so it is deleted the moment
    it is saved or discarded, and with the names of its event; what came of it is a line in the log."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="imports")
    by = models.CharField(max_length=120)
    account = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """Who sent it: two organisers may have the same name."""
    step = models.CharField(max_length=10, choices=choices(Step), default=Step.READING)
    content = models.BinaryField(default=bytes)
    """What was sent, until it is read."""
    lines = models.JSONField(default=list)
    unreadable = models.JSONField(default=list)
    """Rows with problems of their own, whatever else is entered."""
    problems = models.JSONField(default=list)
    """Those, and the rows that do not fit beside what was entered when the list was last checked."""
    found = models.JSONField(default=dict)
    """What the preview says: how many would be new, from which new groups, the first of them."""
    leave_out = models.BooleanField(default=False)
    """Whether the rows with problems are to be left out."""
    why = models.TextField(blank=True)
    """Why it failed, or was not saved when somebody wanted it."""
    touched_at = models.DateTimeField(db_index=True)
    """The last sign of life of whoever works on it; long past, somebody else takes over."""
    working = models.BooleanField(default=False)
    attempts = models.PositiveIntegerField(default=0)
    """How often somebody took this step up. A list that kills whoever reads it must not be tried for ever."""

    class Meta:
        constraints = [one_of("step", Step)]

    def __str__(self) -> str:
        return f"Import {self.pk}: {self.step}"
