"""Which backups are kept, as the laptop makes one every five minutes for weeks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.backups import kept

NOW = datetime(2026, 5, 16, 14, 30, tzinfo=UTC)


def ago(**time: float) -> datetime:
    return NOW - timedelta(**time)


@pytest.mark.parametrize(
    ("made", "numbers"),
    [
        pytest.param([], set(), id="none"),
        pytest.param([ago(minutes=59), ago(minutes=5), ago(minutes=5)], {1, 2, 3}, id="all of the last hour"),
        pytest.param([ago(minutes=85), ago(minutes=80), ago(minutes=1)], {2, 3}, id="the newest of an hour"),
        pytest.param([ago(minutes=95), ago(minutes=85), ago(minutes=1)], {1, 2, 3}, id="another hour of the calendar"),
        pytest.param([ago(hours=30), ago(hours=28), ago(minutes=1)], {2, 3}, id="the newest of a day"),
        pytest.param([ago(days=3), ago(days=2), ago(minutes=1)], {1, 2, 3}, id="another day"),
        pytest.param([ago(days=31), ago(minutes=1)], {2}, id="older than a month"),
        pytest.param([ago(days=400), ago(days=300)], {2}, id="the newest stays, however old it is"),
        pytest.param([ago(days=-1), ago(days=200)], {1, 2}, id="the newest by number: the clock was set back since"),
    ],
)
def test_what_is_kept(made, numbers):
    assert kept(dict(enumerate(made, start=1)), NOW) == numbers


def test_after_weeks_there_are_few_and_none_is_missed():
    """Thinned each time, as the program does: what is let go today is not missed tomorrow."""
    made: dict[int, datetime] = {}
    for number in range(1, 40 * 24 * 12):
        now = NOW + timedelta(minutes=5 * number)
        made[number] = now
        keep = kept(made, now)
        made = {number: moment for number, moment in made.items() if number in keep}
    ages = [now - moment for moment in made.values()]
    assert sum(age < timedelta(hours=1) for age in ages) == 12
    assert 23 <= sum(timedelta(hours=1) <= age < timedelta(days=1) for age in ages) <= 25
    assert 29 <= sum(timedelta(days=1) <= age for age in ages) <= 31
    assert len(made) < 70


def test_a_day_without_a_backup_costs_no_other_its_place():
    made = {1: ago(days=20), 2: ago(days=10)}
    assert kept(made, NOW) == {1, 2}
