"""Who may do what: every action, every role, and everybody's number mistaken for everybody else's."""

from __future__ import annotations

from itertools import product

import pytest
from django.db import transaction

from tests.actions.calls import CALLS, functions
from tests.backends import ON_SQLITE
from tests.cast import Day
from tournament.actions import attendance
from tournament.models import Round
from tournament.permissions import Actor, Role
from tournament.rules.errors import NotPermitted

pytestmark = [pytest.mark.django_db, ON_SQLITE]


def numbers(day: Day) -> dict[str, int | None]:
    """What a role may cover. Where there are no tables yet, there is nothing to be umpire of."""
    tables = {"table": None, "other table": None}
    if Round.objects.filter(competition=day.pk).exists() and day.round.tables.count() > 1:
        tables = {"table": day.table(1).pk, "other table": day.table(2).pk}
    return {
        "event": day.event,
        "other event": -1,
        "group": day.group("Riverside"),
        "other group": day.group("St Mark's"),
        **tables,
        "nothing": None,
    }


def test_every_action_is_tried():
    assert sorted(call.action.__qualname__ for call in CALLS) == sorted(f.__qualname__ for f in functions())


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_who_may(call, days):
    day = days[call.day]
    body = call.arguments(day)
    known = numbers(day)
    allowed = {(role, known[whose]) for role, whose in call.may}
    for role, whose in product(Role, known):
        if role is Role.SYSTEM and whose != "nothing":
            continue
        by = Actor(role, known[whose], "Somebody")
        expected = (role.value, known[whose]) in allowed
        assert may(call.action, by, body) is expected, f"{role} of {whose}"


def may(action, by: Actor, body: dict) -> bool:
    """Whether it is done, or refused in the words for it; either way it is undone."""
    with transaction.atomic():
        try:
            action(by=by, **body)
        except NotPermitted as refused:
            assert str(refused) in (
                "Somebody can’t do this. Ask an organiser of this event.",
                "Only an organiser can set an event up.",
            )
            return False
        finally:
            transaction.set_rollback(True)
        return True


@pytest.mark.parametrize(
    ("action", "more"), [(attendance.mark_gone, {}), (attendance.substitute, {"name": "Ivy King"})]
)
def test_the_tables_umpire_seats_people_only_until_its_first_hand(action, more, days):
    """From then on they call the organiser; the umpire of another table never may."""
    for day, expected in ((days["published"], True), (days["running"], False)):
        table, other = day.table(1), day.table(2)
        body = {"competition": day.pk, "entry": table.seats.order_by("number")[0].entry_id, **more}
        assert may(action, Actor(Role.UMPIRE, table.pk, "Somebody"), body) is expected
        assert may(action, Actor(Role.UMPIRE, other.pk, "Somebody"), body) is False
