"""The final order and the champions, from what each accepted sheet added up to (RULES 6 and 7).

The open record asks the same rules, but of the hands themselves; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import groupby
from operator import or_
from typing import NamedTuple

from django.db.models import Q

from tournament.models import Entry, Seat, Table
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.people import (
    BEGINS,
    ENTRY_ROW,
    EntryRow,
    Person,
    by_code,
    may_look_alike_to,
    name_one,
    read_people,
)
from tournament.rules import ranking
from tournament.rules.chance import final_ranks
from tournament.rules.presets import Format, Settings
from tournament.rules.ranking import Played, Tally, share_beaten, table_order
from tournament.rules.standing import Standing
from tournament.rules.travel_ids import TravelId, number_told


class PlayedChair(NamedTuple):
    """One chair of one round: its player, and what their hands added up to once the sheet is accepted."""

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
    table_id: TravelId | None = None
    """The id that travels of the table."""

    @property
    def table_told(self) -> int:
        """The number by which pages know the table."""
        return number_told(self.table_id) if self.table_id else 0

    @property
    def tally(self) -> Tally:
        return Tally(self.code, self.points or 0, self.hands or 0, self.won or 0)


_FIELDS = (
    "round__competition_id", "round__number", "table__number", "number", "entry__code", "stands_for__code",
    "absent", "points", "hands", "won", "table__first__code", "table__travel_id",
)  # fmt: skip


def read_chairs(competitions: Iterable[int], rounds: Iterable[int] | None = None) -> dict[int, list[PlayedChair]]:
    """Every chair of every round of these competitions, or of the rounds with these numbers, in one query."""
    seats = Seat.objects.filter(round__competition__in=competitions)
    if rounds is not None:
        seats = seats.filter(round__number__in=rounds)
    rows = seats.order_by("round__number", "table__number", "number").values_list(*_FIELDS)
    chairs: dict[int, list[PlayedChair]] = {}
    for row in rows:
        chairs.setdefault(row[0], []).append(PlayedChair(*row))
    return chairs


def _tables(chairs: Iterable[PlayedChair]) -> Iterable[tuple[tuple[int, int], list[PlayedChair]]]:
    """The chairs of each round's tables, by round and table."""
    for key, of_table in groupby(chairs, key=lambda chair: (chair.round, chair.table)):
        yield key, list(of_table)


def played(chairs: Iterable[PlayedChair]) -> list[Played]:
    """Everyone's part in every round, in the order in which the chairs come."""
    return [
        play
        for (number, _), of_table in _tables(chairs)
        for play in ranking.played_at(
            number, [chair.code for chair in of_table], [chair.tally for chair in of_table if not chair.absent]
        )
    ]


def order_of_table(chairs: Sequence[PlayedChair], settings: Settings, ranks: Mapping[str, int]) -> list[str]:
    """One table's order: the decided winner first, the absent last."""
    return table_order(
        [chair.tally for chair in chairs if not chair.absent],
        [chair.code for chair in chairs if chair.absent],
        low_wins=settings.low_wins,
        ranks=ranks,
        first=chairs[0].first,
    )


def final_order(chairs: Sequence[PlayedChair], settings: Settings, seed: bytes) -> list[str]:
    """Everyone who ever had a seat, the champion first; empty for `single`, where each table is its own contest."""
    ranks = final_ranks(seed, {chair.code for chair in chairs})
    return ranking.final_order(
        settings, played(chairs), lambda: order_of_table(list(_tables(chairs))[-1][1], settings, ranks), ranks
    )


# The results page


@dataclass(frozen=True)
class ResultLine:
    """One line of the results. A value is None if there is nothing to count."""

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
    """The standings in sections: by round reached (latest first), by the number on the table, or all together under
    0."""

    sections: Mapping[int, Sequence[ResultLine]]
    champion: ResultLine | None = None
    """The first of all, if they were there to win it; `single` has none."""


def read_results(
    competition: KnownCompetition, standing: Standing, everybody: Mapping[int, Person] | None = None
) -> Results:
    """The whole result, in two queries beside the standing; in one where `everybody` is known already."""
    seed, settings = _seed(standing), standing.settings
    chairs = read_chairs([competition.pk]).get(competition.pk, [])
    people = by_code(read_people(competition) if everybody is None else everybody)
    if settings.format is Format.SINGLE:
        return Results(_by_table(chairs, people, standing, seed))
    knockout = settings.format is Format.KNOCKOUT
    of_player = _by_player(chairs)
    lines = [
        _line(place, of_player[code][-1:] if knockout else of_player[code], people, settings)
        for place, code in enumerate(final_order(chairs, settings, seed), start=1)
    ]
    champion = lines[0] if lines and not lines[0].absent else None
    if not knockout:
        return Results({0: lines}, champion)
    return Results({number: list(section) for number, section in groupby(lines, lambda line: line.reached)}, champion)


def _seed(standing: Standing) -> bytes:
    """There is no order before the draw is published."""
    assert standing.published is not None
    return standing.published.seed


@dataclass(frozen=True)
class OrderSoFar:
    """A rotation that is not finished: the order after its closed rounds."""

    after: int
    lines: Sequence[ResultLine]


