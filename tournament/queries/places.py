"""One event as everybody's phone sees it: who is where in each competition, and where their way leads next.

Read at once for the whole event, in a fixed number of queries however many play, because every phone asks for the same
facts in the same moment; each page then shows one person of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tournament.models import Competition, Draw, Entry, Event, Move, Round
from tournament.queries.events import Listed, read_listed
from tournament.queries.people import ROW, Person, Row, name_people
from tournament.queries.results import Part, final_order, order_of_table, read_parts
from tournament.queries.rounds import with_dealt
from tournament.queries.search import Sought, is_meant, split
from tournament.rules.chance import final_ranks
from tournament.rules.clock import RoundClock
from tournament.rules.knockout import Plan, feeds
from tournament.rules.onward import Chair, Onward, Progress, onward
from tournament.rules.presets import Format
from tournament.rules.rounds import is_final, is_last


@dataclass(frozen=True, slots=True)
class Mate:
    """One chair of a table in the latest round."""

    seat: int
    person: Person
    absent: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody in one competition."""

    person: Person
    onward: Onward
    chair: Chair | None
    points: int | None = None
    rank: int = 0
    """Their place in the final order, once there is one."""
    other: Person | None = None
    """Whom they play for, or who plays for them."""
    table_pk: int = 0
    """Of their latest chair: what is told about that table is told to them."""


@dataclass(frozen=True)
class Grade:
    """One competition: how far it is, its clock, its tables now, and everybody's place by the number of the person."""

    listed: Listed
    progress: Progress
    round: Round | None
    clock: RoundClock | None
    tables: Mapping[int, Sequence[Mate]]
    places: Mapping[int, Place]

    @property
    def competition(self) -> Competition:
        return self.listed.competition


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody who can be found."""

    pk: int
    name: str
    group: str
    hidden: bool
    sought: Sought


@dataclass(frozen=True)
class Gathering:
    """The whole event."""

    event: Event
    grades: Sequence[Grade]
    people: Mapping[int, Known]
    staff: bool = False

    def find(self, text: str) -> list[Known]:
        """Those who may be meant, in the order of their names; who is hidden is not found. `people` holds what the
        reader may see, so nobody learns more by searching than by looking."""
        typed = split(text)
        found = [one for one in self.people.values() if is_meant(one.sought, typed) and (self.staff or not one.hidden)]
        return sorted(found, key=lambda one: (one.sought.name, one.sought.group, one.pk))

    def places_of(self, person: int) -> list[tuple[Grade, Place]]:
        """Somebody's place in each competition they are in."""
        return [(grade, grade.places[person]) for grade in self.grades if person in grade.places]


class _Entered(NamedTuple):
    """What is read of one entry beside its name."""

    competition: int
    competitor: int
    left: int | None
    joins: int | None
    row: Row


class _Drawn(NamedTuple):
    """What is read of a published draw."""

    plan: Sequence[int]
    size: int
    call: Sequence[str]
    seed: bytes


@dataclass(frozen=True)
class _Facts:
    """All rows of the event, read once."""

    entered: Mapping[int, Sequence[_Entered]]
    draws: Mapping[int, _Drawn]
    rounds: Mapping[int, Round]
    parts: Mapping[int, Sequence[Part]]
    moves: Mapping[tuple[int, int, int], int]
    """Where a round's end sends an entry, by competition, round and entry."""


def read_grades(event: Event, now: datetime) -> list[Grade]:
    """Each competition without its people, in three queries while nothing is finished: what the event's page shows
    before anybody is looked for."""
    return [_without_people(one) for one in read_listed(event, now)]


def _without_people(one: Listed) -> Grade:
    it, round_ = one.competition, one.round if one.draw else None
    closed = round_ is not None and round_.closed_at is not None
    progress = Progress(
        format=it.settings.format,
        latest=round_.number if round_ else 0,
        closed=closed,
        finished=it.finished_at is not None,
    )
    return Grade(one, progress, round_, clock_of_round(round_), {}, {})


def clock_of_round(round_: Round | None) -> RoundClock | None:
    """While the round is open, and if it has one."""
    row = getattr(round_, "clock", None) if round_ and round_.closed_at is None else None
    return row.facts if row is not None else None


def read_gathering(event: Event, now: datetime, *, staff: bool = False) -> Gathering:
    """Everything, in a fixed number of queries. For the event's staff with the names of those who are hidden."""
    listed = read_listed(event, now)
    facts = _read(event, [one.competition for one in listed])
    named = {
        one.competition.pk: name_people(
            [it.row for it in facts.entered.get(one.competition.pk, [])], full_names=event.full_names, staff=staff
        )
        for one in listed
    }
    grades = [_Grade(one, facts, named[one.competition.pk]).grade() for one in listed]
    return Gathering(event, grades, _people(listed, facts, named), staff)


def _read(event: Event, competitions: Sequence[Competition]) -> _Facts:
    entries = Entry.objects.filter(competition__event=event, withdrawn_at__isnull=True).order_by("pk")
    entered: dict[int, list[_Entered]] = {}
    for of, person, left, joins, *row in entries.values_list("competition_id", "competitor_id", "left", "joins", *ROW):
        entered.setdefault(of, []).append(_Entered(of, person, left, joins, Row(*row)))
    published = Draw.objects.filter(competition__event=event, published_at__isnull=False)
    draws = published.values_list("competition_id", "plan", "size", "call", "seed")
    rounds = with_dealt(Round.objects.filter(competition__event=event)).select_related("clock").order_by("number")
    moves = Move.objects.filter(competition__event=event).exclude(why="balance")
    return _Facts(
        entered=entered,
        draws={of: _Drawn(plan, size, call, bytes.fromhex(seed)) for of, plan, size, call, seed in draws},
        rounds={round_.competition_id: round_ for round_ in rounds},
        parts=read_parts(competitions),
        moves={
            (of, after, entry): goal
            for of, after, entry, goal in moves.values_list("competition_id", "after", "entry_id", "target")
        },
    )


