"""A clock on a page: complete as it comes, then counting by itself (static/js/clock.js)."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from tournament.queries.clock import DeviceClock, clock_facts
from tournament.rules.clock import RoundClock, State


def clock_context(clock: RoundClock | None, competition: int, words: str, now: datetime) -> dict[str, Any]:
    """What templates/parts/clock.html shows; `words` stand under a running clock."""
    if clock is None:
        return {"clock": None}
    facts = clock_facts(clock, now)
    running = facts["state"] == State.RUNNING and facts["deadline"] is not None
    left = facts["deadline"] - round(now.timestamp() * 1000) if running and facts["deadline"] else facts["left"]
    return {
        "clock": facts,
        "clock_json": json.dumps({**facts, "competition": competition}),
        "clock_phase": phase(facts, left),
        "clock_digits": digits(left),
        "clock_words": words,
        "clock_starts": clock.starts_at if facts["starts"] else None,
    }


def phase(facts: DeviceClock, left: int) -> str:
    """The stored state, and the moments that come by themselves."""
    if facts["state"] != State.RUNNING:
        return facts["state"].replace(" ", "-")
    return "last-hand" if facts["warning"] is not None and left <= facts["warning"] else "running"


def digits(milliseconds: int) -> str:
    """12:34, or 1:02:03 from an hour on."""
    minutes, seconds = divmod(-(-max(0, milliseconds) // 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
