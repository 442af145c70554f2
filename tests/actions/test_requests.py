"""Every action can be called twice: same id and same body, same answer and one effect; same id, other body: refused."""

from __future__ import annotations

import hashlib
import hmac
import inspect
import json
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tests.actions.calls import CALLS, Call, functions
from tests.backends import ON_SQLITE
from tests.cast import Day, a_day
from tests.refusals import everything, refused
from tournament.actions import clock, groups, setup
from tournament.models import Answered, Event, LogEntry
from tournament.permissions import Actor, Role
from tournament.rules.errors import NotPermitted, RequestReused

pytestmark = [pytest.mark.django_db, ON_SQLITE]

REUSED = "This request id was already used for something else. Nothing was changed."


def another(body: dict[str, Any]) -> dict[str, Any]:
    """The same call about something else."""
    key, value = next(iter(body.items()))
    return body | {key: value + 1 if isinstance(value, int) else f"{value}!"}


def stranger(call: Call) -> Actor:
    """Somebody who may not do this."""
    return Actor(Role.MC if str(call) == "create_event" else Role.COORDINATOR, -1, "A stranger")


def test_every_action_is_tried():
    assert sorted(call.action.__qualname__ for call in CALLS) == sorted(f.__qualname__ for f in functions())


def test_every_action_takes_a_request_id():
    assert [f.__qualname__ for f in functions() if "request" not in inspect.signature(f).parameters] == []


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_the_same_request_has_one_effect_and_one_answer(call, days):
    day = days[call.day]
    body = call.arguments(day)
    before = everything()
    answer = call.action(by=day.organiser, **body, request="tablet-1/17")
    after = everything()
    assert len(after["LogEntry"]) == len(before["LogEntry"]) + 1
    assert call.action(by=day.organiser, **body, request="tablet-1/17") == answer
    assert everything() == after != before
    again = Actor(Role.ORGANISER, day.event, "Ruth, signed in again")
    assert call.action(by=again, **body, request="tablet-1/17") == answer
    assert everything() == after


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_the_same_id_for_something_else_is_refused(call, days):
    day = days[call.day]
    body = call.arguments(day)
    call.action(by=day.organiser, **body, request="tablet-1/17")
    with refused(RequestReused, REUSED):
        call.action(by=day.organiser, **another(body), request="tablet-1/17")
    with refused(RequestReused, REUSED):
        call.action(by=stranger(call), **body, request="tablet-1/17")


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_a_refused_request_leaves_no_trace_and_may_be_repeated(call, days):
    day = days[call.day]
    body = call.arguments(day)
    with pytest.raises(NotPermitted), transaction.atomic():
        call.action(by=stranger(call), **body, request="tablet-1/17")
    assert not Answered.objects.filter(pk="tablet-1/17").exists()
    call.action(by=day.organiser, **body, request="tablet-1/17")
    assert Answered.objects.filter(pk="tablet-1/17").count() == 1
    assert LogEntry.objects.filter(request="tablet-1/17").count() == 1


def test_what_an_earlier_version_answered_is_known_again(settings):
    """Its fingerprints were made by hand: who asked for what, with the server's secret."""
    day = Day("syg")
    text = json.dumps(["add_group", "organiser", day.event, {"event": day.event, "name": "Elim"}], sort_keys=True)
    then = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()
    Answered.objects.create(request="page-1", fingerprint=then, answer=7, at=timezone.now())
    assert groups.add_group(by=day.organiser, event=day.event, name="Elim", request="page-1") == 7
    with refused(RequestReused, REUSED):
        groups.add_group(by=day.organiser, event=day.event, name="Zion", request="page-1")


def test_the_same_id_for_another_action_is_refused_even_if_it_says_the_same():
    day = a_day("syg", 2, "published")
    clock.start_clock(by=day.mc, competition=day.pk, request="tablet-1/17")
    with refused(RequestReused, REUSED):
        clock.pause_clock(by=day.mc, competition=day.pk, request="tablet-1/17")


def test_without_an_id_every_call_counts():
    day = Day("syg")
    for _ in range(2):
        setup.create_event(by=day.organiser, name="Winter weekend")
    assert Event.objects.filter(name="Winter weekend").count() == 2
    assert Answered.objects.count() == 0


@pytest.mark.parametrize("request_id", ["x" * 65, "a\x00b"])
def test_an_id_that_cannot_be_kept_is_refused(request_id):
    day = Day("syg")
    with refused(RequestReused, "A request id has at most 64 plain characters."):
        groups.add_group(by=day.organiser, event=day.event, name="Elim", request=request_id)
    groups.add_group(by=day.organiser, event=day.event, name="Elim", request="x" * 64)
