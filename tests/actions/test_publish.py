"""Publishing is one deliberate step: round one exists, and everybody sees where they sit."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import draw
from tournament.models import Round, Table
from tournament.rules.errors import DrawRefused, RoundRefused

pytestmark = pytest.mark.django_db


def test_before_publishing_nobody_has_a_seat():
    a_day("syg", 8, "drawn")
    assert (Round.objects.count(), Table.objects.count()) == (0, 0)


def test_publishing_makes_the_first_round_as_it_was_drawn():
    day = a_day("syg", 8, "published")
    assert day.seats() == day.competition.draws.get().tables
    assert (day.round.number, day.round.began_at, day.round.method) == (1, None, "")


def test_its_clock_is_ready():
    clock = a_day("syg", 4, "published", clock=1200, warning=60).round.clock
    assert (clock.length, clock.warning, clock.started_at) == (timedelta(minutes=20), timedelta(minutes=1), None)
    assert clock.calls == [600, 60]


def test_a_competition_without_a_clock_has_none():
    assert not hasattr(a_day("classroom", 4, "published").round, "clock")


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("entries closed", "Choose the size and the plan first."),
        ("chosen", "The draw isn’t sealed yet: seal it first."),
        ("sealed", "The draw is sealed. Next it needs the numbers from the hall."),
        ("published", "The draw is published and can’t be changed."),
    ],
)
def test_only_a_draw_that_was_made_is_published_and_once(stage, sentence):
    day = Day("syg").people(4).until(stage)
    with refused(DrawRefused, sentence):
        draw.publish_draw(by=day.organiser, competition=day.pk)


def test_who_is_gone_before_publishing_has_an_empty_chair():
    day = a_day("syg", 4, "drawn")
    assert day.gone("Mia O'Brien") == 1
    day.publish()
    assert "(E001)" in day.seats()[0]


def test_there_is_no_next_round_before_the_first():
    day = a_day("syg", 4, "drawn")
    with refused(RoundRefused, "The draw isn’t published yet."):
        day.next_round()
