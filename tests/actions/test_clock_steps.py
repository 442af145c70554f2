"""The computer's clock is set while clocks run: a round keeps its length by what has really passed."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.db.models import DateTimeField
from django.test import Client

from scoring.actions import sheets, tablets
from scoring.models import Tablet
from scoring.queries.keys import keys_of
from scoring.queries.table import read_table
from scoring.queries.tablets import read_for_tablet
from tests.actions.broken import one_row_only
from tests.actions.two_o_clock import TWO, minutes, run
from tests.cast import OUT, Day
from tournament import current_time
from tournament.actions import breaks, clock, hall_messages, remains
from tournament.actions.clock_steps import MOVED_WHOLE, follow_computer, move_what_counts, what_counts
from tournament.actions.moments import fire_due_moments
from tournament.models import ClockChange, ClockMoment, Competition, Event, Remains, Table
from tournament.queries.clock import find_clock_step
from tournament.queries.standing import read_standing
from tournament.rules.breaks import find_break
from tournament.rules.clock import State
from tournament.rules.errors import ClockRefused, RoundRefused
from tournament.rules.standing import Standing
from tournament.web.clock_step import length_in_words, step_in_words

pytestmark = pytest.mark.django_db

BLINK = timedelta(seconds=5)


@pytest.fixture
def day(published_at_two) -> Day:
    return published_at_two


@pytest.fixture
def kept():
    """The time is asked once and then kept, as in a server that runs."""
    current_time.keep()
    yield
    current_time.forget()


@pytest.fixture
def set_clock(now, kept, django_capture_on_commit_callbacks):
    """Set the computer's clock by so many minutes, and let the server notice; says in how many competitions."""

    def set_by(by: float) -> int:
        now.shift(minutes(by))
        with django_capture_on_commit_callbacks(execute=True):
            return follow_computer(current_time.step())

    return set_by


def left(day: Day) -> timedelta:
    return day.round.clock.facts.left(current_time.now())


def is_about(length: timedelta, other: timedelta) -> bool:
    """The steady clock goes on during a test."""
    return abs(length - other) < BLINK


STEPS = pytest.mark.parametrize("by", [-600, -10, 0.1, 10, 24 * 60])


@STEPS
def test_a_running_round_keeps_its_length(day, set_clock, by):
    run(day, clock.start_clock)
    assert set_clock(by) == 1
    assert is_about(current_time.now() - TWO, minutes(by))
    assert is_about(left(day), minutes(30))
    due = dict(ClockMoment.objects.filter(due_at__isnull=False).values_list("kind", "due_at"))
    assert is_about(due["time up"] - TWO, minutes(30 + by))
    assert is_about(due["warning"] - TWO, minutes(25 + by))
    assert fire_due_moments() == 0


@STEPS
def test_until_the_step_is_taken_over_nothing_has_happened(day, now, kept, by):
    """Whoever asks in between still has the old time, so no bell rings too early or too late."""
    run(day, clock.start_clock)
    now.shift(minutes(by))
    assert is_about(current_time.now() - TWO, minutes(0))
    assert is_about(left(day), minutes(30))
    assert fire_due_moments() == 0


@STEPS
def test_a_paused_round_and_one_that_ended_stay_as_they_are(day, set_clock, by):
    run(day, clock.start_clock)
    run(day, clock.pause_clock)
    set_clock(by)
    assert is_about(left(day), minutes(30))
    run(day, clock.resume_clock)
    assert is_about(left(day), minutes(30))
    run(day, clock.end_clock)
    set_clock(-by)
    assert day.round.clock.facts.state(current_time.now()) is State.TIME_UP
    run(day, clock.undo_clock)
    assert is_about(left(day), minutes(30))


@STEPS
def test_a_set_start_keeps_its_countdown(day, set_clock, by):
    run(day, clock.set_start, at="14:10")
    assert set_clock(by) == 1
    assert is_about(day.round.clock.starts_at - current_time.now(), minutes(10))


