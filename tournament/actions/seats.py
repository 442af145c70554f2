"""Where everybody sits: derived from the draw or the round before, and from what people did, until the first deal.

A round that has not dealt is seated anew after each change (somebody gone, a substitute, a late arrival, a
correction of the round before), so the result never depends on the order in which things became known. In one that
has, a chair can still be emptied or taken over, as long as the record's replay seats everybody else where they sit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from tournament.models import Clock, Competition, Draw, Entry, Move, Round, Seat, Table, Tie
from tournament.rules import rotation
from tournament.rules import rounds as rules
from tournament.rules.entries import Status
from tournament.rules.knockout import Plan
from tournament.rules.presets import Format
from tournament.rules.ranking import Tally
from tournament.rules.rounds import Changes, Finished, Seats, Verdict, is_last


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
            calls=competition.calls,
        )
    return round_


def reseat(competition: Competition, round_: Round, substituted: Mapping[str, str] | None = None) -> None:
    """Seat a round that has not dealt. `substituted` adds to the substitutes that are already known."""
    entries = coded_entries(competition)
    seats, changes = planned_seats(competition, round_, entries, substituted)
    _save_seats(round_, seats, entries, changes)
    _save_moves(competition, round_.number - 1, seats, entries)
    _forget_those_without_a_seat(competition)


def planned_seats(
    competition: Competition, round_: Round, entries: Mapping[str, Entry], substituted: Mapping[str, str] | None = None
) -> tuple[Seats, Changes]:
    """Where everybody would sit in a round that has not dealt, if the entries were as they are given here. Reads
    only; refused when somebody finds no seat."""
    known = _substitutes(round_) | dict(substituted or {})
    substitutes = {old: new for old, new in known.items() if old != new}  # they may have their own seat back
    absent = {code for code, e in entries.items() if e.left is not None and e.left <= round_.number}
    late = {code for code, e in entries.items() if _joins(e, round_)}
    changes = Changes(absent=absent, substitutes=substitutes, late=late - absent)
    return _derive(competition, round_, entries, changes), changes


def coded_entries(competition: Competition) -> dict[str, Entry]:
    return {entry.code: entry for entry in competition.entries.exclude(code="")}


def _joins(entry: Entry, round_: Round) -> bool:
    """Whether this is a late arrival's first round."""
    return entry.status == Status.LATE and entry.joins == round_.number


def _substitutes(round_: Round) -> dict[str, str]:
    taken = round_.seats.filter(stands_for__isnull=False)
    return dict(taken.values_list("stands_for__code", "entry__code"))


def _forget_those_without_a_seat(competition: Competition) -> None:
    """Whoever was to come in and lost the seat again before the deal, never came in: they were not there."""
    lost = competition.entries.filter(listed=True, status__in=[Status.SUBSTITUTE, Status.CALLED_UP])
    lost.filter(seats__isnull=True).update(status=Status.NOT_DRAWN, left=1)


def change_chair(competition: Competition, round_: Round, seat: Seat, entry: Entry, *, absent: bool) -> bool:
    """Give one chair of a round that has dealt to `entry`, or leave it empty, if nobody else would sit elsewhere.

    The record has no times: its replay applies every absence and substitute before the deal, and a rotation's
    balancing and late arrivals follow from them. Answers False, and changes nothing, if they would differ.
    """
    entries = coded_entries(competition)
    chairs = chairs_with(round_, seat, entry, absent=absent)
    seats = replayed(competition, round_, chairs, entries)
    if seats is None:
        return False
    next(one for one in chairs if one.pk == seat.pk).save(update_fields=["entry", "stands_for", "absent"])
    _save_moves(competition, round_.number - 1, seats, entries)
    _forget_those_without_a_seat(competition)
    return True


def chairs_with(round_: Round, seat: Seat, entry: Entry, *, absent: bool) -> list[Seat]:
    """The round's chairs with this one given to `entry`; nothing is saved."""
    chairs = list(round_.seats.select_related("table", "entry", "stands_for").order_by("table__number", "number"))
    chair = next(one for one in chairs if one.pk == seat.pk)
    whose = chair.stands_for or chair.entry
    chair.entry, chair.stands_for, chair.absent = entry, None if entry == whose else whose, absent
    return chairs


def replayed(
    competition: Competition, round_: Round, chairs: Sequence[Seat], entries: Mapping[str, Entry]
) -> Seats | None:
    """The record's replay of these chairs; None if it would seat somebody elsewhere."""
    seats = _derive(competition, round_, entries, _as_they_sit(round_, chairs))
    return seats if seats.tables == _tables(round_, chairs) else None


def _as_they_sit(round_: Round, chairs: Sequence[Seat]) -> Changes:
    return Changes(
        absent={chair.entry.code for chair in chairs if chair.absent},
        substitutes={chair.stands_for.code: chair.entry.code for chair in chairs if chair.stands_for},
        late={chair.entry.code for chair in chairs if _joins(chair.entry, round_)},
    )


def _tables(round_: Round, chairs: Sequence[Seat]) -> tuple[tuple[str, ...], ...]:
    numbers = round_.tables.order_by("number").values_list("number", flat=True)
    return tuple(tuple(c.entry.code for c in chairs if c.table.number == number) for number in numbers)


def check_room_ahead(
    competition: Competition,
    round_: Round,
    chairs: Sequence[Seat] | None = None,
    entries: Mapping[str, Entry] | None = None,
) -> None:
    """Refuse whoever would be one too many in the round after this one (RULES 7). A round that is made is seated
    with everybody and refuses by itself; one that is not can only be counted. `chairs` and `entries` are as they would
    be; else as they are."""
    settings = competition.settings
    if settings.format is not Format.ROTATION or is_last(settings, published_draw(competition).plan, round_.number):
        return
    following = round_.number + 1
    chairs = list(round_.seats.select_related("entry")) if chairs is None else chairs
    entries = coded_entries(competition) if entries is None else entries

    def is_gone(chair: Seat) -> bool:
        left = entries[chair.entry.code].left
        return left is not None and left <= following

    tables = [
        rotation.Ahead(
            present=sum(not chair.absent for chair in here),
            going=sum(not chair.absent and is_gone(chair) for chair in here),
            back=sum(chair.absent and not is_gone(chair) for chair in here),
        )
        for here in ([c for c in chairs if c.table_id == table.pk] for table in round_.tables.order_by("number"))
    ]
    late = sum(e.status == Status.LATE and e.joins == following and e.left is None for e in entries.values())
    rotation.check_room_ahead(tables, late, settings.table_max)


def _derive(competition: Competition, round_: Round, entries: Mapping[str, Entry], changes: Changes) -> Seats:
    draw = published_draw(competition)
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
    Seat.objects.filter(round=round_).delete()
    tables = {table.number: table for table in round_.tables.all()}
    missing = [Table(round=round_, number=n) for n in range(1, len(seats.tables) + 1) if n not in tables]
    tables |= {table.number: table for table in Table.objects.bulk_create(missing)}
    Table.objects.filter(round=round_, number__gt=len(seats.tables)).delete()
    Seat.objects.bulk_create(chairs_of(round_, seats, entries, changes, tables))
    round_.method, round_.attempt = seats.method or "", seats.attempt
    round_.save(update_fields=["method", "attempt"])


def chairs_of(
    round_: Round, seats: Seats, entries: Mapping[str, Entry], changes: Changes, tables: Mapping[int, Table]
) -> list[Seat]:
    """The rows of these seats; nothing is saved."""
    stood_for = {new: old for old, new in (changes.substitutes or {}).items()}
    return [
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
    ]


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
    entries = coded_entries(competition)
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
