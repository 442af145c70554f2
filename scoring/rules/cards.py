"""The cards, what they are worth, and what one table can hold (RULES 3).

Colours are not recorded when a hand is counted, so a card is known here by its face alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tournament.rules.errors import HandRefused, SettingsRefused
from tournament.rules.presets import Settings

NUMBERS: Final = tuple(str(n) for n in range(10))
ACTIONS: Final = ("skip", "reverse", "draw_two")
WILDS: Final = ("wild", "wild_draw_four")
FACES: Final = NUMBERS + ACTIONS + WILDS

POINTS: Final[Mapping[str, int]] = (
    {face: int(face) for face in NUMBERS} | dict.fromkeys(ACTIONS, 20) | dict.fromkeys(WILDS, 50)
)
"""Numbers count face value; Skip, Reverse, Draw Two 20; Wild and Wild Draw Four 50."""

PER_DECK: Final[Mapping[str, int]] = {face: 4 if face in ("0", *WILDS) else 8 for face in FACES}
"""Four colours × (one 0, two of everything else), and four of each Wild: 108 cards, 1,240 points."""

NAMES: Final[Mapping[str, str]] = {face: face for face in NUMBERS} | {
    "skip": "Skip",
    "reverse": "Reverse",
    "draw_two": "Draw Two",
    "wild": "Wild",
    "wild_draw_four": "Wild Draw Four",
}

LONGEST_FACE: Final = 30
"""The longest name of a card, in letters, including cards of a ruleset."""

_TAKEN: Final = frozenset(name.lower() for name in (*NAMES, *NAMES.values()))

DRAWN_AFTER: Final[Mapping[str, int]] = {"draw_two": 2, "wild_draw_four": 4}
"""How many cards the next player draws, and counts, when somebody goes out on this face (RULES 4)."""


@dataclass(frozen=True)
class ExtraCard:
    """A named card that a ruleset adds (VALUES, variation 9): its points, and how many are in one deck."""

    points: int
    count: int


@dataclass(frozen=True)
class Deck:
    """The cards on one table: the number of decks, and the cards that the ruleset adds to each."""

    decks: int = 1
    extra: Mapping[str, ExtraCard] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse impossible decks, and two cards with the same name, which could not be counted."""
        if self.decks < 1:
            raise SettingsRefused("A table needs one deck or more.")
        for name, card in self.extra.items():
            if name.lower() in _TAKEN:
                raise SettingsRefused(f"There’s already a card called “{name}”. Choose another name.")
            if card.points < 0 or card.count < 1:
                raise SettingsRefused(f"“{name}” needs 0 points or more, and one card or more in each deck.")

    def points(self, face: str) -> int:
        """What one card of this face counts."""
        if face in POINTS:
            return POINTS[face]
        if face in self.extra:
            return self.extra[face].points
        raise HandRefused(f"There is no card called “{face}” in this competition.")

    def limit(self, face: str) -> int:
        """How many cards of this face the whole table can hold."""
        self.points(face)  # says so if there is no such card
        each = PER_DECK[face] if face in PER_DECK else self.extra[face].count
        return each * self.decks

    @property
    def faces(self) -> tuple[str, ...]:
        """Every face of this competition, in the order of the counting screen."""
        return FACES + tuple(self.extra)

    @property
    def total(self) -> int:
        """What all the cards together count: 1,240 for one plain deck."""
        return sum(self.points(face) * self.limit(face) for face in self.faces)

    def name(self, face: str) -> str:
        """The face as a person says it."""
        return NAMES.get(face, face)

    def count(self, cards: Mapping[str, int]) -> int:
        """The points of some cards: red 7, blue 0, Skip, Wild = 77."""
        return sum(self.points(face) * number for face, number in cards.items())

    def check(self, held: Iterable[Mapping[str, int]]) -> dict[str, int]:
        """Refuse cards that one table cannot hold; answer how many of each face are left (RULES 3: a fifth Wild)."""
        left = {face: self.limit(face) for face in self.faces}
        for cards in held:
            for face, number in cards.items():
                self.points(face)  # says so if there is no such card
                if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                    raise HandRefused(f"The number of {self.name(face)} cards must be 1 or more.")
                left[face] -= number
                if left[face] < 0:
                    have = f"{self.decks} decks have" if self.decks > 1 else "One deck has"
                    raise HandRefused(
                        f"More than {self.limit(face)} {self.name(face)} cards at one table. {have} {self.limit(face)}."
                    )
        return left

    @property
    def worthless(self) -> int:
        """How many cards are worth nothing. At most that many players can hold cards and have 0 points."""
        return sum(self.limit(face) for face in self.faces if not self.points(face))

    def reachable(self, left: Mapping[str, int], at_least: int = 1) -> int:
        """The totals that one player can hold with at least `at_least` of these cards. Bit n is set if n is
        possible."""
        sums = [1] + [0] * at_least  # one for each number of cards; the last is for that many or more
        for face, number in left.items():
            for _ in range(number):
                sums[-1] |= sums[-1] << self.points(face)
                for cards in range(at_least, 0, -1):
                    sums[cards] |= sums[cards - 1] << self.points(face)
        return sums[-1]


def deck_of(settings: Settings) -> Deck:
    """The cards on a table of this competition."""
    return Deck(settings.decks, {name: ExtraCard(**card) for name, card in settings.extra_cards.items()})
