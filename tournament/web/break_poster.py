"""The poster of a break: what stands around the time until the next round."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from tournament.queries.programme import RunningProgramme
from tournament.rules.breaks import Break
from tournament.rules.standing import Standing
from tournament.web.clock import break_context

HEIGHT_OF_A_CARD: Final = 212
CARDS: Final = (("flame", 0, 0.46), ("sun", 141, 0.32), ("leaf", 282, 0.17), ("block", 424, 0.04))
"""The seats' cards that come up behind the table edge: where each stands, and how much of the break is gone when it
begins to show (static/js/clock.js). At 0:00 all are up."""
TIME_A_CARD_RISES: Final = 0.46


def poster_of_break(running: RunningProgramme, coming: Break) -> dict[str, Any]:
    """What stands around the countdown and stays while it counts."""
    return {
        "kind": "break",
        "name": str(running.competition),
        "round": coming.before.opening,
        "words": "Find your table and sit down." if coming.is_seated else "Your next table comes up here.",
        "tables": _tables(running.standing, coming),
        "facts": repr(coming),
    }


def _tables(standing: Standing, coming: Break) -> str:
    """Tables 1 to 4."""
    planned = standing.round(coming.before.number)
    if planned is None:
        return ""
    first, last = standing.numbers.shown(1), standing.numbers.shown(planned.tables)
    return f"Table {first}" if first == last else f"Tables {first} to {last}"


def count_break(running: RunningProgramme, coming: Break, now: datetime) -> dict[str, Any]:
    """The countdown itself, with the cards as far as they are up."""
    context = break_context(coming, running.competition.pk, now)
    cards = [(suit, across, begins, _below(context["gone"], begins)) for suit, across, begins in CARDS]
    return context | {"cards": cards, "alert": "", "since": ""}


def _below(gone: float, begins: float) -> str:
    """How far below its place a card still is."""
    up = min(1.0, max(0.0, (gone - begins) / TIME_A_CARD_RISES))
    return f"{(1 - up) * HEIGHT_OF_A_CARD:.1f}"
