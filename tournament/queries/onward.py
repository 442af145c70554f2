"""One event as everybody's phone sees it: who is where in each competition, and where they go next.

Read at once for the whole event, in a fixed number of queries however many play, because every phone asks for the same
facts in the same moment; each page then shows one person of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from tournament.models import Entry, Move, Table
from tournament.queries.event_facts import CompetitionFacts, EventFacts, KnownEvent, event_facts
from tournament.queries.events import ListedCompetition, read_listed
from tournament.queries.people import ENTRY_ROW, EntryRow, Person, name_people
from tournament.queries.published_draws import published_draws
from tournament.queries.results import PlayedChair, final_order, order_of_table, read_chairs
from tournament.queries.rounds import DEALT
from tournament.rules.attendance.order_of_call import still_waiting
from tournament.rules.chance import final_ranks
from tournament.rules.onward import LatestChair, Onward, onward
from tournament.rules.presets import Format
from tournament.rules.standing import Standing
from tournament.rules.travel_ids import TravelId


@dataclass(frozen=True, slots=True)
class TableMate:
    """One chair of a table in the latest round."""

    seat: int
    person: Person
    absent: bool


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where somebody is in one competition."""

    person: Person
    onward: Onward
    chair: LatestChair | None
    points: int | None = None
    rank: int = 0
    """Their place in the final order, once there is one."""
    substitute: Person | None = None
    """Whom they play for, or who plays for them."""
    table_told: int = 0
    """The number by which pages know the table of their latest chair. They are told what that table is told."""


@dataclass(frozen=True)
class Grade:
    """One competition: how far it is, its tables now, and everybody's whereabouts by the id of the person."""

    listed: ListedCompetition
    tables: Mapping[int, Sequence[TableMate]]
    people: Mapping[TravelId, Whereabouts]

    @property
    def competition(self) -> CompetitionFacts:
        return self.listed.competition

    @property
    def standing(self) -> Standing:
        return self.listed.standing


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody whose name is known."""

    travel_id: TravelId
    name: str
    group: str
    hidden: bool


@dataclass(frozen=True)
class Gathering:
    """The whole event."""

    event: EventFacts
    grades: Sequence[Grade]
    people: Mapping[TravelId, KnownPerson]

    def whereabouts(self, person: TravelId) -> list[tuple[Grade, Whereabouts]]:
        """Where somebody is in each competition they are in."""
        return [(grade, grade.people[person]) for grade in self.grades if person in grade.people]


class _Entered(NamedTuple):
    """What is read of one entry beside its name."""

    competition: int
    person: TravelId
    left: int | None
    joins: int | None
    row: EntryRow

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def status(self) -> str:
        return self.row.status


class _Call(NamedTuple):
    """The order of call of a published draw, and whether the first round has dealt: then it is over."""

    codes: Sequence[str]
    dealt: bool


_NO_CALL = _Call((), True)


@dataclass(frozen=True)
class _EventRows:
    """All rows of the event, read once."""

    entered: Mapping[int, Sequence[_Entered]]
    calls: Mapping[int, _Call]
    chairs: Mapping[int, Sequence[PlayedChair]]
    moves: Mapping[tuple[int, int, int], int]
    """Where a round's end sends an entry, by competition, round and entry."""


def read_grades(event: KnownEvent, now: datetime, *, staff: bool = False) -> list[Grade]:
    """Each competition without its people, in two queries while nothing is finished: for the event's plain page, and
    for one that finds people by name. Its staff see the result before the podium has told it."""
    return [Grade(listed, {}, {}) for listed in read_listed(event, now, public=not staff)]


def read_gathering(event: KnownEvent, now: datetime, *, staff: bool = False) -> Gathering:
    """Everything, in a fixed number of queries. For the event's staff with the names of those who are hidden, and with
    the result before the podium has told it."""
    every = read_listed(event, now, public=not staff)
    rows = _read(event, [listed.competition.pk for listed in every])
    names = {
        listed.competition.pk: name_people(
            [entered.row for entered in rows.entered.get(listed.competition.pk, [])],
            full_names=event.full_names,
            staff=staff,
        )
        for listed in every
    }
    grades = [_GradeOfRows(listed, rows, names[listed.competition.pk]).grade() for listed in every]
    return Gathering(event_facts(event), grades, _known(every, rows, names))


def _read(event: KnownEvent, competitions: Sequence[int]) -> _EventRows:
    entries = Entry.objects.filter(competition__event=event.pk, withdrawn_at__isnull=True).order_by("pk")
    entered: dict[int, list[_Entered]] = {}
    columns = ("competition_id", "competitor__travel_id", "left", "joins", *ENTRY_ROW)
    for competition, person, left, joins, *row in entries.values_list(*columns):
        entered.setdefault(competition, []).append(_Entered(competition, person, left, joins, EntryRow(*row)))
    moves = Move.objects.filter(competition__event=event.pk).exclude(why="balance")
    return _EventRows(
        entered=entered,
        calls=_read_calls(event),
        chairs=read_chairs(competitions),
        moves={
            (competition, after, entry): goal
            for competition, after, entry, goal in moves.values_list("competition_id", "after", "entry_id", "target")
        },
    )


