"""Who came in: the lots, the admitted, the order of call, and how each entry says it came in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from .case import Case, Chair
from .facts import CheckedEntry
from .found import Discrepancy, Place


def check_entering(case: Case) -> Iterator[Discrepancy]:
    """From the listed entries to the players of the draw, and those who came after it."""
    yield from _check_lots(case)
    yield from _check_size(case)
    yield from _check_admitted(case)
    yield from _check_calls(case)
    for entry in case.record.entries:
        yield from _check_added(case, entry)
        yield from _check_status(case, entry)
        yield from _check_left(case, entry)


def _listed(case: Case, kind: str) -> list[str]:
    return [entry.code for entry in case.record.entries if entry.listed and entry.kind == kind]


def _check_lots(case: Case) -> Iterator[Discrepancy]:
    """“Entries, if there are more than the cap”; “reserves, whenever there are any”; “empty if none was held”."""
    entries, reserves, cap = _listed(case, "entry"), _listed(case, "reserve"), case.competition.cap
    over = cap is not None and len(entries) > cap
    lot_entries = case.shuffle("lot/entries", entries) if over else []
    lot_reserves = case.shuffle("lot/reserves", reserves)
    draw = case.record.draw
    yield from _check_list(Place(part="draw.lot_entries"), lot_entries, draw.lot_entries)
    yield from _check_list(Place(part="draw.lot_reserves"), lot_reserves, draw.lot_reserves)


def _check_list(place: Place, should: Sequence[str], found: Sequence[str]) -> Iterator[Discrepancy]:
    """Told by the first place that differs."""
    for number, (right, wrong) in enumerate(zip_longest(should, found), start=1):
        if right != wrong:
            place = place.at(entry=wrong or right)
            yield place.says(f"Number {number} should be {right or 'nobody'}, the record says {wrong or 'nobody'}.")
            return


def _check_size(case: Case) -> Iterator[Discrepancy]:
    """“S is chosen from E … min(C, E+R)”; “Rotation and single take every entry and reserve up to the cap”."""
    entries, everybody = len(_listed(case, "entry")), len(_listed(case, "entry")) + len(_listed(case, "reserve"))
    most = everybody if case.competition.cap is None else min(case.competition.cap, everybody)
    fewest = min(entries, most) if case.competition.format == "knockout" else most
    size = case.record.draw.size
    if not fewest <= size <= most:
        wanted = str(most) if fewest == most else f"from {fewest} to {most}"
        yield Place(part="draw.size").says(f"The size of the draw should be {wanted}, the record says {size}.")
    elif size < 2:
        yield Place(part="draw.size").says("With fewer than two players there is no draw.")


def _drawn(case: Case) -> tuple[list[str], list[str]]:
    """Who is in by the recorded lots, and who is not, “entries not drawn, in their lot's order, then reserves”."""
    draw, cap = case.record.draw, case.competition.cap
    lot = draw.lot_entries
    entries, waiting = (lot[:cap], lot[cap:]) if lot and cap is not None else (_listed(case, "entry"), ())
    taken = max(0, draw.size - len(entries))
    return [*entries, *draw.lot_reserves[:taken]], [*waiting, *draw.lot_reserves[taken:]]


def _check_admitted(case: Case) -> Iterator[Discrepancy]:
    """“`admitted`: who the draw seated, sorted.”"""
    drawn, _ = _drawn(case)
    yield from _check_list(Place(part="draw.admitted"), sorted(drawn), case.record.draw.admitted)


def _check_calls(case: Case) -> Iterator[Discrepancy]:
    """“Order of call for no-shows before round 1”: nobody is called before somebody who could have come.

    Whoever left before round 1 or came in otherwise, as a substitute or late, may have been passed over.
    """
    _, waiting = _drawn(case)
    turn = {code: number for number, code in enumerate(waiting)}
    called = [code for code, entry in case.entries.items() if entry.status == "called_up"]
    for code in called:
        if code not in turn:
            yield Place(entry=code, part="entries").says(f"{code} was called up and is not in the order of call.")
    last = max((turn[code] for code in called if code in turn), default=0)
    for code in waiting[:last]:
        entry = case.entries[code]
        if entry.status == "not_drawn" and (entry.left is None or entry.left > 1):
            yield Place(entry=code, part="entries").says(f"{code} was passed over in the order of call.")


