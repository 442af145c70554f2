"""Ids that travel: the numbers by which an event's rows are known on every installation that ever holds it.

A primary key says where a row stands in one database, and means another row in the next. So whatever leaves the
database, or outlasts it, names rows by their travel id: lines of the log, requests that are sent again, printed codes.

A travel id has 15 digits, so it fits into an address, a script's number and a column of eight bytes. A row that was
there before ids travelled has one that begins with 1 and ends with the number it had then: lines of the log that were
written then hold that number, and what is written there never changes. Every other row's is random.
"""

from __future__ import annotations

from typing import Final, NewType

TravelId = NewType("TravelId", int)

SMALLEST_ID: Final = 10**14
SMALLEST_RANDOM_ID: Final = 2 * SMALLEST_ID
LARGEST_ID: Final = 10**15 - 1
NUMBERS_OF_BEFORE: Final = 10**7
"""A row that was there before ids travelled had a smaller number than this."""


def number_told(travel_id: TravelId) -> int:
    """The number by which pages and old lines of the log know the row: its travel id or, for a row that was there
    before ids travelled, the number it had then. So a page that stayed open means the same row as before."""
    return travel_id if travel_id >= SMALLEST_RANDOM_ID else travel_id % NUMBERS_OF_BEFORE


def names_in_log(travel_id: TravelId) -> tuple[int, int]:
    """How lines of the log name the row: of today, and of before ids travelled."""
    return travel_id, number_told(travel_id)


def travel_id_of(told: int, event: TravelId) -> TravelId:
    """The travel id of a row that was told by this number. All rows of before that an event has begin as the event's
    own does. Nothing has the number in an event that is younger than that."""
    if told >= NUMBERS_OF_BEFORE:
        return TravelId(told)
    return TravelId(event - event % NUMBERS_OF_BEFORE + told if event < SMALLEST_RANDOM_ID else told)
