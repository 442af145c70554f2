"""The organiser's board as a whole: how many tables are at each stage, who needs somebody, which cards are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from scoring.queries.board import BoardRead, read_board_tables, read_names_at_tables
from scoring.rules.needs import NeedKind, silent_since
from scoring.rules.table_stage import PlainTable, TableStage, hand_in_count, stage_of
from scoring.web.board_cards import NEEDS_YOU, STAGES, BoardCard, StageSign, card_of
from scoring.web.board_needs import NeedNote, note_call
from tournament.queries.search import holds
from tournament.rules.standing import PlannedRound

MOST_NEEDS: Final = 24
"""What needs the organiser is listed with the clearest first; the cards have all of it."""


@dataclass(frozen=True, slots=True)
class TableMark:
    """How far a table is, for the counts and filters."""

    number: int
    """As the record counts it, from 1."""
    standing: StageSign
    needs_you: bool

    def is_at(self, stage: StageSign) -> bool:
        """Whether this table belongs to the count of this stage."""
        return self.needs_you if stage == NEEDS_YOU else self.standing == stage


@dataclass(frozen=True)
class Board:
    """The round's tables, and how many are at each stage."""

    read: BoardRead
    marks: Sequence[TableMark]
    cards: Mapping[int, BoardCard]
    """The tables that were looked at already, because more than their rows decides how far they are."""

    @property
    def round(self) -> PlannedRound:
        return self.read.round

    @property
    def last(self) -> bool:
        return self.round.is_last

    @property
    def calls(self) -> list[NeedNote]:
        """Unanswered calls of tables that are not in this round."""
        name = self.read.standing.name
        return [
            note_call(call, f"Table {call.table} of {name(call.round)}", call.round) for call in self.read.elsewhere
        ]

    @cached_property
    def counts(self) -> list[tuple[StageSign, int]]:
        """The counts, what is still to do first. A stage without a table is left out, except for tables that need
        somebody and accepted ones."""
        always = {NEEDS_YOU, StageSign(TableStage.ACCEPTED.value)}
        numbers = Counter(mark.standing for mark in self.marks)
        numbers[NEEDS_YOU] = self.need_you
        return [(stage, numbers[stage]) for stage in STAGES if numbers[stage] or stage in always]

    @cached_property
    def need_you(self) -> int:
        """How many tables need the organiser, including tables of earlier rounds whose call is still open. The headline
        and the row of counts show the same number."""
        return sum(mark.needs_you for mark in self.marks) + len(self.read.elsewhere)

    @cached_property
    def silent(self) -> list[int]:
        """The tables that need somebody for nothing but their silence, so that they were not looked at."""
        return [mark.number for mark in self.marks if mark.needs_you and mark.number not in self.cards]

    @property
    def on_paper(self) -> list[BoardCard]:
        """The tables whose sheets only the organiser can accept."""
        return [card for card in self.cards.values() if card.waits_for_organiser and not card.needs]

    def cards_of(self, numbers: Collection[int]) -> dict[int, BoardCard]:
        """The cards of these tables, in their order."""
        cards = {**self.cards, **_read_cards(self.read, [number for number in numbers if number not in self.cards])}
        return {number: cards[number] for number in numbers}

    def needs(self, cards: Mapping[int, BoardCard]) -> list[NeedNote]:
        """What needs the organiser at these tables, at those that were looked at and in earlier rounds: first two
        values to choose from, then refused hands, calls, and silent tablets."""
        notes = [*(need for card in {**self.cards, **cards}.values() for need in card.needs), *self.calls]
        return sorted(notes, key=lambda need: (list(NeedKind).index(need.kind), need.table))

    def find(self, text: str) -> list[TableMark]:
        """The tables that a search finds, by their number or by their people's names."""
        typed, shown = text.strip(), self.read.standing.numbers.shown
        if not typed:
            return list(self.marks)
        if typed.isdigit():
            return [mark for mark in self.marks if str(shown(mark.number)) == typed]
        names = read_names_at_tables(self.round)
        return [
            mark
            for mark in self.marks
            if holds(f"table {shown(mark.number)} {', '.join(names.get(mark.number, ()))}", typed)
        ]


def look_over(read: BoardRead) -> Board:
    """How far every table is. Those are looked at whose rows do not tell it, or that have trouble or call."""
    plain = read.plain_tables()
    looked_at = {number for number in read.rows if number not in plain or _is_in_trouble(read, number)}
    cards = _read_cards(read, looked_at)
    marks = [
        TableMark(number, cards[number].standing, cards[number].needs_you)
        if number in cards
        else _mark_of(read, number, plain[number])
        for number in read.rows
    ]
    return Board(read, marks, cards)


def _is_in_trouble(read: BoardRead, number: int) -> bool:
    return number in read.calls or number in read.disputed


def _read_cards(read: BoardRead, numbers: Collection[int]) -> dict[int, BoardCard]:
    return {number: card_of(table, read.standing) for number, table in read_board_tables(read, numbers).items()}


def _mark_of(read: BoardRead, number: int, table: PlainTable) -> TableMark:
    """How far a table is that has no trouble: it can only be silent."""
    tablets = read.tablets.get(number)
    if not tablets:
        return TableMark(number, _sign_of(table, counting=False), False)
    counting = hand_in_count(table, tablets, read.read_at) is not None
    silent = silent_since(tablets, read.read_at, open=table.open, has_hands=table.has_hands)
    return TableMark(number, _sign_of(table, counting=counting), silent is not None)


@cache
def _sign_of(table: PlainTable, *, counting: bool) -> StageSign:
    return StageSign(stage_of(table, counting=counting, may_still_play=False).value)
