"""The independent checker of the open record, written from docs/record.md alone.

It imports nothing of the project and shares no derivation code with what writes the record. First the shape of the file
is read into typed values (`parse`), then every step is derived from the step before it as recorded: where one is wrong
it is named, and the record's own value carries on, so that one error is not told a hundred times.

    read_record(path)      the JSON value, or NotARecord with one plain sentence
    check_record(value)    every Discrepancy; an empty list says that all of it follows from the facts
    extent(value)          how many rounds and hands that were
"""

from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .chance import check_chance, seeds
from .corrections import check_corrections
from .endings import check_endings
from .entering import check_entering
from .found import Discrepancy, NotARecord, Place
from .hands import check_hands
from .parse import parse
from .plan import check_plan
from .reading import read_record, read_stream
from .references import check_references
from .results import check_results
from .rotation import check_moves
from .seats import check_seats
from .settings import check_settings
from .standings import check_final_order
from .standins import check_stand_ins

__all__ = ["Discrepancy", "NotARecord", "Place", "check_record", "extent", "read_record", "read_stream"]


def check_record(value: object) -> list[Discrepancy]:
    """Every place where the record is not what its facts give.

    A wrong seed would contradict every draw, so both the recorded and the derived one are tried; what explains more
    of the record is taken, and the seed itself is named either way.
    """
    record, problems = parse(value)
    if record is None:
        return problems
    unknown = list(check_references(record))
    if unknown:
        return unknown
    return min((list(_derive(Case(record, seed))) for seed in seeds(record)), key=len)


def _derive(case: Case) -> Iterator[Discrepancy]:
    yield from check_settings(case)
    yield from check_chance(case.record)
    yield from check_entering(case)
    yield from check_plan(case)
    yield from check_hands(case)
    yield from check_endings(case)
    yield from check_results(case)
    yield from check_moves(case)
    yield from check_seats(case)
    yield from check_stand_ins(case)
    yield from check_final_order(case)
    yield from check_corrections(case)


def extent(value: object) -> tuple[int, int]:
    """How many rounds and hands a record of the right shape holds."""
    record, _ = parse(value)
    if record is None:
        return 0, 0
    hands = sum(len(table.hands) for rnd in record.rounds for table in rnd.tables)
    return len(record.rounds), hands
