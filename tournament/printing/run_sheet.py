"""The MC's run sheet with times, and who deals first (RULES 8).

If the start of round 1 is set, every row has its time of day. Otherwise times count from the welcome, and the MC
writes the hour above once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournament import plan_words, words
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import TICK, Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, Pen
from tournament.printing.rotation_chart import who_moves
from tournament.rules.breaks import length_of
from tournament.rules.day_plan import (
    SECONDS_OF_WELCOME,
    DayPlan,
    PlannedKind,
    PlannedStep,
    has_begun_or_is_set,
    plan_day,
    settings_of,
)
from tournament.rules.dealers import SAYINGS, saying
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format, Settings
from tournament.rules.round_names import RoundName
from tournament.rules.standing import PlannedRound, Standing


@dataclass(frozen=True)
class RunSheetStep:
    """What happens when, in seconds after the welcome; None if nobody knows."""

    at: int | None
    what: str
    say: str


def draw_run_sheet(pen: Pen, job: Job) -> None:
    """Every step from check-in to the winner, with what to say."""
    standing = job.standing
    if standing.draw is None:
        raise NothingToPrint("The rounds aren’t known yet. Choose the plan first.")
    day = plan_day(standing)
    steps = _rows(standing, day, job.competition.event.sayings)
    flow = Flow(pen, title_of(job.competition, "Run sheet"))
    flow.say(_how_long(standing, steps[-1].at), 11)
    flow.say(_when(day.welcome, standing.rounds[0].name), 12, fonts.BOLD)
    columns = [
        Column("After", 1.3, fonts.BLACK, size=13), Column("At", 1.6, size=13), Column("What", 4, fonts.BOLD, size=11),
        Column("Say", 8.5, size=10.5), Column("Done", 1, align=MIDDLE, size=13),
    ]  # fmt: skip
    rows = [[_time(step.at), _time_of_day(day.welcome, step.at), step.what, step.say, TICK] for step in steps]
    table(flow, columns, rows, min(36, max(27, (flow.room - 24) / len(rows))))
    flow.close()


def _how_long(standing: Standing, ends: int | None) -> str:
    """How long the rows are together, and what they add up from."""
    lengths = [settings_of(standing, round_) for round_ in standing.rounds]
    if ends is None:
        return ". ".join(plan_words.duration_in_words(lengths, standing.break_length))
    most = "" if plan_words.is_exact(lengths) else "At most "
    together = f"{most}{plan_words.time_in_words(ends)} from the welcome to the winners"
    breaks = {length_of(standing, round_) for round_ in standing.rounds}
    if len(breaks) > 1 or any(has_begun_or_is_set(round_) for round_ in standing.rounds[1:]):
        return f"{together}."
    after = f"{words.minutes(breaks.pop())} after {'each' if len(lengths) > 1 else 'it'}"
    welcome = f"{words.minutes(SECONDS_OF_WELCOME)} for the welcome"
    return f"{together}: {welcome}, {plan_words.lengths_in_words(lengths)}, {after}."


def _when(welcome: datetime | None, first: RoundName) -> str:
    if welcome is None:
        return "We start at  ____ : ____   Times below are hours and minutes after that."
    return f"We start at {timezone.localtime(welcome):%H:%M}, {words.minutes(SECONDS_OF_WELCOME)} before {first.lower}."


def _time(seconds: int | None) -> str:
    return "" if seconds is None else f"{seconds // 3600}:{seconds // 60 % 60:02}"


def _time_of_day(welcome: datetime | None, seconds: int | None) -> str:
    if welcome is None or seconds is None:
        return ""
    return f"{timezone.localtime(welcome + timedelta(seconds=seconds)):%H:%M}"


def _rows(standing: Standing, day: DayPlan, sayings: Sequence[str]) -> list[RunSheetStep]:
    rows = [
        RunSheetStep(
            None, "Check-in closes", "Everybody into the hall, please: find your table on the wall by the door."
        ),
    ]
    for step in day.steps:
        if step.round is not None and step.kind is PlannedKind.BREAK:
            rows.append(RunSheetStep(None, "Sheets in", _afterwards(settings_of(standing, step.round), step.round)))
        elif step.kind is not PlannedKind.DONE:
            rows.append(RunSheetStep(step.at, *_words(step, sayings)))
    return rows


def _words(step: PlannedStep, sayings: Sequence[str]) -> tuple[str, str]:
    """What the step is called, and what to say."""
    match step.kind:
        case PlannedKind.WELCOME:
            return "Welcome", "Say who umpires, where the organisers are, and how a table calls for help."
        case PlannedKind.WARNING:
            return "Warning", f"{words.minutes(step.lasts)} left: don’t start a new hand."
        case PlannedKind.TIME_UP:
            return "Time is up", "Finish this turn, then count what you hold."
    if step.round is None:
        return "The winners", "Call the places, hand out certificates, thank umpires and coordinators."
    first = words.one_stop(f"Deals first: {saying(step.round.number, sayings)}.")
    runs = f" The clock runs {words.minutes(step.lasts)}." if step.lasts else ""
    return f"{step.round.name.opening}: {words.count(step.round.tables, 'table')}", f"{first}{runs}"


def _afterwards(settings: Settings, round_: PlannedRound) -> str:
    if round_.is_last:
        return "Check your sheet, and sign it if you agree. The result comes in a moment."
    if settings.format is Format.ROTATION:
        return f"After this round {who_moves(settings, 'table')}"
    return "One from each table goes on. The next tables are on the wall."


def draw_sayings(pen: Pen, job: Job) -> None:
    """Who deals first, one large saying for each round, to hold up or lay out: two to a page, to be cut."""
    own = job.competition.event.sayings
    rounds = job.standing.rounds if job.standing.published else ()
    names = [round_.name for round_ in rounds] or [RoundName(number) for number in range(1, len(own or SAYINGS) + 1)]
    half = pen.height / 2
    for name in names:
        is_upper = name.number % 2 == 1
        if is_upper and name.number > 1:
            pen.next_page()
        _saying(pen, job, name, 0.0 if is_upper else half, half)
        if is_upper:
            marks.cut_line(pen, 0, half, pen.width, half)
    pen.next_page()


def _saying(pen: Pen, job: Job, name: RoundName, top: float, high: float) -> None:
    """One round's saying, on a half of the page."""
    title = title_of(job.competition, "Deals first:")
    y, deals = top + pen.margin, saying(name.number, job.competition.event.sayings)
    pen.text(pen.left, y + 16, name.heading, 18, fonts.BLACK)
    pen.text(pen.right, y + 16, title.of, 9, align="right", grey=QUIET)
    pen.rule(pen.left, y + 26, pen.right, y + 26, 3)
    pen.text(pen.left, y + 56, "Deals first:", 20, fonts.BOLD)
    pen.fitted(pen.left, y + 66, pen.across, high - pen.margin - 124, deals, 52, fonts.BLACK, least=0.9)
    pen.text(pen.left, top + high - 26, f"Then the deal passes to the left. {title.note}", 10, grey=QUIET)
