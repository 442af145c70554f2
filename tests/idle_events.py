"""Many events in which nothing is due, as a server has them after a year: some take entries until next month, some have
a clock that rings tomorrow, some are over. Rows alone, so that a thousand take a second."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db.models import Model
from django.utils import timezone

from tests.cast import Day
from tournament.models import ClockMoment, Event, Print, Screen
from tournament.models.travel_ids import new_travel_id
from tournament.rules.prints import PrintStep

Row = TypeVar("Row", bound=Model)
SCREENS = 4
PAPERS = ("draw", "run-sheet", "scoresheets")


def make_idle_events(number: int) -> None:
    """So many more, like an event of two people whose clock runs."""
    day = Day("syg", clock=24 * 60 * 60, warning=60 * 60).people(2).until("running")
    now = timezone.now()
    first = Event.objects.get(pk=day.event)
    events = copies(first, number, lambda n: {"slug": f"idle-{first.pk}-{n}", "short": None})
    about = [_times(n, now) | {"slug": event.slug, "event": event} for n, event in enumerate(events)]
    competitions = copies(day.competition, number, lambda n: about[n])
    rounds = copies(day.round, number, lambda n: {"competition": competitions[n]})
    clocks = copies(day.round.clock, number, lambda n: {"competition": competitions[n], "round": rounds[n]})
    for moment in ClockMoment.objects.filter(clock=day.round.clock):
        copies(moment, number, lambda n: {"clock": clocks[n]})
    Print.objects.bulk_create(
        Print(competition=competition, what=what, paper="a4", step=PrintStep.READY, touched_at=now - timedelta(days=9))
        for competition in competitions
        for what in PAPERS
    )
    known = Screen.objects.count()
    screens = [_screen(events[n // SCREENS], known + n, now) for n in range(number * SCREENS)]
    Screen.objects.bulk_create(screens)


def copies(row: Row, number: int, about: Callable[[int], dict[str, Any]]) -> Sequence[Row]:
    """So many rows like this one, each with what is its own."""
    made = []
    for n in range(number):
        another = copy(row)
        another.pk = None
        if hasattr(another, "travel_id"):
            another.travel_id = new_travel_id()
        another._state = copy(row._state)
        another._state.fields_cache = {}
        for name, value in about(n).items():
            setattr(another, name, value)
        made.append(another)
    return type(row)._default_manager.bulk_create(made)


def _times(number: int, now: datetime) -> dict[str, Any]:
    """Two of three have closed their entries, long ago."""
    if number % 3:
        return {"closes_at": now - timedelta(days=9), "closed_at": now - timedelta(days=9)}
    return {"closes_at": now + timedelta(days=30), "closed_at": None}


def _screen(event: Event, number: int, now: datetime) -> Screen:
    """One with a name is kept, however long it is silent; the others were open a moment ago."""
    name, silent = ("Stage", timedelta(days=90)) if number % SCREENS == 0 else ("", timedelta(minutes=5))
    return Screen(
        number=1000 + number,
        key_hash=f"{number:064}",
        event=event,
        name=name,
        made_at=now - timedelta(days=90),
        last_seen=now - silent,
    )
