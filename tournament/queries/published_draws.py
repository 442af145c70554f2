"""The draw that stands and the draw that everybody may know, for the few who need more of it than the standing holds.

A competition has one draw at most that was not thrown away, and once it is published it stays. The standing has its
plan and its seed; here is the whole row: the order of call, the salt, the seats as they were drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from tournament.models import Draw


def standing_draws() -> QuerySet[Draw]:
    """Those that were not thrown away, of all competitions; narrow it down to those you mean."""
    return Draw.objects.filter(discarded_at__isnull=True)


def find_standing_draw(competition: int) -> Draw | None:
    """Of one competition, as soon as a size and a plan are chosen."""
    return standing_draws().filter(competition=competition).first()


def pick_standing_draw(draws: Iterable[Draw]) -> Draw | None:
    """The same among all draws of one competition."""
    return next((draw for draw in draws if draw.discarded_at is None), None)


def published_draws() -> QuerySet[Draw]:
    """Of all competitions; narrow it down to those you mean."""
    return Draw.objects.filter(published_at__isnull=False)


def find_published_draw(competition: int) -> Draw | None:
    """Of one competition, once it is published."""
    return published_draws().filter(competition=competition).first()
