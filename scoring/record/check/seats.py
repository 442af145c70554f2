"""Section 2: who sits where in every round, from the draw, the results before it, and those who stand in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import plan, rotation
from .case import Case
from .facts import CheckedRound, Drawn
from .found import Discrepancy, Place, counted
from .seating import Hall, draw_seats
from .standins import check_given, with_stand_ins

MOST_CHAIRS = 8
"""More wrong chairs than this in one round are counted, not named."""

Layout = list[list[str]]
"""For each table, in order of the seats, whose place it is."""


def check_seats(case: Case) -> Iterator[Discrepancy]:
    """Round by round, each from the recorded result of the one before."""
    before: CheckedRound | None = None
    for rnd in case.record.rounds:
        layout, found = _places(case, rnd, before)
        yield from found
        if layout is not None:
            yield from _check_round(case, rnd, before, layout)
        before = rnd


def _places(case: Case, rnd: CheckedRound, before: CheckedRound | None) -> tuple[Layout | None, list[Discrepancy]]:
    """Whose places the seats of a round are, before anybody stands in for them, and what was wrong on the way."""
    knockout = case.competition.format == "knockout"
    if before is not None and case.competition.format == "rotation":
        return rotation.after_moves(before), []
    if not plan.is_possible(case):
        return None, []
    if before is None:
        return _first(case)
    if knockout and rnd.number <= len(case.record.draw.plan):
        return _redrawn(case, rnd, before) if case.competition.redraw else (_fixed(case, rnd, before), [])
    return None, []


def _first(case: Case) -> tuple[Layout, list[Discrepancy]]:
    """“The first attempt that is apart is the draw”, or the deal; then the swaps."""
    draw, players = case.record.draw, sorted(case.admitted)
    sizes = plan.sizes(case.competition.format == "knockout", len(players), draw.plan[0])
    hall = Hall(sizes, plan.sections(case), "seats/", "deal/")
    drawn, tables = draw_seats(case.seed, players, case.groups, hall)
    return _swapped(case, tables), [*_check_drawn(Place(part="draw"), drawn, draw.drawn), *_check_swaps(case)]


def _check_drawn(place: Place, should: Drawn, found: Drawn | None) -> Iterator[Discrepancy]:
    """Which attempt was the first that is apart, or that it was dealt."""
    if should != found:
        yield place.says(f"The seats come from {_told(should)}, the record says {_told(found)}.")


def _told(drawn: Drawn | None) -> str:
    if drawn is None:
        return "nothing"
    return drawn.method if drawn.attempt is None else f"{drawn.method}, attempt {drawn.attempt}"


def _check_swaps(case: Case) -> Iterator[Discrepancy]:
    """“Exchanges of two entries' seats made with a reason before publishing”."""
    for number, swap in enumerate(case.record.draw.swaps):
        place = Place(part=f"draw.swaps[{number}]")
        if swap.a == swap.b:
            yield place.says(f"{swap.a} cannot exchange seats with themselves.")
        for code in sorted({swap.a, swap.b} - case.admitted):
            yield place.at(entry=code).says(f"{code} exchanges seats and has none in the draw.")
        if not swap.why.strip():
            yield place.says("The exchange has no reason.")


def _swapped(case: Case, tables: Layout) -> Layout:
    """Swaps “are applied in order after that”."""
    sits = {code: code for table in tables for code in table}
    for swap in case.record.draw.swaps:
        if swap.a in sits and swap.b in sits:
            sits[swap.a], sits[swap.b] = sits[swap.b], sits[swap.a]
    place_of = {place: code for code, place in sits.items()}
    return [[place_of[place] for place in table] for table in tables]


def _winners(before: CheckedRound) -> list[str | None]:
    """Who goes through from each table; None where nobody does."""
    return [table.through[0] if table.through else None for table in before.tables]


def _fixed(case: Case, rnd: CheckedRound, before: CheckedRound) -> Layout:
    """“Winners of tables 1, 2, 3 … take the next round's seats in order”; an empty table's place “is left out”."""
    players, tables = case.record.draw.plan[rnd.number - 2 : rnd.number]
    return plan.cut(_winners(before), plan.spread(players, tables))


def _redrawn(case: Case, rnd: CheckedRound, before: CheckedRound) -> tuple[Layout, list[Discrepancy]]:
    """“The n players left are seated at the plan's number of tables, or ⌊n/2⌋ (at least 1) if that is fewer”."""
    players = [code for code in _winners(before) if code is not None]
    tables = max(1, min(case.record.draw.plan[rnd.number - 1], len(players) // 2))
    place = Place(round=rnd.number, part="draw")
    if not players or len(set(players)) < len(players):
        return [[] for _ in range(tables)], []
    label = f"redraw/{rnd.number}/"
    hall = Hall(plan.spread(len(players), tables), None, label, f"{label}deal/")
    drawn, layout = draw_seats(case.seed, players, case.groups, hall)
    return layout, list(_check_drawn(place, drawn, rnd.drawn))


def _check_round(case: Case, rnd: CheckedRound, before: CheckedRound | None, layout: Layout) -> Iterator[Discrepancy]:
    """The chairs of the round: stand-ins, then in a rotation balancing and late arrivals."""
    yield from check_given(case, rnd, layout)
    layout = with_stand_ins(case, rnd, layout)
    possible = [layout]
    if case.competition.format == "rotation":
        yield from rotation.check_balance(case, rnd, before, layout)
        possible = rotation.settled(case, rnd, before, layout)
    found = [[seat.entry for seat in table.seats] for table in rnd.tables]
    while len(found) > len(layout) and not found[-1]:
        found.pop()
    if case.competition.redraw and len(found) != len(layout):
        should = counted(len(layout), "table")
        yield Place(round=rnd.number).says(f"There should be {should}, the record has {len(found)}.")
    if found not in possible:
        yield from _shortened(rnd.number, list(_differences(rnd.number, possible[0], found)))


def _shortened(number: int, every: list[Discrepancy]) -> Iterator[Discrepancy]:
    """Where hardly a chair is right, something before the seats is wrong: the first chair and a number will do."""
    if len(every) <= MOST_CHAIRS:
        yield from every
        return
    yield every[0]
    yield Place(round=number).says(f"{counted(len(every) - 1, 'more seat')} of this round should be somebody else's.")


def _differences(number: int, should: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> Iterator[Discrepancy]:
    """Each chair that is not whose it should be; where a table has too many or too few, who those are."""
    for table, (right, wrong) in enumerate(zip(should, found, strict=False), start=1):
        place = Place(round=number, table=table)
        if len(right) != len(wrong):
            yield from _crowd(place, right, wrong)
            continue
        for seat, (whose, sits) in enumerate(zip(right, wrong, strict=True), start=1):
            if whose != sits:
                place = place.at(seat=seat, entry=sits)
                yield place.says(f"This is the seat of {whose}, the record says {sits}.")


def _crowd(place: Place, right: Sequence[str], wrong: Sequence[str]) -> Iterator[Discrepancy]:
    for code in right:
        if code not in wrong:
            yield place.at(entry=code).says(f"{code} should sit at this table, the record does not say so.")
    for code in wrong:
        if code not in right:
            yield place.at(entry=code).says(f"{code} should not sit at this table, the record says so.")
