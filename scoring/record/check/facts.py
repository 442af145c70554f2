"""The record as typed values (section 4, “The file”). Every later step reads these, never the JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Card:
    """What a card counts, and how many of it there are; of a competition's own cards per deck."""

    points: int
    count: int


@dataclass(frozen=True)
class CheckedCompetition:
    """The choices of the organiser."""

    name: str
    preset: str | None
    format: str
    ending: str
    scoring: str
    incomplete: str
    redraw: bool
    move: str | None
    ranking: str | None
    cap: int | None
    rounds: int | None
    table_max: int
    decks: int
    clock: int | None
    target: int | None
    hands: int | None
    extra_cards: dict[str, Card]

    @property
    def low_wins(self) -> bool:
        """`own_hand`: you score the cards you hold, low wins; `winner_takes`: high wins."""
        return self.scoring == "own_hand"


@dataclass(frozen=True)
class CheckedEntry:
    """A place in the competition: on the sealed list or added afterwards, and how it came in."""

    code: str
    group: str
    kind: str
    listed: bool
    status: str
    left: int | None


@dataclass(frozen=True)
class Discarded:
    """A draw thrown away before publishing."""

    list_hash: str
    salt: str
    public: str | None
    why: str


@dataclass(frozen=True)
class Chance:
    """What the seed is made of, and the seed."""

    salt: str
    commitment: str
    public: str
    list_hash: str
    seed: str
    discarded: tuple[Discarded, ...]


@dataclass(frozen=True)
class CheckedSwap:
    """Two entries who exchanged seats before publishing."""

    a: str
    b: str
    why: str


@dataclass(frozen=True)
class CheckedMove:
    """Somebody who changes tables: as best, as worst, or to balance."""

    entry: str
    origin: int
    to: int
    why: str


@dataclass(frozen=True)
class Drawn:
    """How seats were drawn; attempt is null where they were dealt."""

    method: str
    attempt: int | None


@dataclass(frozen=True)
class CheckedDraw:
    """Who came in, and how round 1 was seated."""

    size: int
    plan: tuple[int, ...]
    lot_entries: tuple[str, ...]
    lot_reserves: tuple[str, ...]
    admitted: tuple[str, ...]
    drawn: Drawn
    swaps: tuple[CheckedSwap, ...]
    moves: tuple[CheckedMove, ...]


@dataclass(frozen=True)
class CheckedSeat:
    """A chair: who has it, whose it was, and whether it is empty."""

    number: int
    entry: str
    stands_for: str | None
    absent: bool


@dataclass(frozen=True)
class CheckedHeld:
    """What a player still holds when a hand ends; cards are null where only a total was entered."""

    cards: dict[str, int] | None
    points: int


@dataclass(frozen=True)
class CheckedHand:
    """One deal, until somebody goes out or the end of the round stops it."""

    number: int
    complete: bool
    playoff: bool
    void: bool
    late: bool
    out: str | None
    last_card: str | None
    held: dict[str, CheckedHeld]
    points: dict[str, int]


@dataclass(frozen=True)
class CheckedTie:
    """Everybody level on points, the step that decided, and whom it took."""

    between: tuple[str, ...]
    by: str
    took: str


@dataclass(frozen=True)
class CheckedTable:
    """A table of one round: its chairs, its sheet and its result."""

    number: int
    seats: tuple[CheckedSeat, ...]
    hands: tuple[CheckedHand, ...]
    totals: dict[str, int]
    order: tuple[str, ...]
    through: tuple[str, ...]
    ties: tuple[CheckedTie, ...]

    @cached_property
    def present(self) -> list[str]:
        """Who sits here, each once, empty chairs left out."""
        return list(dict.fromkeys(seat.entry for seat in self.seats if not seat.absent))

    @cached_property
    def absent(self) -> list[str]:
        """Whose chairs are empty."""
        return list(dict.fromkeys(seat.entry for seat in self.seats if seat.absent))

    @cached_property
    def regular(self) -> list[CheckedHand]:
        """“A play-off hand counts in no total, no number of hands and no hands won”: all the others."""
        return [hand for hand in self.hands if not hand.playoff]

    @cached_property
    def counting(self) -> list[CheckedHand]:
        """The hands that count in totals and averages: neither play-off nor void."""
        return [hand for hand in self.regular if not hand.void]

    @cached_property
    def wins(self) -> Counter[str]:
        """Hands won (went out)."""
        return Counter(hand.out for hand in self.regular if hand.complete and hand.out is not None)

    @cached_property
    def sums(self) -> Counter[str]:
        """What the recorded points of every hand that is no play-off add up to."""
        sums: Counter[str] = Counter()
        for hand in self.regular:
            sums.update(hand.points)
        return sums

    def total(self, code: str) -> int:
        """The recorded total; where the record has none, what the recorded points add up to."""
        return self.totals.get(code, self.sums[code])


@dataclass(frozen=True)
class CheckedRound:
    """One stage: how it was redrawn, if it was; its tables; who moves after it."""

    number: int
    drawn: Drawn | None
    tables: tuple[CheckedTable, ...]
    moves: tuple[CheckedMove, ...]

    @cached_property
    def seats(self) -> dict[str, CheckedSeat]:
        """The chair of each entry of this round."""
        return {seat.entry: seat for table in self.tables for seat in table.seats}


@dataclass(frozen=True)
class CheckedCorrection:
    """Held points as they were and are; null where a change of who went out left nothing to hold."""

    round: int
    table: int
    hand: int
    entry: str
    was: int | None
    now: int | None
    why: str


@dataclass(frozen=True)
class Record:
    """The whole file."""

    competition: CheckedCompetition
    entries: tuple[CheckedEntry, ...]
    chance: Chance
    draw: CheckedDraw
    rounds: tuple[CheckedRound, ...]
    final_order: tuple[str, ...]
    corrections: tuple[CheckedCorrection, ...]
