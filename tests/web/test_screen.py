"""A screen of the hall: its number, what it shows and never shows, how it follows, and that it keeps its picture."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import escape, unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actions import sheets
from tests.cast import LONG_NAME, Day, a_day
from tests.web.reading import read_page
from tournament.actions import attendance, clock, hiding, podium, removing, screens, slides
from tournament.live.tickets import read_tickets
from tournament.models import Clock, Event, Screen
from tournament.queries.draw import DrawnChair
from tournament.queries.people import Person
from tournament.queries.scenes import read_outcomes
from tournament.queries.standing import read_standing
from tournament.rules.programme import Scene
from tournament.web import throttle
from tournament.web.scenes.names import SeatedName, name_page

pytestmark = pytest.mark.django_db
FOLLOWS = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def text_of(client: Client, **more: str) -> str:
    answer = client.get("/screen", **more)
    assert answer.status_code == 200
    return " ".join(read_page(answer).split())


def scene_of(client: Client) -> str:
    return re.search(r'class="scene scene-(\w+)"', text_of(client))[1]


def to(day: Day, scene: str, slide: int | None = None) -> None:
    screens.step_programme(by=day.mc, competition=day.pk, scene=scene, slide=slide)


def names_in(text: str) -> list[str]:
    return [name.replace("&#x27;", "'") for name in re.findall(r'<bdi class="name">(.*?)</bdi>', text)]


# Its number


def test_without_an_event_it_shows_its_number_until_the_mc_types_it():
    client = Client()
    first = text_of(client)
    number = Screen.objects.get().number
    assert f">{number}</h1>" in first and 'data-ticket=""' in first
    day, _ = Day("syg", real=True), Day("syg", real=True)
    assert scene_of(client) == "number"
    screens.take_screen(by=day.mc, event=day.event, number=number)
    assert scene_of(client) == "welcome"
    assert Screen.objects.count() == 1


def test_its_key_is_in_a_cookie_and_only_its_hash_is_stored():
    client = Client()
    client.get("/screen")
    cookie = client.cookies["turntable_screen"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/screen")
    assert cookie.value not in str(list(Screen.objects.values()))


def test_many_new_screens_from_one_address_wait(monkeypatch):
    monkeypatch.setattr(throttle, "NEW_SCREENS", 2)
    clients = [Client() for _ in range(3)]
    assert [client.get("/screen").status_code for client in clients] == [200, 200, 503]
    assert Screen.objects.count() == 2
    assert "tries again by itself" in read_page(clients[2].get("/screen"))
    assert clients[2].get("/screen", headers=FOLLOWS).status_code == 204
    assert clients[0].get("/screen").status_code == 200


# What it hears


def test_a_screen_is_no_staff():
    day = a_day("syg", 8, "published")
    ticket = re.search(r'data-ticket="([^"]+)"', text_of(Client()))[1]
    assert read_tickets([ticket])[0].topics == {f"screens:{day.event}", f"competition:{day.pk}"}


def test_a_screen_that_has_the_picture_gets_nothing_and_news_when_there_are_some():
    day = a_day("syg", 8, "running")
    client = Client()
    seen = re.search(r'name="seen" value="([^"]+)"', text_of(client))[1]
    assert client.get("/screen", {"seen": seen}, headers=FOLLOWS).status_code == 204
    to(day, "states")
    news = client.get("/screen", {"seen": seen}, headers=FOLLOWS)
    assert news.status_code == 200
    assert read_page(news).strip().startswith('<div class="scenes" id="scene"')
    assert 'class="scene scene-states"' in read_page(news)


def test_a_clock_that_counts_is_the_same_picture():
    a_day("syg", 8, "running")
    client = Client()
    seen = re.search(r'name="seen" value="([^"]+)"', text_of(client))[1]
    Clock.objects.update(started_at=Clock.objects.get().started_at)
    assert client.get("/screen", {"seen": seen}, headers=FOLLOWS).status_code == 204
    Clock.objects.update(added=timedelta(minutes=1))
    assert client.get("/screen", {"seen": seen}, headers=FOLLOWS).status_code == 200


def test_a_screen_that_was_taken_off_the_list_comes_again_as_a_new_one():
    day = a_day("syg", 8, "published")
    client = Client()
    client.get("/screen")
    screens.forget_screen(by=day.mc, screen=Screen.objects.get().pk)
    assert client.get("/screen", headers=FOLLOWS).status_code == 200
    assert Screen.objects.count() == 1


def test_an_event_that_is_removed_leaves_a_number():
    day = Day("syg")
    client = Client()
    assert scene_of(client) == "welcome"
    removing.remove_event(by=day.organiser, event=day.event, name="Youth weekend")
    assert scene_of(client) == "number"


# The scenes


def test_every_scene_in_the_order_of_a_day():
    day = Day("syg").people(8)
    client = Client()
    seen = [scene_of(client)]
    to(day, "rules")
    seen.append(scene_of(client))
    to(day, "slide", slide=slides.add_slide(by=day.mc, event=day.event, title="Lunch until 13:00"))
    seen.append(scene_of(client))
    day.until("sealed")
    to(day, "draw")
    seen.append(scene_of(client))
    day.until("published")
    for scene in ("tables", "names", "dealer", "clock"):
        to(day, scene)
        seen.append(scene_of(client))
    day.start()
    to(day, "states")
    seen.append(scene_of(client))
    day.stage = "running"
    day.until("round closed")
    seen.append(scene_of(client))
    for scene in ("bracket", "countdown"):
        to(day, scene)
        seen.append(scene_of(client))
    day.play_on()
    seen.append(scene_of(client))
    day.open_podium()
    to(day, "standings")
    seen.append(scene_of(client))
    assert seen == [
        "welcome", "rules", "slide", "sealed", "tables", "names", "dealer", "clock", "states", "results", "bracket",
        "countdown", "podium", "standings",
    ]  # fmt: skip
    assert set(seen) == {*Scene, "sealed"} - {Scene.DRAW}  # the draw says on the screen how far it is


def test_names_are_those_of_the_public_pages():
    day = a_day("syg", 8, "published")
    client = Client()
    for scene in ("tables", "names"):
        to(day, scene)
        shown = names_in(text_of(client))
        assert len(shown) == 8 and "Mia O." in shown
        assert "O&#x27;Brien" not in text_of(client)
    Event.objects.update(full_names=True)
    assert {"Mia O'Brien", LONG_NAME} <= set(names_in(text_of(client)))


def test_who_is_hidden_is_named_on_no_scene():
    """Mia wins everything, and the hall claps for a player."""
    day = a_day("syg", 8, "published")
    mia = day.who("Mia O'Brien")
    hiding.hide_person(by=day.mc, competitor=mia.competitor_id)
    client = Client()

    def win() -> None:
        day.until("time up")
        for seat in day.round.seats.filter(entry=mia).select_related("table"):
            day.play(seat.table.number, winner=seat.number)
        day.until("round closed")

    def are_silent(*scenes: str) -> None:
        for scene in scenes:
            to(day, scene)
            assert (scene_of(client), "Mia" in text_of(client), "A player" in text_of(client)) == (scene, False, True)

    are_silent("tables", "names")
    win()
    are_silent("results", "bracket")
    day.next_round()
    win()
    day.finish()
    for place in (3, 2, 1):
        podium.show_place(by=day.mc, competition=day.pk, place=place)
    are_silent("bracket", "podium", "standings")


def test_names_come_by_the_alphabet_with_their_tables():
    day = a_day("syg", 8, "published")
    to(day, "names")
    shown = names_in(text_of(Client()))
    assert shown == sorted(shown, key=str.casefold)


def test_many_names_come_in_pages_that_are_all_there():
    """A screen without the network still turns them."""
    day = Day("syg", cap=None).people(84, names=("Ana Lee", "Ben Ode")).until("entries closed")
    day.choose(84, [21, 6, 2, 1]).until("published")
    client = Client()
    text = text_of(client)
    assert text.count('<ol class="seating') == 2 and len(names_in(text)) == 84
    assert text.count("hidden>") >= 1 and "of 2</span>" in text
    to(day, "names")
    assert len(names_in(text_of(client))) == 84
    head = text_of(client).partition('class="sheet-page-number">')[2].partition("</p>")[0]
    assert re.findall(r"<bdi[^>]*>(.*?)</bdi>", head) == ["Ana", "Ben"]


def test_who_is_absent_is_not_sought():
    day = Day("syg").people(8).until("published")
    attendance.mark_gone(by=day.organiser, competition=day.pk, entry=day.who("Mia O'Brien").pk)
    assert "Mia O." not in names_in(text_of(Client()))


def test_each_round_has_another_saying_and_an_mc_can_write_them():
    day = a_day("syg", 8, "published")
    to(day, "dealer")
    assert "the player whose birthday is next." in text_of(Client())
    slides.set_sayings(by=day.mc, event=day.event, sayings=["the tallest", "the youngest"])
    assert "the tallest." in text_of(Client())
    day.until("round closed").next_round()
    to(day, "dealer")
    assert "the youngest." in text_of(Client())


def test_the_rules_of_the_day_or_how_it_is_played():
    day = a_day("syg", 8, "entries open")
    to(day, "rules")
    assert "One player goes on from each table." in text_of(Client())
    slides.set_rules_of_the_day(by=day.mc, event=day.event, text="No phones\nBe kind")
    assert "<li>No phones</li><li>Be kind</li>" in text_of(Client())


def test_the_clock_says_what_counts_and_when_no_hand_is_dealt():
    a_day("syg", 8, "running")
    text = text_of(Client())
    assert "Lowest score at each table goes on." in text and "Don’t start a new hand in the last 5 minutes" in text
    facts = json.loads(re.search(r'role="timer"[^>]*data-clock="([^"]+)"', text)[1].replace("&quot;", '"'))
    assert (facts["state"], facts["length"]) == ("running", 30 * 60 * 1000)


def test_the_clock_of_a_final_says_who_wins_it():
    a_day("syg", 4, "running")
    assert "Lowest score wins." in text_of(Client())


def test_a_round_of_more_than_an_hour_shows_its_hours():
    a_day("syg", 8, "running")
    Clock.objects.update(length=timedelta(minutes=80))
    assert re.search(r"data-clock-digits>1:(20:00|19:5\d)<", text_of(Client()))


def test_every_clock_may_ring_whatever_is_shown():
    day = a_day("syg", 8, "running")
    to(day, "states")
    assert text_of(Client()).count('class="ring"') == 1


def test_a_knockout_says_who_goes_on_and_where():
    day = a_day("syg", 8, "round closed")
    text = text_of(Client())
    assert "<h1>Who goes on</h1>" in text and text.count("goes on to the final, table 1") == 2
    assert len(names_in(text)) == len(day.seats())


def test_a_rotation_says_who_moves_where_and_why():
    day = Day("bac", rounds=2).people(8).until("round closed")
    text = text_of(Client())
    assert "<h1>Who moves</h1>" in text
    assert text.count("lowest score") == 2 and text.count("highest score") == 2
    assert "Everybody else stays at their table." in text
    to(day, "standings")
    assert len(names_in(text_of(Client()))) == 8


def branches(text: str) -> list[tuple[str, str]]:
    """Every table of the tree, as far back as it is shown: its state, and who went on."""
    tables = re.findall(r'<p class="branch-table is-([a-z-]+)(.*?)</p>', text)
    return [(state, unescape("".join(re.findall(r'class="name">(.*?)<', inside)))) for state, inside in tables]


def winners(day: Day, number: int) -> list[tuple[str, str]]:
    standing = read_standing(day.competition, timezone.now())
    return [("done", outcome.person.name) for outcome in read_outcomes(day.competition, standing, number)]


def test_winners_fill_the_bracket_as_rounds_close():
    """Each table stands behind those whose winners it takes, before anybody went on too."""
    day = a_day("syg", 8, "running")
    client = Client()
    text_of(client)
    screens.set_screen(by=day.mc, screen=Screen.objects.get().pk, shows="bracket")
    assert branches(text_of(client)) == [("now", ""), ("now", ""), ("to-come", "")]
    day.until("round closed")
    first, second = winners(day, 1)
    assert branches(text_of(client)) == [first, second, ("to-come", "")]
    day.next_round()
    assert branches(text_of(client)) == [first, second, ("now", "")]
    day.until("finished")
    (champion,) = winners(day, 2)
    assert branches(text_of(client)) == [first, second, ("now", "")] and "at the podium" in text_of(client)
    day.open_podium()
    assert branches(text_of(client)) == [first, second, champion] and champion in (first, second)
    assert f"<bdi>{escape(champion[1])}</bdi> wins. 8 players." in text_of(client)


def test_a_bracket_shows_the_rounds_that_a_hall_can_read():
    day = Day("syg", cap=None).people(84, names=("Ana Lee", "Ben Ode")).until("entries closed")
    day.choose(84, [21, 6, 2, 1]).until("round closed")
    to(day, "bracket")
    text = text_of(Client())
    pages = text.split('<div class="branches ')[1:]
    assert [len(branches(page)) for page in pages] == [9, 9, 9, 9]
    assert [re.findall("<li>(Round .|Final)</li>", page) for page in pages] == [
        *[["Round 1", "Round 2"]] * 3, ["Round 2", "Round 3", "Final"],
    ]  # fmt: skip


def test_drawn_anew_each_round_a_bracket_shows_its_rounds_one_after_the_other():
    """Nobody knows which table leads where, but who went on from which."""
    day = Day("syg", redraw=True, cap=None).people(40).until("entries closed").choose(40, [10, 3, 1])
    day.until("round closed")
    to(day, "bracket")
    text = text_of(Client())
    pages = text.split('<div class="branches ')[1:]
    assert [len(branches(page)) for page in pages] == [8, 2, 3, 1] and "branch-feeders" not in text
    assert [re.findall("<li>(Round .|Final)</li>", page) for page in pages] == [
        ["Round 1"], ["Round 1"], ["Round 2"], ["Final"],
    ]  # fmt: skip
    assert branches(pages[0]) + branches(pages[1]) == winners(day, 1)


def test_every_page_of_names_says_from_whom_to_whom_it_goes():
    day = Day("syg", cap=None).people(50, names=("Ana Lee", "Mia Vea", "Sam Ode")).until("entries closed")
    day.choose(50, [13, 4, 1]).until("published")
    to(day, "names")
    text = text_of(Client())
    pages = text.split('<ol class="sheet-lines names')[1:]
    names = [re.findall(r'<bdi class="name">(\w+)', page) for page in pages]
    spans = re.findall(r"<bdi ?(?:hidden)?>([^<]+ to [^<]+)</bdi>", text.partition("sheet-pages")[0])
    assert spans == [f"{page[0]} to {page[-1]}" for page in names] == ["Ana to Mia", "Mia to Sam"]


@pytest.mark.parametrize(
    ("first", "last", "span"),
    [
        ("Mia O.", "Sam R.", "Mia to Sam"),
        ("Mia O.", "Mia P.", "Mia"),
        ("Wolfeschlegel S.", "李○○", "Wolfeschl… to 李○○"),
    ],
)
def test_a_page_of_names_is_called_by_first_names(first, last, span):
    lines = [SeatedName(DrawnChair(1, Person(name, "North"), absent=False), 1) for name in (first, last)]
    assert name_page(lines) == span


def test_a_start_that_is_set_stands_wherever_people_look_for_their_place():
    day = a_day("syg", 8, "published")
    client = Client()
    assert "tarts at" not in text_of(client)
    at = timezone.localtime() + timedelta(hours=1)
    clock.set_start(by=day.mc, competition=day.pk, at=f"{at:%H:%M}")
    for scene in ("tables", "names", "dealer", "clock"):
        to(day, scene)
        assert f"tarts at {at:%H:%M}" in text_of(client)
    clock.call_off_start(by=day.mc, competition=day.pk)
    assert "tarts at" not in text_of(client)
    clock.set_start(by=day.mc, competition=day.pk, at=f"{at:%H:%M}")
    day.start()
    assert "tarts at" not in text_of(client)


def test_a_tie_is_told_with_what_decided_it():
    day = Day("syg").people(4).until("entries closed").choose(4, [2, 1]).until("time up")
    for table in (1, 2):
        day.hand(table, [5, 5])
        sheets.settle_by_lot(by=day.umpire(table), table=day.table(table).pk)
        day.accept(table)
    day.stage = "sheets in"
    day.close_round()
    assert text_of(Client()).count("the lot decided") == 2


def test_the_podium_has_three_steps_and_every_table_of_a_single_its_winner():
    day = a_day("syg", 8, "finished")
    for place in (3, 2, 1):
        podium.show_place(by=day.mc, competition=day.pk, place=place)
    assert len(names_in(text_of(Client()))) == 3
    Event.objects.update(unfinished_since=timezone.now())
    day = Day("classroom", hands=1).people(9).until("finished")
    assert len(names_in(text_of(Client()))) == len(day.seats())


def test_what_is_not_known_yet_is_said_and_never_shown_too_early():
    day = a_day("syg", 8, "drawn")
    client = Client()
    client.get("/screen")
    for shows, why in (("tables", "The draw isn’t published yet."), ("podium", "The winners aren’t known yet.")):
        screens.set_screen(by=day.mc, screen=Screen.objects.get().pk, shows=shows)
        text = text_of(client)
        assert why in unescape(text) and names_in(text) == []


def test_a_muted_screen_says_so():
    day = a_day("syg", 8, "running")
    client = Client()
    client.get("/screen")
    assert "Sound off" not in text_of(client)
    screens.mute_screen(by=day.mc, screen=Screen.objects.get().pk, muted=True)
    assert "data-muted" in text_of(client) and "Sound off" in text_of(client)


# How much it asks


@pytest.mark.parametrize("scene", ["tables", "names", "dealer", "clock", "welcome", "rules"])
def test_a_scene_takes_few_queries_however_many_play(scene):
    counts = []
    for players in (8, 24):
        day = a_day("syg", players, "published")
        client = Client()
        client.get("/screen")
        Screen.objects.update(event=day.event)
        to(day, scene)
        with CaptureQueriesContext(connection) as captured:
            client.get("/screen")
        counts.append(len(captured))
        Event.objects.update(unfinished_since=timezone.now())
    assert counts[0] == counts[1] <= 9


@pytest.mark.parametrize(
    ("stage", "heading"),
    [("round closed", "Standings by table-mates beaten"), ("finished", "Final order by table-mates beaten")],
)
def test_a_rotation_s_standings_on_a_screen_say_what_they_are_ranked_by(stage, heading):
    day = Day("bac", rounds=1 if stage == "finished" else 2, ranking="beaten").people(8).until(stage)
    if stage == "finished":
        day.open_podium()
    seen = Client()
    seen.get("/screen")
    screens.set_screen(by=day.mc, screen=Screen.objects.latest("pk").pk, shows="standings")
    page = read_page(seen.get("/screen"))
    assert f"<h1>{heading}</h1>" in page
    assert "Ranked by table-mates beaten. The highest is best." in page
