"""The final order and the champions, from what each accepted sheet added up to (RULES 6 and 7).

The open record asks the same rules, but of the hands themselves; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from tournament.models import Competition, Draw, Entry, Seat, Table
from tournament.queries.people import ROW, Person, Row, by_code, name_one, read_people
from tournament.rules import ranking
from tournament.rules.chance import final_ranks
from tournament.rules.presets import Format, Settings
from tournament.rules.ranking import Played, Tally, share_beaten, table_order


class Part(NamedTuple):
    """One chair of one round, as it is read: whose, and what their hands added up to."""

    competition: int
    round: int
    table: int
    seat: int
    code: str
    stands_for: str | None
    absent: bool
    points: int | None
    hands: int | None
    won: int | None
    first: str | None
    table_pk: int = 0

    @property
    def tally(self) -> Tally:
        return Tally(self.code, self.points or 0, self.hands or 0, self.won or 0)


_FIELDS = (
    "round__competition_id", "round__number", "table__number", "number", "entry__code", "stands_for__code",
    "absent", "points", "hands", "won", "table__first__code", "table_id",
)  # fmt: skip


def read_parts(competitions: Iterable[Competition]) -> dict[int, list[Part]]:
    """Every chair of every round of these competitions, in one query."""
    seats = Seat.objects.filter(round__competition__in=competitions)
    rows = seats.order_by("round__number", "table__number", "number").values_list(*_FIELDS)
    parts: dict[int, list[Part]] = {}
    for row in rows:
        parts.setdefault(row[0], []).append(Part(*row))
    return parts


def _tables(parts: Iterable[Part]) -> Iterable[tuple[tuple[int, int], list[Part]]]:
    for key, chairs in groupby(parts, key=lambda part: (part.round, part.table)):
        yield key, list(chairs)


def played(parts: Iterable[Part]) -> list[Played]:
    """Everyone's part in every round, in the order in which the chairs come."""
    return [
        play
        for (number, _), chairs in _tables(parts)
        for play in ranking.played_at(
            number, [chair.code for chair in chairs], [chair.tally for chair in chairs if not chair.absent]
        )
    ]


def order_of_table(chairs: Sequence[Part], settings: Settings, ranks: Mapping[str, int]) -> list[str]:
    """One table's order: the decided winner first, the absent last."""
    return table_order(
        [chair.tally for chair in chairs if not chair.absent],
        [chair.code for chair in chairs if chair.absent],
        low_wins=settings.low_wins,
        ranks=ranks,
        first=chairs[0].first,
    )


def final_order(parts: Sequence[Part], settings: Settings, seed: bytes) -> list[str]:
    """Everyone who ever had a seat, the champion first; empty for `single`, where each table is its own contest."""
    ranks = final_ranks(seed, {part.code for part in parts})
    return ranking.final_order(
        settings, played(parts), lambda: order_of_table(list(_tables(parts))[-1][1], settings, ranks), ranks
    )


# The results page


@dataclass(frozen=True)
class ResultLine:
    """One line of the results. A value is None where there is nothing to count."""

    place: int
    person: Person
    stands_for: Person | None
    absent: bool
    seat: int
    reached: int
    rounds: int
    points: int
    won: int
    average: Fraction | None
    beaten: Fraction | None


@dataclass(frozen=True)
class Results:
    """The standings in sections: by round reached (latest first), by table, or all together under 0."""

    sections: Mapping[int, Sequence[ResultLine]]
    champion: ResultLine | None = None
    """The first of all, if they were there to win it; `single` has none."""


def read_results(competition: Competition, draw: Draw) -> Results:
    """The whole result, in two queries beside the competition and its draw."""
    parts = read_parts([competition]).get(competition.pk, [])
    people = by_code(read_people(competition))
    settings = competition.settings
    if settings.format is Format.SINGLE:
        return Results(_by_table(parts, people, settings, draw.seed_bytes))
    knockout = settings.format is Format.KNOCKOUT
    mine = _by_player(parts)
    standings = [
        _standing(place, mine[code][-1:] if knockout else mine[code], people, settings)
        for place, code in enumerate(final_order(parts, settings, draw.seed_bytes), start=1)
    ]
    champion = standings[0] if standings and not standings[0].absent else None
    if not knockout:
        return Results({0: standings}, champion)
    return Results({number: list(lines) for number, lines in groupby(standings, lambda s: s.reached)}, champion)


