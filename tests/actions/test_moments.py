"""What the clock does by itself happens once: a start that was set ahead, calls, the warning, time up (RULES 8)."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.actions import hands, sheets
from scoring.queries.table import read_table
from tests.actions.broken import one_row_only
from tests.actions.two_o_clock import TWO, minutes, run
from tests.cast import Day
from tournament.actions import clock
from tournament.actions.moments import fire_coming_moments, fire_due_moments, moments_to_arm
from tournament.models import ClockChange, ClockMoment
from tournament.queries.standing import read_standing
from tournament.rules.clock import State
from tournament.rules.errors import ClockRefused

pytestmark = pytest.mark.django_db

BLINK = timedelta(microseconds=1)


@pytest.fixture
def day(published_at_two) -> Day:
    return published_at_two


def happened() -> list[tuple[float, str]]:
    """How many minutes after two o'clock, and what, of all that nobody did."""
    by_itself = ClockChange.objects.filter(by="Turntable")
    return [((change.at - TWO) / minutes(1), change.change) for change in by_itself]


def sweep_until(now, end: float, step: float = 0.5) -> None:
    """The alarm comes every so often."""
    at = (datetime.now(UTC) - TWO) / minutes(1)
    while at < end:
        at = min(at + step, end)
        now.move_to(TWO + minutes(at))
        fire_due_moments()


def test_each_happens_once_at_its_time(day, now):
    run(day, clock.start_clock)
    sweep_until(now, 40)
    assert happened() == [(20, "call"), (25, "warning"), (29, "call"), (30, "time up")]
    assert day.round.clock.ended_at == TWO + minutes(30)
    assert [line.what for line in day.competition.log.filter(role="system").order_by("pk")] == [
        "clock call", "clock warning", "clock call", "clock time up",
    ]  # fmt: skip


def test_not_a_blink_too_early(day, now):
    run(day, clock.start_clock)
    sweep_until(now, 29)
    now.move_to(TWO + minutes(30) - BLINK)
    assert fire_due_moments() == 0
    now.shift(BLINK)
    assert [fire_due_moments(), fire_due_moments()] == [1, 0]
    [line] = day.competition.log.filter(what="clock time up")
    assert (line.by, line.role, line.at) == ("Turntable", "system", TWO + minutes(30))


def test_after_a_long_silence_all_of_them_happen_late_in_their_order(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(50))
    assert [fire_due_moments(), fire_due_moments()] == [4, 0]
    assert happened() == [(50, "call"), (50, "warning"), (50, "call"), (50, "time up")]


def test_the_start_that_was_set_ahead_begins_the_round(day, now):
    run(day, clock.set_start, at="14:05")
    sweep_until(now, 10)
    row = day.round.clock
    assert happened() == [(5, "started")]
    assert (row.started_at, row.starts_at) == (TWO + minutes(5), None)
    assert day.round.began_at == TWO + minutes(5)
    sweep_until(now, 60)
    assert happened()[1:] == [(25, "call"), (30, "warning"), (34, "call"), (35, "time up")]


def test_a_late_alarm_starts_the_clock_at_the_time_that_was_set(day, now):
    """Screens have been counting since: a clock that started later would jump."""
    run(day, clock.set_start, at="14:05")
    now.shift(minutes(9))
    assert fire_due_moments() == 1
    assert day.round.clock.started_at == TWO + minutes(5)
    sweep_until(now, 60)
    assert happened()[-1] == (35, "time up")


def test_a_start_that_was_called_off_does_not_come(day, now):
    run(day, clock.set_start, at="14:05")
    run(day, clock.call_off_start)
    sweep_until(now, 60)
    assert (happened(), day.round.began_at) == ([], None)


def test_a_paused_or_ended_clock_never_fires(day, now):
    run(day, clock.start_clock)
    run(day, clock.pause_clock)
    sweep_until(now, 60)
    assert happened() == []
    run(day, clock.resume_clock)
    run(day, clock.end_clock)
    sweep_until(now, 120)
    assert happened() == []


def test_a_pause_moves_all_of_them(day, now):
    run(day, clock.start_clock)
    sweep_until(now, 22)
    run(day, clock.pause_clock)
    sweep_until(now, 32)
    run(day, clock.resume_clock)
    sweep_until(now, 60)
    assert happened() == [(20, "call"), (35, "warning"), (39, "call"), (40, "time up")]


