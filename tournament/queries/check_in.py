"""The check-in desk: who is expected, who is here, who waits to be called (RULES 5), with whole names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple, cast

from django.dispatch import Signal

from tournament.models import Competition, Competitor, Entry, Group, Seat
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.published_draws import published_draws
from tournament.queries.search import holds, natural
from tournament.queries.standing import read_standing
from tournament.queries.wishes import OpenWish, read_open_wishes
from tournament.rules.attendance.order_of_call import still_waiting
from tournament.rules.entries import Status
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import NO_TABLE, ShownTable

ticked_at_tables = Signal()
"""Asked with `competition`: whom did umpires tick at its tables, and in which round last? Who knows what happened at a
table answers with the round's number for each entry."""


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


@dataclass(frozen=True)
class CheckInDesk:
    """The whole desk. Before the draw is published everybody is only expected."""

    standing: Standing
    expected: Sequence[Arrival]
    """Who should sit down: not here yet first."""
    waiting: Sequence[Arrival] = ()
    """Who may be called up, in their order."""
    later: Sequence[Arrival] = ()
    """Late arrivals who sit down in the next round."""
    missed: Sequence[Arrival] = ()
    """Empty chairs, those whose seat somebody else took, and those who were not there when called."""
    wishes: Sequence[OpenWish] = ()

    @property
    def round(self) -> PlannedRound | None:
        """The round that everybody's seats are of."""
        return self.standing.latest

    @property
    def number_here(self) -> int:
        """How many of those expected have come."""
        return sum(person.is_present for person in self.expected)

    @property
    def everybody(self) -> list[Arrival]:
        """Everybody who is on the desk's lists."""
        return [*self.expected, *self.waiting, *self.later, *self.missed]

    def with_code(self, code: str) -> Arrival:
        """Somebody on the desk's lists, by the code of their entry."""
        return next(person for person in self.everybody if person.code == code)

    def find(self, entry: int) -> Arrival | None:
        """Somebody on the desk's lists, by their entry."""
        return next((person for person in self.everybody if person.entry == entry), None)


@dataclass(frozen=True)
class CheckInList:
    """Everybody who entered, with their seats in round 1, for the list on the desk."""

    people: Sequence[Arrival]
    waiting: Sequence[Arrival] = ()
    """Reserves who may be called up, in their order."""
    is_seated: bool = False
    """Whether round 1 has its seats."""


class _EntryRow(NamedTuple):
    entry: int
    competitor: int
    code: str
    name: str
    group: str
    group_id: int
    kind: str
    status: str
    left: int | None
    here_at: object
    wristband: str
    hidden: bool


class _ArrivalSeat(NamedTuple):
    entry: int
    table: ShownTable
    number: int
    absent: bool
    stands_for: int | None


_ENTRY: Final = (
    "pk", "competitor_id", "code", "competitor__name", "group__name", "group_id", "kind", "status", "left",
    "competitor__here_at", "competitor__wristband", "competitor__hidden",
)  # fmt: skip
_SEAT: Final = ("entry", "table__number", "number", "absent", "stands_for")


def read_desk(competition: KnownCompetition, now: datetime) -> CheckInDesk:
    """Everybody of the competition, in six queries however many they are."""
    standing = read_standing(competition, now)
    rows = _read_entries(competition)
    if standing.latest is None:
        people = sorted(map(_arrival, rows), key=_not_here_first)
        return CheckInDesk(standing, people, wishes=read_open_wishes(competition.pk, None))
    seats = _read_seats(standing, standing.latest)
    wishes = read_open_wishes(competition.pk, {seat.entry for seat in seats})
    ticks = _read_ticks(competition)
    people = [
        replace(person, ticked_in=ticks.get(person.entry, 0))
        for person in _seated(rows, seats, _read_call(competition))
    ]
    return _desk(standing, people, wishes)


def _read_ticks(competition: KnownCompetition) -> dict[int, int]:
    answers = ticked_at_tables.send(sender=Seat, competition=competition.pk)
    return {entry: number for _, ticks in answers for entry, number in cast(dict[int, int], ticks).items()}