@dataclass(frozen=True)
class OrderSoFar:
    """A rotation on its way: the order after so many closed rounds."""

    after: int
    lines: Sequence[ResultLine]


def read_order_so_far(competition: Competition, draw: Draw) -> OrderSoFar:
    """The final order as it would be now. A round counts once it is closed: until then sheets come in one by one, and
    whoever played fewer hands would only seem to be ahead."""
    closed = competition.round_set.filter(closed_at__isnull=False).count()
    if not closed:
        return OrderSoFar(0, [])
    parts = [part for part in read_parts([competition]).get(competition.pk, []) if part.round <= closed]
    people, mine = by_code(read_people(competition)), _by_player(parts)
    order = final_order(parts, competition.settings, draw.seed_bytes)
    return OrderSoFar(
        closed,
        [_standing(place, mine[code], people, competition.settings) for place, code in enumerate(order, start=1)],
    )


def _by_player(parts: Sequence[Part]) -> dict[str, list[tuple[Part, Played]]]:
    players: dict[str, list[tuple[Part, Played]]] = {}
    for part, play in zip(parts, played(parts), strict=True):
        players.setdefault(part.code, []).append((part, play))
    return players


def _standing(
    place: int, mine: Sequence[tuple[Part, Played]], people: Mapping[str, Person], settings: Settings
) -> ResultLine:
    """What the rounds that rank somebody add up to: the last one in a knockout, all of them in a rotation."""
    last = mine[-1][0]
    there = [(part, play) for part, play in mine if not part.absent]
    points, hands, won = (sum(getattr(play.tally, what) for _, play in there) for what in ("points", "hands", "won"))
    shares = [share_beaten(play, settings.low_wins) for _, play in there if play.mates]
    return ResultLine(
        place=place,
        person=people[last.code],
        stands_for=people[last.stands_for] if last.stands_for else None,
        absent=not there,
        seat=last.seat,
        reached=last.round,
        rounds=len(there),
        points=points,
        won=won,
        average=Fraction(points, hands) if hands else None,
        beaten=sum(shares, Fraction(0)) / len(shares) if shares else None,
    )


def _by_table(
    parts: Sequence[Part], people: Mapping[str, Person], settings: Settings, seed: bytes
) -> dict[int, list[ResultLine]]:
    """`single`: each table's order is its result."""
    ranks = final_ranks(seed, {part.code for part in parts})
    mine = _by_player(parts)
    return {
        table: [
            _standing(place, mine[code], people, settings)
            for place, code in enumerate(order_of_table(chairs, settings, ranks), start=1)
        ]
        for (_, table), chairs in _tables(parts)
    }


# The champions of many competitions


def read_champions(finished: Sequence[Competition]) -> dict[int, Person]:
    """Who won each of these, in four queries however many they are; `single` has no champion."""
    knockouts = [it for it in finished if it.format == Format.KNOCKOUT]
    rotations = [it for it in finished if it.format == Format.ROTATION]
    champions = (_of_knockouts(knockouts) if knockouts else {}) | (_of_rotations(rotations) if rotations else {})
    if not champions:
        return {}
    entries = Entry.objects.filter(competition__in=champions, withdrawn_at__isnull=True)
    rows: dict[int, list[Row]] = {}
    for of, *row in entries.order_by("pk").values_list("competition_id", *ROW):
        rows.setdefault(of, []).append(Row(*row))
    return {
        it.pk: name_one(rows[it.pk], champions[it.pk], full_names=it.event.full_names)
        for it in finished
        if it.pk in champions
    }


def _of_knockouts(competitions: Sequence[Competition]) -> dict[int, str]:
    """The winner of each last round's only table; nobody where nobody was there."""
    tables = Table.objects.filter(round__competition__in=competitions).order_by("round__number")
    last = dict(tables.values_list("round__competition_id", "first__code"))
    return {competition: code for competition, code in last.items() if code}


def _of_rotations(competitions: Sequence[Competition]) -> dict[int, str]:
    draws = Draw.objects.filter(competition__in=competitions, published_at__isnull=False)
    seeds = {draw.competition_id: draw.seed_bytes for draw in draws.only("competition_id", "seed")}
    parts = read_parts(competitions)
    return {it.pk: final_order(parts[it.pk], it.settings, seeds[it.pk])[0] for it in competitions if it.pk in parts}