def _people(listed: Sequence[Listed], facts: _Facts, named: Mapping[int, Mapping[int, Person]]) -> dict[int, Known]:
    """Everybody once, under the name of their first competition. Once names are erased there is nobody to find."""
    known: dict[int, Known] = {}
    for one in listed:
        of = one.competition.pk
        for it in facts.entered.get(of, []):
            if it.competitor in known or not it.row.name:
                continue
            person = named[of][it.row.pk]
            sought = Sought(tuple(split(person.name)), tuple(split(person.group)))
            known[it.competitor] = Known(it.competitor, person.name, person.group, it.row.hidden, sought)
    return known


class _Grade:
    """One competition on the way from its rows to the page."""

    def __init__(self, listed: Listed, facts: _Facts, people: Mapping[int, Person]) -> None:
        self.listed, self.people = listed, people
        self.of = listed.competition.pk
        self.settings = listed.competition.settings
        self.moves = facts.moves
        self.entered = facts.entered.get(self.of, [])
        self.draw = facts.draws.get(self.of)
        self.round = facts.rounds.get(self.of)
        self.parts = facts.parts.get(self.of, [])
        self.codes = {it.row.code: it.row.pk for it in self.entered if it.row.code}

    def grade(self) -> Grade:
        progress = self._progress()
        latest = [part for part in self.parts if part.round == progress.latest]
        tables: dict[int, list[Mate]] = {}
        for part in latest:
            mate = Mate(part.seat, self.people[self.codes[part.code]], part.absent)
            tables.setdefault(part.table, []).append(mate)
        return Grade(self.listed, progress, self.round, clock_of_round(self.round), tables, self._places(progress))

    def _progress(self) -> Progress:
        form = self.settings.format
        if self.draw is None or self.round is None:
            return Progress(form)
        number = self.round.number
        self.round.final = is_final(self.settings, self.draw.plan, number)
        return Progress(
            format=form,
            latest=number,
            closed=self.round.closed_at is not None,
            last=is_last(self.settings, self.draw.plan, number),
            final_follows=is_final(self.settings, self.draw.plan, number + 1),
            dealt=self.round.dealt,  # type: ignore[attr-defined]
            finished=self.listed.competition.finished_at is not None,
            goals=self._goals(self.draw, number),
        )

    def _goals(self, draw: _Drawn, number: int) -> dict[int, int]:
        if self.settings.format is not Format.KNOCKOUT or self.settings.redraw or number >= len(draw.plan):
            return {}
        return dict(enumerate(feeds(Plan(draw.size, tuple(draw.plan)))[number - 1], start=1))

    def _places(self, progress: Progress) -> dict[int, Place]:
        """Everybody's latest chair, and what follows from it."""
        mine = {part.code: part for part in self.parts}
        standing_in = {part.stands_for: part for part in self.parts if part.round == progress.latest}
        waiting = [code for code in self.draw.call if code in self.codes] if self.draw else []
        ranks = self._ranks() if progress.finished else {}
        call = {code: place for place, code in enumerate(self._still_waiting(waiting), start=1)}
        return {
            it.competitor: self._place(it, progress, mine.get(it.row.code), standing_in, call, ranks)
            for it in self.entered
        }

    def _still_waiting(self, call: Sequence[str]) -> list[str]:
        free = {it.row.code for it in self.entered if it.row.status == "not_drawn" and it.left is None}
        return [code for code in call if code in free]

    def _place(
        self,
        it: _Entered,
        progress: Progress,
        part: Part | None,
        standing_in: Mapping[str | None, Part],
        call: Mapping[str, int],
        ranks: Mapping[str, int],
    ) -> Place:
        code = it.row.code
        chair = self._chair(it, part) if part and code else None
        instead = standing_in.get(code) if code else None
        way = onward(
            progress,
            chair,
            status=it.row.status,
            taken=instead is not None,
            call=call.get(code, 0),
            joins=it.joins,
            left=it.left,
        )
        other = instead.code if instead else part.stands_for if part else None
        return Place(
            person=self.people[it.row.pk],
            onward=way,
            chair=chair,
            points=part.points if part else None,
            rank=ranks.get(code, 0),
            other=self.people[self.codes[other]] if other else None,
            table_pk=part.table_pk if part else 0,
        )

    def _chair(self, it: _Entered, part: Part) -> Chair:
        return Chair(
            round=part.round,
            table=part.table,
            seat=part.seat,
            absent=part.absent,
            accepted=part.points is not None,
            won=part.first == part.code,
            moves_to=self.moves.get((self.of, part.round, it.row.pk), 0),
        )

    def _ranks(self) -> dict[str, int]:
        """The final order; in `single` everybody's place at their own table."""
        assert self.draw is not None
        if self.settings.format is not Format.SINGLE:
            order = final_order(self.parts, self.settings, self.draw.seed)
            return {code: place for place, code in enumerate(order, start=1)}
        lots = final_ranks(self.draw.seed, {part.code for part in self.parts})
        tables: dict[int, list[Part]] = {}
        for part in self.parts:
            tables.setdefault(part.table, []).append(part)
        orders = [order_of_table(chairs, self.settings, lots) for chairs in tables.values()]
        return {code: place for order in orders for place, code in enumerate(order, start=1)}
