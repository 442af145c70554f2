"""The umpire's pocket rules: the rules of play on one sheet, to fold twice."""

from __future__ import annotations

from scoring.printing.rules_of_play import RuleInWords, rules_in_sections
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.pen import HAIR, QUIET, Pen
from tournament.printing.text import wrap


def draw_pocket_rules(pen: Pen, job: Job) -> None:
    """The rules of play on one sheet, four pockets to a side: fold twice, and it fits a shirt's pocket."""
    parts = rules_in_sections(job.standing)
    rules = [(title, rule) for title, rules_ in parts for rule in rules_]
    across, down = pen.width / 2, pen.height / 2
    size = 11.0
    while len(pages := _paged(rules, across - 44, down - 60, size)) > 4:
        size -= 0.25
    for number, page in enumerate(pages):
        column, row = number % 2, number // 2
        _pocket(pen, job, page, column * across + 22, row * down + 22, across - 44, size, number + 1, len(pages))
    marks.cut_line(pen, across, 0, across, pen.height)
    marks.cut_line(pen, 0, down, pen.width, down)
    pen.next_page()


TitledRule = tuple[str, RuleInWords]
"""A rule with the title of its section."""


def _height(rule: RuleInWords, wide: float, size: float) -> float:
    return size * (1.3 * (1 + len(wrap(rule[1], wide / size, fonts.PLAIN))) + 0.5)


def _paged(rules: list[TitledRule], wide: float, down: float, size: float) -> list[list[TitledRule]]:
    """Rules in their order, a new page where one does not fit any more; a section's title takes room too."""
    pages: list[list[TitledRule]] = [[]]
    used, section = 0.0, ""
    for title, rule in rules:
        need = _height(rule, wide, size) + (size * 2.3 if title != section else 0)
        if used + need > down and pages[-1]:
            pages.append([])
            used, need = 0.0, _height(rule, wide, size) + size * 2.3
        pages[-1].append((title, rule))
        used, section = used + need, title
    return pages


def _pocket(
    pen: Pen, job: Job, page: list[TitledRule], x: float, y: float, wide: float, size: float, number: int, of: int
) -> None:
    pen.fitted(x, y, wide * 0.64, 18, "Umpire’s pocket rules", 12, fonts.BLACK)
    pen.fitted(
        x + wide * 0.66, y, wide * 0.34, 20, f"{job.competition}, {number} of {of}", 8, align="right", grey=QUIET
    )
    pen.rule(x, y + 21, x + wide, y + 21, 1.6)
    at, section = y + 24, ""
    for title, rule in page:
        if title != section:
            pen.text(x, at + size * 1.6, title, size * 1.3, fonts.BLACK)
            pen.rule(x, at + size * 2, x + wide, at + size * 2, 0.5, HAIR)
            at += size * 2.3
            section = title
        pen.text(x, at + size, rule[0], size, fonts.BOLD)
        pen.paragraph(x, at + size * 1.3, wide, rule[1], size, leading=1.3)
        at += _height(rule, wide, size)
