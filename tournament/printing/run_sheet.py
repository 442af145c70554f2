"""The MC's run sheet with times, and who deals first (RULES 8).

Nobody has told the program when the day begins, so times run from the start: the MC writes the hour above once.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament import words
from tournament.models import Competition
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import TICK, Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, Pen
from tournament.queries.printed_rounds import published_draw
from tournament.rules import duration
from tournament.rules.dealers import SAYINGS, saying
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format, Settings
from tournament.rules.rounds import how_many_rounds


@dataclass(frozen=True)
class Step:
    """What happens when, in seconds from the start; None where nobody knows."""

    at: int | None
    what: str
    say: str


def draw_run_sheet(pen: Pen, job: Job) -> None:
    """Every step from check-in to the winner, with what to say."""
    competition, settings = job.competition, job.competition.settings
    draw = competition.draws.filter(discarded_at__isnull=True).first()
    if draw is None:
        raise NothingToPrint("The rounds are not known yet. Choose the plan first.")
    rounds = how_many_rounds(settings, draw.plan)
    flow = Flow(pen, title_of(competition, "Run sheet"))
    takes, why = words.duration_in_words(settings, rounds)
    flow.say(f"{takes}. {why}", 11)
    flow.say("We start at  ____ : ____   Times below are hours and minutes after that.", 12, fonts.BOLD)
    columns = [
        Column("After", 1.3, fonts.BLACK, size=13), Column("At", 1.6), Column("What", 4, fonts.BOLD, size=11),
        Column("Say", 8.5, size=10.5), Column("Done", 1, align=MIDDLE, size=13),
    ]  # fmt: skip
    rows = [[_time(step.at), "", step.what, step.say, TICK] for step in _steps(job.competition, draw.plan, rounds)]
    table(flow, columns, rows, min(36, max(27, (flow.room - 24) / len(rows))))
    flow.close()


def _time(seconds: int | None) -> str:
    return "" if seconds is None else f"{seconds // 3600}:{seconds // 60 % 60:02}"


def _steps(competition: Competition, plan: list[int], rounds: int) -> list[Step]:
    settings = competition.settings
    steps = [
        Step(None, "Check-in closes", "Everybody to the hall: your table is on the wall by the door."),
        Step(0, "Welcome", "Who umpires, where the organisers are, and how a table calls for help."),
    ]
    begins: int | None = 5 * 60
    one = duration.of_round(settings)
    for number in range(1, rounds + 1):
        deals = saying(number, competition.event.sayings)
        steps += _round(settings, plan, number, rounds, begins, deals)
        begins = None if begins is None or one is None else begins + one.most + duration.SECONDS_BETWEEN_ROUNDS
    return [*steps, Step(begins, "The winners", "Places, certificates, thanks to umpires and coordinators.")]


def _round(
    settings: Settings, plan: list[int], number: int, rounds: int, begins: int | None, deals: str
) -> list[Step]:  # fmt: skip
    tables = plan[number - 1] if settings.format is Format.KNOCKOUT else plan[0]
    name = "The final" if settings.format is Format.KNOCKOUT and number == rounds else f"Round {number}"
    found = [Step(begins, f"{name}: {words.count(tables, 'table')}", words.one_stop(f"First to deal is {deals}."))]
    if settings.clock and begins is not None:
        found[0] = Step(begins, found[0].what, f"{found[0].say} The clock runs {words.minutes(settings.clock)}.")
        if settings.warning:
            warned = begins + settings.clock - settings.warning
            found.append(Step(warned, "Warning", f"{words.minutes(settings.warning)} left: no new hand is dealt."))
        found.append(Step(begins + settings.clock, "Time is up", "Finish your turn, then count the cards you hold."))
    return [*found, Step(None, "Sheets in", _afterwards(settings, number, rounds))]


def _afterwards(settings: Settings, number: int, rounds: int) -> str:
    if number == rounds:
        return "Agree with your sheet and sign it. The result follows."
    if settings.format is Format.ROTATION:
        best, worst = ("lowest", "highest") if settings.low_wins else ("most points", "fewest points")
        return f"The {best} moves down one table, the {worst} up one. Everybody else stays."
    return "One from each table goes on. The next tables are on the wall."


def draw_sayings(pen: Pen, job: Job) -> None:
    """Who deals first, one large saying for each round, to hold up or lay out."""
    draw = (
        published_draw(job.competition) if job.competition.draws.filter(published_at__isnull=False).exists() else None
    )
    own = job.competition.event.sayings
    rounds = how_many_rounds(job.competition.settings, draw.plan) if draw else len(own or SAYINGS)
    title = title_of(job.competition, "First to deal is")
    half = pen.height / 2
    for number in range(1, rounds + 1):
        upper = number % 2 == 1
        if upper and number > 1:
            pen.next_page()
        top = 0.0 if upper else half
        y = top + pen.margin
        pen.text(pen.left, y + 16, f"Round {number}", 18, fonts.BLACK)
        pen.text(pen.right, y + 16, title.of, 9, align="right", grey=QUIET)
        pen.rule(pen.left, y + 26, pen.right, y + 26, 3)
        pen.text(pen.left, y + 56, "First to deal is", 20, fonts.BOLD)
        pen.fitted(
            pen.left, y + 66, pen.across, half - pen.margin - 124, saying(number, own), 52, fonts.BLACK, least=0.9
        )
        said = "Then the deal passes to the left."
        pen.text(pen.left, top + half - 26, f"{said} {title.note}", 10, grey=QUIET)
        if upper:
            marks.cut_line(pen, 0, half, pen.width, half)
    pen.next_page()
