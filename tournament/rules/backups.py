"""Which backups are kept while new ones come: many of lately, few of long ago."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
MONTH: Final = timedelta(days=30)


def kept(made_at: Mapping[int, datetime], now: datetime) -> set[int]:
    """The numbers of the backups to keep: all of the last hour, the newest of each hour of a day, the newest of each
    day of a month, and the newest of all however old it is. A later backup has a higher number: the computer's clock
    may have been set between two."""
    newest_of_span: dict[int | date | None, int] = {}
    for number in sorted(made_at):
        newest_of_span[_span(number, made_at[number], now)] = number
    newest_of_span.pop(None, None)
    return {*newest_of_span.values(), *([max(made_at)] if made_at else [])}


def _span(number: int, moment: datetime, now: datetime) -> int | date | None:
    """What a backup shares its place with: nobody, an hour, a day; None if it is too old for any. Hours and days begin
    where the calendar says, so that what was kept yesterday is not let go because today counts otherwise."""
    age = now - moment
    if age < HOUR:
        return number
    if age < DAY:
        return moment.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    return moment.astimezone(UTC).date() if age < MONTH else None
