"""The break and the podium on the MC's desk: what their buttons do, and what the cards say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.http import HttpRequest

from tournament.actions import breaks, clock, podium
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.mc_desk import McDesk
from tournament.queries.scenes import count_podium_steps
from tournament.rules.breaks import Break, change_break, find_break
from tournament.rules.clock import State
from tournament.rules.errors import ClockRefused
from tournament.rules.numbers import whole_number
from tournament.rules.podium import STEPS, comes_next
from tournament.rules.presets import Format
from tournament.web.clock import break_context

MINUTES_TO_ADD: Final = (-5, -1, 1, 5)
"""The minutes that the buttons beside a clock add, for a round or a break."""
PLACES: Final = ("", "Show the winner", "Show second place", "Show third place")
"""What the podium's button says, by the place that it opens."""


def break_action_of(request: HttpRequest, verb: str) -> Callable[..., Any] | None:
    """The action behind a button of the break or the podium; None for a verb that none of them has."""
    actions: dict[str, Callable[..., Any]] = {
        f"break{minutes:+}": partial(breaks.add_to_break, seconds=60 * minutes) for minutes in MINUTES_TO_ADD
    }
    actions |= {f"podium-{place}": partial(podium.show_place, place=place) for place in range(1, STEPS + 1)}
    actions |= {"podium-close": podium.close_podium, "break-starts": clock.start_after_break}
    if verb == "break-length":
        return partial(set_break_length, request.POST.get("minutes", ""))
    return actions.get(verb)


def set_break_length(text: str, **by_whom: Any) -> None:
    """How long this competition's breaks are, as somebody typed it."""
    minutes = whole_number(text, most_digits=4)
    if minutes is None:
        raise ClockRefused("Write how long a break lasts as whole minutes, such as 10.")
    breaks.set_break_length(minutes=minutes, **by_whom)


@dataclass(frozen=True)
class BreakCard:
    """The break on the desk."""

    coming: Break
    clock: dict[str, Any]
    changes: Sequence[tuple[str, str, str]]
    """The buttons for a longer or shorter break: the verb, the words, and what keeps it from working."""
    choice: tuple[str, str] | None
    """Who starts the round at 0:00, in words, and the verb of the button that changes it; None where there is nothing
    to choose."""

    @property
    def cannot_change(self) -> list[str]:
        """Why some of these buttons do nothing, each reason once."""
        return list(dict.fromkeys(why for _, _, why in self.changes if why))

    @property
    def share(self) -> str:
        """How much of it is left, for the bar."""
        return f"{100 * (1 - self.clock['gone']):.2f}"


def break_card(desk: McDesk, competition: CompetitionFacts, now: datetime) -> BreakCard | None:
    """The break that counts down now."""
    coming = find_break(desk.standing)
    if coming is None or (desk.clock is not None and desk.clock.state(now) in (State.RUNNING, State.PAUSED)):
        return None
    changes = [(f"break{minutes:+}", _label(minutes), _why_not(coming, now, minutes)) for minutes in MINUTES_TO_ADD]
    return BreakCard(
        coming=coming,
        clock=break_context(coming, competition.pk, now),
        changes=changes if not coming.starts_by_itself else (),
        choice=_choice(desk, coming, now),
    )


def _choice(desk: McDesk, coming: Break, now: datetime) -> tuple[str, str] | None:
    """A start that is set before the first round ends no break: it is cancelled as it was set."""
    if not coming.is_seated or desk.clock is None or coming.since is None or coming.ends <= now:
        return None
    if coming.starts_by_itself:
        return "At 0:00, begin by itself", "call-off"
    return "At 0:00, wait for me", "break-starts"


def _label(minutes: int) -> str:
    return f"{'+' if minutes > 0 else '−'} {abs(minutes)}"


def _why_not(coming: Break, now: datetime, minutes: int) -> str:
    try:
        change_break(coming, now, 60 * minutes)
    except ClockRefused as refused:
        return str(refused)
    return ""


@dataclass(frozen=True)
class PodiumCard:
    """The podium on the desk: the next place, and the words of its button."""

    place: int
    label: str
    shown: int


def podium_card(desk: McDesk, competition: CompetitionFacts) -> PodiumCard | None:
    """The podium of a finished competition; in `single` every table has its own winner, so there is none."""
    if not desk.standing.is_finished or desk.standing.format is Format.SINGLE:
        return None
    places = count_podium_steps(desk.standing)
    place = comes_next(places, competition.podium_shown)
    return PodiumCard(place, PLACES[place], places - place)
