"""The draw that everybody may know, for the few who need more of it than the standing holds.

A competition has one published draw at most. The standing has its plan and its seed; here is the whole row: the order
of call, the salt, the seats as they were drawn.
"""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.models import Draw


def published_draws() -> QuerySet[Draw]:
    """Of all competitions; narrow it down to those you mean."""
    return Draw.objects.filter(published_at__isnull=False)


def find_published_draw(competition: int) -> Draw | None:
    """Of one competition, once it is published."""
    return published_draws().filter(competition=competition).first()
