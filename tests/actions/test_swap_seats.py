"""Two people exchange their seats before publishing, with a reason (RULES 5, RECORD 2)."""

from __future__ import annotations

import pytest

from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import draw
from tournament.models import Swap
from tournament.rules.errors import DrawRefused, NeedsConfirmation, Refused

pytestmark = pytest.mark.django_db


def swap(day: Day, a: str, b: str, why: str = "needs the table by the door", **more):
    draw.swap_seats(by=day.organiser, competition=day.pk, a=day.who(a).pk, b=day.who(b).pk, why=why, **more)


def tables(day: Day) -> list[list[str]]:
    return day.competition.draws.get(discarded_at__isnull=True).tables


def test_two_people_exchange_their_seats():
    day = a_day("syg", 8, "drawn")
    first, second = tables(day)
    swap(day, first[0], second[3], "needs_this_seat", note="needs the  table by the door")
    assert tables(day) == [[second[3], *first[1:]], [*second[:3], first[0]]]
    kept = list(Swap.objects.values_list("number", "a__code", "b__code", "why", "note__text"))
    assert kept == [(1, first[0], second[3], "needs_this_seat", "needs the table by the door")]


def test_swaps_are_kept_in_order_and_end_up_in_the_first_round():
    day = a_day("syg", 8, "drawn")
    first, second = tables(day)
    swap(day, first[0], second[0])
    swap(day, first[0], second[1])
    assert list(Swap.objects.values_list("number", flat=True)) == [1, 2]
    day.publish()
    assert day.seats() == [[second[0], *first[1:]], [second[1], first[0], *second[2:]]]


def test_it_asks_before_two_of_a_group_meet():
    day = a_day("bac", 8, "drawn", of_each=2)
    groups = dict(day.competition.entries.values_list("code", "group_code"))
    first, second = tables(day)
    mate = next(code for code in second if groups[code] == groups[first[0]])
    other = next(code for code in second if groups[code] == groups[first[1]])
    meet = [(first[1], other, 2), (mate, first[0], 1)]
    lines = [
        f"{day.who(a).competitor} and {day.who(b).competitor}, both of {day.who(a).group}, would sit at table {table}."
        for a, b, table in meet
    ]
    with refused(NeedsConfirmation, f"{lines[0]} {lines[1]} Swap the seats anyway?"):
        swap(day, first[1], mate)
    with refused(Refused, "Please give a reason. It’s kept with the change."):
        swap(day, first[1], mate, why=" ")
    swap(day, first[1], mate, sure=True)
    assert tables(day)[0][1] == mate


def test_it_does_not_ask_when_nobody_meets():
    day = a_day("bac", 8, "drawn", of_each=2)
    first, second = tables(day)
    groups = dict(day.competition.entries.values_list("code", "group_code"))
    swap(day, first[0], next(code for code in second if groups[code] == groups[first[0]]))
    assert Swap.objects.count() == 1


def test_at_one_table_two_may_change_chairs_though_their_group_is_there_twice_already():
    """Nobody meets anybody new: there is nothing to ask."""
    day = a_day("bac", 8, "drawn", of_each=4)
    first, _ = tables(day)
    swap(day, first[0], first[1])
    assert Swap.objects.count() == 1


def test_a_reason_is_needed():
    day = a_day("syg", 8, "drawn")
    with refused(Refused, "Please give a reason. It’s kept with the change."):
        swap(day, "E001", "E002", why="")


def test_both_must_be_two_and_have_a_seat():
    day = a_day("syg", 5, "entries closed", reserves=2).choose(6).until("drawn")
    outside = day.competition.draws.get().call[0]
    with refused(DrawRefused, "Choose two different people who both have a seat."):
        swap(day, "E001", "E001")
    with refused(DrawRefused, "Choose two different people who both have a seat."):
        swap(day, "E001", outside)


def test_somebody_of_another_competition_has_no_seat_here():
    day, other = a_day("syg", 4, "drawn"), a_day("syg", 4, "drawn")
    with refused(DrawRefused, "Choose two different people who both have a seat."):
        draw.swap_seats(
            by=day.organiser, competition=day.pk, a=day.who("E001").pk, b=other.who("E002").pk, why="by the door"
        )


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("sealed", "The draw is sealed. Next it needs the numbers from the hall."),
        ("published", "The draw is published and can’t be changed."),
    ],
)
def test_seats_are_swapped_only_between_the_draw_and_its_publication(stage, sentence):
    day = Day("syg").people(4).until(stage)
    with refused(DrawRefused, sentence):
        swap(day, "E001", "E002")
