"""The event's overview: the one thing to do next, for the event and for each competition."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import STAGES, Day
from tests.web.test_new_event import text_of
from tests.web.visitors import keeper
from tournament.actions import invitations, setup
from tournament.permissions import Actor, Role

pytestmark = pytest.mark.django_db

HERE = "/organise/youth-weekend/"


@pytest.fixture
def ruth() -> Client:
    return keeper()


def headlines(client: Client) -> list[str]:
    """What the page says to do next, the event's own first."""
    return re.findall(r"<h[23](?: id=\"next\")?>([^<]+)</h[23]>", text_of(client.get(HERE)))


def test_after_a_draw_inviting_is_no_longer_the_next_thing(ruth):
    day = Day("syg").people(4)
    setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name="Rotation")
    assert headlines(ruth)[0] == "Invite the coordinators"
    day.until("published")
    assert "Invite the coordinators" not in headlines(ruth)


def test_an_event_without_competitions_asks_for_one(ruth):
    setup.create_event(by=Actor(Role.ORGANISER, None, "Ruth"), name="Youth weekend")
    assert headlines(ruth) == ["Add a competition"]
    assert "/organise/youth-weekend/new/" in text_of(ruth.get(HERE))


def test_groups_come_first_then_their_links_then_their_entries(ruth):
    day = Day("syg")
    assert headlines(ruth) == ["Add the groups", "Waiting for the first entry"]
    for name in ("Riverside", "Bethel", "Zion"):
        day.group(name)
    assert headlines(ruth)[0] == "Invite the coordinators"
    assert "3 groups have no link yet." in text_of(ruth.get(HERE))
    day.invite(day.group("Bethel"))
    assert "2 of 3 groups have no link yet." in text_of(ruth.get(HERE))
    invitations.invite_missing(by=day.organiser, event=day.event)
    assert headlines(ruth) == ["Waiting for the first entry"]
    day.enter("Mia O'Brien", "Riverside")
    assert headlines(ruth) == ["Entries are coming in"]
    assert "1 of 3 groups has entered somebody." in text_of(ruth.get(HERE))


def test_every_stage_has_its_next_thing(ruth):
    day = Day("syg").people(6, reserves=2)
    invitations.invite_missing(by=day.organiser, event=day.event)
    headings = []
    for stage in STAGES[:-1]:
        day.until(stage)
        headings += headlines(ruth)
    assert headings == [
        "Entries are coming in", "Choose the plan", "Choose the plan", "Hold the draw", "Hold the draw",
        "See who is here", "Round 1 is running", "Round 1 is running", "Round 1 is running", "Round 1 is over",
    ]  # fmt: skip
    day.next_round()
    assert headlines(ruth) == ["The final is next"]
    day.until("round closed").finish()
    assert headlines(ruth) == ["Finished"]


def test_too_few_players_are_said(ruth):
    Day("syg").people(1).until("entries closed")
    assert headlines(ruth) == ["Too few players"]


def test_every_button_leads_somewhere(ruth):
    day = Day("syg").people(6)
    for stage in STAGES:
        day.until(stage)
        text = text_of(ruth.get(HERE))
        for link in re.findall(r'<a class="button[^"]*" href="([^"]+)"', text):
            assert ruth.get(link).status_code == 200, (stage, link)


@pytest.fixture
def queries(ruth: Client) -> Callable[[str], int]:
    def count(path: str) -> int:
        ruth.get(path)
        with CaptureQueriesContext(connection) as captured:
            assert ruth.get(path).status_code == 200
        return len(captured)

    return count


@pytest.mark.parametrize(
    "page",
    ["", "groups/", "people/", "settings/", "new/", "uno-open/settings/", "groups/{group}/"],
)
def test_a_page_takes_as_many_queries_for_300_groups_as_for_3(queries, page):
    day = Day("syg", cap=None).people(3, reserves=3)
    invitations.invite_missing(by=day.organiser, event=day.event)
    address = HERE + page.format(group=day.group("Riverside"))
    few = queries(address)
    day.people(297, reserves=200)
    for number in range(3):
        setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name=f"Uno {number}")
        invitations.invite(by=day.organiser, event=day.event, role="mc")
    invitations.invite_missing(by=day.organiser, event=day.event)
    assert queries(address) == few <= 14
