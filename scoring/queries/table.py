"""One table, read in a few queries: everything that its tablet and the organiser's sheet show."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from scoring.models import Correction, Flag
from scoring.queries.hands import read_hands
from scoring.queries.table_address import TableFacts, table_facts
from scoring.rules.cards import Deck, deck_of
from scoring.rules.outcomes import TableOutcome, has_people_level, work_out
from scoring.rules.table_now import RecordedHand, RoundNow, SeatNow, TableNow
from tournament.models import Competition, Competitor, Entry, Seat, Table
from tournament.prepared import PreparedQuery
from tournament.queries.event_facts import CompetitionFacts, competition_facts
from tournament.rules.chance import final_ranks
from tournament.rules.presets import Format, Settings
from tournament.rules.standing import MadeRound, PlannedRound, Standing
from tournament.rules.table_numbers import TableNumbers
from tournament.rules.travel_ids import TravelId, number_told, travel_id_of

# One table's rows


def read_numbers_told(table: int) -> dict[str, int]:
    """The number of each code at a table by which tablets know the player."""
    seats = Seat.objects.filter(table=table).values_list("entry__code", "entry__travel_id")
    return {code: number_told(travel_id) for code, travel_id in seats}


def read_entries_told(competition: int, numbers: Collection[int], event: TravelId) -> dict[int, int]:
    """The entries of a competition that tablets know by these numbers. `event` is the id of its event."""
    told = {travel_id_of(number, event): number for number in numbers}
    entries = Entry.objects.filter(competition=competition, travel_id__in=told).values_list("travel_id", "pk")
    return {told[travel_id]: pk for travel_id, pk in entries}


def open_calls(competition: int) -> QuerySet[Flag]:
    """The calls that nobody has answered, the oldest first. A call stays open when its round ends."""
    return Flag.objects.filter(table__round__competition=competition, lowered_at__isnull=True).order_by("raised_at")


# From rows to what the rules know


def round_now(round_: MadeRound | PlannedRound, now: datetime) -> RoundNow:
    """A round as its tables need to know it."""
    clock = round_.clock
    return RoundNow(
        number=round_.number,
        began=round_.began_at is not None,
        closed=round_.closed_at is not None,
        clock=None if clock is None else clock.state(now),
        last_deal=None if clock is None else clock.last_deal,
    )


class TableColumns(Protocol):
    """What a table's row holds that its state depends on."""

    @property
    def number(self) -> int: ...
    @property
    def accepted_at(self) -> datetime | None: ...
    @property
    def lot(self) -> bool: ...


def table_now(
    table: TableColumns,
    settings: Settings,
    numbers: TableNumbers,
    round_: RoundNow,
    seats: Sequence[SeatNow],
    hands: Sequence[RecordedHand],
) -> TableNow:
    """The table's row with its seats and hands."""
    return TableNow(
        number=table.number,
        settings=settings,
        round=round_,
        seats=seats,
        hands=hands,
        accepted=table.accepted_at is not None,
        lot=table.lot,
        numbers=numbers,
    )


_PLAYERS: Final = PreparedQuery(
    lambda table: (
        Seat.objects.filter(table=table)
        .order_by("number")
        .values_list(
            "pk", "number", "entry", "entry__code", "absent", "entry__competitor", "entry__competitor__name",
            "entry__travel_id",
        )
    )
)  # fmt: skip


def read_seats(table: int) -> list[SeatNow]:
    """The people at a table, with everything that an action there needs to know of its seats."""
    return [
        SeatNow(pk, number, entry, code, absent, name_of(competitor, name), travel_id=travel_id)
        for pk, number, entry, code, absent, competitor, name, travel_id in _PLAYERS(table)
    ]


def name_of(competitor: int, name: str) -> str:
    """The name of somebody on sheets, even after names are erased."""
    return name or str(Competitor(pk=competitor))


def _outcome(standing: Standing, table: Table, now: TableNow) -> TableOutcome:
    """The table's outcome. How many tables a rotation has, and everybody's rank, are read only once the table is
    decided."""
    tables, ranks = 0, None
    if now.is_decided and now.settings.format is Format.ROTATION:
        tables = Table.objects.filter(round=table.round_id).count()
    if now.is_decided and has_people_level(now):
        ranks = read_ranks(standing)
    return work_out(now, standing, tables=tables, ranks=ranks)


