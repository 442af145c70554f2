"""The standing as it is read: one query for one competition and for many, and nothing of the chance too early."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.cast import STAGES, Day, a_day
from tournament.actions import draw
from tournament.models import Competition, Round
from tournament.queries.standing import read_standing, read_standings
from tournament.rules.standing import Stage, Standing

PROJECT = Path(__file__).parents[1]

pytestmark = pytest.mark.django_db


def standing_of(day: Day) -> Standing:
    return read_standing(day.competition, timezone.now())


PUBLIC_STAGES = (
    Stage.OPEN, Stage.CLOSED, Stage.CLOSED, Stage.SEALED, Stage.SEALED, Stage.DRAWN,
    Stage.RUNNING, Stage.RUNNING, Stage.RUNNING, Stage.OVER, Stage.FINISHED,
)  # fmt: skip


@pytest.mark.parametrize(("stage", "expected"), [*zip(STAGES, PUBLIC_STAGES, strict=True)])
def test_the_stage_through_the_day(stage: str, expected: Stage) -> None:
    assert standing_of(a_day("syg", 8, stage)).stage is expected


def test_nothing_of_its_chance_is_read_before_the_draw_is_published() -> None:
    drawn = standing_of(a_day("syg", 8, "drawn"))
    assert drawn.draw is not None and drawn.published is None
    assert (drawn.draw.seed, drawn.made) == (b"", ())
    published = standing_of(a_day("syg", 8, "published")).published
    assert published is not None and len(published.seed) == 32


def test_a_draw_thrown_away_does_not_stand() -> None:
    day = a_day("syg", 8, "drawn")
    draw.discard_draw(by=day.organiser, competition=day.pk, why="a chair broke")
    assert standing_of(day).draw is None


def test_a_round_has_its_row_its_moments_and_its_clock() -> None:
    day = a_day("syg", 8, "running")
    row = Round.objects.select_related("clock").get(competition=day.pk)
    (first, final), latest = standing_of(day).rounds, standing_of(day).open
    assert (first.pk, first.began_at, first.closed_at, first.clock) == (row.pk, row.began_at, None, row.clock.facts)
    assert (latest, str(final), final.is_made) == (first, "Final", False)


def test_a_round_without_a_clock_has_none() -> None:
    assert standing_of(a_day("classic-500", 8, "published")).clock is None


@pytest.mark.parametrize("stage", ["entries open", "published", "finished"])
def test_one_query_however_many(stage: str, django_assert_num_queries: Any) -> None:
    day = a_day("syg", 8, stage)
    competition, now = day.competition, timezone.now()
    with django_assert_num_queries(1):
        alone = read_standing(competition, now)
    day.enter_in_under_18("Ivy King", "Bethel") if stage == "entries open" else None
    every = list(Competition.objects.filter(event=day.event).select_related("event"))
    with django_assert_num_queries(1):
        together = read_standings(every, now)
    assert together[day.pk] == alone
    assert together.keys() == {listed.pk for listed in every}


def test_of_none_there_is_nothing_to_read() -> None:
    assert read_standings([], timezone.now()) == {}


def test_after_the_closing_time_entries_are_closed_before_any_alarm() -> None:
    competition = a_day("syg", 8, "entries open").competition
    competition.closes_at = timezone.now() + timedelta(hours=1)
    assert read_standing(competition, timezone.now()).takes_entries
    assert read_standing(competition, timezone.now() + timedelta(hours=2)).stage is Stage.CLOSED


WHICH_STANDS = re.compile(r"discarded_at(__isnull=True|=None| is None)")
"""A draw that was thrown away must never be taken for it: queries/published_draws.py knows how to tell."""
WHICH_IS_PUBLISHED = re.compile(r"published_at(__isnull|=None)")
WHICH_IS_LATEST = re.compile(r"[rR]ound(_set|__|\.objects).*(order_by\(\"-number\"\)|closed_at__isnull=True)")


@pytest.mark.parametrize(
    ("asks", "places"),
    [
        (WHICH_STANDS, {"queries/published_draws.py", "models/draw.py"}),
        (WHICH_IS_PUBLISHED, {"queries/published_draws.py", "models/draw.py"}),
        (WHICH_IS_LATEST, {"actions/clock.py", "actions/hand_rows.py", "queries/clock.py", "rehearsal/crowd.py"}),
    ],
)
def test_how_far_a_competition_is_is_asked_in_one_place(asks: re.Pattern[str], places: set[str]) -> None:
    """The model's are its constraints. The clock asks under its lock; hands move with the
    clocks that are open; rehearsals are played with rows."""
    files = [path for app in ("tournament", "scoring") for path in (PROJECT / app).rglob("*.py")]
    found = [path for path in files if "migrations" not in path.parts and asks.search(path.read_text())]
    assert {"/".join(path.parts[-2:]) for path in found} == places
