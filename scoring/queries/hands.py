"""The hands of tables in the words of the rules, read from their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from scoring.models import Hand, Held
from scoring.rules.hand import HeldCards, PlayedHand
from scoring.rules.table_now import RecordedHand
from tournament.prepared import PreparedQuery
from tournament.rules.table_numbers import HIGHEST_TABLE_NUMBER

_FIELDS: Final = (
    "table", "pk", "number", "version", "complete", "out", "last_card", "playoff", "late", "recorded_at",
    "after_warning", "held__seat", "held__points", "held__cards",
)  # fmt: skip


class HandsOfTable(NamedTuple):
    """The hands of one table that are not deleted, in order, and whether there are deleted ones besides."""

    recorded: list[RecordedHand]
    some_deleted: bool


def _of_table(table: Any) -> QuerySet[Hand]:
    return Hand.objects.filter(table=table).order_by("number", "pk", "held")


_OF_TABLE: Final = PreparedQuery(lambda table: _of_table(table).filter(deleted_at__isnull=True).values_list(*_FIELDS))
_EVERY_OF_TABLE: Final = PreparedQuery(lambda table: _of_table(table).values_list(*_FIELDS, "deleted_at"))


def read_hands(table: int, codes: Mapping[int, str]) -> list[RecordedHand]:
    """The hands of one table that are not deleted, in order. `codes` is the code of each seat."""
    return _by_table(_OF_TABLE(table), codes).get(table, [])


def read_every_hand(table: int, codes: Mapping[int, str]) -> HandsOfTable:
    """The same, and whether some were deleted, in one query: an action that records a hand must know both."""
    rows = _EVERY_OF_TABLE(table)
    standing = [row[:-1] for row in rows if row[-1] is None]
    return HandsOfTable(_by_table(standing, codes).get(table, []), some_deleted=len(standing) < len(rows))


_HAND: Final = _FIELDS[:-3]
"""What a hand's own row holds."""


_OF_TABLES: Final = PreparedQuery(
    lambda round_, after, last: _rows(table__round=round_, table__number__gt=after, table__number__lte=last)
)
_HELD_AT_TABLES: Final = PreparedQuery(
    lambda round_, after, last: _held(
        hand__table__round=round_, hand__table__number__gt=after, hand__table__number__lte=last
    )
)


def read_hands_of_round(round_: int, tables: slice, codes: Mapping[int, str]) -> dict[int, list[RecordedHand]]:
    """The hands of these tables of a round, counted from 0, that are not deleted, by table and in order, with points
    alone: thousands of lists of cards take most of the time. Two queries, however many tables there are."""
    which = round_, tables.start or 0, HIGHEST_TABLE_NUMBER if tables.stop is None else tables.stop
    return _together(_OF_TABLES(*which), lambda: _HELD_AT_TABLES(*which), codes)


def read_hands_by_table(codes: Mapping[int, str], *, cards: bool = True, **where: Any) -> dict[int, list[RecordedHand]]:
    """The hands of other tables, which `where` chooses (`table__round__competition=…`), with the cards or without."""
    of_hands = {f"hand__{name}": value for name, value in where.items()}
    columns = ("cards",) if cards else ()
    return _together(_rows(**where), lambda: _held(*columns, **of_hands), codes)


def _rows(**where: Any) -> QuerySet[Hand, tuple[Any, ...]]:
    return Hand.objects.filter(deleted_at__isnull=True, **where).order_by("number", "pk").values_list(*_HAND)


def _held(*columns: str, **where: Any) -> QuerySet[Held, tuple[Any, ...]]:
    return Held.objects.filter(**where).order_by("pk").values_list("hand", "seat", "points", *columns)


def _together(
    rows: Iterable[tuple[Any, ...]], read_held: Callable[[], Iterable[tuple[Any, ...]]], codes: Mapping[int, str]
) -> dict[int, list[RecordedHand]]:
    """A hand's own row comes once, and not with what each player held. That is read afterwards, so that no hand comes
    without."""
    held: dict[int, dict[str, HeldCards]] = {}
    tables: dict[int, list[RecordedHand]] = {}
    for table, *row in rows:
        tables.setdefault(table, []).append(_recorded(row, held.setdefault(row[0], {}), codes))
    for hand, seat, *counted in read_held():
        if hand in held:
            held[hand][codes[seat]] = HeldCards(*counted)
    return tables


def _by_table(rows: Iterable[tuple[Any, ...]], codes: Mapping[int, str]) -> dict[int, list[RecordedHand]]:
    held: dict[int, dict[str, HeldCards]] = {}
    tables: dict[int, list[RecordedHand]] = {}
    for table, *row, seat, points, cards in rows:
        hand = row[0]
        if hand not in held:
            held[hand] = {}
            tables.setdefault(table, []).append(_recorded(row, held[hand], codes))
        if seat is not None:
            held[hand][codes[seat]] = HeldCards(points, cards)
    return tables


def _recorded(row: Sequence[Any], held: dict[str, HeldCards], codes: Mapping[int, str]) -> RecordedHand:
    pk, number, version, complete, out, last_card, playoff, late, *told = row
    went_out = None if out is None else codes[out]
    return RecordedHand(
        pk, number, version, PlayedHand(complete, went_out, held, last_card or None, playoff, late), *told
    )
