"""Time zones: an event's times are those of the place where it is held, wherever somebody reads them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final
from zoneinfo import TZPATH, ZoneInfo, available_timezones

from tournament.rules.errors import SettingsRefused

REGIONS: Final = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip
"""Names outside of these are shorthands of others, and nobody lives in `Etc`."""
UTC_NAME: Final = "UTC"


def check_zone(name: str) -> str:
    """The name of a time zone that this machine knows, or a sentence about it."""
    if name not in _known_zones():
        raise SettingsRefused(f"There is no time zone “{name[:40]}”. Choose one from the list.", "time_zone")
    return name


@cache
def _known_zones() -> frozenset[str]:
    """Looked for once: Python reads every file of its folders for them."""
    return frozenset(available_timezones())


@cache
def _places_on_the_map() -> frozenset[str]:
    """The zones that the machine's map of time zones names, one for each place. Without former names (Kiev) and
    shorthands (Australia/LHI), which it still knows. Empty where it has no such map."""
    maps = (Path(folder) / "zone.tab" for folder in TZPATH)
    lines = next((path.read_text("utf-8").splitlines() for path in maps if path.is_file()), [])
    return frozenset(line.split("\t")[2] for line in lines if line and not line.startswith("#"))


@cache
def zones_by_region() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The time zones to choose from, by region: the name that is stored, and the place that people look for."""
    regions: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for name in sorted(_known_zones() & (_places_on_the_map() or _known_zones())):
        region, _, place = name.partition("/")
        if place and region in regions:
            regions[region].append((name, place_of(name)))
    return *((region, tuple(places)) for region, places in regions.items()), ("Everywhere", ((UTC_NAME, UTC_NAME),))


def place_of(name: str) -> str:
    """Melbourne; Argentina, Buenos Aires."""
    return name.partition("/")[2].replace("_", " ").replace("/", ", ") or name


def in_words(zone: ZoneInfo, moment: datetime) -> str:
    """Melbourne time (AEDT)."""
    place, short = place_of(zone.key), in_short(zone, moment)
    return short if place == short else f"{place} time ({short})"


def in_short(zone: ZoneInfo, moment: datetime) -> str:
    """AEDT; where a zone has no letters for its hour, what it differs from UTC by."""
    local = moment.astimezone(zone)
    letters = local.tzname() or ""
    return letters if letters.isalpha() else _offset(local)


def _offset(local: datetime) -> str:
    minutes = int((local.utcoffset() or timedelta()).total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}"


def moments_of(typed: datetime, zone: ZoneInfo) -> list[datetime]:
    """The moments at which a clock on the wall of this zone shows the typed time: one; none in the hour that is left
    out when clocks are put forward; two in the hour that comes again when they are put back."""
    both = [typed.replace(tzinfo=zone, fold=fold) for fold in (0, 1)]
    real = [moment for moment in both if on_the_wall(moment.astimezone(UTC), zone) == typed]
    return real if len(real) == 2 and real[0].utcoffset() != real[1].utcoffset() else real[:1]


def on_the_wall(moment: datetime, zone: ZoneInfo) -> datetime:
    """What a clock on the wall of this zone shows at a moment."""
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)
