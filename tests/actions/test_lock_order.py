"""What locks several rows locks the event first, then the competition, then its tables, then a group. test_log.py looks
at every action once; here are the ways through some that it does not take."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from tests.backends import ON_POSTGRES
from tests.cast import Day, a_day
from tests.locks import locks_in_order
from tournament.actions import setup, wishes
from tournament.actions.base import lock_competition, lock_event
from tournament.models import Event

pytestmark = [pytest.mark.django_db, ON_POSTGRES]

MIA = "Mia O'Brien"


def grant(day: Day, wish: int, kind: str, name: str = "") -> Callable[[], Any]:
    return partial(wishes.answer_wish, by=day.organiser, wish=wish, kind=kind, name=name, granted=True)


def spelling() -> Callable[[], Any]:
    day = a_day("syg", 4, "published")
    asked = {"by": day.coordinator("Riverside"), "entry": day.who(MIA).pk, "why": "married"}
    return grant(day, wishes.ask_spelling(**asked, name="Mya Hall"), "spelling", "Mya Hall")


def empty_chair() -> Callable[[], Any]:
    day = a_day("syg", 4, "published")
    asked = {"by": day.coordinator("Riverside"), "entry": day.who(MIA).pk, "why": "ill"}
    return grant(day, wishes.ask_empty_chair(**asked), "empty chair")


def substitution_without_groups() -> Callable[[], Any]:
    day = a_day("syg", 4, "published")
    wish = day.ask(MIA, "Ivy King")
    Event.objects.update(has_groups=False)
    return grant(day, wish, "substitution", "Ivy King")


def new_name_of_a_competition() -> Callable[[], Any]:
    day = Day("syg")
    return partial(setup.change_settings, by=day.organiser, competition=day.pk, choices={}, name="Uno for all")


@pytest.mark.parametrize("way", [spelling, empty_chair, substitution_without_groups, new_name_of_a_competition])
def test_the_event_comes_first(way):
    act = way()
    with locks_in_order():
        act()


def test_control_another_order_is_found():
    day = Day("syg")
    with pytest.raises(AssertionError), locks_in_order():
        lock_competition(day.pk)
        lock_event(day.event)
    assert connection.vendor == "postgresql"
