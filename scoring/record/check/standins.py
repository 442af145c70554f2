"""`for`: “the entry whose seat a substitute (same group; anybody where every listed entry is its own group, as at a
club night) or a called-up player (before round 1 only) took”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .case import Case
from .facts import CheckedRound, CheckedSeat
from .found import Discrepancy, Place

Layout = Sequence[Sequence[str]]


def stand_ins(case: Case, rnd: CheckedRound, layout: Layout) -> dict[str, str]:
    """Who took whose place in this round. A chair may be taken over twice before the deal: then `for` may name the
    first stand-in or whoever had the place to begin with."""
    places = {code for table in layout for code in table}
    taken = {seat.stands_for: seat.entry for _, seat in _standing_in(rnd) if seat.stands_for in places}
    for table, seated in zip(layout, rnd.tables, strict=False):
        for code, seat in zip(table, seated.seats, strict=False):
            lost = code not in rnd.seats and code not in taken
            if lost and seat.stands_for not in places and _stood_in(case, rnd, seat.stands_for):
                taken[code] = seat.entry
    return {whose: entry for whose, entry in taken.items() if whose is not None}


def _standing_in(rnd: CheckedRound) -> Iterator[tuple[Place, CheckedSeat]]:
    for table in rnd.tables:
        for seat in table.seats:
            if seat.stands_for is not None:
                yield Place(round=rnd.number, table=table.number, seat=seat.number, entry=seat.entry), seat


def _stood_in(case: Case, rnd: CheckedRound, code: str | None) -> bool:
    return code is not None and code not in rnd.seats and case.entries[code].status in ("substitute", "called_up")


def with_stand_ins(case: Case, rnd: CheckedRound, layout: Layout) -> list[list[str]]:
    """The places with whoever took them: “a substitute counts under their own code”."""
    taken = stand_ins(case, rnd, layout)
    return [[taken.get(code, code) for code in table] for table in layout]


def check_given(case: Case, rnd: CheckedRound, layout: Layout) -> Iterator[Discrepancy]:
    """Whoever gave a seat away had one to give in this round."""
    took = set(stand_ins(case, rnd, layout).values())
    for place, seat in _standing_in(rnd):
        if seat.entry not in took:
            yield place.says(f"{seat.entry} sits for {seat.stands_for}, who had no seat to give in this round.")


def check_stand_ins(case: Case) -> Iterator[Discrepancy]:
    """Who may take a seat, and that nobody has two."""
    before: CheckedRound | None = None
    for rnd in case.record.rounds:
        yield from _check_once(rnd)
        for place, seat in _standing_in(rnd):
            yield from _check_may(case, place, seat)
        if before is not None and case.competition.format == "knockout":
            yield from _check_knocked_out(case, rnd, before)
        before = rnd


def _check_once(rnd: CheckedRound) -> Iterator[Discrepancy]:
    """Nobody has two seats in a round, gives away a seat twice, or sits while somebody sits for them."""
    sitting: set[str] = set()
    given: set[str] = set()
    for table in rnd.tables:
        for seat in table.seats:
            place = Place(round=rnd.number, table=table.number, seat=seat.number, entry=seat.entry)
            if seat.entry in sitting:
                yield place.says(f"{seat.entry} has a second seat in this round.")
            if seat.stands_for in given:
                yield place.says(f"Somebody else already sits for {seat.stands_for} in this round.")
            if seat.stands_for in rnd.seats:
                yield place.says(f"{seat.entry} sits for {seat.stands_for}, who has a seat in this round.")
            sitting.add(seat.entry)
            given |= {seat.stands_for} if seat.stands_for else set()


def _check_may(case: Case, place: Place, seat: CheckedSeat) -> Iterator[Discrepancy]:
    """A substitute is of the same group, or anybody where every listed entry is its own; whoever is called up comes
    before round 1."""
    called = case.entries[seat.entry].status == "called_up" and place.round == 1
    if (
        not called
        and not case.without_groups
        and seat.stands_for
        and case.groups[seat.entry] != case.groups[seat.stands_for]
    ):
        yield place.says(f"{seat.entry} sits for {seat.stands_for} and is of another group.")


def _check_knocked_out(case: Case, rnd: CheckedRound, before: CheckedRound) -> Iterator[Discrepancy]:
    """RULES.md 5: a substitute is “not seated and not yet knocked out”."""
    through = {code for table in before.tables for code in table.through}
    for table in rnd.tables:
        for seat in table.seats:
            if case.seated[seat.entry][0].round < rnd.number and seat.entry not in through:
                place = Place(round=rnd.number, table=table.number, seat=seat.number, entry=seat.entry)
                yield place.says(f"{seat.entry} was knocked out before and has a seat.")
