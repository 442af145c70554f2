"""Where everybody sits: derived from the draw or the round before, and from what people did, until the first deal.

A round that has not begun is seated anew after each change (somebody gone, a substitute, a late arrival, a
correction of the round before), so the result never depends on the order in which things became known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from tournament.models import Clock, Competition, Draw, Entry, Move, Round, Seat, Table, Tie
from tournament.rules import rotation
from tournament.rules import rounds as rules
from tournament.rules.entries import Status
from tournament.rules.knockout import Plan
from tournament.rules.ranking import Tally
from tournament.rules.rounds import Changes, Finished, Seats, Verdict


def published_draw(competition: Competition) -> Draw:
    """The draw that stands; a round exists only after it."""
    return competition.draws.get(published_at__isnull=False)


def make_round(competition: Competition, number: int) -> Round:
    """A new round, with its clock ready where the competition has one."""
    round_ = Round.objects.create(competition=competition, number=number)
    if competition.clock is not None:
        Clock.objects.create(
            competition=competition,
            round=round_,
            length=timedelta(seconds=competition.clock),
            warning=None if competition.warning is None else timedelta(seconds=competition.warning),
        )
    return round_


def reseat(competition: Competition, round_: Round, substituted: Mapping[str, str] | None = None) -> None:
    """Seat a round that has not begun. `substituted` adds to the substitutes that are already known."""
    draw = published_draw(competition)
    entries = {entry.code: entry for entry in competition.entries.exclude(code="")}
    known = _substitutes(round_) | dict(substituted or {})
    substitutes = {old: new for old, new in known.items() if old != new}  # they may have their own seat back
    absent = {code for code, e in entries.items() if e.left is not None and e.left <= round_.number}
    late = {code for code, e in entries.items() if e.status == Status.LATE and e.joins == round_.number}
    changes = Changes(absent=absent, substitutes=substitutes, late=late - absent)
    seats = _derive(competition, draw, round_, entries, changes)
    _save_seats(round_, seats, entries, changes)
    _save_moves(competition, round_.number - 1, seats, entries)


def _substitutes(round_: Round) -> dict[str, str]:
    taken = round_.seats.filter(stands_for__isnull=False)
    return dict(taken.values_list("stands_for__code", "entry__code"))


def _derive(
    competition: Competition, draw: Draw, round_: Round, entries: Mapping[str, Entry], changes: Changes
) -> Seats:
    settings, seed = competition.settings, draw.seed_bytes
    if round_.number == 1:
        return rules.settle(settings, seed, 0, draw.tables, changes)
    before = Round.objects.get(competition=competition, number=round_.number - 1)
    tables = finished_tables(before)
    verdicts = rules.judge(settings, draw.plan, seed, before.number, tables)
    return rules.next_seats(
        settings,
        Plan(draw.size, tuple(draw.plan)),
        seed,
        before.number,
        tables,
        verdicts,
        {code: entry.group_code for code, entry in entries.items()},
        changes,
    )


def finished_tables(round_: Round) -> list[Finished]:
    """The round's tables as the rules know them, once their sheets are in."""
    seats: dict[int, list[Seat]] = {}
    for seat in round_.seats.select_related("entry").order_by("number"):
        seats.setdefault(seat.table_id, []).append(seat)
    return [
        finished_table(table, seats.get(table.pk, []))
        for table in round_.tables.select_related("playoff").order_by("number")
    ]


def finished_table(table: Table, seats: Sequence[Seat]) -> Finished:
    """One table: its codes in seat order, and the tallies of those present."""
    tallies = tuple(
        Tally(seat.entry.code, seat.points or 0, seat.hands or 0, seat.won or 0, seat.last)
        for seat in seats
        if not seat.absent
    )
    playoff = table.playoff.code if table.playoff else None
    return Finished(table.number, tuple(seat.entry.code for seat in seats), tallies, playoff)


def _save_seats(round_: Round, seats: Seats, entries: Mapping[str, Entry], changes: Changes) -> None:
    """Tables keep their rows (a tablet may already have them open); seats are written anew."""
    stood_for = {new: old for old, new in (changes.substitutes or {}).items()}
    Seat.objects.filter(round=round_).delete()
    tables = {table.number: table for table in round_.tables.all()}
    missing = [Table(round=round_, number=n) for n in range(1, len(seats.tables) + 1) if n not in tables]
    tables |= {table.number: table for table in Table.objects.bulk_create(missing)}
    Table.objects.filter(round=round_, number__gt=len(seats.tables)).delete()
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            table=tables[table],
            number=number,
            entry=entries[code],
            stands_for=entries[stood_for[code]] if code in stood_for else None,
            absent=code in changes.absent,
        )
        for table, codes in enumerate(seats.tables, start=1)
        for number, code in enumerate(codes, start=1)
    )
    round_.method, round_.attempt = seats.method or "", seats.attempt
    round_.save(update_fields=["method", "attempt"])


def _save_moves(competition: Competition, after: int, seats: Seats, entries: Mapping[str, Entry]) -> None:
    """The balancing moves, behind those of best and worst."""
    here = Move.objects.filter(competition=competition, after=after)
    here.filter(why="balance").delete()
    _add_moves(competition, after, seats.moves, entries, first=here.count() + 1)


def _add_moves(
    competition: Competition, after: int, moves: Sequence[rotation.Move], entries: Mapping[str, Entry], first: int
) -> None:
    Move.objects.bulk_create(
        Move(
            competition=competition,
            after=after,
            number=number,
            entry=entries[move.code],
            source=move.source,
            target=move.target,
            why=move.why,
        )
        for number, move in enumerate(moves, start=first)
    )


def judge(competition: Competition, round_: Round) -> list[Verdict]:
    """What each table of the round decided, from its sheets as they stand."""
    draw = published_draw(competition)
    return rules.judge(competition.settings, draw.plan, draw.seed_bytes, round_.number, finished_tables(round_))


def save_verdicts(competition: Competition, round_: Round, verdicts: Sequence[Verdict]) -> None:
    """Write who was first, the ties and the moves of best and worst; again after a correction.

    The moves of a round whose next one has begun are history: whoever calls has seen that they do not differ.
    """
    entries = {entry.code: entry for entry in competition.entries.exclude(code="")}
    _save_decisions(round_, verdicts, entries)
    if competition.round_set.filter(number=round_.number + 1, began_at__isnull=False).exists():
        return
    Move.objects.filter(competition=competition, after=round_.number).delete()
    moves = [move for verdict in verdicts for move in verdict.moves]
    _add_moves(competition, round_.number, moves, entries, first=1)


def _save_decisions(round_: Round, verdicts: Sequence[Verdict], entries: Mapping[str, Entry]) -> None:
    tables = {table.number: table for table in round_.tables.all()}
    for verdict in verdicts:
        first = entries[verdict.first] if verdict.first else None
        Table.objects.filter(round=round_, number=verdict.table).update(first=first)
    Tie.objects.filter(table__round=round_).delete()
    Tie.objects.bulk_create(
        Tie(table=tables[v.table], number=n, between=list(tie.between), by=tie.by, took=entries[tie.took])
        for v in verdicts
        for n, tie in enumerate(v.ties, start=1)
    )
