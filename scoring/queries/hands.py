"""Reads of what happened at tables, as the rules know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import Hand as HandRow
from scoring.models import Held as HeldRow
from scoring.rules.hand import Hand, Held


@dataclass(frozen=True)
class Stored:
    """A hand that stands on a sheet, with its row's id and version."""

    pk: int
    number: int
    version: int
    hand: Hand
    recorded_at: datetime


def stored_hands(codes: Mapping[int, str], **where: Any) -> dict[int, list[Stored]]:
    """The hands that stand, by table and in order: two queries, however many tables.

    `codes` says the code of each seat, `where` which tables (`table=…`, `table__round__competition=…`).
    """
    held: dict[int, dict[str, Held]] = {}
    of_hands = {f"hand__{key}": value for key, value in where.items()}
    rows = HeldRow.objects.filter(hand__deleted_at__isnull=True, **of_hands)
    for hand, seat, points, cards in rows.values_list("hand", "seat", "points", "cards"):
        held.setdefault(hand, {})[codes[seat]] = Held(points, cards)
    sheets: dict[int, list[Stored]] = {}
    fields = ("table", "pk", "number", "version", "complete", "out", "last_card", "playoff", "late", "recorded_at")
    for row in HandRow.objects.filter(deleted_at__isnull=True, **where).order_by("number").values_list(*fields):
        table, pk, number, version, complete, out, last_card, playoff, late, recorded_at = row
        played = Hand(complete, None if out is None else codes[out], held.get(pk, {}), last_card or None, playoff, late)
        sheets.setdefault(table, []).append(Stored(pk, number, version, played, recorded_at))
    return sheets