@STEPS
def test_a_break_keeps_its_length(set_clock, by):
    day = Day("syg").people(4).until("entries closed").choose(4, [2, 1]).until("round closed")
    breaks.set_break_length(by=day.mc, competition=day.pk, minutes=15)
    before = find_break(read_standing(day.competition, current_time.now())).left(current_time.now())
    assert before
    assert set_clock(by) == 1
    after = find_break(read_standing(day.competition, current_time.now())).left(current_time.now())
    assert is_about(after, before)


@STEPS
def test_a_message_to_the_hall_stays_as_long(day, set_clock, by):
    hall_messages.say_to_everybody(by=day.mc, event=day.event, words="Lunch is ready.", until="14:05")
    set_clock(by)
    assert is_about(Event.objects.get(pk=day.event).message_until - current_time.now(), minutes(5))


def test_it_is_one_line_of_the_log_and_one_change_of_the_clock(day, set_clock):
    run(day, clock.start_clock)
    set_clock(-10)
    [line] = day.competition.log.filter(what="clock moved")
    assert (line.by, line.role, round(line.facts["stepped"], -4)) == ("Turntable", "system", -600_000)
    assert line.facts["shows"]["state"] == "running"
    [change] = ClockChange.objects.filter(change="moved")
    assert is_about(change.amount, minutes(-10))
    step = find_clock_step(day.pk, current_time.now())
    assert is_about(step.by, minutes(-10))
    assert is_about(step.at - TWO, minutes(-10))
    assert find_clock_step(day.pk, current_time.now() + minutes(31)) is None


def test_where_nothing_counts_nothing_is_written(day, set_clock):
    assert what_counts(current_time.now()) == 0
    assert set_clock(10) == 0
    assert not day.competition.log.filter(what="clock moved").exists()
    assert find_clock_step(day.pk, current_time.now()) is None


@pytest.mark.parametrize("by", [-10, 10])
def test_a_step_that_cannot_be_saved_has_not_happened(day, now, kept, by, django_capture_on_commit_callbacks):
    """It is tried again half a second later; until then the old time is in force."""
    run(day, clock.start_clock)
    now.shift(minutes(by))
    with (
        one_row_only("tournament_clockchange", "clock_id", "clock_id > 0"),
        django_capture_on_commit_callbacks(execute=True),
        pytest.raises(IntegrityError),
    ):
        follow_computer(current_time.step())
    assert is_about(current_time.now() - TWO, minutes(0))
    assert is_about(left(day), minutes(30))


@pytest.mark.parametrize("by", [-1.5, 1.5])
def test_a_small_correction_is_simply_followed(now, kept, by):
    now.shift(by)
    assert current_time.step() == 0
    assert abs((current_time.now() - TWO).total_seconds() - by) < 0.5


@pytest.mark.parametrize("by", [-60, 60])
def test_an_end_cannot_be_undone_once_a_table_has_counted_however_the_clock_was_set(day, set_clock, by):
    day.start()
    run(day, clock.end_clock)
    set_clock(by)
    day.hand(1, [10, 20, 5, 7])
    set_clock(-by)
    with pytest.raises(ClockRefused):
        run(day, clock.undo_clock)


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize("by", [-60, 60])
def test_a_hand_that_was_counted_before_or_after_the_warning_still_was(day, set_clock, by, is_after):
    """So nobody is asked whether the next hand was dealt after it, or no longer asked."""
    day.start()
    if is_after:
        run(day, clock.add_time, seconds=-26 * 60)
    day.hand(1, [10, OUT, 5, 7])
    if not is_after:
        run(day, clock.add_time, seconds=-26 * 60)
    set_clock(by)
    assert has_dealt_last(day) == is_after


@pytest.mark.parametrize("by", [-60, 60])
def test_the_last_agree_is_not_undone_later_because_the_clock_was_set(day, set_clock, by):
    day.start().hand(1, [10, OUT, 5, 7])
    run(day, clock.end_clock)
    day.accept(1)
    set_clock(by)
    assert read_for_tablet(*of_table_1(day)).take_back_until is None
    with pytest.raises(RoundRefused):
        sheets.take_back_acceptance(by=day.umpire(1), table=day.table(1).pk)


def of_table_1(day: Day) -> tuple[Standing, Competition, Table, datetime]:
    at = current_time.now()
    return read_standing(day.competition, at), day.competition, day.table(1), at


