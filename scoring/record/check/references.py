"""Every code that is named is the code of an entry. Without that nothing can be derived."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .facts import CheckedHand, CheckedRound, CheckedTable, Record
from .found import Discrepancy, Place
from .shape import printable

MOST_ENTRIES = 25_000
"""One knockout holds 10,000 players; beside them are reserves, entries that the lot left out, and substitutes."""
MOST_SEATS = 100

Mention = tuple[Place, Iterable[str]]


def check_references(record: Record) -> Iterator[Discrepancy]:
    """Codes: one entry each, “padded to one width”, and nobody is named who has none."""
    counts = Counter(entry.code for entry in record.entries)
    if len(record.entries) > MOST_ENTRIES:
        yield Place(part="entries").says(f"There are more than {MOST_ENTRIES:,} entries, this checker reads no more.")
    for code, times in counts.items():
        if times > 1:
            yield Place(entry=code, part="entries").says(f"The code {code} is there {times} times.")
    if len({len(code) for code in counts}) > 1:
        yield Place(part="entries").says("The codes are not padded to one width.")
    yield from _check_crowds(record)
    known = set(counts)
    for place, codes in _mentions(record):
        for code in codes:
            if code not in known:
                known.add(code)
                yield place.at(entry=printable(code)).says(f"There is no entry {printable(code)}.")


def _check_crowds(record: Record) -> Iterator[Discrepancy]:
    """No hall has such a table; whoever made one up should not keep the checker busy with it."""
    for rnd in record.rounds:
        for table in rnd.tables:
            if len(table.seats) > MOST_SEATS:
                yield Place(round=rnd.number, table=table.number).says(f"There are more than {MOST_SEATS} seats.")


def _mentions(record: Record) -> Iterator[Mention]:
    draw = record.draw
    yield Place(part="draw.lot_entries"), draw.lot_entries
    yield Place(part="draw.lot_reserves"), draw.lot_reserves
    yield Place(part="draw.admitted"), draw.admitted
    yield Place(part="draw.swaps"), (code for swap in draw.swaps for code in (swap.a, swap.b))
    yield Place(part="draw.moves"), (move.entry for move in draw.moves)
    for rnd in record.rounds:
        yield from _in_round(rnd)
    yield Place(part="final_order"), record.final_order
    yield Place(part="corrections"), (correction.entry for correction in record.corrections)


def _in_round(rnd: CheckedRound) -> Iterator[Mention]:
    place = Place(round=rnd.number)
    for table in rnd.tables:
        yield from _at_table(place.at(table=table.number), table)
    yield place.at(part="moves"), (move.entry for move in rnd.moves)


def _at_table(place: Place, table: CheckedTable) -> Iterator[Mention]:
    for seat in table.seats:
        yield place.at(seat=seat.number), [seat.entry]
        yield place.at(seat=seat.number, part="for"), [seat.stands_for] if seat.stands_for else []
    for hand in table.hands:
        yield from _in_hand(place.at(hand=hand.number), hand)
    yield place.at(part="totals"), table.totals
    yield place.at(part="order"), table.order
    yield place.at(part="through"), table.through
    yield place.at(part="ties"), (code for tie in table.ties for code in (*tie.between, tie.took))


def _in_hand(place: Place, hand: CheckedHand) -> Iterator[Mention]:
    yield place.at(part="out"), [hand.out] if hand.out else []
    yield place.at(part="held"), hand.held
    yield place.at(part="points"), hand.points
