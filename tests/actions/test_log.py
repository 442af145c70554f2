"""Every action appends one line to the log: who, what, when, no person's name; and no line is ever changed."""

from __future__ import annotations

import inspect
import json
from datetime import UTC, datetime, timedelta
from typing import Any, get_type_hints

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from tests.actions.calls import CALLS, functions
from tests.cast import OUT, PEOPLE, Day
from tests.locks import locks_in_order
from tests.refusals import everything
from tournament.log_kinds import LOG_KINDS
from tournament.models import Competition, Event, LogEntry, Note
from tournament.permissions import Actor, Role
from tournament.rules.travel_ids import SMALLEST_ID

pytestmark = pytest.mark.django_db

FIVE = datetime(2031, 5, 5, 17, 0, tzinfo=UTC)


def test_every_action_is_tried():
    assert sorted(call.action.__qualname__ for call in CALLS) == sorted(f.__qualname__ for f in functions())


def moment_of(day: Day, stage: str) -> datetime:
    """A clock that is to be changed is at its beginning; any other day is in another year."""
    if stage in ("running", "paused", "nothing dealt"):
        return day.round.clock.started_at
    if stage in ("next seated", "round closed"):
        return day.competition.round_set.get(number=1).closed_at + timedelta(minutes=1)
    return day.round.clock.starts_at - timedelta(minutes=1) if stage == "start set" else FIVE


def numbers_in(fact: Any) -> list[int]:
    """A fact that names one row, several or none."""
    return [number for number in (fact if isinstance(fact, list) else [fact]) if number is not None]


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_an_action_is_one_line_that_names_who_and_when(call, days):
    day = days[call.day]
    by = Actor(Role.ORGANISER, day.event, "Ruth Katoa " + "x" * 120)
    moment = moment_of(day, call.day)
    with time_machine.travel(moment, tick=False):
        body = call.arguments(day)
        last = LogEntry.objects.order_by("-pk")[0].pk
        with locks_in_order():
            answer = call.action(by=by, **body, request="tablet-1/17")
    [line] = LogEntry.objects.filter(pk__gt=last)
    assert (line.by, line.role, line.request) == (by.name[:120], "organiser", "tablet-1/17")
    assert line.at == moment
    assert line.event_id == (answer if str(call) == "create_event" else day.event)
    facts = json.dumps(line.facts, ensure_ascii=False)
    assert [name for name in (*PEOPLE, "Ivy King", "Mía O'Brien") if name in facts] == []
    kind = LOG_KINDS[line.what].facts
    named = {name for name, written in get_type_hints(kind).items() if "TravelId" in str(written)}
    assert all(number >= SMALLEST_ID for name in named & set(line.facts) for number in numbers_in(line.facts[name]))
    assert kind.__required_keys__ <= set(line.facts) <= kind.__required_keys__ | kind.__optional_keys__


WITH_A_REASON = [
    call
    for call in CALLS
    if "why" in inspect.signature(call.action).parameters
    # A group's reason stays with its wish, and one of a respelling with the former name: erasing empties both.
    if str(call) not in ("ask_substitution", "ask_empty_chair", "ask_spelling", "respell")
]


@pytest.mark.parametrize("call", WITH_A_REASON, ids=str)
def test_what_somebody_typed_as_a_reason_is_a_note_and_not_in_the_log(call, days):
    """A page of an earlier version sends it so; in one line, whatever was pasted into the form."""
    body = call.arguments(days[call.day]) | {"why": "  by\n the \t door "}
    call.action(by=days[call.day].organiser, **body)
    facts = LogEntry.objects.order_by("-pk")[0].facts
    assert facts["why"] == "other"
    assert Note.objects.get(travel_id=facts["note"]).text == "by the door"


@pytest.mark.parametrize("call", [call for call in WITH_A_REASON if str(call) != "answer_wish"], ids=str)
def test_a_reason_is_logged_as_a_word_with_its_note_beside(call, days):
    body = call.arguments(days[call.day]) | {"why": "kept_apart", "note": "  by\n the \t door "}
    call.action(by=days[call.day].organiser, **body)
    facts = LogEntry.objects.order_by("-pk")[0].facts
    assert facts["why"] == "kept_apart"
    assert Note.objects.get(travel_id=facts["note"]).text == "by the door"


def test_a_line_is_about_its_competition_or_the_whole_event():
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    about = dict(LogEntry.objects.filter(event=day.event).values_list("what", "competition"))
    assert about == {"event created": None, "competition created": day.pk, "group added": None, "entered": day.pk}


def _update(line: LogEntry) -> None:
    LogEntry.objects.filter(pk=line.pk).update(by="Nobody")


def _save(line: LogEntry) -> None:
    line.what = "nothing happened"
    line.save()


def _delete(line: LogEntry) -> None:
    LogEntry.objects.filter(pk=line.pk).delete()


def _by_hand(line: LogEntry) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournament_logentry")


@pytest.mark.parametrize("attempt", [_update, _save, _delete, _by_hand])
def test_the_database_refuses_to_change_or_delete_a_line(attempt):
    Day("syg")
    before = everything()
    with pytest.raises(IntegrityError, match="The log is append-only"), transaction.atomic():
        attempt(LogEntry.objects.earliest("pk"))
    assert everything() == before


@pytest.mark.parametrize("model", [Event, Competition])
def test_what_the_log_speaks_of_cannot_be_deleted(model):
    Day("syg", real=True).people(2).until("published").hand(1, [OUT, 10])
    before = everything()
    with pytest.raises(ProtectedError):
        model.objects.latest("pk").delete()
    assert everything() == before