def _read_calls(event: KnownEvent) -> dict[int, _Call]:
    dealt = Table.objects.filter(DEALT, round__competition=OuterRef("competition"))
    draws = published_draws().filter(competition__event=event.pk).annotate(dealt=Exists(dealt))
    rows = draws.values_list("competition_id", "call", "dealt")
    return {competition: _Call(codes, dealt) for competition, codes, dealt in rows}


def _known(
    every: Sequence[ListedCompetition], rows: _EventRows, names: Mapping[int, Mapping[int, Person]]
) -> dict[TravelId, KnownPerson]:
    """Everybody once, under the name of their first competition. Once names are erased there is nobody to find."""
    known: dict[TravelId, KnownPerson] = {}
    for listed in every:
        competition = listed.competition.pk
        for entered in rows.entered.get(competition, []):
            if entered.person not in known and entered.row.name:
                known[entered.person] = _known_person(entered, names[competition][entered.row.pk])
    return known


def _known_person(entered: _Entered, person: Person) -> KnownPerson:
    return KnownPerson(entered.person, person.name, person.group, entered.row.hidden)


class _GradeOfRows:
    """Works out one competition from the event's rows."""

    def __init__(self, listed: ListedCompetition, rows: _EventRows, people: Mapping[int, Person]) -> None:
        self.listed, self.standing, self.people = listed, listed.standing, people
        self.pk = listed.competition.pk
        self.moves = rows.moves
        self.entered = rows.entered.get(self.pk, [])
        self.chairs = rows.chairs.get(self.pk, [])
        self.call = rows.calls.get(self.pk, _NO_CALL)
        self.latest = self.standing.latest.number if self.standing.latest else 0
        self.codes = {entered.row.code: entered.row.pk for entered in self.entered if entered.row.code}

    def grade(self) -> Grade:
        tables: dict[int, list[TableMate]] = {}
        for chair in self.chairs:
            if chair.round == self.latest:
                mate = TableMate(chair.seat, self.people[self.codes[chair.code]], chair.absent)
                tables.setdefault(chair.table, []).append(mate)
        return Grade(self.listed, tables, self._whereabouts())

    def _whereabouts(self) -> dict[TravelId, Whereabouts]:
        """Everybody's latest chair, and what follows from it."""
        latest = {chair.code: chair for chair in self.chairs}
        substitutes = {chair.stands_for: chair for chair in self.chairs if chair.round == self.latest}
        call = {code: place for place, code in enumerate(still_waiting(self.call.codes, self.entered), start=1)}
        ranks = self._ranks() if self.standing.is_finished else {}
        return {
            entered.person: self._whereabouts_of(entered, latest.get(entered.row.code), substitutes, call, ranks)
            for entered in self.entered
        }

    def _whereabouts_of(
        self,
        entered: _Entered,
        played: PlayedChair | None,
        substitutes: Mapping[str | None, PlayedChair],
        call: Mapping[str, int],
        ranks: Mapping[str, int],
    ) -> Whereabouts:
        code = entered.row.code
        chair = self._chair(entered, played) if played and code else None
        instead = substitutes.get(code) if code else None
        way = onward(
            self.standing,
            chair,
            status=entered.row.status,
            taken=instead is not None,
            call=call.get(code, 0),
            dealt=self.call.dealt,
            joins=entered.joins,
            left=entered.left,
        )
        exchanged = instead.code if instead else played.stands_for if played else None
        return Whereabouts(
            person=self.people[entered.row.pk],
            onward=way,
            chair=chair,
            points=played.points if played else None,
            rank=ranks.get(code, 0),
            substitute=self.people[self.codes[exchanged]] if exchanged else None,
            table_told=played.table_told if played else 0,
        )

    def _chair(self, entered: _Entered, played: PlayedChair) -> LatestChair:
        return LatestChair(
            round=played.round,
            table=played.table,
            seat=played.seat,
            absent=played.absent,
            accepted=played.points is not None,
            won=played.first == played.code,
            moves_to=self.moves.get((self.pk, played.round, entered.row.pk), 0),
        )

    def _ranks(self) -> dict[str, int]:
        """The final order; in `single` everybody's place at their own table."""
        draw, settings = self.standing.published, self.standing.settings
        assert draw is not None
        if settings.format is not Format.SINGLE:
            return {code: place for place, code in enumerate(final_order(self.chairs, settings, draw.seed), start=1)}
        lots = final_ranks(draw.seed, {chair.code for chair in self.chairs})
        tables: dict[int, list[PlayedChair]] = {}
        for chair in self.chairs:
            tables.setdefault(chair.table, []).append(chair)
        orders = [order_of_table(chairs, settings, lots) for chairs in tables.values()]
        return {code: place for order in orders for place, code in enumerate(order, start=1)}
