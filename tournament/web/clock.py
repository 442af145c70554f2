"""A clock on a page: complete as it comes, then counting by itself (static/js/clock.js)."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, Final

from tournament.queries.clock import DeviceClock, clock_facts
from tournament.rules.breaks import Break, find_break
from tournament.rules.clock import RoundClock, State
from tournament.rules.standing import Standing

USUAL_WAIT: Final = timedelta(minutes=15)
"""How long people wait for a set start of round 1, as the cards of the break show it."""
LONGEST_COUNTDOWN: Final = timedelta(hours=1)
"""How much time phones count down. A later moment is given as a time of day."""


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
        "clock_phase": phase(facts),
        "clock_warned": facts["warned"] is not None,
        "clock_digits": digits(timedelta(milliseconds=left)),
        "clock_words": words,
        "clock_starts": clock.starts_at if facts["starts"] else None,
    }


def public_clock_context(standing: Standing, competition: int, words: str, now: datetime) -> dict[str, Any]:
    """A competition's clock on everyone's pages: in a break what is left until the next round (`clock_coming`),
    otherwise the open round's. A round on another day says when it starts, and counts in its last hour."""
    context = clock_context(standing.clock, competition, words, now)
    coming = find_break(standing)
    if coming is None or coming.left(now) > LONGEST_COUNTDOWN or not (coming.is_seated or coming.left(now)):
        return context
    return context | break_context(coming, competition, now) | {"clock": coming, "clock_coming": coming.before}


def break_context(coming: Break, competition: int, now: datetime) -> dict[str, Any]:
    """A break as a clock that counts down to the next round. It has no sound and no warning."""
    since = coming.since or coming.ends - USUAL_WAIT
    left = coming.left(now)
    facts = {
        "competition": competition,
        "state": "break",
        "starts": None,
        "deadline": round(coming.ends.timestamp() * 1000),
        "left": 0,
        "warning": None,
        "calls": [],
        "length": round((coming.ends - since).total_seconds() * 1000),
    }
    return {
        "clock_json": json.dumps(facts),
        "clock_phase": "break" if left else "break-over",
        "clock_digits": digits(left),
        "gone": 1 - min(1.0, left / (coming.ends - since)) if coming.ends > since else 1.0,
    }


def phase(facts: DeviceClock) -> str:
    """The stored state, and the moments that come by themselves."""
    if facts["state"] != State.RUNNING:
        return facts["state"].replace(" ", "-")
    return "running" if facts["warned"] is None else "last-hand"


def digits(time: timedelta) -> str:
    """12:34, or 1:02:03 from an hour on; a second that has begun counts."""
    minutes, seconds = divmod(-(-max(timedelta(0), time) // timedelta(seconds=1)), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
