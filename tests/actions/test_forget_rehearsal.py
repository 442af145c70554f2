"""A rehearsal can be removed with everything in it; a real event never, and the log keeps its lines."""

from __future__ import annotations

import pytest

from tests.cast import Day, a_day
from tests.refusals import everything, refused
from tournament.actions import removing
from tournament.models import Event, LogEntry
from tournament.permissions import organiser
from tournament.rules.errors import NotFound, Refused

pytestmark = pytest.mark.django_db


def forget(day: Day) -> None:
    removing.forget_rehearsal(by=day.organiser, event=day.event)


def test_nothing_but_the_log_is_left():
    day = a_day("syg", 8, "finished")
    lines = list(LogEntry.objects.values())
    forget(day)
    assert {name: rows for name, rows in everything().items() if rows and name != "LogEntry"} == {}
    *before, last = LogEntry.objects.values()
    assert before == lines
    facts = {key: last[key] for key in ("what", "by", "event_id", "competition_id", "facts")}
    assert facts == {
        "what": "rehearsal forgotten",
        "by": "Ruth Katoa",
        "event_id": day.event,
        "competition_id": None,
        "facts": {"competitions": ["uno-open"]},
    }


def test_other_events_stay_and_numbers_are_never_given_again():
    kept, day = Day("syg").people(4), Day("syg").people(4)
    forget(day)
    assert list(Event.objects.values_list("pk", flat=True)) == [kept.event]
    assert kept.competition.entries.count() == 4
    assert Day("syg").event > day.event


def test_a_real_event_is_refused():
    day = Day("syg", real=True).people(2)
    sentence = "“Youth weekend” is not a rehearsal. Real events stay; their names can be erased when they are over."
    with refused(Refused, sentence):
        forget(day)


def test_what_is_forgotten_is_not_there_any_more():
    day = Day("syg")
    gone = organiser(Event.objects.get())
    forget(day)
    with refused(NotFound, "There is no such event."):
        removing.forget_rehearsal(by=gone, event=day.event)
