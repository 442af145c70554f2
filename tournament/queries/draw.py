"""The draw, as far as the public may know it (RECORD 1).

Until it is published a draw is its two hashes and nothing else: the salt, the seed and the seats do not leave this
module, so no page can show them by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournament.models import Draw, Entry, Move, Seat, Swap
from tournament.queries.draw_facts import DrawFacts, draw_facts
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.people import Person, by_code, read_people
from tournament.queries.published_draws import find_published_draw, pick_standing_draw
from tournament.rules.chance import ListLine, list_text
from tournament.rules.knockout import Plan
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, StandingDraw, plan_rounds
from tournament.rules.table_numbers import ShownTable


@dataclass(frozen=True)
class Sealed:
    """What is published at the seal."""

    list_hash: str
    commitment: str


@dataclass(frozen=True, slots=True)
class DrawnChair:
    """A seat at a table: its player, the person they play for, and whether the chair is empty."""

    seat: int
    person: Person
    stands_for: Person | None = None
    absent: bool = False


class BalancingMove(NamedTuple):
    """Somebody whom the lot moved from table to table before a round, so that no table was short."""

    person: Person
    source: ShownTable
    target: ShownTable


@dataclass(frozen=True)
class Published:
    """The published draw with round 1 as it is now, with substitutes and empty chairs."""

    draw: DrawFacts
    tables: Mapping[ShownTable, Sequence[DrawnChair]]
    from_reserves: Sequence[Person]
    call: Sequence[Person]
    swaps: Sequence[tuple[Person, Person]]
    moves: Sequence[BalancingMove]
    thrown_away: Sequence[DrawFacts]
    reserves: int
    rounds: Sequence[PlannedRound]
    """Every round of the plan, as if all were still to come."""

    @property
    def plan(self) -> Plan | None:
        """A knockout's plan; a rotation or single has one number of tables."""
        is_knockout = self.rounds[-1].is_final
        return Plan(self.draw.size, self.draw.plan) if is_knockout else None

    @property
    def entries(self) -> int:
        """How many of those drawn were entries, not reserves."""
        return self.draw.size - len(self.from_reserves)


def read_published_draw(competition: int) -> DrawFacts | None:
    """The published draw by itself, with its chance."""
    draw = find_published_draw(competition)
    return draw_facts(draw) if draw is not None else None


ALL: Final = slice(None)


def read_draw(
    competition: KnownCompetition, people: Callable[[], Mapping[int, Person]] | None = None, tables: slice = ALL
) -> Sealed | Published | None:
    """The current draw; None before the seal. `people` gives everybody who is entered, where they are known already;
    `tables` says which of its tables are asked for, counted from 0."""
    draws = list(Draw.objects.filter(competition=competition.pk).order_by("pk"))
    draw = pick_standing_draw(draws)
    if draw is None or draw.sealed_at is None:
        return None
    if draw.published_at is None:
        return Sealed(draw.list_hash, draw.commitment)
    thrown_away = [old for old in draws if old.discarded_at is not None and old.sealed_at is not None]
    everybody = people() if people is not None else read_people(competition)
    return _published(competition, draw, thrown_away, everybody, tables)


def _published(
    competition: KnownCompetition, draw: Draw, thrown_away: Sequence[Draw], people: Mapping[int, Person], tables: slice
) -> Published:
    codes = by_code(people)
    admitted = set(draw.admitted)
    return Published(
        draw=draw_facts(draw),
        tables=read_tables(competition, 1, people, tables),
        from_reserves=[codes[code] for code in draw.lot_reserves if code in admitted],
        call=[codes[code] for code in draw.call],
        swaps=[(people[a], people[b]) for a, b in Swap.objects.filter(draw=draw).values_list("a", "b")],
        moves=read_balance(competition, 0, people) if competition.format == Format.ROTATION else [],
        thrown_away=[draw_facts(old) for old in thrown_away],
        reserves=len(draw.lot_reserves),
        rounds=plan_rounds(competition.settings, StandingDraw(draw.size, tuple(draw.plan))),
    )


def read_tables(
    competition: KnownCompetition, number: int, people: Mapping[int, Person], asked: slice = ALL
) -> dict[ShownTable, list[DrawnChair]]:
    """Who sits where in a round, by table and in seat order."""
    seats = Seat.objects.filter(round__competition=competition.pk, round__number=number)
    if asked != ALL:
        seats = seats.filter(table__number__gt=asked.start, table__number__lte=asked.stop)
    rows = seats.order_by("table__number", "number").values_list(
        "table__number", "number", "entry_id", "stands_for_id", "absent"
    )
    tables: dict[int, list[DrawnChair]] = {}
    for table, seat, entry, stands_for, absent in rows:
        tables.setdefault(table, []).append(_chair(seat, people[entry], people.get(stands_for), absent))
    numbers = competition.numbers
    return {numbers.shown(table): chairs for table, chairs in tables.items()}


def _chair(seat: int, person: Person, stands_for: Person | None, absent: bool) -> DrawnChair:
    return DrawnChair(seat, person, None if absent else stands_for, absent)


def read_balance(competition: KnownCompetition, after: int, people: Mapping[int, Person]) -> list[BalancingMove]:
    """Whom the lot moved after a round of a rotation; it belongs to the next round's seats."""
    moves = Move.objects.filter(competition=competition.pk, after=after, why="balance").order_by("number")
    rows, shown = moves.values_list("entry", "source", "target"), competition.numbers.shown
    return [BalancingMove(people[entry], shown(source), shown(target)) for entry, source, target in rows]


def read_list_text(competition: KnownCompetition) -> str | None:
    """The very text whose SHA-256 is the list hash, once the draw is published. No name is in it."""
    draw = find_published_draw(competition.pk)
    if draw is None:
        return None
    listed = Entry.objects.filter(competition=competition.pk, listed=True)
    return list_text(
        form=competition.format,
        size=draw.size,
        plan=draw.plan,
        redraw=competition.redraw,
        lines=[ListLine(*line) for line in listed.values_list("code", "group_code", "kind")],
    )
