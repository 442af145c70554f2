"""The hands of tables in the words of the rules, read from their rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import QuerySet

from scoring.models import Hand
from scoring.rules.hand import HeldCards, PlayedHand
from scoring.rules.table_now import RecordedHand
from tournament.prepared import PreparedQuery

_FIELDS: Final = (
    "table", "pk", "number", "version", "complete", "out", "last_card", "playoff", "late", "recorded_at",
    "after_warning", "held__seat", "held__points", "held__cards",
)  # fmt: skip


def _recorded(**where: Any) -> QuerySet[Hand, tuple[Any, ...]]:
    rows = Hand.objects.filter(deleted_at__isnull=True, **where).order_by("number", "pk", "held")
    return rows.values_list(*_FIELDS)


_OF_TABLE: Final = PreparedQuery(lambda table: _recorded(table=table))


def read_hands(table: int, codes: Mapping[int, str]) -> list[RecordedHand]:
    """The hands of one table that are not deleted, in order. `codes` is the code of each seat."""
    return _by_table(_OF_TABLE(table), codes).get(table, [])


def read_hands_by_table(codes: Mapping[int, str], **where: Any) -> dict[int, list[RecordedHand]]:
    """The hands that are not deleted, by table and in order, in one query however many tables there are.

    `where` chooses the tables (`table__round__competition=…`).
    """
    return _by_table(_recorded(**where), codes)


def _by_table(rows: Iterable[tuple[Any, ...]], codes: Mapping[int, str]) -> dict[int, list[RecordedHand]]:
    held: dict[int, dict[str, HeldCards]] = {}
    tables: dict[int, list[RecordedHand]] = {}
    for row in rows:
        table, pk, number, version, complete, out, last_card, playoff, late, *told, seat, points, cards = row
        if pk not in held:
            held[pk] = {}
            went_out = None if out is None else codes[out]
            played = PlayedHand(complete, went_out, held[pk], last_card or None, playoff, late)
            tables.setdefault(table, []).append(RecordedHand(pk, number, version, played, *told))
        if seat is not None:
            held[pk][codes[seat]] = HeldCards(points, cards)
    return tables
