"""What every row of long work has: whether somebody is at it, and how often it was tried."""

from __future__ import annotations

from django.db import models


class QueuedJob(models.Model):
    """Work that takes long, and is taken up by somebody (actions/job_queue.py). Each kind has its own steps."""

    step: models.Field[str, str]
    why = models.TextField(blank=True)
    """Why it failed, in words for people."""
    touched_at = models.DateTimeField(db_index=True)
    """The last sign of life of the worker that has it. If that is long past, another takes over."""
    working = models.BooleanField(default=False)
    attempts = models.PositiveIntegerField(default=0)
    """How often a worker took this step. A row that kills its worker must not be tried for ever."""

    class Meta:
        abstract = True
