"""Whoever a tablet offers as a substitute can take the seat; whoever it does not offer is refused in the same words."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.utils import timezone

from scoring.queries.tablets import read_for_tablet
from tests.actions.test_club_night import club_night
from tests.backends import ON_SQLITE
from tests.cast import DICE, OUT, Day, a_day
from tournament.actions import attendance, registration
from tournament.models import Table
from tournament.queries.standing import read_standing
from tournament.rules.errors import TurntableError

pytestmark = [pytest.mark.django_db, ON_SQLITE]

SEATED = "That person already has a seat in this round."
OUT_OF_IT = "That person has already been knocked out."
REPLACED = "Somebody is sitting in for that person in this round. Give them their own seat back instead."
OTHER_GRADE = "That person is in Uno Under 18, another grade. Only an organiser can let them play here, with a reason."
NO_SEAT_YET = (
    "This person arrives late in this round and has no seat to give up yet. "
    "Mark them as gone, then enter the other as a late arrival."
)
DEALT = "The first hand of this round has been dealt. Only an organiser can still substitute, with a reason."


def in_the_first_round() -> Day:
    """Two of each group: the other one sits, too."""
    return a_day("syg", 8, "published", of_each=2)


def in_the_final() -> Day:
    """Of each group one is out."""
    return a_day("syg", 8, "round closed", of_each=2).next_round()


def with_a_reserve() -> Day:
    return a_day("syg", 4, "entries closed", reserves=2).choose(4, [2, 1]).until("published")


def with_a_substitute() -> Day:
    """A group's reserve sits for one of its two; nobody else may take that one's seat."""
    day = a_day("syg", 8, "entries closed", of_each=2, reserves=1).choose(8).until("published")
    mate = next(code for code in ("E001", "E002") if day.who(code).group == day.who("E009").group)
    day.substitute(mate, str(day.who("E009").competitor))
    return day


def called_up() -> Day:
    """Somebody of another group sits for a no-show: it is still the no-show's group's seat."""
    day = a_day("syg", 4, "entries closed", reserves=3).choose(4).until("published")
    called = day.who(day.competition.draws.get().call[0])
    code = next(code for code in day.seats()[0] if day.who(code).group != called.group)
    attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who(code).pk, sure=True)
    return day


def withdrawn() -> Day:
    """One withdrew and is in another grade, one withdrew altogether."""
    day = Day("bac").people(4)
    for name in ("Ivy King", "Jude Addo"):
        day.enter(name, "Riverside")
        registration.withdraw(by=day.organiser, entry=day.who(name).pk)
    day.enter_in_under_18("Ivy King", "Riverside")
    return day.until("published")


def rotation_that_dealt() -> Day:
    """A hand at one table is too late for all of them."""
    day = a_day("bac", 8, "published", of_each=2)
    day.late("Ivy King", "Riverside")
    day.hand(1, [OUT, 10, 20, 30])
    return day


def late_arrival() -> Day:
    """She has no seat to give in her first round."""
    day = a_day("bac", 8, "published", of_each=2)
    day.late("Ivy King", "Riverside")
    return day.until("round closed").next_round()


def at_a_club() -> Day:
    """Without groups: two have left, one of them is replaced."""
    day = club_night().draw(DICE).publish()
    attendance.substitute(by=day.organiser, competition=day.pk, entry=day.who("E001").pk, name="Grace Papadakis")
    return day


def taken(day: Day, table: Table, entry: int, name: str) -> str:
    """Why the umpire's tap is refused; empty if the seat is taken. Nothing is kept."""
    try:
        with transaction.atomic():
            attendance.substitute(by=day.umpire(table.number), competition=day.pk, entry=entry, name=name)
            transaction.set_rollback(True)
    except TurntableError as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize(
    ("make", "reasons"),
    [
        (in_the_first_round, {SEATED}),
        (in_the_final, {OUT_OF_IT}),
        (with_a_reserve, {""}),
        (with_a_substitute, {"", SEATED, REPLACED}),
        (called_up, {"", SEATED}),
        (withdrawn, {"", OTHER_GRADE}),
        (rotation_that_dealt, {SEATED, DEALT}),
        (late_arrival, {SEATED, NO_SEAT_YET}),
        (at_a_club, {""}),
    ],
)  # fmt: skip
def test_the_tablet_offers_those_whom_the_action_takes(make, reasons):
    day = make()
    competition = day.competition
    standing = read_standing(competition, timezone.now())
    tables = Table.objects.filter(round=day.round).select_related("round__competition__event")
    offered = [
        (table, entry, person)
        for table in tables
        for entry, people in read_for_tablet(standing, competition, table, timezone.now()).substitutes.items()
        for person in people
    ]
    for table, entry, person in offered:
        assert person.why_not == taken(day, table, entry, person.name), person
    assert {person.why_not for _, _, person in offered} == reasons