def read_ranks(standing: Standing) -> Mapping[str, int]:
    """The order of people who are still level, over everyone who ever had a seat."""
    assert standing.draw is not None  # everybody with a seat was drawn
    seats = Seat.objects.filter(round__competition=standing.competition).order_by()
    return final_ranks(standing.draw.seed, seats.values_list("entry__code", flat=True).distinct())


# One table with what its pages show


@dataclass(frozen=True)
class SeatedPerson:
    """What a sheet shows about somebody besides their name."""

    group: str
    home: int
    """The group that the seat belongs to. A player who was called up may come from another group."""
    wristband: str
    stands_for: str = ""


@dataclass(frozen=True)
class TableRead:
    """One table with everything that its tablet and its sheet show. `people` is by entry, `corrected` by the hand's
    row."""

    competition: CompetitionFacts
    standing: Standing
    round: PlannedRound
    table: TableFacts
    now: TableNow
    deck: Deck
    outcome: TableOutcome
    people: Mapping[int, SeatedPerson]
    first_dealer: int | None
    """The entry of the player who deals first, while they are present."""
    dealer_left: bool
    """Somebody was chosen to deal first and is no longer present."""
    corrected: frozenset[int]
    read_at: datetime


class _SheetSeatRow(NamedTuple):
    """What a sheet shows about one chair."""

    pk: int
    number: int
    entry: int
    code: str
    absent: bool
    competitor: int
    name: str
    wristband: str
    group: str
    home: int
    stands_for: int | None
    stood_for: str
    sat: int | None
    agreed: Sequence[int] | None
    travel_id: TravelId

    @property
    def seat(self) -> SeatNow:
        name = name_of(self.competitor, self.name)
        return SeatNow(
            self.pk, self.number, self.entry, self.code, self.absent, name, self.sat is not None, self.agreed,
            self.travel_id,
        )  # fmt: skip

    @property
    def person(self) -> SeatedPerson:
        stands_for = name_of(self.stands_for, self.stood_for) if self.stands_for is not None else ""
        return SeatedPerson(self.group, self.home, self.wristband, stands_for)


_SEATS: Final = PreparedQuery(
    lambda table: (
        Seat.objects.filter(table=table)
        .order_by("number")
        .values_list(
            "pk", "number", "entry", "entry__code", "absent", "entry__competitor", "entry__competitor__name",
            "entry__competitor__wristband", "entry__group__name", Coalesce("stands_for__group", "entry__group"),
            "stands_for__competitor",
            "stands_for__competitor__name", "sat", "nod__seen", "entry__travel_id",
        )
    )
)  # fmt: skip


def read_table(standing: Standing, competition: Competition, table: Table, now: datetime) -> TableRead:
    """Read the table in at most three queries while the round goes on, however many hands were played."""
    rows = [_SheetSeatRow(*row) for row in _SEATS(table.pk)]
    settings, round_ = standing.settings, standing.rounds[table.round.number - 1]
    hands = read_hands(table.pk, {row.pk: row.code for row in rows})
    state = table_now(table, settings, standing.numbers, round_now(round_, now), [row.seat for row in rows], hands)
    first_dealer = _first_dealer(table, state)
    return TableRead(
        competition=competition_facts(competition),
        standing=standing,
        round=round_,
        table=table_facts(table),
        now=state,
        deck=deck_of(settings),
        outcome=_outcome(standing, table, state),
        people={row.entry: row.person for row in rows},
        first_dealer=first_dealer,
        dealer_left=first_dealer is None and hasattr(table, "dealer"),
        corrected=_corrected(hands),
        read_at=now,
    )


def _first_dealer(table: Table, now: TableNow) -> int | None:
    dealer = getattr(table, "dealer", None)
    entry = dealer.seat.entry_id if dealer is not None and dealer.seat is not None else None
    return entry if entry in {seat.entry for seat in now.present.values()} else None


def _corrected(hands: Sequence[RecordedHand]) -> frozenset[int]:
    """The hands whose points were changed. Only a hand with a later version can have been, so most tables need no
    query."""
    changed = [recorded.pk for recorded in hands if recorded.version > 1]
    if not changed:
        return frozenset()
    return frozenset(Correction.objects.filter(hand__in=changed).order_by().values_list("hand_id", flat=True))
