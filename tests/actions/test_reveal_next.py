"""The draw is shown in the hall step by step: reserves in the lot's order, then tables; how far it is is stored."""

from __future__ import annotations

import pytest

from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import draw
from tournament.models import Draw, LogEntry
from tournament.rules.errors import DrawRefused

pytestmark = pytest.mark.django_db


def show(day: Day, seen: int, **more):
    return draw.reveal_next(by=day.organiser, competition=day.pk, seen=seen, **more)


def with_reserves() -> Day:
    """Five entries, two of four reserves by lot, at two tables."""
    return a_day("syg", 5, "entries closed", reserves=4).choose(7, [2, 1]).until("drawn")


def test_one_after_the_other():
    day = with_reserves()
    assert [show(day, seen) for seen in range(4)] == [{"revealed": n} for n in (1, 2, 3, 4)]
    first, second = (day.who(code).travel_id for code in Draw.objects.get().lot_reserves[:2])
    assert [line.facts for line in LogEntry.objects.filter(what="draw shown")] == [
        {"revealed": 1, "reserves": [first], "tables": []},
        {"revealed": 2, "reserves": [second], "tables": []},
        {"revealed": 3, "reserves": [], "tables": [1]},
        {"revealed": 4, "reserves": [], "tables": [2]},
    ]


def test_the_rest_of_the_reserves_and_then_the_rest_of_the_tables():
    day = with_reserves()
    assert show(day, 0, rest=True) == {"revealed": 2}
    assert show(day, 2, rest=True) == {"revealed": 4}


def test_reserves_who_all_play_are_not_shown_one_by_one():
    a_day("bac", 6, "drawn", reserves=2)
    row = Draw.objects.get()
    assert len(row.lot_reserves) == 2
    assert (row.reveal.reserves, row.reveal.tables) == (0, len(row.tables))


def test_an_old_page_shows_nothing_twice():
    day = with_reserves()
    show(day, 0)
    with refused(
        DrawRefused, "Somebody else has already shown the next step. This page shows how far the draw is now."
    ):
        show(day, 0)


def test_after_the_last_table_comes_publishing():
    day = a_day("syg", 4, "drawn")
    show(day, 0)
    with refused(DrawRefused, "Everything has been shown in the hall. Publish the draw next."):
        show(day, 1)


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("entries closed", "Choose the size and the plan first."),
        ("chosen", "The draw isn’t sealed yet: seal it first."),
        ("sealed", "The draw is sealed. Next it needs the numbers from the hall."),
        ("published", "The draw is published and can’t be changed."),
    ],
)
def test_only_a_draw_that_was_made_can_be_shown(stage, sentence):
    day = Day("syg").people(4).until(stage)
    with refused(DrawRefused, sentence):
        show(day, 0)


def test_a_new_draw_starts_from_the_beginning():
    day = a_day("syg", 4, "drawn")
    show(day, 0)
    draw.discard_draw(by=day.organiser, competition=day.pk, why="a table was counted twice")
    day.stage = "entries closed"
    day.until("chosen").seal().draw("6 6 6")
    assert Draw.objects.get(discarded_at__isnull=True).revealed == 0
