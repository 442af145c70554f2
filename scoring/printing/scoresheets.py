"""Scoresheets: one for each table of a round, or blank ones; the front to write on, the rules of play on the back."""

from __future__ import annotations

from scoring.printing.scoresheet_back import draw_back
from scoring.printing.scoresheet_front import ScoresheetFront
from scoring.queries.keys import Key, keys_of
from tournament.printing.job import Job
from tournament.printing.pen import Pen
from tournament.printing.printed_rounds import round_to_print
from tournament.queries.printed_rounds import PrintedChair, PrintedRound, PrintedTable
from tournament.rules.table_numbers import NO_TABLE


def draw_scoresheets(pen: Pen, job: Job) -> None:
    """Every table of a round: its front, and the rules on its back."""
    round_ = round_to_print(job, full_names=True)
    keys = {key.number: key for key in keys_of(job.competition)}
    pen.expect(2 * len(round_.tables))
    for table in round_.tables:
        stored = job.standing.numbers.stored(table.number)
        key = keys.get(stored) or Key(keys[0].source, stored)
        ScoresheetFront(pen, job, round_, table, key).draw()
        draw_back(pen, job)


def draw_blank_sheets(pen: Pen, job: Job) -> None:
    """Blank sheets without names and numbers, for what nobody foresaw."""
    chairs = [PrintedChair(seat) for seat in range(1, job.competition.settings.table_max + 1)]
    round_ = PrintedRound(job.standing, 0, [])
    pen.expect(2)
    ScoresheetFront(pen, job, round_, PrintedTable(NO_TABLE, chairs), None).draw()
    draw_back(pen, job)
