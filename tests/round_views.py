"""A round as public pages and paper tell it."""

from __future__ import annotations

from django.utils import timezone

from scoring.queries.rounds import read_round
from scoring.rounds_in_words import RoundView, tell_round
from tournament.models import Competition
from tournament.queries.standing import read_standing


def view_round(competition: Competition, number: int) -> RoundView:
    """Round `number` as everybody is told of it now."""
    now = timezone.now()
    standing = read_standing(competition, now)
    round_ = standing.round(number)
    assert round_ is not None
    return tell_round(read_round(standing, competition, round_, now))
