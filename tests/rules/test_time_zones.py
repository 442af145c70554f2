"""An event's times are those of its own time zone, also in the nights when clocks are put forward or back."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tournament.rules.errors import SettingsRefused
from tournament.rules.time_zones import check_zone, in_words, moments_of, place_of, zones_by_region

MELBOURNE = ZoneInfo("Australia/Melbourne")
SUMMER, WINTER = datetime(2026, 1, 10, tzinfo=UTC), datetime(2026, 7, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "moment", "words"),
    [
        ("Australia/Melbourne", SUMMER, "Melbourne time (AEDT)"),
        ("Australia/Melbourne", WINTER, "Melbourne time (AEST)"),
        ("America/Argentina/Buenos_Aires", SUMMER, "Argentina, Buenos Aires time (UTC−3)"),
        ("Asia/Kathmandu", SUMMER, "Kathmandu time (UTC+5:45)"),
        ("America/New_York", WINTER, "New York time (EDT)"),
        ("UTC", SUMMER, "UTC"),
        ("Etc/UTC", SUMMER, "UTC"),
    ],
)
def test_a_zone_is_told_by_its_place_and_its_letters(zone, moment, words):
    assert in_words(ZoneInfo(zone), moment) == words


def test_places_are_offered_once_and_by_their_names_of_today():
    names = {name for _, places in zones_by_region() for name, _ in places}
    assert {"Australia/Melbourne", "Australia/Lord_Howe", "Europe/Kyiv", "Europe/Oslo", "UTC"} <= names
    assert not {"Australia/North", "Australia/LHI", "Europe/Kiev", "America/Buenos_Aires"} & names


@pytest.mark.parametrize(
    ("typed", "moments"),
    [
        pytest.param("2026-11-20T18:00", ["2026-11-20T07:00"], id="an ordinary evening"),
        pytest.param("2026-10-04T01:59", ["2026-10-03T15:59"], id="the last minute before clocks are put forward"),
        pytest.param("2026-10-04T02:30", [], id="left out: clocks are put forward from 2 to 3"),
        pytest.param("2026-10-04T03:00", ["2026-10-03T16:00"], id="the first minute after it"),
        pytest.param("2026-04-05T01:59", ["2026-04-04T14:59"], id="the last minute before the hour that comes twice"),
        pytest.param(
            "2026-04-05T02:30", ["2026-04-04T15:30", "2026-04-04T16:30"], id="clocks are put back from 3 to 2"
        ),
        pytest.param("2026-04-05T03:00", ["2026-04-04T17:00"], id="the first minute after it came twice"),
    ],
)
def test_the_moments_at_which_a_clock_on_the_wall_shows_a_time(typed, moments):
    found = moments_of(datetime.fromisoformat(typed), MELBOURNE)
    assert [moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="minutes") for moment in found] == moments


def test_every_zone_of_the_list_is_one():
    names = [name for _, places in zones_by_region() for name, _ in places]
    assert [check_zone(name) for name in names] == names
    assert {"Australia/Melbourne", "Europe/Berlin", "America/Sao_Paulo", "UTC"} <= set(names)
    assert len(names) == len(set(names))


def test_a_place_is_written_as_people_write_it():
    assert place_of("America/Port-au-Prince") == "Port-au-Prince"
    assert place_of("America/North_Dakota/New_Salem") == "North Dakota, New Salem"


@pytest.mark.parametrize(
    "name", ["", "Melbourne", "australia/melbourne", "Australia/Ballarat", "../etc/passwd", "x" * 99]
)
def test_what_is_no_zone_is_refused(name):
    with pytest.raises(SettingsRefused, match=r"There is no time zone “.*”\. Choose one from the list\.") as refused:
        check_zone(name)
    assert refused.value.field == "time_zone"