def test_time_added_after_the_warning_does_not_make_it_happen_again(day, now):
    run(day, clock.start_clock)
    sweep_until(now, 26)
    run(day, clock.add_time, seconds=300)
    assert day.round.clock.warned_at == TWO + minutes(25)
    sweep_until(now, 60)
    assert happened() == [(20, "call"), (25, "warning"), (34, "call"), (35, "time up")]


def test_time_taken_jumps_over_a_call_and_makes_the_warning_happen_at_once(day, now):
    """“Ten minutes” would be wrong by now; that no new hand is dealt holds from now on, and is told at once."""
    run(day, clock.start_clock)
    sweep_until(now, 18)
    run(day, clock.add_time, seconds=-480)
    assert happened() == [(18, "warning")]
    lines = day.competition.log.filter(what__startswith="clock ").order_by("pk")
    assert [(line.what, line.facts["shows"]["warned"]) for line in lines][1:] == [
        (what, round((TWO + minutes(18)).timestamp() * 1000)) for what in ("clock changed", "clock warning")
    ]
    run(day, clock.add_time, seconds=480)
    sweep_until(now, 60)
    assert happened() == [(18, "warning"), (20, "call"), (29, "call"), (30, "time up")]
    assert day.round.clock.moments.get(kind="warning").happened_at == TWO + minutes(18)


def test_no_hand_that_was_counted_before_the_warning_was_announced_is_the_last(day, now):
    """Eight minutes are taken off: the warning's time lies in the past then, and the hand before it too."""
    day.start()
    now.shift(minutes(16))
    day.hand(1, ["out", 6, 7, 8])
    now.shift(minutes(2))
    run(day, clock.add_time, seconds=-480)
    assert not has_dealt_last(day)
    now.shift(minutes(1))
    day.hand(1, ["out", 6, 7, 8])
    assert has_dealt_last(day)


@pytest.mark.parametrize(("after_warning", "is_last"), [(False, False), (True, True), (None, True)])
def test_a_hand_that_comes_after_the_warning_may_have_been_counted_before_it(day, now, after_warning, is_last):
    """A tablet without the network says so when it sends the hand; where nobody says so, its coming decides."""
    day.start()
    now.shift(minutes(26))
    day.hand(1, ["out", 6, 7, 8], after_warning=after_warning)
    assert has_dealt_last(day) == is_last


def has_dealt_last(day: Day) -> bool:
    """Whether the tablet of table 1 says that its last hand is counted."""
    at = timezone.now()
    return read_table(read_standing(day.competition, at), day.competition, day.table(1), at).now.dealt_last


def test_a_warning_whose_alarm_is_late_happened_at_its_time_before_the_clock_is_changed(day, now):
    """The screens gave it then. Half a minute later the MC adds time, and no alarm has come yet."""
    run(day, clock.start_clock)
    now.shift(minutes(25.5))
    run(day, clock.add_time, seconds=600)
    assert day.round.clock.warned_at == TWO + minutes(25)
    sweep_until(now, 60)
    assert happened() == [(25.5, "call"), (25.5, "warning"), (30, "call"), (39, "call"), (40, "time up")]


pressed = st.lists(
    st.tuples(
        st.floats(0, 12).map(lambda wait: round(2 * wait) / 2),
        st.sampled_from(["pause", "resume", "add", "add", "undo", "alarm"]),
        st.integers(-12, 12),
    ),
    min_size=3,
    max_size=9,
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pressed)
@example([(18, "add", -8), (0, "add", 8), (8, "alarm", 0)])
@example([(31, "add", 5), (2, "add", 5), (8, "alarm", 0), (0, "add", 1)])
@example([(24, "pause", 0), (1.5, "undo", 0), (1, "add", 9), (9, "alarm", 0)])
def test_whatever_the_mc_presses_the_warning_is_told_once(day, now, steps):
    """Random buttons, and alarms that come late or not at all: one line in the log by the time that time is up. Time up
    is told once for each deadline: more of it can be given afterwards."""
    now.move_to(TWO)
    deadlines = 1
    with transaction.atomic():
        run(day, clock.start_clock)
        for wait, verb, amount in [*steps, (0, "resume", 0), (0, "add", 1)]:
            now.shift(minutes(wait))
            was_up = day.round.clock.facts.state(timezone.now()) is State.TIME_UP
            with suppress(ClockRefused):
                press(day, verb, amount)
                deadlines += was_up and verb == "add"
        given = day.round.clock.warned_at
        now.shift(minutes(90))
        fire_due_moments()
        assert [what for _, what in happened()].count("warning") == 1
        assert [what for _, what in happened()].count("time up") == deadlines
        assert given in (None, day.round.clock.warned_at)
        transaction.set_rollback(True)


