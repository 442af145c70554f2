"""What a database keeps of rows after they are deleted."""

from __future__ import annotations

from enum import StrEnum

from django.db import models


class HeldUpBy(StrEnum):
    """Why erased rows could not be overwritten yet."""

    OTHERS = "others"
    DISK = "disk"
    RIGHTS = "rights"


class Remains(models.Model):
    """Names were erased, and the files of the database may still hold their bytes. The row goes when they are gone."""

    due_at = models.DateTimeField()
    """When they are next to be overwritten: at once, or later if somebody is at it or was in the way."""
    held_up_by = models.CharField(max_length=10, blank=True)
    """What was in the way when it was last tried, a `HeldUpBy`; empty before."""

    def __str__(self) -> str:
        return f"Remains, due {self.due_at:%Y-%m-%d %H:%M}"
