"""Registration: limits, lots, the order of call (RULES 5 and 6, RECORD 1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from tournament.rules.chance import shuffle
from tournament.rules.errors import EntryRefused
from tournament.rules.presets import Settings


class Kind(StrEnum):
    """What an entry is: a place in the competition, or a nomination to fill the draw by lot."""

    ENTRY = "entry"
    RESERVE = "reserve"


class Status(StrEnum):
    """How somebody came into the competition, once it is drawn."""

    IN = "in"
    NOT_DRAWN = "not_drawn"
    CALLED_UP = "called_up"
    SUBSTITUTE = "substitute"
    LATE = "late"


def check_limits(settings: Settings, kind: Kind, *, of_group: int, entries: int) -> None:
    """Refuse one more of this kind: `of_group` of it the group has already, `entries` the competition."""
    limit = _limit(settings, kind)
    if limit is not None and of_group >= limit:
        raise EntryRefused(_beyond(limit, kind))
    if kind is Kind.ENTRY and settings.cap is not None and entries >= settings.cap:
        raise EntryRefused(f"The competition is full: {settings.cap} entries. You can still nominate a reserve.")


def _beyond(limit: int, kind: Kind) -> str:
    if limit == 0:
        return f"This competition takes no {_many(kind)} from groups."
    return f"This group already has {_every(limit, kind)}. Change or withdraw one first."


def limits_met(settings: Settings, refusals: Collection[str]) -> dict[Kind, int]:
    """The limits of a group that these refusals speak of: who may change them is led there."""
    limits = {kind: _limit(settings, kind) for kind in Kind}
    return {kind: limit for kind, limit in limits.items() if limit is not None and _beyond(limit, kind) in refusals}


def _every(limit: int, kind: Kind) -> str:
    """Its entry, both its reserves, all 4 of its entries."""
    if limit == 1:
        return f"its {kind.value}"
    return f"both its {_many(kind)}" if limit == 2 else f"all {limit} of its {_many(kind)}"


def _many(kind: Kind) -> str:
    return "entries" if kind is Kind.ENTRY else "reserves"


def _limit(settings: Settings, kind: Kind) -> int | None:
    return settings.entries_per_group if kind is Kind.ENTRY else settings.reserves_per_group


def is_beyond_limit(settings: Settings, kind: Kind, of_group: int) -> bool:
    """Whether a group has more of this kind than a group may have."""
    limit = _limit(settings, kind)
    return limit is not None and of_group > limit


def check_joined(settings: Settings, kind: Kind, *, of_both: int, where: str) -> None:
    """Two groups become one: together they may not have more of this kind than one group may."""
    limit = _limit(settings, kind)
    if is_beyond_limit(settings, kind, of_both):
        raise EntryRefused(
            f"Together they would have {of_both} {_many(kind)} in {where}, and a group can have {limit}. "
            "Withdraw some first."
        )


class Missing(NamedTuple):
    """How many entries and reserves a group could still name."""

    entries: int
    reserves: int


NOTHING: Final = Missing(0, 0)


def missing(settings: Settings, entries: int, reserves: int, *, of_all: int) -> Missing:
    """How many entries and reserves a group may still add, given how many it has. Without a limit one entry is
    expected, and no reserve. When the competition is full (`of_all` entries reach the cap), no entry is expected."""
    places = 1 if settings.entries_per_group is None else settings.entries_per_group
    room = places if settings.cap is None else max(0, settings.cap - of_all)
    return Missing(
        entries=min(room, max(0, places - entries)), reserves=max(0, (settings.reserves_per_group or 0) - reserves)
    )


@dataclass(frozen=True)
class Lots:
    """What the lots decided: both whole lots in order (empty if none was held), who is in, and the order of call."""

    entries: tuple[str, ...]
    reserves: tuple[str, ...]
    admitted: tuple[str, ...]
    call: tuple[str, ...]


def hold_lots(seed: bytes, entries: Sequence[str], reserves: Sequence[str], size: int) -> Lots:
    """Fill a draw of `size`. Among the entries the lot decides only if there are more than that; reserves are
    chosen by lot whenever there are any. The order of call is the entries not drawn, then the reserves."""
    lot_entries = shuffle(seed, "lot/entries", entries) if len(entries) > size else []
    lot_reserves = shuffle(seed, "lot/reserves", reserves) if reserves else []
    sure = lot_entries[:size] if lot_entries else list(entries)
    free = size - len(sure)
    return Lots(
        entries=tuple(lot_entries),
        reserves=tuple(lot_reserves),
        admitted=tuple(sorted(sure + lot_reserves[:free])),
        call=(*lot_entries[size:], *lot_reserves[free:]),
    )


def draw_size_range(entries: int, reserves: int, cap: int | None) -> range:
    """The sizes a draw may have: every entry, up to every reserve too, within the cap."""
    most = min(cap or entries + reserves, entries + reserves)
    return range(min(entries, most), most + 1)


def code_width(listed: int) -> int:
    """Codes are padded to one width, with room for a hundred substitutes and late arrivals after the seal."""
    return max(3, len(str(listed + 100)))