def press(day: Day, verb: str, amount: int) -> None:
    match verb:
        case "add":
            run(day, clock.add_time, seconds=60 * amount)
        case "alarm":
            fire_due_moments()
        case _:
            run(day, {"pause": clock.pause_clock, "resume": clock.resume_clock, "undo": clock.undo_clock}[verb])


def test_calls_that_are_set_anew_while_the_clock_runs(day, now):
    run(day, clock.start_clock)
    sweep_until(now, 15)
    run(day, clock.set_calls, minutes=[20, 8, 5])
    sweep_until(now, 60)
    assert happened() == [(22, "call"), (25, "warning"), (30, "time up")]


def test_a_call_for_which_the_round_is_too_short_never_comes(now):
    day = Day("syg", clock=600, warning=120).people(2).until("running")
    sweep_until(now, 60)
    assert happened() == [(8, "warning"), (9, "call"), (10, "time up")]
    assert day.round.clock.ended_at == TWO + minutes(10)


def test_time_up_happens_once_for_each_deadline(day, now):
    """More time can be given after it: the round goes on with just that, and the warning is not given again."""
    run(day, clock.start_clock)
    sweep_until(now, 33)
    run(day, clock.add_time, seconds=300)
    assert (day.round.clock.ended_at, day.round.clock.facts.left(timezone.now())) == (None, minutes(5))
    sweep_until(now, 60)
    assert happened()[-3:] == [(30, "time up"), (37, "call"), (38, "time up")]
    assert [what for _, what in happened()].count("warning") == 1


@pytest.mark.parametrize("how", ["an unfinished hand", "an accepted sheet"])
def test_no_time_is_added_after_time_up_once_a_table_has_counted(day, now, how):
    day.start()
    day.hand(1, ["out", 6, 7, 8])
    sweep_until(now, 31)
    if how == "an accepted sheet":
        day.accept(1)
    else:
        day.hand(1, [5, 6, 7, 8])
    with pytest.raises(ClockRefused, match="Time is up, and table 1 has counted already"):
        run(day, clock.add_time, seconds=60)
    if how == "an accepted sheet":
        sheets.reopen_sheet(by=day.organiser, table=day.table(1).pk, why="we play on")
    else:
        hands.delete_hand(by=day.umpire(1), table=day.table(1).pk, number=2, why="we play on")
    run(day, clock.add_time, seconds=60)
    assert day.round.clock.facts.left(timezone.now()) == minutes(1)


def test_a_mistaken_end_that_was_taken_back_comes_at_its_time(day, now):
    run(day, clock.start_clock)
    sweep_until(now, 26)
    run(day, clock.end_clock)
    sweep_until(now, 27)
    run(day, clock.undo_clock)
    sweep_until(now, 60)
    assert happened() == [(20, "call"), (25, "warning"), (30, "call"), (31, "time up")]


def test_a_stale_alarm_does_nothing(day, now):
    """Armed before the clock was changed, and rung after it."""
    run(day, clock.start_clock)
    now.move_to(TWO + minutes(30) - timedelta(seconds=2))
    fire_due_moments()
    [(armed, due_at)] = moments_to_arm()
    assert due_at == TWO + minutes(30)
    run(day, clock.add_time, seconds=30)
    now.move_to(due_at)
    assert fire_coming_moments([armed]) == 0
    now.shift(timedelta(seconds=30))
    assert [fire_coming_moments([armed]), fire_coming_moments([armed]), fire_due_moments()] == [1, 0, 0]


