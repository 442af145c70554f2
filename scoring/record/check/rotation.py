"""RULES.md 7 and section 3, “Moves”: best down, worst up, balancing by lot, and late arrivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heapreplace

from .case import Case
from .facts import CheckedMove, CheckedRound, CheckedTable
from .found import Discrepancy, Place, named
from .results import best_and_worst, nobody_moves, recorded

FULL = 3


def check_moves(case: Case) -> Iterator[Discrepancy]:
    """Who moves as best and worst after every round of a rotation."""
    if case.competition.format != "rotation":
        if case.record.draw.moves:
            yield Place(part="draw.moves").says(f"Nobody is moved before round 1 of a {case.competition.format}.")
        return
    for rnd in case.record.rounds:
        should = [] if nobody_moves(case, rnd) else _best_and_worst_moves(case, rnd)
        found = [move for move in rnd.moves if move.why != "balance"]
        yield from _check_list(Place(round=rnd.number, part="moves"), should, found)
        if [move.why == "balance" for move in rnd.moves] != sorted(move.why == "balance" for move in rnd.moves):
            yield Place(round=rnd.number, part="moves").says("Balancing moves come after those of best and worst.")
        if rnd.number == case.last_round and len(found) < len(rnd.moves):
            yield Place(round=rnd.number, part="moves").says("Nobody is balanced after the last round.")


def _best_and_worst_moves(case: Case, rnd: CheckedRound) -> list[CheckedMove]:
    """“`moves`: by table, best before worst, …; those who stay are not listed”."""
    moves: list[CheckedMove] = []
    for table in rnd.tables:
        best, worst = best_and_worst(case, rnd, table)
        if best is not None:
            moves += _move(case, rnd, table, recorded(table, best), "best")
        if worst is not None:
            moves += _move(case, rnd, table, recorded(table, worst), "worst")
    return moves


def _move(case: Case, rnd: CheckedRound, table: CheckedTable, code: str, why: str) -> list[CheckedMove]:
    """“The best moves down one table number, from table 1 to the highest; the worst moves up one, from the highest to
    table 1.” With `ladder` “at table 1 the best stays, at the last table the worst stays”."""
    last = len(rnd.tables)
    end, step = (1, -1) if why == "best" else (last, 1)
    if table.number == end and case.competition.move == "ladder":
        return []
    to = (table.number - 1 + step) % last + 1
    return [CheckedMove(code, table.number, to, why)]


def _told(move: CheckedMove) -> str:
    return f"from table {move.origin} to table {move.to} ({move.why})"


def _check_list(place: Place, should: Sequence[CheckedMove], found: Sequence[CheckedMove]) -> Iterator[Discrepancy]:
    if list(found) == list(should):
        return
    right, wrong = set(should), set(found)
    missing = [move for move in should if move not in wrong]
    extra = [move for move in found if move not in right]
    for move in missing:
        yield place.at(table=move.origin, entry=move.entry).says(
            f"{move.entry} moves {_told(move)}, the record does not say so."
        )
    for move in extra:
        yield place.at(table=move.origin, entry=move.entry).says(
            f"{move.entry} does not move {_told(move)}, the record says so."
        )
    if not missing and not extra:
        yield place.says(f"The moves are of {named(move.entry for move in should)} in this order and once each.")


def after_moves(before: CheckedRound) -> list[list[str]]:
    """“Those who stay keep their order; then those who arrive by best/worst, by the number of the table they come
    from, best before worst”."""
    tables = [[seat.entry for seat in table.seats] for table in before.tables]
    movers = [move for move in before.moves if move.why != "balance"]
    _apply(tables, sorted(movers, key=lambda move: (move.origin, move.why)))
    return tables


def _apply(tables: list[list[str]], moves: Sequence[CheckedMove]) -> None:
    """Carry out moves as recorded, as far as they can be."""
    for move in moves:
        if max(move.origin, move.to) <= len(tables) and move.entry in tables[move.origin - 1]:
            tables[move.origin - 1].remove(move.entry)
            tables[move.to - 1].append(move.entry)


def _recorded_balance(case: Case, before: CheckedRound | None) -> list[CheckedMove]:
    """“No-shows before round 1 are balanced the same way with R = 0, listed in `draw.moves`”."""
    if before is None:
        return list(case.record.draw.moves)
    return [move for move in before.moves if move.why == "balance"]


def check_balance(
    case: Case, rnd: CheckedRound, before: CheckedRound | None, layout: Sequence[Sequence[str]]
) -> Iterator[Discrepancy]:
    """The balancing moves between two rounds, from who is present in the second."""
    place = Place(round=before.number, part="moves") if before else Place(part="draw.moves")
    should = _balance(case, before.number if before else 0, layout, rnd)
    yield from _check_list(place, should, _recorded_balance(case, before))


def _balance(case: Case, number: int, layout: Sequence[Sequence[str]], rnd: CheckedRound) -> list[CheckedMove]:
    """“While a table has fewer than three present and another more than three: the lowest-numbered short table takes
    one from the table with most present (lowest number on equal), whose present players are shuffled with
    `balance/R/k`; the first goes”. Nobody is taken from a table of three, so no table becomes short again."""
    present = [[code for code in table if _present(rnd, code)] for table in layout]
    fullest = [(-len(table), n) for n, table in enumerate(present)]
    heapify(fullest)
    moves: list[CheckedMove] = []
    for short, table in enumerate(present):
        while len(table) < FULL < -fullest[0][0]:
            size, most = fullest[0]
            goes = case.shuffle(f"balance/{number}/{len(moves) + 1}", present[most])[0]
            present[most].remove(goes)
            table.append(goes)
            heapreplace(fullest, (size + 1, most))
            moves.append(CheckedMove(goes, most + 1, short + 1, "balance"))
    return moves


def _present(rnd: CheckedRound, code: str) -> bool:
    """Whether the player counts as there; somebody the record does not seat at all is a matter of the seats."""
    return code not in rnd.seats or not rnd.seats[code].absent


def settled(
    case: Case, rnd: CheckedRound, before: CheckedRound | None, layout: Sequence[Sequence[str]]
) -> list[list[list[str]]]:
    """The seats after the recorded balancing moves and the late arrivals, in each way that can be read."""
    tables = [list(table) for table in layout]
    _apply(tables, _recorded_balance(case, before))
    known = {code for table in tables for code in table}
    late = sorted(code for code in rnd.seats if code not in known and _arrives_late(case, rnd, code))
    return [_with_late(case, rnd, tables, late, chairs=chairs) for chairs in (False, True)]


def _arrives_late(case: Case, rnd: CheckedRound, code: str) -> bool:
    first = case.seated[code][0]
    return case.entries[code].status == "late" and first.round == rnd.number and first.seat.stands_for is None


def _with_late(
    case: Case, rnd: CheckedRound, layout: Sequence[Sequence[str]], late: Sequence[str], *, chairs: bool
) -> list[list[str]]:
    """“Late arrivals by code”, each at “the table with fewest present (lowest number on equal) below the table
    maximum”: so many present or, as it can also be read, so many chairs with the empty ones."""
    tables = [list(table) for table in layout]
    present = [sum(1 for code in table if _present(rnd, code)) for table in tables]
    for code in late:
        taken = [len(table) for table in tables] if chairs else present
        free = [n for n, number in enumerate(taken) if number < case.competition.table_max]
        if free:
            fewest = min(free, key=present.__getitem__)
            tables[fewest].append(code)
            present[fewest] += _present(rnd, code)
    return tables
