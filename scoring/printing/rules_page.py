"""The rules of play on paper: the back of the scoresheet, and the umpire's pocket rules (RULES 9).

The words are those of the umpire's tablet, for this competition's preset and switches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.rules.in_words import sections_of_play
from tournament import words
from tournament.printing import fonts, marks
from tournament.printing.pen import HAIR, Pen
from tournament.printing.text import wrap
from tournament.rules.presets import Settings

_FACES: Final = {
    "Skip": "skip",
    "Reverse": "reverse",
    "Draw Two": "draw_two",
    "Wild": "wild",
    "Wild Draw Four": "wild_draw_four",
}
_GAP: Final = 22
Rule = tuple[str, str]


def sections(settings: Settings) -> list[tuple[str, list[Rule]]]:
    """Special cards and scoring first, as the sheet is asked about them; then the rest."""
    found = sections_of_play(settings)
    found["Scoring"] = [("How it is played", " ".join(words.how_it_is_played(settings)[:3])), *found["Scoring"]]
    order = ["Special cards", "Scoring", "A turn", "The first card", "Penalties"]
    return [(title, found[title]) for title in order if found[title]]


def draw_rules(pen: Pen, settings: Settings, left: float, top: float, across: float, down: float) -> None:
    """All rules in two columns, as large as they fit: from 10.5 points down."""
    wide = (across - _GAP) / 2
    parts = sections(settings)
    size = 10.5
    while size > 5:
        columns = _columns(parts, wide, size, down)
        if columns is not None:
            break
        size -= 0.25
    for number, column in enumerate(columns or []):
        y = top
        for title, rules in column:
            y = _section(pen, title, rules, left + number * (wide + _GAP), y, wide, size)


def _columns(
    parts: Sequence[tuple[str, list[Rule]]], wide: float, size: float, down: float
) -> list[list[tuple[str, list[Rule]]]] | None:
    """Sections in their order, the first ones on the left; None where they do not fit."""
    heights = [_height(rules, wide, size) for _, rules in parts]
    for left in range(1, len(parts) + 1):
        if sum(heights[:left]) <= down and sum(heights[left:]) <= down:
            return [list(parts[:left]), list(parts[left:])]
    return None


def _indent(title: str, size: float) -> float:
    return size * 2.6 if title in _FACES else 0


def _height(rules: Sequence[Rule], wide: float, size: float) -> float:
    return size * 3.2 + sum(_height_of(rule, wide, size) for rule in rules)


def _height_of(rule: Rule, wide: float, size: float) -> float:
    title, said = rule
    lines = len(wrap(said, (wide - _indent(title, size)) / size, fonts.PLAIN))
    least = size * 3.4 if title in _FACES else 0
    return max(size * 1.3 * (lines + 1) + size * 0.45, least)


def _section(pen: Pen, title: str, rules: Sequence[Rule], x: float, y: float, wide: float, size: float) -> float:
    pen.rule(x, y, x + wide, y, 2)
    pen.text(x, y + size * 1.6, title, size * 1.35, fonts.BLACK)
    at = y + size * 2.2
    for rule in rules:
        _rule(pen, rule, x, at, wide, size)
        at += _height_of(rule, wide, size)
    return y + _height(rules, wide, size)


def _rule(pen: Pen, rule: Rule, x: float, y: float, wide: float, size: float) -> None:
    title, said = rule
    indent = _indent(title, size)
    if indent:
        marks.card(pen, _FACES[title], x, y + size * 0.2, size * 1.9)
    pen.text(x + indent, y + size, title, size, fonts.BOLD)
    pen.paragraph(x + indent, y + size * 1.3, wide - indent, said, size, leading=1.3)


def draw_values(pen: Pen, settings: Settings, x: float, y: float, across: float, down: float) -> None:
    """The card values box: faces and what each counts."""
    pen.box(x, y, across, down, edge=HAIR, radius=6, thick=0.8)
    pen.text(x + 8, y + 13, "Card values", 9, fonts.BOLD)
    rows: list[tuple[tuple[str, ...], str]] = [
        (("0", "9"), "Numbers: their face value"),
        (("skip", "reverse", "draw_two"), "20"),
        (("wild", "wild_draw_four"), "50"),
    ]
    extra = [f"{name} {card['points']}" for name, card in settings.extra_cards.items()]
    high = (down - 20) / (len(rows) + bool(extra))
    for number, (faces, counts) in enumerate(rows):
        _value(pen, faces, counts, x + 8, y + 18 + number * high, high, across - 16)
    if extra:
        pen.fitted(x + 8, y + 18 + len(rows) * high, across - 16, high - 2, ", ".join(extra), 9, fonts.BOLD)


def _value(pen: Pen, faces: Sequence[str], counts: str, x: float, y: float, high: float, across: float) -> None:
    wide = (high - 3) / 1.4
    for number, face in enumerate(faces):
        marks.card(pen, face, x + number * (wide + 3), y, wide)
    start = 3 * (wide + 3) + 6
    pen.fitted(x + start, y, across - start, high - 3, counts, 11 if len(counts) < 4 else 9, fonts.BOLD)
