"""What a table needs the organiser for: a choice between two values, a refused hand, a call, or a silent tablet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from scoring.rules.cards import deck_of
from scoring.rules.table_now import RecordedHand, TableNow
from scoring.rules.troubles import HandInCount, HandInTrouble
from tournament.rules.table_numbers import ShownTable

SILENT_AFTER: Final = timedelta(minutes=2)
"""An umpire may count for a minute without touching the tablet. After two it is worth a walk to the table."""


@dataclass(frozen=True)
class HeardTablet:
    """A tablet of the table: when it was last heard from, and what it reported then."""

    heard_at: datetime
    connected: bool
    counting: HandInCount | None = None
    trouble: HandInTrouble | None = None
    at_result: bool | None = None
    """Whether it shows the result, so its umpire has said that no hand was going on. None from a tablet that is too old
    to say."""

    def disputes(self, round_number: int) -> bool:
        """Whether it has a hand of this round that the server refused and nobody has settled."""
        return self.trouble is not None and self.trouble.is_of(round_number)


@dataclass(frozen=True)
class OpenCall:
    """A call for the organiser that nobody has answered, with its table and the round in which it was raised."""

    table: ShownTable
    round: int
    message: str
    raised_at: datetime


class NeedKind(StrEnum):
    """Why a table needs the organiser, in the order of how clear it is."""

    CONFLICT = "conflict"
    REFUSED = "refused"
    FLAG = "flag"
    SILENT = "silent"


@dataclass(frozen=True)
class Conflict:
    """Two values of one hand: the server's and the one typed on a tablet. Points are by the number by
    which tablets know the player."""

    recorded: RecordedHand
    theirs: Mapping[int, int]
    mine: Mapping[int, int]
    differ: Sequence[int]
    """The numbers of the players whose points differ. Empty if the two hands only differ in who went out."""
    out_on_tablet: str | None
    """The code of the player who went out according to the tablet."""


@dataclass(frozen=True)
class Need:
    """One thing that a table needs the organiser for. Which fields are set depends on its kind."""

    kind: NeedKind
    table: ShownTable
    trouble: HandInTrouble | None = None
    conflict: Conflict | None = None
    call: OpenCall | None = None
    silent_since: datetime | None = None
    hands: int = 0
    """How many hands the sheet of a silent table has."""


def needs_of(table: TableNow, tablets: Sequence[HeardTablet], call: OpenCall | None, now: datetime) -> list[Need]:
    """Everything that one table needs somebody for. Two different hands stay listed until somebody settles them, even
    once the sheet is accepted: the person who accepted it may not have known of the other hand."""
    needs = [_refused(table, trouble) for trouble in open_troubles(tablets, table.round.number)]
    if call is not None:
        needs.append(Need(NeedKind.FLAG, table.shown, call=call))
    if (heard := silent_since(tablets, now, open=table.open, has_hands=table.has_hands)) is not None:
        needs.append(Need(NeedKind.SILENT, table.shown, silent_since=heard, hands=len(table.hands)))
    return needs


def silent_since(tablets: Sequence[HeardTablet], now: datetime, *, open: bool, has_hands: bool) -> datetime | None:
    """Since when an open table that has played has not been heard from; None while somebody there was heard lately, and
    at a table that writes on paper."""
    heard = max((tablet.heard_at for tablet in tablets), default=now)
    return heard if open and has_hands and heard < now - SILENT_AFTER else None


def open_troubles(tablets: Sequence[HeardTablet], round_number: int) -> list[HandInTrouble]:
    """The hands of this round that the server refused and nobody has settled."""
    return [t.trouble for t in tablets if t.trouble is not None and t.trouble.is_of(round_number)]


def _refused(table: TableNow, trouble: HandInTrouble) -> Need:
    """A hand that was refused. It is a conflict if the server has another hand with this number."""
    recorded = next((recorded for recorded in table.hands if recorded.number == trouble.hand), None)
    mine = trouble.points(deck_of(table.settings))
    if recorded is None or mine is None or not mine.keys() <= set(table.told.values()):
        return Need(NeedKind.REFUSED, table.shown, trouble=trouble)
    return Need(NeedKind.CONFLICT, table.shown, trouble=trouble, conflict=_conflict(table, trouble, recorded, mine))


def _conflict(table: TableNow, trouble: HandInTrouble, recorded: RecordedHand, mine: Mapping[int, int]) -> Conflict:
    """The hand as the server has it beside the hand as the tablet has it. The server's values come from its own rows,
    not from what the tablet reports."""
    points = {code: held.points for code, held in recorded.hand.held.items()}
    theirs = {table.told[code]: points.get(code, 0) for code in recorded.hand.players}
    return Conflict(
        recorded=recorded,
        theirs=theirs,
        mine=mine,
        differ=[entry for entry in table.told.values() if theirs.get(entry) != mine.get(entry)],
        out_on_tablet=next((code for code, entry in table.told.items() if entry == trouble.out), None),
    )