def read_check_in_list(competition: KnownCompetition, now: datetime) -> CheckInList:
    """Everybody who entered, whichever round is played, in four queries."""
    standing = read_standing(competition, now)
    rows = _read_entries(competition)
    if not standing.made:
        return CheckInList([_arrival(row) for row in rows])
    people = _seated(rows, _read_seats(standing, standing.made[0]), _read_call(competition))
    waiting = sorted((person for person in people if person.call), key=lambda person: person.call)
    return CheckInList([person for person in people if not person.call], waiting, is_seated=True)


def _read_entries(competition: KnownCompetition) -> list[_EntryRow]:
    entered = Entry.objects.filter(competition=competition.pk, withdrawn_at__isnull=True)
    return [_EntryRow(*row) for row in entered.values_list(*_ENTRY)]


def _read_seats(standing: Standing, round_: PlannedRound) -> list[_ArrivalSeat]:
    return [
        _ArrivalSeat(entry, standing.numbers.shown(table), *rest)
        for entry, table, *rest in Seat.objects.filter(round=round_.pk).values_list(*_SEAT)
    ]


def _read_call(competition: KnownCompetition) -> Sequence[str]:
    """The order of call, by the codes of entries."""
    call: Sequence[str] = published_draws().filter(competition=competition.pk).values_list("call", flat=True).get()
    return call


def _desk(standing: Standing, people: Sequence[Arrival], wishes: Sequence[OpenWish]) -> CheckInDesk:
    return CheckInDesk(
        standing=standing,
        expected=sorted((person for person in people if person.table and not person.absent), key=_not_here_first),
        waiting=sorted((person for person in people if person.call), key=lambda person: person.call),
        later=[person for person in people if person.status == Status.LATE and not person.table and not person.gone],
        missed=sorted(filter(_is_missed, people), key=lambda person: person.name.casefold()),
        wishes=wishes,
    )


def _seated(rows: Sequence[_EntryRow], seats: Sequence[_ArrivalSeat], call: Sequence[str]) -> list[Arrival]:
    """Everybody with their seat in the latest round, or their place in the order of call."""
    entries = {row.entry: row for row in rows}
    taken = {seat.entry: seat for seat in seats}
    sitters = {seat.stands_for: entries[seat.entry].name for seat in seats if seat.stands_for and seat.entry in entries}
    places = {code: place for place, code in enumerate(still_waiting(call, rows), start=1)}
    return [
        _sitting(row, taken[row.entry], entries)
        if row.entry in taken
        else _arrival(row, replaced_by=sitters.get(row.entry, ""), call=places.get(row.code, 0))
        for row in rows
    ]


def _sitting(row: _EntryRow, seat: _ArrivalSeat, entries: Mapping[int, _EntryRow]) -> Arrival:
    owner = entries.get(seat.stands_for) if seat.stands_for else None
    return _arrival(
        row,
        home=owner.group_id if owner else row.group_id,
        table=seat.table,
        seat=seat.number,
        absent=seat.absent,
        plays_for=owner.name if owner else "",
    )


def _arrival(
    row: _EntryRow,
    *,
    home: int = 0,
    table: ShownTable = NO_TABLE,
    seat: int = 0,
    absent: bool = False,
    plays_for: str = "",
    replaced_by: str = "",
    call: int = 0,
) -> Arrival:
    return Arrival(
        entry=row.entry,
        competitor=row.competitor,
        code=row.code,
        name=row.name,
        group=row.group,
        home=home or row.group_id,
        kind=row.kind,
        status=row.status,
        is_here=row.here_at is not None,
        wristband=row.wristband,
        gone=row.left is not None,
        table=table,
        seat=seat,
        absent=absent,
        plays_for=plays_for,
        replaced_by=replaced_by,
        call=call,
        hidden=row.hidden,
    )


def _is_missed(person: Arrival) -> bool:
    never_sat = not person.table and person.gone and person.status in (Status.NOT_DRAWN, Status.LATE)
    return person.absent or bool(person.replaced_by) or never_sat


def _not_here_first(person: Arrival) -> tuple[bool, str, int]:
    return person.is_present, person.name.casefold(), person.entry


def search(people: Iterable[Arrival], words: str) -> list[Arrival]:
    """Those whose name, group or wristband holds every word."""
    return [person for person in people if holds("\n".join((person.name, person.group, person.wristband)), words)]


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
    return sorted(groups, key=lambda group: natural(group.name))
