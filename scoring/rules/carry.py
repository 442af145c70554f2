"""A hand as a short line of text that paper, or a person, carries from a tablet without a network to the organiser.

    5 A12 BX C84 D7 …     hand 5: seat A holds 12, B went out, C holds 84, D holds 7; then the check letter

    line   =  number seat seat … check              spaces, small letters and hyphens do not matter
    number =  1 to 999, without a 0 in front
    seat   =  letter points | letter "X" [card]     letters in order: A is seat 1, B seat 2 … H, J, K are 8, 9 and 10
    card   =  0 to 9 | S | R | W | P2 | P4          went out on it: Skip, Reverse, Wild, Draw Two, Wild Draw Four
    check  =  one letter of LETTERS

A line in which nobody has an X is the incomplete hand. A named card that a ruleset adds is not carried, and an empty
chair, or who does not play a play-off hand, is left out. I, L and O are never written; typed, they are 1, 1 and 0.

The check letter is LETTERS[sum of weight × value mod 23], over all characters before it without spaces. Weights are 1,
2 … 22, then 1, 2 … again; a digit's value is itself, a letter's its place in LETTERS, from 0. 23 is prime, so any
mistyped digit is found, and so are any two that changed places, unless they stood 22 apart: never in the line
of a table of five.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournament.rules.errors import HandRefused

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""All but I, L and O, which look like digits."""
SEATS: Final = "ABCDEFGHJK"
CARDS: Final[Mapping[str, str]] = {str(n): str(n) for n in range(10)} | {
    "skip": "S",
    "reverse": "R",
    "wild": "W",
    "draw_two": "P2",
    "wild_draw_four": "P4",
}
_FACES: Final = {short: face for face, short in CARDS.items()}
_ALIKE: Final = str.maketrans("ILO", "110")
_SEAT: Final = rf"([{SEATS}])(?:([0-9]{{1,4}})|X([0-9SRW]|P[24])?)"
_LINE: Final = re.compile(rf"([1-9][0-9]{{0,2}})((?:{_SEAT})+)")
LONGEST_CODE: Final = 100
"""Characters that are read of what is typed."""
UNREADABLE: Final = "This isn’t a hand’s code. It looks like this: 5 A12 BX C84 D7, then one letter."
MISTYPED: Final = "Something in this code is mistyped. Compare it with the tablet, letter by letter."


@dataclass(frozen=True)
class CarriedHand:
    """A hand by its seats. `points` are everybody's held points without the player who went out. The rules check
    whether such a hand is possible."""

    number: int
    out_seat: int | None
    points: Mapping[int, int]
    last_card: str = ""

    @property
    def incomplete(self) -> bool:
        """Nobody went out: the end of the round stopped it."""
        return self.out_seat is None


def read(text: str) -> CarriedHand:
    """The hand in a line that was typed, or a refusal that says what to do."""
    typed = re.sub(r"[\s-]", "", text[:LONGEST_CODE]).upper().translate(_ALIKE)
    line, check = typed[:-1], typed[-1:]
    found = _LINE.fullmatch(line)
    if found is None or check not in LETTERS or len(text) > LONGEST_CODE:
        raise HandRefused(UNREADABLE)
    seats = [(SEATS.index(letter) + 1, points, card) for letter, points, card in re.findall(_SEAT, found[2])]
    numbers = [seat for seat, _, _ in seats]
    out: list[tuple[int | None, str]] = [(seat, card) for seat, points, card in seats if not points]
    if check != check_letter(line) or numbers != sorted(set(numbers)) or len(out) > 1:
        raise HandRefused(MISTYPED)
    [(out_seat, card)] = out or [(None, "")]
    points = {seat: int(points) for seat, points, _ in seats if points}
    return CarriedHand(int(found[1]), out_seat, points, _FACES.get(card, ""))


def write(hand: CarriedHand) -> str:
    """The line as the tablet shows it."""
    shown = {seat: str(points) for seat, points in hand.points.items()}
    if hand.out_seat is not None:
        shown[hand.out_seat] = "X" + CARDS.get(hand.last_card, "")
    parts = [str(hand.number), *(SEATS[seat - 1] + shown[seat] for seat in sorted(shown))]
    return " ".join([*parts, check_letter("".join(parts))])


def check_letter(line: str) -> str:
    """The last letter of a line whose characters before it, without spaces, are these."""
    prime = len(LETTERS)
    total = sum((place % (prime - 1) + 1) * _value(character) for place, character in enumerate(line))
    return LETTERS[total % prime]


def _value(character: str) -> int:
    return int(character) if character.isdigit() else LETTERS.index(character)
