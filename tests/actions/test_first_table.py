"""The first table number is chosen with the plan and fixed at its seal; none occurs twice in an event (RULES 1)."""

from __future__ import annotations

import pytest

from tests.cast import Day
from tests.photographs import once
from tests.refusals import refused
from tournament.actions import draw, setup
from tournament.models import Competition
from tournament.rules.errors import DrawRefused, NeedsConfirmation

pytestmark = pytest.mark.django_db

MEET = (
    "\u2068Uno Open\u2069 has tables 1 and 2. Here it would be {}, so some numbers would be used twice. "
    "Choose another first table number, or use these if they don’t play at the same time."
)


def two_grades() -> Day:
    """Uno Open is chosen with two tables; the other grade of the same hall has closed its entries."""

    def make() -> Day:
        first = Day("syg").people(8).until("chosen")
        pk = setup.create_competition(
            by=first.organiser, event=first.event, preset_name="syg", name="Uno Under 18", choices={}
        )
        other = Day.of(Competition.objects.get(pk=pk), "entries open")
        other._met = other._visited = 20
        return other.people(8).close()

    return once("two grades in one hall", make)


def first_table(day: Day) -> int:
    return day.competition.first_table


def test_the_only_competition_of_an_event_counts_from_1():
    assert first_table(Day("syg").people(4).until("chosen")) == 1


def test_the_next_one_begins_where_no_number_occurs_twice():
    day = two_grades()
    day.choose()
    assert first_table(day) == 3


def test_another_number_may_be_chosen_and_changed_until_the_seal():
    day = two_grades()
    day.choose(first_table=17)
    assert first_table(day) == 17
    day.choose(first_table=21)
    assert first_table(day) == 21


def test_a_chosen_number_is_kept_when_only_the_plan_changes():
    day = two_grades()
    day.choose(first_table=17)
    day.choose(size=8, plan=[4, 2, 1])
    assert first_table(day) == 17


def test_numbers_that_would_occur_twice_are_asked_about():
    """Grades that play one after the other may use the same tables, so it is a question and not a refusal."""
    day = two_grades()
    with refused(NeedsConfirmation, MEET.format("tables 2 and 3")):
        day.choose(first_table=2)
    day.choose(first_table=2, sure=True)
    assert first_table(day) == 2


def test_a_number_that_no_table_can_have_is_refused():
    day = two_grades()
    with refused(DrawRefused, "Table numbers go up to 9,999. Choose a lower first number."):
        day.choose(first_table=9999)


def test_the_seal_fixes_the_number():
    day = two_grades()
    day.choose(first_table=17)
    day.seal()
    with refused(DrawRefused, "The draw is sealed. Next it needs the numbers from the hall."):
        day.choose(first_table=21)
    assert first_table(day) == 17


def test_a_draw_that_is_thrown_away_gives_its_numbers_back():
    day = two_grades()
    day.choose(first_table=17)
    day.seal()
    draw.discard_draw(by=day.organiser, competition=day.pk, why="a name was missing")
    other = Day.of(Competition.objects.get(name="Uno Open"), "chosen")
    other.choose(first_table=17)
    assert (first_table(other), first_table(day)) == (17, 17)
    day.choose()
    assert first_table(day) == 1
