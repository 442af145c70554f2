"""What is printed on a scoresheet's back: the rules of play, in two columns, as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.printing.rules_of_play import RuleInWords, rules_in_sections
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import head, title_of
from tournament.printing.pen import Pen
from tournament.printing.text import wrap
from tournament.rules.standing import Standing

CARD_FACES: Final = {
    "Skip": "skip",
    "Reverse": "reverse",
    "Draw Two": "draw_two",
    "Wild": "wild",
    "Wild Draw Four": "wild_draw_four",
}
"""The card that is drawn beside the rule about it."""
GAP_BETWEEN_COLUMNS: Final = 22


def draw_back(pen: Pen, job: Job) -> None:
    """The same back for every sheet of a file: it is drawn once and then only pointed at."""
    pen.stamp("back", lambda pen: _draw_page(pen, job))
    pen.next_page()


def _draw_page(pen: Pen, job: Job) -> None:
    y = head(pen, title_of(job.competition, "Rules of play"), 22)
    _draw_rules(pen, job.standing, pen.left, y + 2, pen.across, pen.bottom - y - 4)


def _draw_rules(pen: Pen, standing: Standing, left: float, top: float, across: float, down: float) -> None:
    """All rules in two columns, as large as they fit: from 10.5 points down."""
    wide = (across - GAP_BETWEEN_COLUMNS) / 2
    parts = rules_in_sections(standing)
    size = 10.5
    while size > 5:
        columns = _columns(parts, wide, size, down)
        if columns is not None:
            break
        size -= 0.25
    for number, column in enumerate(columns or []):
        y = top
        for title, rules in column:
            y = _section(pen, title, rules, left + number * (wide + GAP_BETWEEN_COLUMNS), y, wide, size)


def _columns(
    parts: Sequence[tuple[str, list[RuleInWords]]], wide: float, size: float, down: float
) -> list[list[tuple[str, list[RuleInWords]]]] | None:
    """Sections in their order, the first ones on the left; None if they do not fit."""
    heights = [_height(rules, wide, size) for _, rules in parts]
    for left in range(1, len(parts) + 1):
        if sum(heights[:left]) <= down and sum(heights[left:]) <= down:
            return [list(parts[:left]), list(parts[left:])]
    return None


def _indent(title: str, size: float) -> float:
    return size * 2.6 if title in CARD_FACES else 0


def _height(rules: Sequence[RuleInWords], wide: float, size: float) -> float:
    return size * 3.2 + sum(_height_of(rule, wide, size) for rule in rules)


def _height_of(rule: RuleInWords, wide: float, size: float) -> float:
    title, text = rule
    lines = len(wrap(text, (wide - _indent(title, size)) / size, fonts.PLAIN))
    least = size * 3.4 if title in CARD_FACES else 0
    return max(size * 1.3 * (lines + 1) + size * 0.45, least)


def _section(pen: Pen, title: str, rules: Sequence[RuleInWords], x: float, y: float, wide: float, size: float) -> float:
    pen.rule(x, y, x + wide, y, 2)
    pen.text(x, y + size * 1.6, title, size * 1.35, fonts.BLACK)
    at = y + size * 2.2
    for rule in rules:
        _rule(pen, rule, x, at, wide, size)
        at += _height_of(rule, wide, size)
    return y + _height(rules, wide, size)


def _rule(pen: Pen, rule: RuleInWords, x: float, y: float, wide: float, size: float) -> None:
    title, text = rule
    indent = _indent(title, size)
    if indent:
        marks.card(pen, CARD_FACES[title], x, y + size * 0.2, size * 1.9)
    pen.text(x + indent, y + size, title, size, fonts.BOLD)
    pen.paragraph(x + indent, y + size * 1.3, wide - indent, text, size, leading=1.3)
