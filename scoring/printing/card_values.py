"""The box of card values on a scoresheet's front: faces and what each counts."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.printing import fonts, marks
from tournament.printing.pen import HAIR, Pen
from tournament.rules.presets import Settings


def draw_card_values(pen: Pen, settings: Settings, x: float, y: float, across: float, down: float) -> None:
    """A box of this size; cards that this competition adds stand in a line of their own."""
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
