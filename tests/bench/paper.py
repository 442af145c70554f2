"""Two-sided scoresheets, against ReportLab drawing the same amount of bare text and lines with the same font.

A page of the floor has as many strings and lines as one of ours; what ours stamps is counted as if it were drawn.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from scoring.printing.documents import make
from scoring.printing.scoresheet_back import draw_back
from scoring.printing.scoresheet_front import ScoresheetFront
from scoring.queries.keys import keys_of
from tests.bench.measure import Measurement, cpu
from tests.cast import Day
from tournament.printing import text
from tournament.printing.job import Job
from tournament.printing.pen import Pen
from tournament.printing.printed_rounds import round_to_print
from tournament.queries.event_facts import competition_facts

SITE = "http://192.168.178.20:8000"


class Counted(Canvas):  # type: ignore[misc] # ReportLab has no types
    """Counts what is drawn."""

    strings: list[str] = []
    lines_drawn = 0

    def drawString(self, x: float, y: float, words: str, *args: object, **kwargs: object) -> None:  # noqa: N802
        Counted.strings.append(words)
        super().drawString(x, y, words, *args, **kwargs)

    def line(self, *args: float) -> None:
        Counted.lines_drawn += 1
        super().line(*args)

    def lines(self, linelist: list[tuple[float, ...]]) -> None:
        Counted.lines_drawn += len(linelist)
        super().lines(linelist)


def drawn(job: Job) -> tuple[list[str], int]:
    """What one table's front and back hold: their strings, and how many lines."""
    round_ = round_to_print(job, full_names=True)
    Counted.strings, Counted.lines_drawn = [], 0
    pen = Pen(BytesIO(), job.paper, "")
    pen.canvas = Counted(BytesIO(), pagesize=(pen.width, pen.height))
    ScoresheetFront(pen, job, round_, round_.tables[0], keys_of(job.competition)[1]).draw()
    draw_back(pen, job)
    return Counted.strings, Counted.lines_drawn


def bare(strings: list[str], lines: int, sheets: int) -> None:
    canvas = Canvas(BytesIO(), pagesize=(595, 842), pageCompression=1)
    for _ in range(sheets):
        for side in (strings[: len(strings) // 2], strings[len(strings) // 2 :]):
            for place, words in enumerate(side):
                canvas.setFont("OpenSans-Regular", 9)
                canvas.drawString(40, 800 - 5 * place, words)
            for place in range(lines // 2):
                canvas.line(40, 800 - 5 * place, 500, 800 - 5 * place)
            canvas.showPage()
    canvas.save()


def measure() -> Iterator[Measurement]:
    for tables, runs in ((16, 5), (500, 2)):
        day = Day("classroom", name=f"Bench {tables}", table_max=4).people(4 * tables).until("published")
        job = Job(competition_facts(day.competition), SITE)
        strings, lines = drawn(job)

        def ours() -> None:
            text.forget()  # as the first one of a day
            make(BytesIO(), job, "scoresheets")  # noqa: B023 (called at once)

        each = cpu(ours, runs=runs, units=2 * tables)
        floor = cpu(lambda: bare(strings, lines, tables), runs=runs, units=2 * tables)  # noqa: B023
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        of = f"ReportLab: the same {len(strings)} strings and {lines} lines on two bare pages"
        what = f"paper: {tables} two-sided scoresheets, a page (CPU)"
        yield Measurement(what, each, floor, of, aim="scoresheets", megabytes=peak)
