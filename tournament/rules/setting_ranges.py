"""Which numbers a competition's settings may be: the rules refuse others, and the forms offer none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournament.rules.numbers import NumberRange

SECONDS_A_DAY: Final = 86_400

RANGES: Final[Mapping[str, NumberRange]] = {
    "cap": NumberRange(2, 100_000),
    "rounds": NumberRange(1, 50),
    "decks": NumberRange(1, 10),
    "clock": NumberRange(1, SECONDS_A_DAY),
    "warning": NumberRange(1, SECONDS_A_DAY),
    "target": NumberRange(1, 100_000),
    "hands": NumberRange(1, 100),
    "entries_per_group": NumberRange(0, 1000),
    "reserves_per_group": NumberRange(0, 1000),
}
"""By the name of the setting. Times are whole seconds. The largest table depends on the format (presets.MAX_TABLE)."""
EXTRA_CARD_RANGES: Final[Mapping[str, NumberRange]] = {"points": NumberRange(0, 1000), "count": NumberRange(1, 100)}
LONGEST_CARD_NAME: Final = 30