def read_order_so_far(competition: KnownCompetition, standing: Standing) -> OrderSoFar:
    """The final order as it would be now. A round counts once it is closed: until then sheets come in one by one, and
    people who played fewer hands would only seem to be ahead. The last round counts once the public need not wait for
    the podium."""
    known = standing.made if standing.held_until is None else standing.made[:-1]
    closed = sum(round_.closed_at is not None for round_ in known)
    if not closed:
        return OrderSoFar(0, [])
    chairs = [chair for chair in read_chairs([competition.pk]).get(competition.pk, []) if chair.round <= closed]
    people, of_player = by_code(read_people(competition)), _by_player(chairs)
    order = final_order(chairs, standing.settings, _seed(standing))
    lines = [_line(place, of_player[code], people, standing.settings) for place, code in enumerate(order, start=1)]
    return OrderSoFar(closed, lines)


def _by_player(chairs: Sequence[PlayedChair]) -> dict[str, list[tuple[PlayedChair, Played]]]:
    players: dict[str, list[tuple[PlayedChair, Played]]] = {}
    for chair, play in zip(chairs, played(chairs), strict=True):
        players.setdefault(chair.code, []).append((chair, play))
    return players


def _line(
    place: int, rounds: Sequence[tuple[PlayedChair, Played]], people: Mapping[str, Person], settings: Settings
) -> ResultLine:
    """What the rounds that rank somebody add up to: the last one in a knockout, all of them in a rotation."""
    last = rounds[-1][0]
    present = [play for chair, play in rounds if not chair.absent]
    points, hands, won = (sum(getattr(play.tally, what) for play in present) for what in ("points", "hands", "won"))
    shares = [share_beaten(play, settings.low_wins) for play in present if play.mates]
    return ResultLine(
        place=place,
        person=people[last.code],
        stands_for=people[last.stands_for] if last.stands_for else None,
        absent=not present,
        seat=last.seat,
        reached=last.round,
        rounds=len(present),
        points=points,
        won=won,
        average=Fraction(points, hands) if hands else None,
        beaten=sum(shares, Fraction(0)) / len(shares) if shares else None,
    )


def _by_table(
    chairs: Sequence[PlayedChair], people: Mapping[str, Person], standing: Standing, seed: bytes
) -> dict[int, list[ResultLine]]:
    """`single`: each table's order is its result."""
    settings = standing.settings
    ranks = final_ranks(seed, {chair.code for chair in chairs})
    of_player = _by_player(chairs)
    return {
        standing.numbers.shown(table): [
            _line(place, of_player[code], people, settings)
            for place, code in enumerate(order_of_table(of_table, settings, ranks), start=1)
        ]
        for (_, table), of_table in _tables(chairs)
    }


# The champions of many competitions


def read_champions(competitions: Iterable[KnownCompetition], standings: Mapping[int, Standing]) -> dict[int, Person]:
    """The winner of each finished competition, in three queries however many there are. `single` has no champion."""
    finished = [competition for competition in competitions if standings[competition.pk].is_finished]
    winners = _of_knockouts(finished, standings)
    champions = {pk: code for pk, (code, _) in winners.items()} | _of_rotations(finished, standings)
    if not champions:
        return {}
    alike = {pk: may_look_alike_to(name) for pk, (_, name) in winners.items()}
    wanted = reduce(or_, (Q(competition=pk) & alike.get(pk, Q()) for pk in champions))
    entries = Entry.objects.annotate(begins=BEGINS).filter(wanted, withdrawn_at__isnull=True)
    rows: dict[int, list[EntryRow]] = {}
    for competition_pk, *row in entries.order_by("pk").values_list("competition_id", *ENTRY_ROW):
        rows.setdefault(competition_pk, []).append(EntryRow(*row))
    return {
        competition.pk: name_one(
            rows[competition.pk], champions[competition.pk], full_names=competition.event.full_names
        )
        for competition in finished
        if competition.pk in champions
    }


def _of_knockouts(
    competitions: Iterable[KnownCompetition], standings: Mapping[int, Standing]
) -> dict[int, tuple[str, str]]:
    """Code and name of the winner of each last round's only table, if anybody was there."""
    knockouts = [competition.pk for competition in competitions if standings[competition.pk].format is Format.KNOCKOUT]
    if not knockouts:
        return {}
    tables = Table.objects.filter(round__competition__in=knockouts).order_by("round__number")
    rows = tables.values_list("round__competition_id", "first__code", "first__competitor__name")
    last = {competition: (code, name) for competition, code, name in rows}
    return {competition: (code, name) for competition, (code, name) in last.items() if code}


def _of_rotations(competitions: Iterable[KnownCompetition], standings: Mapping[int, Standing]) -> dict[int, str]:
    rotations = [competition.pk for competition in competitions if standings[competition.pk].format is Format.ROTATION]
    if not rotations:
        return {}
    return {
        pk: final_order(chairs, standings[pk].settings, _seed(standings[pk]))[0]
        for pk, chairs in read_chairs(rotations).items()
    }
