"""How long each round lasts, on the settings page after the seal: shown, and changed for rounds that have not begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from tournament import words
from tournament.actions.round_times import set_round_time
from tournament.rules.numbers import whole_number
from tournament.rules.round_times import RoundTime
from tournament.rules.standing import PlannedRound, Standing
from tournament.web.organiser.settings_form import read_minutes, written_minutes

MOST_DIGITS_OF_A_ROUND: Final = 4


@dataclass(frozen=True)
class RoundLength:
    """One round's line."""

    number: int
    name: str
    takes: str
    why_fixed: str


def change_lengths(post: Mapping[str, str], /, **context: Any) -> None:
    """Read what was typed and set it."""
    typed = _typed(post)
    set_round_time(
        round=whole_number(typed["round"], most_digits=MOST_DIGITS_OF_A_ROUND) or 0,
        clock=read_minutes("clock", typed["clock"] or " "),
        warning=read_minutes("warning", typed["warning"]) if typed["warning"] else None,
        onwards=bool(typed["onwards"]),
        **context,
    )


def _typed(post: Mapping[str, str]) -> dict[str, str]:
    return {name: post.get(name, "").strip() for name in ("round", "clock", "warning", "onwards")}


def lengths_context(request: HttpRequest, standing: Standing) -> dict[str, Any]:
    """Every round with its length, and the form for the first that can be changed, or what was typed in it."""
    lines = [_line(round_, round_.time) for round_ in standing.rounds if round_.time is not None]
    first = next((round_ for round_ in standing.rounds if not _why_fixed(round_)), None)
    typed = _typed(request.POST) if request.POST.get("do") == "lengths" else _suggested(first)
    return {"lengths": lines, "changeable": [line for line in lines if not line.why_fixed], "length": typed}


def _line(round_: PlannedRound, time: RoundTime) -> RoundLength:
    warning = f"warning {words.minutes(time.warning)} before the end" if time.warning else "no warning"
    takes = f"{words.minutes(time.length)}, {warning}"
    return RoundLength(round_.number, round_.name.heading, takes, _why_fixed(round_))


def _why_fixed(round_: PlannedRound) -> str:
    if round_.closed_at is not None:
        return "Closed"
    return "Has begun" if round_.began_at is not None else ""


def _suggested(round_: PlannedRound | None) -> dict[str, str]:
    if round_ is None or round_.time is None:
        return {}
    time = round_.time
    warning = written_minutes(time.warning) if time.warning else ""
    return {"round": str(round_.number), "clock": written_minutes(time.length), "warning": warning, "onwards": "yes"}
