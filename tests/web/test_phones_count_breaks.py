"""Between rounds everyone's pages count down to the next one, as the screens do: “7:30 until round 2 starts”."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.cast import Day
from tests.followed import code_of
from tests.web.reading import read_page
from tournament.actions import breaks, clock
from tournament.log_kinds import Happened
from tournament.log_subjects import Audience

pytestmark = pytest.mark.django_db
COUNTED = {("7:30", "until the final starts"), ("7:30", "until it starts")}
"""A person's page has the round's name beside it."""


@pytest.fixture
def day() -> Day:
    cache.clear()
    return Day("syg").people(16).until("round closed")


def pages(day: Day) -> dict[str, str]:
    cache.clear()
    competition = day.competition
    person = code_of(day.round.seats.earliest("pk").entry.competitor_id)
    addresses = [
        f"/e/{competition.event.slug}/",
        f"/e/{competition.event.slug}/me/{person}",
        f"/c/{competition.slug}/",
        f"/c/{competition.slug}/rounds/1/",
    ]
    return {address: " ".join(read_page(Client().get(address)).split()) for address in addresses}


def told(page: str) -> tuple[str, str]:
    """What stands in the clock's block, and below it."""
    block = page.partition('role="timer"')[2]
    words = re.findall(r'<span data-clock-phase="[a-z-]+" ?>(.*?)</span>', block.partition("</div>")[0])
    return re.findall(r"data-clock-digits>(.*?)<", block)[0], " ".join(word.strip() for word in words)


def test_every_page_of_a_phone_counts_the_break_down_seated_or_not(day):
    with time_machine.travel(timezone.now() + timedelta(minutes=2, seconds=30), tick=False):
        assert {told(page) for page in pages(day).values()} == COUNTED
        day.next_round()
        shown = pages(day)
        del shown[f"/c/{day.competition.slug}/rounds/1/"]  # it is over
        assert {told(page) for page in shown.values()} == COUNTED


def test_a_break_that_the_mc_changes_or_ends_is_changed_on_phones(day):
    """Phones hear of it: it is told to everyone."""
    day.next_round()
    with time_machine.travel(timezone.now() + timedelta(minutes=2, seconds=30), tick=False):
        breaks.add_to_break(by=day.mc, competition=day.pk, seconds=-300)
        assert told(pages(day)[f"/c/{day.competition.slug}/"])[0] == "2:30"
        for kind in (Happened.BREAK_CHANGED, Happened.BREAK_LENGTH_SET):
            assert Audience.EVERYONE in kind.told_to
    with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=False):
        assert told(pages(day)[f"/c/{day.competition.slug}/"]) == ("0:00", "the final starts any moment")
        clock.start_clock(by=day.mc, competition=day.pk)
        assert told(pages(day)[f"/c/{day.competition.slug}/"])[1] == "left in the final"


def test_a_round_on_another_day_is_not_counted_down_in_hours(day):
    breaks.add_to_break(by=day.mc, competition=day.pk, seconds=20 * 60 * 60)
    day.next_round()
    assert "until the final starts" not in pages(day)[f"/c/{day.competition.slug}/"]