def has_dealt_last(day: Day) -> bool:
    """Whether the tablet of table 1 says that its last hand is counted."""
    return read_table(*of_table_1(day)).now.dealt_last


def test_a_step_while_the_server_was_stopped_moves_what_was_left(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(-60))
    assert move_what_counts(-3600, TWO) == 1
    assert left(day) == minutes(30)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-600, "10 minutes"), (598, "9 minutes 58 seconds"), (3600, "1 hour"), (90061, "1 day 1 hour"), (3, "3 seconds")],
)
def test_a_step_in_words(seconds, words):
    step = timedelta(seconds=seconds)
    assert length_in_words(step) == words
    assert step_in_words(step) == f"The computer’s clock was set {'back' if seconds < 0 else 'forward'} by {words}"


BY_THEIR_CLOCK = {
    "tournament.Clock": {"starts_at", "started_at", "paused_at", "warned_at", "ended_at"},
    "tournament.ClockMoment": {"due_at"},
    "tournament.Round": {"closed_at"},
    "tournament.Draw": {"drawn_at"},
    "scoring.Tablet": {"heard_at"},
    "scoring.Hand": {"recorded_at"},
}
"""Moved, but not in every row."""
FACTS = {
    "tournament.Event": {"erased_at", "names_kept_at"},
    "tournament.Competition": {"closes_at", "closed_at", "finished_at"},
    "tournament.Competitor": {"here_at"},
    "tournament.Entry": {"withdrawn_at"},
    "tournament.Round": {"began_at"},
    "tournament.Table": {"dealt_at", "accepted_at"},
    "tournament.Clock": {"closed_at"},
    "tournament.ClockMoment": {"happened_at"},
    "tournament.ClockChange": {"at"},
    "tournament.Draw": {"sealed_at", "published_at", "discarded_at", "salt_left_at"},
    "tournament.FormerName": {"until"},
    "tournament.Account": {"last_login", "date_joined"},
    "tournament.LoginLink": {"used_at"},
    "tournament.SignIn": {"at"},
    "tournament.LogEntry": {"at"},
    "tournament.Answered": {"at"},
    "tournament.Invitation": {"made_at", "opened_at", "revoked_at"},
    "tournament.BroughtIn": {"at", "made_at"},
    "tournament.Print": {"made_at"},
    "tournament.Wish": {"asked_at", "answered_at"},
    "scoring.Hand": {"deleted_at"},
    "scoring.Correction": {"at"},
    "scoring.Tablet": {"opened_at"},
    "scoring.Flag": {"raised_at", "lowered_at"},
    "scoring.Sat": {"at"},
    "scoring.Nod": {"at"},
    "scoring.KeptRecord": {"made_at"},
}
"""What the clock on the wall said then, or will say: it stays."""


def test_of_every_moment_it_is_decided_whether_it_moves():
    """Whoever adds one decides it here, and in `MOVED_WHOLE` if it counts something."""
    whole = {model._meta.label: set(fields) for model, fields in MOVED_WHOLE.items()}
    for model in apps.get_models():
        moments = {field.name for field in model._meta.concrete_fields if isinstance(field, DateTimeField)}
        tables = [table.get(model._meta.label, set()) for table in (whole, BY_THEIR_CLOCK, FACTS)]
        assert sorted(moments) == sorted(name for table in tables for name in table), model._meta.label


@STEPS
def test_nobody_is_signed_out_and_nothing_falls_silent_or_due(day, set_clock, by):
    """A laptop with an empty battery goes forward by months when the Wi-Fi comes up."""
    umpire = Client()
    umpire.get(keys_of(day.competition)[1].path)
    tablets.hear(day.pk, 1, "device")
    remains.note_remains()
    hall_messages.say_to_everybody(by=day.mc, event=day.event, words="Lunch is ready.", until="14:05")
    set_clock(by)
    assert is_about(
        Session.objects.get().expire_date - current_time.now(), timedelta(seconds=settings.SESSION_COOKIE_AGE)
    )
    for model, field in ((Tablet, "heard_at"), (Remains, "due_at"), (Event, "message_since")):
        assert is_about(current_time.now() - model.objects.values_list(field, flat=True)[0], timedelta(0)), field
