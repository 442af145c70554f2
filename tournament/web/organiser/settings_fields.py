"""Every setting of a competition as a field of a form: what it is called, and what it means in a sentence.

The rows follow RULES 2, 3, 6 and 7; settings_form.py turns what somebody typed into choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tournament.rules.numbers import NumberRange
from tournament.rules.presets import MAX_TABLE
from tournament.rules.setting_ranges import RANGES

NO_NUMBER: Final = NumberRange(0, 0)
TABLE_RANGE: Final = NumberRange(2, max(MAX_TABLE.values()))
"""Of all formats together; the rules refuse what a format does not have."""


@dataclass(frozen=True)
class FieldOption:
    """One of the values a choice can have."""

    value: str
    label: str
    hint: str


@dataclass(frozen=True)
class SettingField:
    """A setting. `only` names another choice and the value for which this one matters; else it is left alone."""

    name: str
    label: str
    hint: str = ""
    options: tuple[FieldOption, ...] = ()
    range: NumberRange = NO_NUMBER
    kind: str = "number"
    only: tuple[str, str] | None = None
    otherwise: Any = None
    """What it is when it does not matter."""


def _choice(name: str, label: str, *options: tuple[str, str, str], **more: Any) -> SettingField:
    return SettingField(name, label, kind="choice", options=tuple(FieldOption(*option) for option in options), **more)


FORMAT: Final = _choice(
    "format", "Who plays whom next",
    ("knockout", "Knockout", "One player goes on from each table, until the final."),
    ("rotation", "Rotation", "Everybody plays every round. After each, the best and the worst at a table move."),
    ("single", "Single", "Every table is its own contest with its own winner. One round."),
)  # fmt: skip
ENDING: Final = _choice(
    "ending", "When a round ends",
    ("clock", "By the clock", "Time up stops every table at the same moment."),
    ("target", "At a number of points", "A table finishes when somebody there has that many points."),
    ("hands", "After a number of hands", "Every table plays the same number."),
)  # fmt: skip
SCORING: Final = _choice(
    "scoring", "Who scores the held cards",
    ("own_hand", "Everybody, their own", "You score the cards you still hold. The lowest score wins."),
    ("winner_takes", "The player who goes out", "They score all the cards the others still hold. The most points win."),
)  # fmt: skip
MOVE: Final = _choice(
    "move", "How people move",
    ("circular", "All the way round", "The best at the first table goes to the last, the worst the other way round."),
    ("ladder", "Up to the top table", "The best at the first table stays there, and so does the worst at the last."),
    only=("format", "rotation"),
)  # fmt: skip
RANKING: Final = _choice(
    "ranking", "How the final order is decided",
    ("average", "Average points per hand", "Fair, because fast tables play more hands."),
    ("total", "Total points", "Simple, but fast tables collect more."),
    ("beaten", "Table-mates beaten", "The share of table-mates that somebody beat, each round."),
    only=("format", "rotation"),
)  # fmt: skip
INCOMPLETE: Final = _choice(
    "incomplete", "A hand stopped by the end of the round",
    ("count", "Counts", "Everybody scores the cards they hold at that moment."),
    ("ignore", "Doesn’t count", "It stays on the sheet, but nobody scores it."),
    only=("scoring", "own_hand"), otherwise="count",
)  # fmt: skip
CLOCK: Final = SettingField(
    "clock", "Minutes per round", "30, or 7:30. If points or hands end a round, you can leave it empty.",
    kind="minutes", range=RANGES["clock"],
)  # fmt: skip
WARNING: Final = SettingField(
    "warning",
    "Last minutes",
    "Nobody starts a new hand in these minutes. Leave empty for no warning.",
    kind="minutes",
    range=RANGES["warning"],
)
TARGET: Final = SettingField(
    "target", "Points to reach", "500 in the classic game.", range=RANGES["target"], only=("ending", "target")
)  # fmt: skip
HANDS: Final = SettingField(
    "hands", "Hands per round", "A hand takes 5 to 10 minutes.", range=RANGES["hands"], only=("ending", "hands")
)
ROUNDS: Final = SettingField(
    "rounds", "Rounds", "How many everybody plays.", range=RANGES["rounds"], only=("format", "rotation")
)  # fmt: skip
REDRAW: Final = SettingField(
    "redraw", "Redraw every round", "Otherwise the draw fixes the whole bracket, and everybody can see it.",
    kind="yes", only=("format", "knockout"), otherwise=False,
)  # fmt: skip
TABLE: Final = SettingField(
    "table_max", "Seats at a table", "At most. Up to 5 in a knockout, 4 or 5 in a rotation, up to 10 in single.",
    range=TABLE_RANGE,
)  # fmt: skip
DECKS: Final = SettingField(
    "decks", "Decks at a table", "With one deck, a fifth Wild at a table is refused.", range=RANGES["decks"]
)
ENTRIES: Final = SettingField(
    "entries_per_group",
    "Entries from each group",
    "Leave empty for as many as they like.",
    range=RANGES["entries_per_group"],
)
RESERVES: Final = SettingField(
    "reserves_per_group", "Reserves from each group",
    "Reserves fill free places by lot. Leave empty for as many as they like.",
    range=RANGES["reserves_per_group"],
)  # fmt: skip
CAP: Final = SettingField(
    "cap", "Most players",
    "Further entries are refused, but reserves can still be nominated. Leave empty for no limit.",
    range=RANGES["cap"],
)  # fmt: skip

LIMITS_OF_A_GROUP: Final = (ENTRIES, RESERVES)

SECTIONS: Final[tuple[tuple[str, tuple[SettingField, ...]], ...]] = (
    ("The game", (FORMAT, ROUNDS, MOVE, RANKING, REDRAW)),
    ("The round", (ENDING, TARGET, HANDS, CLOCK, WARNING)),
    ("The score", (SCORING, INCOMPLETE)),
    ("The tables", (TABLE, DECKS)),
    ("Who may enter", (ENTRIES, RESERVES, CAP)),
)
FIELDS: Final = tuple(field for _, fields in SECTIONS for field in fields)
NEEDED: Final = frozenset({"table_max", "decks"})
USUAL: Final[Mapping[str, str]] = {
    "move": "circular", "ranking": "average", "rounds": "4", "target": "500", "hands": "5",
}  # fmt: skip
"""What a field that does not matter yet shows, in case somebody makes it matter."""

LABELS: Final[Mapping[str, str]] = {field.name: field.label for field in FIELDS} | {
    "name": "Name", "switches": "Variations", "extra_cards": "Extra cards", "date": "Day", "place": "Place",
    "time_zone": "Time zone",
    "full_names": "Names on public pages", "search_before_draw": "Looking for names before the draw",
    "closes_at": "Entries close",
}  # fmt: skip
