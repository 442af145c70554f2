"""What a table needs the organiser for: two values to choose from, a refused hand, a call, or a tablet gone silent."""

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
    """A tablet of the table: when it was last heard from, and what it told of itself then."""

    heard_at: datetime
    connected: bool
    counting: HandInCount | None = None
    trouble: HandInTrouble | None = None
    at_result: bool | None = None
    """Whether it shows the result: its umpire has said that no hand was going on. None: it is too old to tell."""

    def disputes(self, round_number: int) -> bool:
        """Whether it has a hand of this round that the server did not take and nobody has settled."""
        return self.trouble is not None and self.trouble.is_of(round_number)


@dataclass(frozen=True)
class OpenCall:
    """A call for the organiser that nobody has answered: of which table, and in which round it was raised."""

    table: ShownTable
    round: int
    message: str
    raised_at: datetime


class NeedKind(StrEnum):
    """Why a table needs the organiser, the clearest first."""

    CONFLICT = "conflict"
    REFUSED = "refused"
    FLAG = "flag"
    SILENT = "silent"


@dataclass(frozen=True)
class Conflict:
    """Two values of one hand: what the server has, and what a tablet has typed. Points are by entry."""

    recorded: RecordedHand
    theirs: Mapping[int, int]
    mine: Mapping[int, int]
    differ: Sequence[int]
    """The entries whose points differ; none where only who went out does."""
    out_on_tablet: str | None
    """The code of who went out, as the tablet has it."""


@dataclass(frozen=True)
class Need:
    """One thing that a table needs the organiser for. What it is about follows its kind."""

    kind: NeedKind
    table: ShownTable
    trouble: HandInTrouble | None = None
    conflict: Conflict | None = None
    call: OpenCall | None = None
    silent_since: datetime | None = None
    hands: int = 0
    """So many hands were received from a table that is silent now."""


def needs_of(table: TableNow, tablets: Sequence[HeardTablet], call: OpenCall | None, now: datetime) -> list[Need]:
    """What one table needs somebody for. Two different hands stay until somebody settles them, also once the sheet is
    in: whoever accepted it may not have known of the other."""
    needs = [_refused(table, trouble) for trouble in open_troubles(tablets, table.round.number)]
    if call is not None:
        needs.append(Need(NeedKind.FLAG, table.shown, call=call))
    heard = max((tablet.heard_at for tablet in tablets), default=now)
    if table.open and table.hands and heard < now - SILENT_AFTER:
        needs.append(Need(NeedKind.SILENT, table.shown, silent_since=heard, hands=len(table.hands)))
    return needs


def open_troubles(tablets: Sequence[HeardTablet], round_number: int) -> list[HandInTrouble]:
    """The hands of this round that tablets have and nobody has settled."""
    return [t.trouble for t in tablets if t.trouble is not None and t.trouble.is_of(round_number)]


def _refused(table: TableNow, trouble: HandInTrouble) -> Need:
    """A hand that was refused; a conflict where the server has another hand of this number."""
    recorded = next((recorded for recorded in table.hands if recorded.number == trouble.hand), None)
    mine = trouble.points(deck_of(table.settings))
    if recorded is None or mine is None or not mine.keys() <= set(table.entries.values()):
        return Need(NeedKind.REFUSED, table.shown, trouble=trouble)
    return Need(NeedKind.CONFLICT, table.shown, trouble=trouble, conflict=_conflict(table, trouble, recorded, mine))


def _conflict(table: TableNow, trouble: HandInTrouble, recorded: RecordedHand, mine: Mapping[int, int]) -> Conflict:
    """The server's own value, not what the tablet tells of it, beside what the tablet has typed."""
    points = {code: held.points for code, held in recorded.hand.held.items()}
    theirs = {table.entries[code]: points.get(code, 0) for code in recorded.hand.players}
    return Conflict(
        recorded=recorded,
        theirs=theirs,
        mine=mine,
        differ=[entry for entry in table.entries.values() if theirs.get(entry) != mine.get(entry)],
        out_on_tablet=next((code for code, entry in table.entries.items() if entry == trouble.out), None),
    )
