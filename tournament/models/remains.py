"""What a database keeps of rows after they are deleted."""

from __future__ import annotations

from django.db import models


class Remains(models.Model):
    """Names were erased, and the files of the database may still hold their bytes. The row goes when they are gone."""

    due_at = models.DateTimeField()
    """When they are next to be overwritten: at once, or later if somebody is at it or was in the way."""

    def __str__(self) -> str:
        return f"Remains, due {self.due_at:%Y-%m-%d %H:%M}"
