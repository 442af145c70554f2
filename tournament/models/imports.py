"""A list of people on its way into a competition."""

from __future__ import annotations

from django.db import models

from tournament.models.constraints import choices, one_of
from tournament.models.event import Competition
from tournament.models.job_queue import QueuedJob
from tournament.models.people import Account
from tournament.rules.imports import ImportStep


class Import(QueuedJob):
    """A file or pasted text that is read, looked at and then saved. It is full of names, so it is deleted the moment it
    is saved or discarded, and with the names of its event; what came of it is a line in the log. Its number is an id
    that travels, because lines of the log are found by it when the row is gone."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="imports")
    by = models.CharField(max_length=120)
    account = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """Who sent it: two organisers may have the same name."""
    step = models.CharField(max_length=10, choices=choices(ImportStep), default=ImportStep.READING)
    content = models.BinaryField(default=bytes)
    """What was sent, until it is read."""
    lines = models.JSONField(default=list)
    unreadable = models.JSONField(default=list)
    """Rows whose problems do not depend on who else is entered."""
    problems = models.JSONField(default=list)
    """Those, and the rows that do not fit beside what was entered when the list was last checked."""
    found = models.JSONField(default=dict)
    """What the preview says: how many would be new, from which new groups, the first of them."""
    same = models.JSONField(default=dict)
    """What was said of names with the letters of a known one: whether it is the same person, by the row's number, or
    the same group, by `group:` and its name."""
    leave_out = models.BooleanField(default=False)
    """Whether the rows with problems are to be left out."""

    class Meta:
        constraints = [one_of("step", ImportStep)]

    def __str__(self) -> str:
        return f"Import {self.pk}: {self.step}"
