"""The current draw, and the published one, for the few that need more of it than the standing holds.

A competition has at most one draw that was not thrown away, and a published draw stays. The standing has its plan and
its seed; the whole row here also has the order of call, the salt and the seats as they were drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from tournament.models import Draw


def standing_draws() -> QuerySet[Draw]:
    """The draws of all competitions that were not thrown away, to be narrowed down by the caller."""
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
