"""What cards count, drawn as small cards: on a scoresheet's front."""

from __future__ import annotations

from typing import Final

from scoring.printing.scoresheet_words import has_draw_cards
from tournament.printing import fonts, marks
from tournament.printing.pen import RIGHT, Pen
from tournament.rules.presets import Settings

CARD_WIDTH: Final = 20.0
GAP_BETWEEN_CARDS: Final = 3.0
GAP_BETWEEN_GROUPS: Final = 13.0
_NUMBERS: Final = (("0", "9"), "Face value")
_SPECIAL: Final = ((("skip", "reverse", "draw_two"), "20 points"), (("wild", "wild_draw_four"), "50 points"))


def draw_card_values(pen: Pen, settings: Settings, right: float, y: float) -> None:
    """Numbers, actions and wilds with what each counts, up to the right edge. Cards that this competition adds are in a
    line below."""
    groups = [_NUMBERS, *(_SPECIAL if has_draw_cards(settings) else ())]
    x = right
    for faces, counts in reversed(groups):
        x -= _group_width(faces)
        _draw_group(pen, faces, counts, x, y)
        x -= GAP_BETWEEN_GROUPS
    extra = [f"{name} {card['points']}" for name, card in settings.extra_cards.items()]
    if extra:
        pen.fitted(right - 200, y + CARD_WIDTH * 1.4 + 12, 200, 20, ", ".join(extra), 8.5, fonts.BOLD, RIGHT, top=True)


def _group_width(faces: tuple[str, ...]) -> float:
    return max(len(faces) * (CARD_WIDTH + GAP_BETWEEN_CARDS) - GAP_BETWEEN_CARDS, 46.0)


def _draw_group(pen: Pen, faces: tuple[str, ...], counts: str, x: float, y: float) -> None:
    for number, face in enumerate(faces):
        marks.card(pen, face, x + number * (CARD_WIDTH + GAP_BETWEEN_CARDS), y, CARD_WIDTH)
    pen.text(x, y + CARD_WIDTH * 1.4 + 10, counts, 8.5, fonts.BOLD)
