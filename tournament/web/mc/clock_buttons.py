"""The buttons of the MC's clock: what each one does, what keeps it from working, and what it says.

A button is offered only if the rule behind it would not refuse now, so that it never promises what the action refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.http import HttpRequest

from tournament.actions import clock as actions
from tournament.queries.mc_desk import McDesk
from tournament.rules import clock_changes as rules
from tournament.rules.clock import RoundClock, State
from tournament.rules.clock_changes import ClockRule
from tournament.rules.errors import ClockRefused
from tournament.rules.numbers import whole_number
from tournament.rules.round_names import RoundName
from tournament.web.mc.breaks import MINUTES_TO_ADD, break_action_of
from tournament.words import listed

MOST_DIGITS_OF_MINUTES: Final = 4
"""What the buttons for more or less time offer."""
QUESTIONS: Final[dict[str, tuple[str, str]]] = {
    "end": ("End the round now? Everybody finishes their turn and counts what they hold.", "Yes, end the round"),
    "restart": ("Set the clock back to its beginning? The hall starts this round again.", "Yes, set it back"),
}
"""What a button asks before it does anything, and the button that answers."""
MORE_TIME: Final[dict[str, str]] = {"add+1": "1 more minute", "add+5": "5 more minutes"}
"""What the buttons for more time give after time up, which they ask about."""


@dataclass(frozen=True)
class ClockButton:
    """One button: its verb, its words, and what keeps it from working."""

    verb: str
    label: str
    note: str = ""
    why_not: str = ""


RARE_BUTTONS: Final = (
    ClockButton("undo", "Undo", "pressed by mistake"),
    ClockButton("call-off", "Cancel the start"),
    ClockButton("end", "End the round now", "asks first"),
    ClockButton("restart", "Set it back to the beginning", "asks first"),
)


# What a pressed button does


def question_of(verb: str, clock: RoundClock | None, now: datetime, whose: Sequence[str]) -> tuple[str, str] | None:
    """What is asked before the button does anything, and the words of the button that says yes. `whose` are the
    competitions that it is for: where there are several, the question names them."""
    is_up = clock is not None and clock.state(now) is State.TIME_UP
    question = _more_time(verb, clock, now) if clock and is_up and verb in MORE_TIME else QUESTIONS.get(verb)
    if question is None or len(whose) < 2:
        return question
    both = "both" if len(whose) == 2 else "all"
    return f"{question[0]} This is for {listed(whose)}.", f"{question[1]}: {both}"


def _more_time(verb: str, clock: RoundClock, now: datetime) -> tuple[str, str]:
    """The warning is not given twice, so nobody deals in time that is added after it."""
    no_new = "The warning has been given, so finish hands, but don’t start another."
    return (
        f"Time is up. Give the hall {MORE_TIME[verb]}? {no_new if clock.warned(now) else 'Everybody plays on.'}",
        f"Yes, {MORE_TIME[verb]}",
    )


def is_for(verb: str, clock: RoundClock, now: datetime) -> bool:
    """Whether a button that runs all clocks means this one: a round that has ended is not ended again."""
    return verb != "end" or not _refusal(rules.end, clock, now)


def action_of(request: HttpRequest, verb: str) -> Callable[..., Any] | None:
    """The action behind a button, with what its form holds; None for a verb that no button has."""
    if verb == "start-at":
        return partial(actions.set_start, at=request.POST.get("at", ""))
    if verb == "calls":
        return lambda **by_whom: actions.set_calls(minutes=_minutes(request.POST.get("calls", "")), **by_whom)
    if verb in {f"add{minutes:+}" for minutes in MINUTES_TO_ADD}:
        return partial(actions.add_time, seconds=60 * int(verb.removeprefix("add")))
    return _ACTIONS.get(verb) or break_action_of(request, verb)


_ACTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "start": actions.start_clock,
    "call-off": actions.call_off_start,
    "pause": actions.pause_clock,
    "resume": actions.resume_clock,
    "end": actions.end_clock,
    "undo": actions.undo_clock,
    "restart": actions.restart_clock,
}


def _minutes(text: str) -> list[int]:
    """10, 5, 1: whole minutes, with commas or spaces between them."""
    minutes = [whole_number(word, most_digits=MOST_DIGITS_OF_MINUTES) for word in text.replace(",", " ").split()]
    if None in minutes:
        raise ClockRefused("Write whole minutes before the end, such as “10, 1”.")
    return [minute for minute in minutes if minute is not None]


# What keeps a button from working


def refusals(desk: McDesk, now: datetime) -> dict[str, str]:
    """What each button's rule would say now; empty if it would agree."""
    if desk.clock is None:
        return {}
    asked: dict[str, ClockRule] = {
        "start": rules.start,
        "call-off": rules.call_off,
        "pause": rules.pause,
        "resume": rules.resume,
        "end": rules.end,
        "undo": partial(rules.undo, counted_since_end=desk.counted_since_end),
        "restart": partial(rules.restart, hand_recorded=desk.hand_recorded),
    }
    for minutes in MINUTES_TO_ADD:
        asked[f"add{minutes:+}"] = partial(rules.add, amount=timedelta(minutes=minutes), counted=desk.counted)
    return {verb: _refusal(rule, desk.clock, now) for verb, rule in asked.items()}


