"""What tables need the organiser for, in words: for the cards on the board and for the panel beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from scoring.rules.needs import Conflict, Need, NeedKind, OpenCall
from scoring.rules.table_now import TableNow
from scoring.rules.troubles import HandInTrouble
from tournament.rules.table_numbers import ShownTable
from tournament.words import count, isolated

SHEET_IS_IN: Final = "The sheet is in: the tablet’s hand would correct it."


@dataclass(frozen=True)
class NeedNote:
    """One thing that a table needs the organiser for: in few words for its card, in a sentence for the panel."""

    kind: NeedKind
    table: ShownTable
    title: str
    sentence: str
    left: str
    right: str
    round: int | None = None
    """The earlier round that it comes from, if it does. Its table may not exist any more."""
    trouble: HandInTrouble | None = None
    version: int = 0
    """The version of the hand on the server, if two values are to choose from."""
    theirs: Sequence[str] = ()
    mine: Sequence[str] = ()
    """The two values, in one line or in a line for each player whose points differ."""


def note_need(need: Need, table: TableNow) -> NeedNote:
    """A need of a table in the round on the board, in words."""
    if need.call is not None:
        return note_call(need.call, f"Table {need.table}")
    if need.silent_since is not None:
        since = time_of_day(need.silent_since)
        received = f"{count(need.hands, 'hand')} received. Ask at the table."
        return NeedNote(
            need.kind, need.table, f"Table {need.table}, silent since {since}", received, "Not heard from", since
        )
    assert need.trouble is not None  # the only remaining kinds
    return _note_trouble(need, need.trouble, table)


def note_call(call: OpenCall, where: str, round_: int | None = None) -> NeedNote:
    """A call in words, with its round if that is an earlier one."""
    since = time_of_day(call.raised_at)
    message = call.message or "They’d like somebody to come."
    return NeedNote(NeedKind.FLAG, call.table, f"{where}, calling since {since}", message, "Calls", since, round_)


def _note_trouble(need: Need, trouble: HandInTrouble, table: TableNow) -> NeedNote:
    hand = f"Hand {trouble.hand}" if trouble.hand else "A hand"
    title = f"Table {need.table}, {hand.lower()}"
    if need.conflict is None:
        return NeedNote(need.kind, need.table, title, trouble.message, hand, "Not saved", trouble=trouble)
    sentence, theirs, mine = _both_values(need.conflict, table)
    if not table.open:
        sentence = f"{sentence} {SHEET_IS_IN}"
    return NeedNote(
        kind=need.kind,
        table=need.table,
        title=title,
        sentence=sentence,
        left=hand,
        right=f"{theirs[0]} or {mine[0]}" if len(need.conflict.differ) == 1 else "Two values",
        trouble=trouble,
        version=need.conflict.recorded.version,
        theirs=theirs,
        mine=mine,
    )


def _both_values(conflict: Conflict, table: TableNow) -> tuple[str, Sequence[str], Sequence[str]]:
    """The question, and the two values to choose from."""
    names = {seat.told: table.names[seat.code] for seat in table.seats}

    def went_out(code: str | None) -> list[str]:
        seat = table.present.get(code) if code is not None else None
        return [names[seat.told] if seat is not None else "Nobody"]

    def values(side: Mapping[int, int]) -> list[str]:
        if len(conflict.differ) == 1:
            return [str(side.get(conflict.differ[0], "–"))]
        return [f"{isolated(names[entry])} {side.get(entry, '–')}" for entry in conflict.differ]

    if not conflict.differ:
        sentence = "Two different players went out: which is right?"
        return sentence, went_out(conflict.recorded.hand.out), went_out(conflict.out_on_tablet)
    sentence = "Two different hands: which is right?"
    if len(conflict.differ) == 1:
        sentence = f"Two different scores: which is right for {names[conflict.differ[0]]}?"
    return sentence, values(conflict.theirs), values(conflict.mine)


def time_of_day(moment: datetime) -> str:
    """The time of day as the hall's clock shows it."""
    return f"{timezone.localtime(moment):%H:%M}"
