"""Reads of what happened at tables, as the rules know it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from scoring.models import Hand as HandRow
from scoring.rules.hand import Hand, Held
from tournament.prepared import PreparedQuery


@dataclass(frozen=True)
class Stored:
    """A hand that stands on a sheet, with its row's id and version."""

    pk: int
    number: int
    version: int
    hand: Hand
    recorded_at: datetime


_FIELDS: Final = (
    "table", "pk", "number", "version", "complete", "out", "last_card", "playoff", "late", "recorded_at",
    "held__seat", "held__points", "held__cards",
)  # fmt: skip


def _standing(**where: Any) -> QuerySet[HandRow, tuple[Any, ...]]:
    rows = HandRow.objects.filter(deleted_at__isnull=True, **where).order_by("number", "pk", "held")
    return rows.values_list(*_FIELDS)


_OF_TABLE: Final = PreparedQuery(lambda table: _standing(table=table))


def hands_of(table: int, codes: Mapping[int, str]) -> list[Stored]:
    """The hands of one table that stand, in order. `codes` says the code of each seat."""
    return _sheets(_OF_TABLE(table), codes).get(table, [])


def stored_hands(codes: Mapping[int, str], **where: Any) -> dict[int, list[Stored]]:
    """The hands that stand, by table and in order: one query, however many tables.

    `where` says which tables (`table__round__competition=…`).
    """
    return _sheets(_standing(**where), codes)


def _sheets(rows: Iterable[tuple[Any, ...]], codes: Mapping[int, str]) -> dict[int, list[Stored]]:
    held: dict[int, dict[str, Held]] = {}
    sheets: dict[int, list[Stored]] = {}
    for row in rows:
        table, pk, number, version, complete, out, last_card, playoff, late, recorded_at, seat, points, cards = row
        if pk not in held:
            held[pk] = {}
            who = None if out is None else codes[out]
            played = Hand(complete, who, held[pk], last_card or None, playoff, late)
            sheets.setdefault(table, []).append(Stored(pk, number, version, played, recorded_at))
        if seat is not None:
            held[pk][codes[seat]] = Held(points, cards)
    return sheets
