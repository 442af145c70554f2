"""The list from which an event's time zone is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournament.rules.time_zones import zones_by_region

EVERY_TIME: Final = "Every time of the event is shown in this zone."
STAYS: Final = f"{EVERY_TIME} Closing times keep their time of day."


@dataclass(frozen=True)
class ZoneChoice:
    """Every time zone by region, and the one that is chosen."""

    chosen: str
    hint: str = EVERY_TIME

    @property
    def regions(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        return zones_by_region()

    @property
    def lists_chosen(self) -> bool:
        """A machine may call its zone by a shorthand that the list does not have."""
        return any(self.chosen == name for _, places in self.regions for name, _ in places)
