"""Reads of what happened at tables, as the rules know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scoring.models import Hand as HandRow
from scoring.rules.hand import Hand, Held


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


def stored_hands(codes: Mapping[int, str], **where: Any) -> dict[int, list[Stored]]:
    """The hands that stand, by table and in order: one query, however many tables.

    `codes` says the code of each seat, `where` which tables (`table=…`, `table__round__competition=…`).
    """
    held: dict[int, dict[str, Held]] = {}
    sheets: dict[int, list[Stored]] = {}
    rows = HandRow.objects.filter(deleted_at__isnull=True, **where).order_by("number", "pk", "held")
    for row in rows.values_list(*_FIELDS):
        table, pk, number, version, complete, out, last_card, playoff, late, recorded_at, seat, points, cards = row
        if pk not in held:
            held[pk] = {}
            who = None if out is None else codes[out]
            played = Hand(complete, who, held[pk], last_card or None, playoff, late)
            sheets.setdefault(table, []).append(Stored(pk, number, version, played, recorded_at))
        if seat is not None:
            held[pk][codes[seat]] = Held(points, cards)
    return sheets