def _check_added(case: Case, entry: CheckedEntry) -> Iterator[Discrepancy]:
    """“A substitute or late arrival added afterwards” has a seat, or had one that another took over before the deal."""
    if not entry.listed and entry.code not in case.seated and entry.code not in case.given_away:
        yield Place(entry=entry.code, part="entries").says(f"{entry.code} is not on the list and never had a seat.")


def _check_status(case: Case, entry: CheckedEntry) -> Iterator[Discrepancy]:
    """“`status`, how they came in”, from the draw and the first chair they have."""
    possible = _possible(case, entry)
    if entry.status not in possible:
        yield Place(entry=entry.code, part="entries").says(
            f"{entry.code} should have the status {' or '.join(possible)}, the record says {entry.status}."
        )


def _possible(case: Case, entry: CheckedEntry) -> list[str]:
    """Whoever is on the list and never sat did not come in; whoever was added and gave the seat away stood in.

    Somebody added whom nothing explains is found as such, whatever they say.
    """
    if entry.code in case.admitted:
        return ["in"]
    chairs = case.seated.get(entry.code)
    if chairs:
        return _by_chair(case, entry, chairs[0])
    if entry.listed:
        return ["not_drawn"]
    return ["substitute"] if entry.code in case.given_away else [entry.status]


def _by_chair(case: Case, entry: CheckedEntry, chair: Chair) -> list[str]:
    """Somebody else's chair: substitute (same group) or called up (before round 1 only). One's own: arrived late.

    A chair that nobody could have, as a late arrival's outside a rotation, is found where chairs are checked.
    """
    whose = chair.seat.stands_for
    if whose is None:
        return ["late"] if case.competition.format == "rotation" else [entry.status]
    substitute = ["substitute"] if case.without_groups or case.groups[whose] == entry.group else []
    called_up = ["called_up"] if chair.round == 1 and entry.listed else []
    return [*substitute, *called_up] or [entry.status]


def _check_left(case: Case, entry: CheckedEntry) -> Iterator[Discrepancy]:
    """“`left`: null, or the round from which on they were gone”; whose chair stays empty to the end is gone, and so
    is whoever gave it away and has none afterwards."""
    rounds = max(case.planned_rounds, case.last_round)
    if entry.left is not None and entry.left > rounds:
        place = Place(entry=entry.code, part="entries")
        yield place.says(f"{entry.code} left from round {entry.left} on, and the last round is {rounds}.")
    chairs = case.seated.get(entry.code, [])
    present = [chair for chair in chairs if not chair.seat.absent]
    last = present[-1].round if present else 0
    if entry.left is not None and last >= entry.left:
        yield present[-1].place.says(f"{entry.code} is present and left from round {entry.left} on.")
    yield from _check_gone(case, entry, [chair for chair in chairs if chair.round > last])


def _check_gone(case: Case, entry: CheckedEntry, empty: Sequence[Chair]) -> Iterator[Discrepancy]:
    """From the first of the chairs that stay empty to the end or, if there is none, from where the seat went."""
    left = "did not leave" if entry.left is None else f"left from round {entry.left} on"
    if empty and (entry.left is None or entry.left > empty[0].round):
        yield empty[0].place.says(f"{entry.code} is absent from here to the end, the record says they {left}.")
    given = case.given_away.get(entry.code)
    seated = case.seated.get(entry.code, [])
    if given and (not seated or seated[-1].round < given) and (entry.left is None or entry.left > given):
        place = Place(round=given, entry=entry.code)
        yield place.says(f"{entry.code} gave the seat away here and has none afterwards, the record says they {left}.")
