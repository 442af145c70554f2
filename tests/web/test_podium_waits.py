"""Nobody's page, screen or scene names the winner before the podium does; and nobody waits for it in vain."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.cast import Day
from tests.followed import code_of
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.actions import podium, screens
from tournament.models import Screen
from tournament.queries.results import read_results
from tournament.queries.standing import read_standing

pytestmark = pytest.mark.django_db
WAITS = "The winners are announced in the hall first"


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def played(preset: str) -> Day:
    """The last round is closed, with a screen in the hall."""
    choices = {"rounds": 2} if preset == "bac" else {}
    day = Day(preset, **choices).people(8).until("round closed").next_round()
    Client().get("/screen")
    return day.until("round closed")


def public_pages(day: Day) -> dict[str, str]:
    """What everyone may open, the phone of whoever won among them."""
    competition, champion = day.competition, winner(day)
    slug, event = competition.slug, competition.event.slug
    phone = f"/e/{event}/me/{code_of(day.who(champion).competitor_id)}"
    pages = ("", "results/", "standings/", "rounds/2/")
    addresses = ["/", f"/e/{event}/", phone, *(f"/c/{slug}/{page}" for page in pages)]
    return {address: unescape(" ".join(read_page(Client().get(address)).split())) for address in addresses}


def winner(day: Day) -> str:
    standing = read_standing(day.competition, timezone.now())
    champion = read_results(day.competition, standing).champion
    assert champion is not None
    return champion.person.code


TELLS = re.compile(r'</bdi> wins|class="champion"|Wins the final|You won|You came|Final order|Finished')


def telling(day: Day) -> list[str]:
    """The pages that tell who won."""
    return [address for address, page in public_pages(day).items() if TELLS.search(page)]


@pytest.mark.parametrize("preset", ["syg", "bac"])
def test_the_public_waits_until_the_podium_is_open(preset):
    day = played(preset)
    assert telling(day) == []
    day.finish()
    assert telling(day) == []
    waiting = public_pages(day)
    assert [address for address, page in waiting.items() if WAITS not in page] == ["/"]
    for place in (3, 2):
        podium.show_place(by=day.mc, competition=day.pk, place=place)
    assert telling(day) == []
    podium.show_place(by=day.mc, competition=day.pk, place=1)
    cache.clear()
    assert len(telling(day)) >= 5 and not any(WAITS in page for page in public_pages(day).values())
    podium.close_podium(by=day.mc, competition=day.pk)
    cache.clear()
    assert telling(day) == []


@pytest.mark.parametrize("preset", ["syg", "bac"])
def test_nobody_waits_longer_than_a_quarter_of_an_hour(preset):
    day = played(preset).finish()
    with time_machine.travel(timezone.now() + timedelta(minutes=15, seconds=1)):
        Screen.objects.update(last_seen=timezone.now())
        cache.clear()
        assert len(telling(day)) >= 5


def test_without_a_screen_nobody_waits():
    day = Day("syg").people(8).until("finished")
    assert len(telling(day)) >= 5
    Client().get("/screen")
    cache.clear()
    assert len(telling(day)) >= 5, "a screen that is put up later takes nothing back"


def test_a_screen_that_loses_the_network_after_the_last_round_tells_nobody():
    day = played("syg").finish()
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert telling(day) == []


def test_a_screen_that_was_off_when_the_last_round_ended_holds_nothing_back():
    day = played("syg").finish()
    Screen.objects.update(last_seen=timezone.now() - timedelta(minutes=2))
    assert len(telling(day)) >= 5


def test_every_page_that_waits_looks_again_at_the_end():
    day = played("syg").finish()
    waiting = {address for address, page in public_pages(day).items() if "data-look-at=" in page}
    assert waiting == public_pages(day).keys() - {"/"}


@pytest.mark.parametrize("shows", ["results", "standings"])
def test_no_scene_is_ahead_of_the_podium(shows):
    day, client = played("syg").finish(), Client()
    client.get("/screen")
    screens.set_screen(by=day.mc, screen=Screen.objects.latest("pk").pk, shows=shows)
    waits = "The winners are announced first."
    assert waits in read_page(client.get("/screen"))
    day.open_podium()
    assert waits not in read_page(client.get("/screen"))


def test_the_team_need_not_wait():
    """The MC has to know whom to name."""
    day = played("syg").finish()
    for page in ("results/", "standings/", "", "rounds/2/"):
        address, mc = f"/c/{day.competition.slug}/{page}", organiser(day.event, "mc")
        text = " ".join(read_page(mc.get(f"{address}?as=team")).split())
        assert WAITS not in text and TELLS.search(text), page
        assert mc.get(address).content == Client().get(f"{address}?as=team").content, "the same as for everybody"
        assert f'href="{address}?as=team"' in read_page(mc.get("/team-corner", {"of": address}))


def test_the_record_is_public_with_the_results():
    day = played("syg").finish()
    record = f"/c/{day.competition.slug}/record.json"
    assert [Client().get(record).status_code, organiser(day.event).get(record).status_code] == [404, 200]
    day.open_podium()
    assert Client().get(record).status_code == 200