def _refusal(rule: ClockRule, clock: RoundClock, now: datetime) -> str:
    try:
        rule(clock, now)
    except ClockRefused as refused:
        return str(refused)
    return ""


# What the page shows


def buttons_context(desk: McDesk, now: datetime, *, is_chosen_below: bool = False) -> dict[str, Any]:
    """The buttons for more or less time, then the rarer ones.

    A rare button is shown only while it works. The exception is setting the clock back: while a round goes on, the
    page says what prevents it. In a break who starts the round is a choice of its own: nothing is
    cancelled here.
    """
    why_not = refusals(desk, now)
    begun = bool(why_not.get("start"))
    hidden = set() if begun else {"end"}  # nobody ends what has not begun
    hidden |= {"call-off"} if is_chosen_below else set()
    explained = {"restart"} if begun and not why_not.get("end") else set()
    changes = [_change_button(minutes, why_not) for minutes in MINUTES_TO_ADD]
    return {
        "changes": [(button.verb, button.label, button.why_not) for button in changes],
        "further": [
            (button.verb, button.label, button.note, why_not.get(button.verb, ""))
            for button in RARE_BUTTONS
            if button.verb not in hidden and (button.verb in explained or not why_not.get(button.verb))
        ],
        "cannot_change": dict.fromkeys(button.why_not for button in changes if button.why_not),
        "added_time": _added_time(desk.clock, now) if desk.clock else "",
    }


def _added_time(clock: RoundClock, now: datetime) -> str:
    """What minutes mean that are added after the warning, before and after they are: it stands."""
    given = clock.warned(now) and clock.state(now) in (State.RUNNING, State.PAUSED)
    if not given or clock.warning is None:
        return ""
    minutes = -(-clock.left(now) // timedelta(minutes=1))
    affected = f"these {minutes} minutes" if clock.left(now) > clock.warning else "minutes that you add now"
    return f"The warning has been given: no new hands in {affected}."


def _change_button(minutes: int, why_not: Mapping[str, str]) -> ClockButton:
    verb = f"add{minutes:+}"
    return ClockButton(verb, f"{'+' if minutes > 0 else '−'} {abs(minutes)}", why_not=why_not.get(verb, ""))


def primary_button(
    clock: RoundClock | None, now: datetime, after_break: RoundName | None = None, *, together: bool
) -> tuple[str, str, str] | None:
    """The one large button: its verb, its words, its icon. In a break it names the round `after_break`."""
    if clock is None:
        return None
    clocks = " all clocks" if together else ""
    match clock.state(now):
        case State.READY:
            what = f" {after_break.lower}" if after_break is not None and not together else clocks
            return ("start", f"Start{what}{' now' if clock.starts_at or after_break else ''}", "play")
        case State.RUNNING:
            return ("pause", f"Pause{clocks}", "over")
        case State.PAUSED:
            return ("resume", f"Resume{clocks}", "play")
    return None
