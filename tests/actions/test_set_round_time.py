"""After the seal the length and the warning of rounds that have not begun are changed; the record keeps the sealed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.record.export import export_record
from tests.actions.two_o_clock import TWO, minutes, run
from tests.cast import Day, a_day
from tests.refusals import everything, refused
from tournament.actions import clock, draw, rounds
from tournament.actions.moments import fire_due_moments
from tournament.actions.round_times import set_round_time
from tournament.rules.clock import State
from tournament.rules.clock_changes import LONGEST_ROUND
from tournament.rules.errors import SettingsRefused, Stale

pytestmark = pytest.mark.django_db


def change(day: Day, number: int, length: int, warning: int | None = 3, **more) -> None:
    """In minutes."""
    seconds = {"clock": 60 * length, "warning": None if warning is None else 60 * warning}
    set_round_time(by=day.organiser, competition=day.pk, round=number, **seconds, **more)


def clock_of(day: Day) -> tuple[float, float | None]:
    row = day.round.clock
    return row.length / timedelta(minutes=1), row.warning and row.warning / timedelta(minutes=1)


def test_a_seated_round_s_clock_follows_and_so_do_the_rounds_to_come():
    day = a_day("syg", 16, "published")
    change(day, 1, 25, onwards=True)
    assert clock_of(day) == (25, 3)
    day.until("round closed").next_round()
    assert clock_of(day) == (25, 3)
    change(day, 2, 45, None)
    assert clock_of(day) == (45, None)
    assert (day.competition.clock, day.competition.warning) == (1800, 300)
    line = day.competition.log.filter(what="round times set").first()
    assert (line.by, line.facts["rounds"], line.facts["clock"], line.facts["warning"]) == (
        "Ruth Katoa",
        [1, 2],
        1500,
        180,
    )
    assert line.facts["shows"]["left"] == 1500 * 1000


@pytest.mark.parametrize("changed_by", [-10, 20])
def test_a_new_length_is_the_whole_of_it_whatever_was_added_or_taken_off_before(changed_by):
    day = a_day("syg", 16, "published")
    clock.add_time(by=day.mc, competition=day.pk, seconds=60 * changed_by)
    change(day, 1, 8)
    assert (clock_of(day), day.round.clock.added) == ((8, 3), timedelta())
    assert day.competition.log.filter(what="round times set").first().facts["shows"]["left"] == 8 * 60 * 1000
    clock.start_clock(by=day.mc, competition=day.pk)
    assert day.round.clock.facts.state(timezone.now()) is State.RUNNING


def test_another_warning_alone_leaves_what_was_added():
    day = a_day("syg", 16, "published")
    clock.add_time(by=day.mc, competition=day.pk, seconds=600)
    change(day, 1, 30, 4)
    assert (clock_of(day), day.round.clock.added) == ((30, 4), timedelta(minutes=10))


def test_a_longest_round_stays_one_however_much_was_added_before():
    day = a_day("syg", 16, "published")
    clock.add_time(by=day.mc, competition=day.pk, seconds=60 * 60)
    change(day, 1, 24 * 60 - 1, onwards=True)
    clock.start_clock(by=day.mc, competition=day.pk)
    assert day.round.clock.facts.left(timezone.now()) <= LONGEST_ROUND


def test_a_start_that_was_set_ahead_and_whose_alarm_is_late_has_begun_the_round(now):
    day = a_day("syg", 16, "published")
    run(day, clock.set_start, at="14:05")
    now.move_to(TWO + minutes(5) + timedelta(seconds=0.5))
    with refused(SettingsRefused, "Round 1 has begun. Add or take off time at the clock instead."):
        change(day, 1, 25)
    change(day, 2, 25)
    assert (day.round.clock.started_at, fire_due_moments()) == (TWO + minutes(5), 0)
    assert clock_of(day) == (30, 5)


def test_a_start_that_was_set_ahead_ends_at_another_time():
    day = a_day("syg", 4, "published")
    clock.set_start(by=day.mc, competition=day.pk, at=in_an_hour())
    change(day, 1, 20)
    row = day.round.clock
    due = {
        moment.kind: moment.due_at
        for moment in row.moments.filter(due_at__isnull=False, kind__in=("warning", "time up"))
    }
    assert due == {
        "time up": row.starts_at + timedelta(minutes=20),
        "warning": row.starts_at + timedelta(minutes=17),
    }


def in_an_hour() -> str:
    return f"{timezone.localtime(timezone.now() + timedelta(hours=1)):%H:%M}"


def test_before_the_draw_is_published_it_is_kept_until_the_draw_is_thrown_away():
    day = a_day("syg", 16, "sealed")
    change(day, 1, 25)
    assert day.until("published").round.clock.length == timedelta(minutes=25)
    other = a_day("syg", 16, "drawn")
    change(other, 1, 25)
    draw.discard_draw(by=other.organiser, competition=other.pk, why="a table was counted twice")
    assert other.competition.times == {}


@pytest.mark.parametrize(
    ("stage", "number", "sentence"),
    [
        ("running", 1, "Round 1 has begun. Add or take off time at the clock instead."),
        ("round closed", 1, "Round 1 has begun. Add or take off time at the clock instead."),
        ("published", 3, "There is no such round."),
        ("chosen", 1, "The draw isn’t sealed yet: change the rules themselves."),
    ],
)
def test_what_is_refused(stage, number, sentence):
    day = a_day("syg", 16, stage)
    before = everything()
    with refused(SettingsRefused, sentence):
        change(day, number, 25)
    assert everything() == before


def test_a_clock_that_was_set_back_has_not_begun():
    day = a_day("syg", 16, "running")
    clock.restart_clock(by=day.mc, competition=day.pk)
    change(day, 1, 25)
    assert clock_of(day) == (25, 3)


def test_nobody_overwrites_anybody_and_what_changes_nothing_is_no_line():
    day = a_day("syg", 16, "published")
    version = day.competition.version
    change(day, 1, 25, version=version)
    with pytest.raises(Stale) as stale:
        change(day, 1, 20, version=version)
    assert (stale.value.theirs, stale.value.yours) == ({"clock": 1500, "warning": 180}, {"clock": 1200, "warning": 180})
    change(day, 1, 25, version=version)
    assert day.competition.log.filter(what="round times set").count() == 1


def test_the_record_of_a_competition_with_changed_lengths_is_accepted():
    day = a_day("syg", 16, "published")
    change(day, 1, 25, onwards=True)
    day.until("round closed")
    change(day, 2, 45)
    rounds.make_next_round(by=day.organiser, competition=day.pk)
    day.stage = "published"
    day.until("finished")
    assert export_record(day.competition)["competition"]["clock"] == 1800
