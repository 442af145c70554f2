"""Papers that were made, kept for their event until names are erased."""

from __future__ import annotations

from django.db import models
from django.db.models import UniqueConstraint

from tournament.models.constraints import choices, one_of
from tournament.models.event import Competition
from tournament.models.job_queue import QueuedJob
from tournament.rules.prints import PrintStep


class Print(QueuedJob):
    """One paper of a competition: the file, and what it was made from. It is in the database because the process that
    makes it and the one that hands it out may be on different machines."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="prints")
    what = models.CharField(max_length=40)
    round = models.PositiveIntegerField(default=0)
    """0 where it is about no round."""
    paper = models.CharField(max_length=10)
    copies = models.PositiveIntegerField(default=0)
    look = models.JSONField(default=dict, blank=True)
    """What was chosen where a paper has several looks (rules/print_looks.py); nothing for the usual one."""
    site = models.CharField(max_length=300, blank=True)
    step = models.CharField(max_length=10, choices=choices(PrintStep), default=PrintStep.MAKING, db_index=True)
    content = models.BinaryField(default=bytes)
    pages = models.PositiveIntegerField(default=0)
    facts = models.JSONField(default=dict)
    """What it was made from: signs of the values, not the values."""
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("step", PrintStep),
            UniqueConstraint(fields=["competition", "what", "round", "paper"], name="print_once"),
        ]

    def __str__(self) -> str:
        return f"Print {self.pk}: {self.what}"
