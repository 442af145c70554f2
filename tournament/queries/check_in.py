"""Everybody at the check-in desk: with their seat in a round, or their place in the order of call (RULES 5), and their
whole name. queries/check_in_desk.py says who is on the desk's lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from django.db.models import F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.dispatch import Signal

from tournament.models import Competition, Competitor, Entry, Group, Seat
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.order_of_call import read_waiting
from tournament.queries.search import natural_of_group
from tournament.queries.standing import read_standing
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import NO_TABLE, ShownTable

ticked_at_tables = Signal()
"""Asked with `competition`: whom did umpires tick at its tables? Who knows what happened at a table answers with a
queryset of the ticks, each with its `entry` and the `number` of its round."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody at the check-in desk, with the whole name."""

    entry: int
    competitor: int
    code: str
    name: str
    group: str
    home: int
    """The group that their seat belongs to. A player who was called up may come from another group."""
    kind: str
    status: str
    is_here: bool
    """Whether they were checked in at the desk."""
    wristband: str
    gone: bool
    table: ShownTable = NO_TABLE
    seat: int = 0
    absent: bool = False
    plays_for: str = ""
    replaced_by: str = ""
    call: int = 0
    """Their place in the order of call, while they wait in it."""
    hidden: bool = False
    """Whether public pages call them "A player"."""
    ticked_in: int = 0
    """The latest round in which an umpire ticked them at their table; 0 if none did."""

    @property
    def is_present(self) -> bool:
        """Whether anybody has seen them: the desk, or the umpire of their table."""
        return self.is_here or self.ticked_in > 0


NOBODY: Final = Arrival(0, 0, "", "", "", 0, "", "", is_here=False, wristband="", gone=False)


@dataclass(frozen=True)
class CheckInList:
    """Everybody who entered, with their seats in round 1, for the list on the desk."""

    people: Sequence[Arrival]
    waiting: Sequence[Arrival] = ()
    """Reserves who may be called up, in their order."""
    is_seated: bool = False
    """Whether round 1 has its seats."""


_ENTERED: Final = (
    "pk", "competitor_id", "code", "competitor__name", "group__name", "kind", "status", "left",
    "competitor__here_at", "competitor__wristband", "competitor__hidden",
)  # fmt: skip
_SEATED: Final = (
    "home", "now__table__number", "now__number", "now__absent", "now__stands_for__competitor__name", "sitter",
    "ticked_in",
)  # fmt: skip


class _ArrivalRow(NamedTuple):
    entry: int
    competitor: int
    code: str
    name: str
    group: str
    kind: str
    status: str
    left: int | None
    here_at: datetime | None
    wristband: str
    hidden: bool
    home: int
    table: int | None = None
    seat: int | None = None
    absent: bool | None = None
    plays_for: str | None = None
    sitter: str | None = None
    ticked_in: int | None = None


def entered_in(competition: KnownCompetition, round_: PlannedRound | None) -> QuerySet[Any]:
    """Everybody who is entered, and did not withdraw before the seal. `now` is their seat in this round, if they have
    one."""
    entered = Entry.objects.filter(competition=competition.pk, withdrawn_at__isnull=True)
    if round_ is None:
        return entered
    return entered.annotate(now=FilteredRelation("seats", condition=Q(seats__round=round_.pk)))


def read_arrivals(
    standing: Standing, entered: QuerySet[Any], round_: PlannedRound | None, call: Mapping[str, int]
) -> list[Arrival]:
    """These people with their seats in the round, in one query. `call` has the places in the order of call."""
    rows = _rows(entered, round_, read_ticks(standing.competition))
    return [_arrival(standing, row, call.get(row.code, 0)) for row in rows]


def read_ticks(competition: int) -> QuerySet[Any]:
    """The ticks at the competition's tables, each with its `entry` and the `number` of its round."""
    ((_, ticks),) = ticked_at_tables.send(sender=Seat, competition=competition)
    return cast("QuerySet[Any]", ticks)


def _rows(entered: QuerySet[Any], round_: PlannedRound | None, ticks: QuerySet[Any]) -> Iterator[_ArrivalRow]:
    if round_ is None:
        return (_ArrivalRow(*row) for row in entered.values_list(*_ENTERED, "group_id"))
    sitters = Seat.objects.filter(round=round_.pk, stands_for=OuterRef("pk"))
    named = entered.annotate(
        home=Coalesce("now__stands_for__group", F("group")),
        sitter=Subquery(sitters.values("entry__competitor__name")[:1]),
        ticked_in=Subquery(ticks.filter(entry=OuterRef("pk")).order_by("-number").values("number")[:1]),
    )
    return (_ArrivalRow(*row) for row in named.values_list(*_ENTERED, *_SEATED))


def _arrival(standing: Standing, row: _ArrivalRow, call: int) -> Arrival:
    return Arrival(
        entry=row.entry,
        competitor=row.competitor,
        code=row.code,
        name=row.name,
        group=row.group,
        home=row.home,
        kind=row.kind,
        status=row.status,
        is_here=row.here_at is not None,
        wristband=row.wristband,
        gone=row.left is not None,
        table=standing.numbers.shown(row.table or 0),
        seat=row.seat or 0,
        absent=bool(row.absent),
        plays_for=row.plays_for or "",
        replaced_by="" if row.table else row.sitter or "",
        call=call,
        hidden=row.hidden,
        ticked_in=row.ticked_in or 0,
    )


def read_places_in_call(competition: KnownCompetition) -> dict[str, int]:
    """Everybody's place in the order of call, by the code of those who still wait in it, in two queries."""
    waiting = read_waiting([competition.pk]).get(competition.pk, ())
    return {code: place for place, code in enumerate(waiting, start=1)}


def read_check_in_list(competition: KnownCompetition, now: datetime) -> CheckInList:
    """Everybody who entered, whichever round is played, in four queries."""
    standing = read_standing(competition, now)
    first = standing.made[0] if standing.made else None
    call = read_places_in_call(competition) if first else {}
    people = read_arrivals(standing, entered_in(competition, first), first, call)
    waiting = sorted((person for person in people if person.call), key=lambda person: person.call)
    return CheckInList([person for person in people if not person.call], waiting, is_seated=first is not None)


def find_person(competition: Competition, competitor: int) -> str | None:
    """The name of somebody who is entered in this competition; None if they are not."""
    entered = Competitor.objects.filter(entries__competition=competition, entries__withdrawn_at__isnull=True)
    return entered.filter(pk=competitor).values_list("name", flat=True).first()


class GroupChoice(NamedTuple):
    """A group to choose from a list."""

    pk: int
    name: str


def read_group_choices(event: int) -> list[GroupChoice]:
    """The event's groups, sorted as people count."""
    groups = (GroupChoice(*row) for row in Group.objects.filter(event=event).values_list("pk", "name"))
    return sorted(groups, key=lambda group: natural_of_group(group.name))
