"""Section 3: the result of each table. Totals, ties, order, and who goes through."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from . import picks
from .case import Case
from .facts import CheckedRound, CheckedTable, CheckedTie
from .found import Discrepancy, Place, named
from .picks import Pick


def check_results(case: Case) -> Iterator[Discrepancy]:
    """Each step from the one before it as recorded, so that one error does not come back as many."""
    for place, rnd, table in case.tables():
        yield from _check_totals(place, table)
        yield from _check_ties(case, place, rnd, table)
        yield from _check_order(case, place, rnd, table)
        yield from _check_through(case, place, table)


def nobody_moves(case: Case, rnd: CheckedRound) -> bool:
    """“Where nobody is to move (last round, one table)”."""
    return rnd.number == case.last_round or len(rnd.tables) < 2


def _check_totals(place: Place, table: CheckedTable) -> Iterator[Discrepancy]:
    """The sum of the points of every hand that is no play-off; “absent players … have no total”."""
    for code in table.present:
        should = table.sums[code]
        if code not in table.totals:
            yield place.at(entry=code, part="totals").says(f"{code} has a total of {should}, the record has none.")
        elif table.totals[code] != should:
            found = table.totals[code]
            yield place.at(entry=code, part="totals").says(f"{code} has a total of {should}, the record says {found}.")
    for code in sorted(set(table.totals) - set(table.present)):
        yield place.at(entry=code, part="totals").says(f"{code} is not present and has a total.")


def _check_ties(case: Case, place: Place, rnd: CheckedRound, table: CheckedTable) -> Iterator[Discrepancy]:
    """All ties of the table in order; “Best's tie before worst's”."""
    should, place = _derived_ties(case, rnd, table), place.at(part="ties")
    for right, wrong in zip_longest(should, table.ties):
        if right != wrong:
            took = right.took if right else wrong.took
            yield place.at(entry=took).says(_difference(right, wrong))


def _difference(right: CheckedTie | None, wrong: CheckedTie | None) -> str:
    if right and wrong and right.between == wrong.between:
        between = f"Between {named(right.between)} it is"
        return f"{between} {right.by} for {right.took}, the record says {wrong.by} for {wrong.took}."
    return f"This should be {_told(right)}, the record says {_told(wrong)}."


def _told(tie: CheckedTie | None) -> str:
    return f"{named(tie.between)} by {tie.by} for {tie.took}" if tie else "no tie"


def _derived_ties(case: Case, rnd: CheckedRound, table: CheckedTable) -> tuple[CheckedTie, ...]:
    """“The file's facts stand as corrected”: a correction opens no second way to read a play-off."""
    if case.competition.format == "rotation":
        return _ties(*best_and_worst(case, rnd, table))
    return _ties(picks.first(case, rnd.number, table))


def _ties(*chosen: Pick | None) -> tuple[CheckedTie, ...]:
    return tuple(pick.tie for pick in chosen if pick and pick.tie)


def best_and_worst(case: Case, rnd: CheckedRound, table: CheckedTable) -> tuple[Pick | None, Pick | None]:
    """Best and worst of a rotation's table as far as somebody is to move; who the recorded tie took is taken."""
    if nobody_moves(case, rnd):
        return None, None
    best = picks.best(case, rnd.number, table)
    if best is None:
        return None, None
    return best, picks.worst(case, rnd.number, table, besides=recorded(table, best))


def recorded(table: CheckedTable, pick: Pick) -> str:
    """Whom the recorded tie between the same players took; without such a tie, whom we would have taken."""
    if pick.tie is None:
        return pick.took
    took = [tie.took for tie in table.ties if tie.between == pick.tie.between and tie.took in tie.between]
    return took[0] if took else pick.took


def _check_order(case: Case, place: Place, rnd: CheckedRound, table: CheckedTable) -> Iterator[Discrepancy]:
    """Points, hands won, `final`; the winner of a tie for first place first; the absent last."""
    should = _order(case, rnd, table)
    if list(table.order) != should:
        place = place.at(part="order")
        yield place.says(f"The order is {named(should)}, the record says {named(table.order)}.")


def _order(case: Case, rnd: CheckedRound, table: CheckedTable) -> list[str]:
    def rank(code: str) -> tuple[int, int, int]:
        return case.best_first(table.total(code)), -table.wins[code], case.final[code]

    order = sorted(table.present, key=rank)
    winner = None if case.competition.format == "rotation" else picks.first(case, rnd.number, table)
    if winner is not None:
        took = recorded(table, winner)
        order = [took, *(code for code in order if code != took)]
    return order + sorted(table.absent, key=lambda code: case.final[code])


def _check_through(case: Case, place: Place, table: CheckedTable) -> Iterator[Discrepancy]:
    """Knockout: one goes on from each table, and the final's is the champion; “a table at which nobody is present sends
    nobody”; “rotation and single: … `through` is empty”."""
    goes_on = list(table.order[:1]) if table.present and case.competition.format == "knockout" else []
    if list(table.through) != goes_on:
        place = place.at(part="through")
        yield place.says(f"{named(goes_on)} goes through, the record says {named(table.through)}.")
