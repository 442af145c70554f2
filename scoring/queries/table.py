"""One table and all that is known of it now: where it is, who sits there, its hands, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, Q, QuerySet

from scoring.models import Correction, Flag
from scoring.queries.hands import Stored, hands_of
from scoring.rules import sheet as sheet_rules
from scoring.rules.cards import Deck, deck_of
from scoring.rules.sheet import Sheet
from tournament.models import Competition, Draw, Seat, Table
from tournament.prepared import PreparedQuery
from tournament.rules import rounds
from tournament.rules.clock import State
from tournament.rules.presets import Settings
from tournament.rules.ranking import Tally


@dataclass(frozen=True)
class Spot:
    """Where a table is: all that a tablet's request needs before its action looks closer."""

    pk: int
    number: int
    round: int
    competition: int
    event: int


CONNECTED: Final = timedelta(seconds=45)
"""A tablet that was heard so lately is there."""


def _latest(slug: Any, number: Any) -> QuerySet[Table]:
    return Table.objects.filter(round__competition__slug=slug, number=number).order_by("-round__number")


def _known(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.select_related("round__clock", "round__competition__event", "dealer__seat")[:1]


_SPOT: Final = PreparedQuery(
    lambda slug, number: _latest(slug, number).values_list(
        "pk", "number", "round__number", "round__competition", "round__competition__event"
    )[:1]
)
_TABLE: Final = PreparedQuery(lambda slug, number: _known(_latest(slug, number)))
_TABLE_THEN: Final = PreparedQuery(lambda slug, number, then: _known(_latest(slug, number).filter(round__number=then)))


def spot_of(table: Table) -> Spot:
    """Where a table is that is known already."""
    competition = table.round.competition
    return Spot(table.pk, table.number, table.round.number, competition.pk, competition.event_id)


def find_spot(slug: str, number: int) -> Spot | None:
    """The table of this number in the latest round that has been made."""
    found = _SPOT.first(slug, number)
    return Spot(*found) if found else None


def find_table(slug: str, number: int, round_: int | None = None) -> Table | None:
    """The same table, or as it was in this round, with all that it belongs to."""
    return _TABLE.first(slug, number) if round_ is None else _TABLE_THEN.first(slug, number, round_)


def open_calls(competition: int) -> QuerySet[Flag]:
    """What tables called the organiser for and nobody answered, the oldest first: a call outlives its round."""
    return Flag.objects.filter(table__round__competition=competition, lowered_at__isnull=True).order_by("raised_at")


def latest_tables(competition: Competition) -> list[Table]:
    """All tables of the latest round, in one query, with the number of hands each has played."""
    hands = Count("hands", filter=Q(hands__deleted_at__isnull=True))
    tables = Table.objects.filter(round__competition=competition).select_related("round").annotate(played=hands)
    ordered = list(tables.order_by("-round__number", "number"))
    return [table for table in ordered if table.round_id == ordered[0].round_id]


@dataclass(frozen=True)
class TableNow:
    """All rows of one table, read once; everything else is computed from them."""

    competition: Competition
    draw: Draw
    table: Table
    seats: Sequence[Seat]
    hands: Sequence[Stored]
    corrected: frozenset[int]
    now: datetime

    @cached_property
    def settings(self) -> Settings:
        return self.competition.settings

    @cached_property
    def deck(self) -> Deck:
        return deck_of(self.settings)

    @cached_property
    def present(self) -> dict[str, Seat]:
        return {seat.entry.code: seat for seat in self.seats if not seat.absent}

    @cached_property
    def entries(self) -> dict[str, int]:
        """Entry by code: the tablet knows people by their entry."""
        return {seat.entry.code: seat.entry_id for seat in self.seats}

    @cached_property
    def sheet(self) -> Sheet:
        return Sheet(tuple(self.present), tuple(one.hand for one in self.hands))

    @cached_property
    def tallies(self) -> dict[str, Tally]:
        return {tally.code: tally for tally in sheet_rules.tallies(self.sheet, self.settings)}

    @cached_property
    def clock_state(self) -> State | None:
        clock = getattr(self.table.round, "clock", None)
        return None if clock is None else clock.facts.state(self.now)

    @property
    def dealt_last(self) -> bool:
        """Whether the last hand has been counted: the next one could only have been dealt after the warning."""
        clock = getattr(self.table.round, "clock", None)
        last_deal = clock.facts.last_deal if clock is not None else None
        return last_deal is not None and any(one.recorded_at >= last_deal for one in self.hands)

    @property
    def open(self) -> bool:
        """Whether its sheet is still being written."""
        return self.table.accepted_at is None and self.table.round.closed_at is None

    @property
    def over(self) -> bool:
        ended = self.clock_state in (State.TIME_UP, State.CLOSED)
        return ended or sheet_rules.reached_end(self.sheet, self.settings) is not None

    @cached_property
    def tie(self) -> Any:
        return sheet_rules.standoff(self.sheet, self.settings) if self.over else None

    @cached_property
    def last_round(self) -> bool:
        return rounds.is_last(self.settings, self.draw.plan, self.table.round.number)


_OF_SEATS: Final = (
    "table", "number", "absent", "entry__code", "entry__group__name", "entry__competitor__name",
    "entry__competitor__wristband", "stands_for__competitor__name", "sat__seat", "nod__seat", "nod__seen",
)  # fmt: skip
"""What a sheet shows of its chairs: a tablet asks often, and a dozen columns are read sooner than sixty."""
_SEATS: Final = PreparedQuery(
    lambda table: (
        Seat.objects.filter(table=table)
        .select_related("entry__competitor", "entry__group", "stands_for__competitor", "sat", "nod")
        .only(*_OF_SEATS)
        .order_by("number")
    )
)


def read_table(competition: Competition, draw: Draw, table: Table, now: datetime) -> TableNow:
    """In three queries at most, however many hands were played."""
    seats = _SEATS(table.pk)
    hands = hands_of(table.pk, {seat.pk: seat.entry.code for seat in seats})
    return TableNow(
        competition=competition,
        draw=draw,
        table=table,
        seats=seats,
        hands=hands,
        corrected=_corrected(hands),
        now=now,
    )


def _corrected(hands: Sequence[Stored]) -> frozenset[int]:
    """Those whose points were changed: only a later version can be, so most tables are not asked about."""
    changed = [one.pk for one in hands if one.version > 1]
    if not changed:
        return frozenset()
    return frozenset(Correction.objects.filter(hand__in=changed).order_by().values_list("hand_id", flat=True))


def why_not_accept(it: TableNow) -> list[str]:
    """What prevents accepting the sheet, as its action will say it."""
    names = {code: str(seat.entry.competitor) for code, seat in it.present.items()}
    began = it.table.round.began_at is not None
    return sheet_rules.why_not_accept(it.sheet, it.settings, began=began, over=it.over, lot=it.table.lot, names=names)
