"""The MC's run sheet with times, and who deals first (RULES 8).

Nobody has told the program when the day begins, so times run from the start: the MC writes the hour above once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament import plan_words, words
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import TICK, Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, Pen
from tournament.rules import duration
from tournament.rules.dealers import SAYINGS, saying
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format, Settings
from tournament.rules.round_names import RoundName
from tournament.rules.standing import PlannedRound, Standing


@dataclass(frozen=True)
class RunSheetStep:
    """What happens when, in seconds from the start; None where nobody knows."""

    at: int | None
    what: str
    say: str


def draw_run_sheet(pen: Pen, job: Job) -> None:
    """Every step from check-in to the winner, with what to say."""
    standing = job.standing
    if standing.draw is None:
        raise NothingToPrint("The rounds are not known yet. Choose the plan first.")
    flow = Flow(pen, title_of(job.competition, "Run sheet"))
    takes, why = plan_words.duration_in_words(standing.settings, len(standing.rounds))
    flow.say(f"{takes}. {why}", 11)
    flow.say("We start at  ____ : ____   Times below are hours and minutes after that.", 12, fonts.BOLD)
    columns = [
        Column("After", 1.3, fonts.BLACK, size=13), Column("At", 1.6), Column("What", 4, fonts.BOLD, size=11),
        Column("Say", 8.5, size=10.5), Column("Done", 1, align=MIDDLE, size=13),
    ]  # fmt: skip
    rows = [[_time(step.at), "", step.what, step.say, TICK] for step in _steps(standing, job.competition.event.sayings)]
    table(flow, columns, rows, min(36, max(27, (flow.room - 24) / len(rows))))
    flow.close()


def _time(seconds: int | None) -> str:
    return "" if seconds is None else f"{seconds // 3600}:{seconds // 60 % 60:02}"


def _steps(standing: Standing, sayings: Sequence[str]) -> list[RunSheetStep]:
    settings = standing.settings
    steps = [
        RunSheetStep(None, "Check-in closes", "Everybody to the hall: your table is on the wall by the door."),
        RunSheetStep(0, "Welcome", "Who umpires, where the organisers are, and how a table calls for help."),
    ]
    begins: int | None = 5 * 60
    takes = duration.of_round(settings)
    for round_ in standing.rounds:
        steps += _round(settings, round_, begins, saying(round_.number, sayings))
        begins = None if begins is None or takes is None else begins + takes.most + duration.SECONDS_BETWEEN_ROUNDS
    return [*steps, RunSheetStep(begins, "The winners", "Places, certificates, thanks to umpires and coordinators.")]


def _round(settings: Settings, round_: PlannedRound, begins: int | None, deals: str) -> list[RunSheetStep]:
    what = f"{round_.name.opening}: {words.count(round_.tables, 'table')}"
    first = words.one_stop(f"First to deal is {deals}.")
    sheets_in = RunSheetStep(None, "Sheets in", _afterwards(settings, round_))
    if not settings.clock or begins is None:
        return [RunSheetStep(begins, what, first), sheets_in]
    return [
        RunSheetStep(begins, what, f"{first} The clock runs {words.minutes(settings.clock)}."),
        *_warning(settings, begins + settings.clock),
        RunSheetStep(begins + settings.clock, "Time is up", "Finish your turn, then count the cards you hold."),
        sheets_in,
    ]


def _warning(settings: Settings, ends: int) -> list[RunSheetStep]:
    if not settings.warning:
        return []
    left = f"{words.minutes(settings.warning)} left: no new hand is dealt."
    return [RunSheetStep(ends - settings.warning, "Warning", left)]


def _afterwards(settings: Settings, round_: PlannedRound) -> str:
    if round_.is_last:
        return "Agree with your sheet and sign it. The result follows."
    if settings.format is Format.ROTATION:
        best, worst = ("lowest", "highest") if settings.low_wins else ("most points", "fewest points")
        return f"The {best} moves down one table, the {worst} up one. Everybody else stays."
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
    title = title_of(job.competition, "First to deal is")
    y, deals = top + pen.margin, saying(name.number, job.competition.event.sayings)
    pen.text(pen.left, y + 16, name.heading, 18, fonts.BLACK)
    pen.text(pen.right, y + 16, title.of, 9, align="right", grey=QUIET)
    pen.rule(pen.left, y + 26, pen.right, y + 26, 3)
    pen.text(pen.left, y + 56, "First to deal is", 20, fonts.BOLD)
    pen.fitted(pen.left, y + 66, pen.across, high - pen.margin - 124, deals, 52, fonts.BLACK, least=0.9)
    pen.text(pen.left, top + high - 26, f"Then the deal passes to the left. {title.note}", 10, grey=QUIET)
