"""The address of a table: found by the number that people see on it, in the latest round or an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import F, OuterRef, QuerySet, Subquery

from scoring.models import KeyChange
from scoring.queries.keys import ROAMING
from tournament.models import Table
from tournament.prepared import PreparedQuery
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import ShownTable, TableNumbers
from tournament.rules.travel_ids import TravelId


class AddressIds(NamedTuple):
    """The ids that travel of a table and of what it belongs to, and its event's secret."""

    table: TravelId
    competition: TravelId
    event: TravelId
    secret: str


@dataclass(frozen=True)
class TableAddress:
    """The address of a table: everything that a tablet's request needs before its action looks closer."""

    pk: int
    number: int
    """As the record counts it, from 1."""
    round: int
    competition: int
    event: int
    first_table: int
    ids: AddressIds
    renewed: int | None
    """How often this table's key was replaced; None if it never was."""
    roaming_renewed: int | None
    """The same of the roaming umpire's key."""

    def still_good(self, held: Mapping[int, int]) -> set[int]:
        """Which of its two keys still open it. `held` says, for each table number, how often its key had been replaced
        when somebody came in by it."""
        now = {ROAMING: self.roaming_renewed or 0, self.number: self.renewed or 0}
        return {number for number, renewed in now.items() if held.get(number) == renewed}

    @property
    def shown(self) -> ShownTable:
        """The number that people see on it."""
        return TableNumbers(self.first_table).shown(self.number)


@dataclass(frozen=True)
class TableFacts:
    """What pages say about a table besides its hands."""

    pk: int
    travel_id: TravelId
    number: int
    """As the record counts it, from 1."""
    shown: ShownTable
    """The number that people see on it."""
    accepted_at: datetime | None


def table_facts(table: Table) -> TableFacts:
    """The facts of a table's row, which was read together with its competition."""
    return TableFacts(table.pk, table.travel_id, table.number, table.shown, table.accepted_at)


def _renewed(number: Any) -> Subquery:
    """How often a key was replaced. It is read with its table, so that looking at the key asks nothing more."""
    changes = KeyChange.objects.filter(competition=OuterRef("round__competition"), number=number)
    return Subquery(changes.values("anew"))


def _latest(slug: Any, shown: Any) -> QuerySet[Table]:
    numbered = Table.objects.alias(shown_number=F("number") + F("round__competition__first_table") - 1)
    return numbered.filter(round__competition__slug=slug, shown_number=shown).order_by("-round__number")


def _known(tables: QuerySet[Table]) -> QuerySet[Table]:
    with_keys = tables.annotate(renewed=_renewed(OuterRef("number")), roaming_renewed=_renewed(ROAMING))
    return with_keys.select_related("round__competition__event", "dealer__seat", "seen_seats")[:1]


_ADDRESS: Final = PreparedQuery(
    lambda slug, shown: _latest(slug, shown).values_list(
        "pk",
        "number",
        "round__number",
        "round__competition",
        "round__competition__event",
        "round__competition__first_table",
        "travel_id",
        "round__competition__travel_id",
        "round__competition__event__travel_id",
        "round__competition__event__secret",
        _renewed(OuterRef("number")),
        _renewed(ROAMING),
    )[:1]
)
_TABLE: Final = PreparedQuery(lambda slug, shown: _known(_latest(slug, shown)))


def address_of(table: Table) -> TableAddress:
    """The address of a table that `find_table` found."""
    competition, event = table.round.competition, table.round.competition.event
    ids = AddressIds(table.travel_id, competition.travel_id, event.travel_id, event.secret)
    renewed, roaming_renewed = vars(table)["renewed"], vars(table)["roaming_renewed"]
    return TableAddress(
        table.pk,
        table.number,
        table.round.number,
        competition.pk,
        event.pk,
        competition.first_table,
        ids,
        renewed,
        roaming_renewed,
    )


def find_address(slug: str, shown: int) -> TableAddress | None:
    """The table with this number on it in the latest round that has been made."""
    found: tuple[Any, ...] | None = _ADDRESS.first(slug, shown)
    if found is None:
        return None
    pk, number, round_, competition, event, first_table, *ids, renewed, roaming_renewed = found
    return TableAddress(pk, number, round_, competition, event, first_table, AddressIds(*ids), renewed, roaming_renewed)


def find_table(slug: str, shown: int, round_: int | None = None) -> Table | None:
    """The table with this number on it, in the latest round or in `round_`, read with everything it belongs to."""
    if round_ is None:
        return _TABLE.first(slug, shown)
    return _known(_latest(slug, shown).filter(round__number=round_)).first()


def find_table_of_round(standing: Standing, round_: PlannedRound, shown: int) -> Table | None:
    """The table with this number on it in a round that has been made."""
    tables = Table.objects.select_related("round__competition", "dealer__seat")
    return tables.filter(round=round_.pk, number=standing.numbers.stored(shown)).first()
