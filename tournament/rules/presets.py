"""A competition is three independent choices, and presets are rows of data (RULES 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from tournament.rules.errors import SettingsRefused
from tournament.rules.setting_ranges import EXTRA_CARD_RANGES, LONGEST_CARD_NAME, RANGES


class Format(StrEnum):
    """Who meets whom next."""

    KNOCKOUT = "knockout"
    ROTATION = "rotation"
    SINGLE = "single"


class Ending(StrEnum):
    """When a round ends."""

    CLOCK = "clock"
    TARGET = "target"
    HANDS = "hands"


class Scoring(StrEnum):
    """Whose points the held cards are: `own_hand` low wins, `winner_takes` high wins."""

    OWN_HAND = "own_hand"
    WINNER_TAKES = "winner_takes"


class Incomplete(StrEnum):
    """Whether a hand that the bell stopped counts under `own_hand` (RULES 4)."""

    COUNT = "count"
    IGNORE = "ignore"


class Moving(StrEnum):
    """How people change tables in a rotation (RULES 7)."""

    CIRCULAR = "circular"
    LADDER = "ladder"


class Ranking(StrEnum):
    """What orders a rotation's final standing (RULES 7)."""

    AVERAGE = "average"
    TOTAL = "total"
    BEATEN = "beaten"


MAX_TABLE: Final[Mapping[Format, int]] = {Format.KNOCKOUT: 5, Format.ROTATION: 5, Format.SINGLE: 10}
RESERVED_CARDS: Final = frozenset(str(n) for n in range(10)) | {
    "skip", "reverse", "draw_two", "wild", "wild_draw_four", "draw two", "wild draw four",
}  # fmt: skip
"""Names, in small letters, that a card of the deck has already: in the record, or as people say it."""
SWITCHES: Final[Mapping[str, str]] = {
    "stack_draw_two": "A Draw Two may be answered with a Draw Two; the penalty adds up.",
    "stack_draw_four": "A Wild Draw Four may be answered with a Wild Draw Four; the penalty adds up.",
    "stack_both": "Draw Two and Wild Draw Four may be stacked on each other.",
    "sevens_swap": "If you play a 7, you swap all your cards with another player.",
    "zeros_rotate": "When a 0 is played, everybody passes all their cards to the next player.",
    "jump_in": "You may play out of turn if you have exactly the same card, number and colour.",
    "must_play": "If you can play a card, you must.",
    "no_special_cards": "Number cards only.",
}
"""The variations of VALUES that are switches; each is off unless named, and printed when on (RULES 9)."""


@dataclass(frozen=True)
class Settings:
    """Everything an organiser can choose about a competition. Times are whole seconds."""

    format: Format
    ending: Ending
    scoring: Scoring
    incomplete: Incomplete = Incomplete.COUNT
    redraw: bool = False
    move: Moving | None = None
    ranking: Ranking | None = None
    cap: int | None = None
    rounds: int | None = None
    table_max: int = 4
    decks: int = 1
    clock: int | None = None
    warning: int | None = None
    target: int | None = None
    hands: int | None = None
    entries_per_group: int | None = None
    reserves_per_group: int | None = None
    extra_cards: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    switches: tuple[str, ...] = ()

    @property
    def low_wins(self) -> bool:
        """Best is the lowest score under `own_hand`, the most points under `winner_takes` (RULES 7)."""
        return self.scoring is Scoring.OWN_HAND

    def incomplete_counts(self) -> bool:
        """An incomplete hand counts under `own_hand` unless set to be ignored, never under `winner_takes` (RULES 4)."""
        return self.low_wins and self.incomplete is Incomplete.COUNT

    def change(self, **choices: Any) -> Settings:
        """These settings with some choices changed, checked; text from a form or a file becomes the right kind."""
        kinds = {
            "format": Format, "ending": Ending, "scoring": Scoring,
            "incomplete": Incomplete, "move": Moving, "ranking": Ranking, "switches": tuple,
        }  # fmt: skip
        try:
            typed = {
                name: v if name not in kinds or (v is None and name in ("move", "ranking")) else kinds[name](v)
                for name, v in choices.items()
            }
            changed = replace(self, **typed)
        except (TypeError, ValueError) as error:
            raise SettingsRefused(f"That isn’t a setting of a competition: {error}.") from None
        if found := _complaints(changed):
            first, name = found[0]
            fields = {setting: sentence for sentence, setting in reversed(found) if setting}
            raise SettingsRefused(first, name, fields)
        return changed


_Rule = tuple[bool, str, str]
"""Whether it is wrong, in which words, and which setting that is about."""


def _complaints(s: Settings) -> list[tuple[str, str]]:
    """What does not go together, a sentence each with the setting it is about; empty when all is well. What is no
    number comes first, alone: the other rules compare them."""
    return _wrong([*_kinds(s), *_numbers(s)]) or _wrong([*_ending(s), *_format(s), *_cards(s)])


def _wrong(rules: Iterable[_Rule]) -> list[tuple[str, str]]:
    return [(sentence, field) for wrong, sentence, field in rules if wrong]


def _kinds(s: Settings) -> list[_Rule]:
    return [
        (type(s.table_max) is not int, "The largest table: a whole number of seats, please.", "table_max"),
        (s.decks is None, f"Decks: {RANGES['decks']}, please.", "decks"),
        (type(s.redraw) is not bool, "Redraw: yes or no, please.", "redraw"),
        (not isinstance(s.extra_cards, Mapping), "Extra cards: a name each, with its points and count, please.", ""),
    ]