def test_an_alarm_that_overtakes_earlier_ones_lets_them_go_first(day, now):
    """On a busy machine several are due at once, and the alarm of the last may be the first to ring."""
    run(day, clock.start_clock)
    now.shift(minutes(31))
    last = day.round.clock.moments.get(kind="time up")
    assert [fire_coming_moments([last.pk]), fire_due_moments()] == [4, 0]
    assert happened() == [(31, "call"), (31, "warning"), (31, "call"), (31, "time up")]


def asleep(monkeypatch, sleep) -> None:
    """Instead of sleeping."""
    monkeypatch.setattr("tournament.actions.moments.time", SimpleNamespace(sleep=sleep))


def two_seconds_before_time_up(day, now) -> list[int]:
    """Armed then."""
    run(day, clock.start_clock)
    sweep_until(now, 29.5)
    now.move_to(TWO + minutes(30) - timedelta(seconds=2))
    return [pk for pk, _ in moments_to_arm()]


def test_an_alarm_that_wakes_early_sleeps_till_the_moment(day, now, monkeypatch):
    armed = two_seconds_before_time_up(day, now)
    asleep(monkeypatch, lambda seconds: now.shift(timedelta(seconds=seconds)))
    assert fire_coming_moments(armed) == 1
    assert happened()[-1] == (30, "time up")


def test_a_clock_that_is_changed_while_its_alarm_sleeps_goes_on(day, now, monkeypatch):
    armed = two_seconds_before_time_up(day, now)

    def sleep(seconds: float) -> None:
        run(day, clock.add_time, seconds=60)
        now.shift(timedelta(seconds=seconds))

    asleep(monkeypatch, sleep)
    assert fire_coming_moments(armed) == 0
    sweep_until(now, 40)
    assert happened()[-1] == (31, "time up")


def test_an_alarm_does_not_sleep_for_an_hour_when_the_time_was_set_back(day, now, monkeypatch):
    armed = two_seconds_before_time_up(day, now)
    slept = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now.shift(-timedelta(hours=1))

    asleep(monkeypatch, sleep)
    assert fire_coming_moments(armed) == 0
    assert slept == [2]


def test_only_what_is_due_within_seconds_is_armed(day, now):
    run(day, clock.start_clock)
    seen = []
    for second in range(-5, 2):
        now.move_to(TWO + minutes(20) + timedelta(seconds=second))
        seen.append(len(moments_to_arm()))
    assert seen == [0, 0, 1, 1, 1, 0, 0]


def test_a_late_alarm_fires_every_clock_that_is_due_and_no_other(now):
    days = [Day("syg", clock=n * 600).people(2).until("running") for n in (1, 2, 3)]
    now.shift(minutes(25))
    fire_due_moments()
    assert [day.round.clock.ended_at is not None for day in days] == [True, True, False]


def test_a_clock_that_fails_does_not_keep_the_others_from_their_time_up(now, caplog):
    """The database refuses the first one's row, as it would a damaged one; the next sweep tries again."""
    days = [Day("syg", clock=n * 600).people(2).until("running") for n in (1, 2, 3)]
    broken = days[0].round.clock
    ClockChange.objects.create(clock=broken, at=TWO, by="Turntable", change="time up")
    with one_row_only("tournament_clockchange", "clock_id", "change = 'time up'"):
        now.shift(minutes(40))
        fire_due_moments()
        assert [day.round.clock.ended_at is not None for day in days] == [False, True, True]
        moment = broken.moments.get(kind="time up")
        assert f"A clock’s moment {moment.pk} failed; the next sweep tries again." in caplog.text
        assert "IntegrityError" in caplog.text
        assert fire_due_moments() == 0
    assert fire_due_moments() == 1
    assert days[0].round.clock.ended_at == TWO + minutes(40)


def test_a_round_closed_before_the_alarm_came_still_has_its_time_up(day, now):
    """“Time up happens once, whatever fails”: the alarm may be late, but the moment is kept."""
    run(day, clock.start_clock)
    now.shift(minutes(31))
    day.stage = "time up"
    day.until("round closed")
    assert fire_due_moments() == 0
    assert day.round.clock.ended_at == TWO + minutes(31)
    assert happened() == [(31, "call"), (31, "warning"), (31, "call"), (31, "time up")]
    assert not ClockMoment.objects.filter(due_at__isnull=False).exists()