def _ending(s: Settings) -> list[_Rule]:
    return [
        (s.ending is Ending.CLOCK and s.clock is None, "A round that ends by the clock needs a length.", "clock"),
        (
            s.ending is Ending.TARGET and s.target is None,
            "A round played to a target needs the number of points.",
            "target",
        ),
        (s.ending is Ending.HANDS and s.hands is None, "Say after how many hands a round ends.", "hands"),
        (
            s.ending is not Ending.TARGET and s.target is not None,
            "Only the ending “target” has a target.",
            "target",
        ),
        (
            s.ending is not Ending.HANDS and s.hands is not None,
            "Only the ending “hands” has a number of hands.",
            "hands",
        ),
        (s.warning is not None and s.clock is None, "A warning needs a clock.", "warning"),
        (
            s.warning is not None and s.clock is not None and s.warning >= s.clock,
            "The warning must come after the start: make it shorter than the round.",
            "warning",
        ),
    ]


def _format(s: Settings) -> list[_Rule]:
    rotation = s.format is Format.ROTATION
    most = MAX_TABLE[s.format]
    return [
        (
            rotation and None in (s.move, s.ranking, s.rounds),
            "A rotation needs moves, a ranking and a number of rounds.",
            "rounds",
        ),
        (not rotation and s.move is not None, "Only a rotation has circular or ladder moves.", "move"),
        (not rotation and s.ranking is not None, "Only a rotation has a ranking.", "ranking"),
        (not rotation and s.rounds is not None, "Only a rotation has a number of rounds.", "rounds"),
        (s.redraw and s.format is not Format.KNOCKOUT, "Only a knockout can be redrawn each round.", "redraw"),
        (rotation and not 4 <= s.table_max <= most, "A rotation has tables of up to 4 or 5.", "table_max"),
        (not 2 <= s.table_max <= most, f"A {s.format} has tables of 2 to {most}.", "table_max"),
    ]


def _numbers(s: Settings) -> list[_Rule]:
    return [
        (
            getattr(s, name) is not None and not allowed.has(getattr(s, name)),
            f"{name.replace('_', ' ').capitalize()}: {allowed}, please.",
            name,
        )
        for name, allowed in RANGES.items()
    ]


def _cards(s: Settings) -> list[_Rule]:
    return [
        *((not _is_card_name(name), f"“{name}” can’t be an extra card’s name.", "") for name in s.extra_cards),
        *((not _is_extra(card), f"The extra card “{name}” needs its points and how many are in a deck.", "")
          for name, card in s.extra_cards.items()),
        *((switch not in tuple(SWITCHES), f"There is no variation called “{switch}”.", "") for switch in s.switches),
    ]  # fmt: skip


def _is_card_name(name: str) -> bool:
    is_free = name.lower() not in RESERVED_CARDS
    return is_free and bool(name.strip()) and len(name) <= LONGEST_CARD_NAME and name.isprintable()


def _is_extra(card: Mapping[str, int]) -> bool:
    if not isinstance(card, Mapping) or card.keys() != EXTRA_CARD_RANGES.keys():
        return False
    return all(allowed.has(card[name]) for name, allowed in EXTRA_CARD_RANGES.items())


@dataclass(frozen=True)
class Preset:
    """A row to start from: its name, where it comes from, the choices, and how a new event is offered it."""

    name: str
    title: str
    source: str
    settings: Settings
    offered_as: str
    grades: tuple[str, ...]
    """The competitions that it usually makes."""


_SYG: Final = Settings(
    format=Format.KNOCKOUT, ending=Ending.CLOCK, scoring=Scoring.OWN_HAND, cap=64, table_max=4,
    clock=30 * 60, warning=5 * 60, entries_per_group=1, reserves_per_group=1,
)  # fmt: skip

PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in [
        Preset("syg", "SYG knockout", "SYG, set time", _SYG, "SYG: Open and Under 18", ("Uno Open", "Uno Under 18")),
        Preset(
            "syg-60", "SYG knockout, 60 minutes", "SYG, 60 minutes", replace(_SYG, clock=60 * 60),
            "SYG, 60 minutes", ("Uno Open", "Uno Under 18"),
        ),
        Preset(
            "bac", "BAC rotation", "BAC",
            Settings(
                format=Format.ROTATION, ending=Ending.CLOCK, scoring=Scoring.OWN_HAND, table_max=5,
                move=Moving.CIRCULAR, ranking=Ranking.AVERAGE, rounds=4, clock=15 * 60, warning=2 * 60,
            ),
            "BAC", ("Uno",),
        ),
        Preset(
            "classic-500", "Classic 500", "Capstone",
            Settings(
                format=Format.KNOCKOUT, ending=Ending.TARGET, scoring=Scoring.WINNER_TAKES, table_max=5, target=500
            ),
            "Classic 500", ("Classic 500",),
        ),
        Preset(
            "classroom", "Classroom", "VALUES",
            Settings(format=Format.SINGLE, ending=Ending.HANDS, scoring=Scoring.WINNER_TAKES, table_max=5, hands=5),
            "Classroom", ("Classroom",),
        ),
    ]
}  # fmt: skip

CUSTOM: Final = Preset(
    "custom", "Your own", "", replace(_SYG, cap=None, entries_per_group=None, reserves_per_group=None),
    "Your own", ("Uno",),
)  # fmt: skip
"""No row of RULES 2, but where somebody starts who wants to choose everything: a plain knockout without limits."""


def preset(name: str) -> Preset:
    """The preset of this name, or a plain refusal that lists them."""
    if name == CUSTOM.name:
        return CUSTOM
    if name not in PRESETS:
        raise SettingsRefused(f"There is no preset “{name}”. There are: {', '.join(PRESETS)}.")
    return PRESETS[name]
