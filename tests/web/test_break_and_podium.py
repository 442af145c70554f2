"""The break counts down on the screens and is run from the MC's desk; the podium opens press by press."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.cast import Day, a_day
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.actions import attendance, breaks, clock, podium, screens
from tournament.models import Clock, Competition, LogEntry, Round, Screen, Seat
from tournament.queries.programme import read_programmes
from tournament.queries.scenes import count_podium_steps, read_podium
from tournament.queries.standing import read_standing
from tournament.rules.errors import Refused
from tournament.rules.presets import Format

pytestmark = pytest.mark.django_db
REQUESTS = iter(range(10**6))


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def text_of(answer) -> str:
    return " ".join(read_page(answer).split())


def screen() -> str:
    return text_of(Client().get("/screen"))


def scene() -> str:
    return re.search(r'class="scene scene-(\w+)"', screen())[1]


def desk_of(day: Day) -> str:
    return reverse("mc-desk", args=[day.competition.event.slug, day.competition.slug])


def mc_of(day: Day) -> Client:
    return organiser(day.event, "mc", name="Sam Reid")


def press(client: Client, day: Day, verb: str, **more: str):
    return client.post(desk_of(day), {"request": f"{next(REQUESTS):032x}", "do": verb, **more})


def rested(day: Day, minutes: int, seconds: int = 0) -> None:
    """The break has gone on for this long."""
    Round.objects.filter(competition=day.pk, number=1).update(
        closed_at=timezone.now() - timedelta(minutes=minutes, seconds=seconds)
    )


# The break


def test_every_scene_of_a_break_counts_down_to_the_next_round():
    day = a_day("syg", 8, "round closed")
    rested(day, 2, 30)
    text = screen()
    assert 'class="scene scene-results"' in text
    corner = re.search(r'class="corner-clock corner-break"[^>]*data-phase="break"(.*?)</p>', text)[1]
    assert "<bdi>Final in</bdi>" in corner and re.search(r"data-clock-digits>7:(30|2\d)<", corner)


def test_its_poster_says_what_comes_and_where():
    day = Day("syg").people(16).until("round closed")
    screens.step_programme(by=day.mc, competition=day.pk, scene="countdown")
    text = screen()
    assert re.search(r'class="break-round">The final <span[^>]*>in</span>', text)
    assert "Your next table comes up here." in text and "Table 1<" in text
    day.next_round()
    screens.step_programme(by=day.mc, competition=day.pk, scene="countdown")
    assert "Find your table and sit down." in screen()


def test_in_its_last_minute_the_countdown_comes_by_itself():
    day = a_day("syg", 8, "round closed")
    day.next_round()
    assert scene() == "tables"
    rested(day, 9, 10)
    assert scene() == "countdown"
    rested(day, 10, 5)
    assert scene() == "tables"


def test_it_stands_beside_a_clock_that_runs():
    day = Day("syg").people(16).until("round closed")
    young = Day("bac", rounds=2, name="Uno Under 18").people(8).until("running")
    Competition.objects.filter(pk=young.pk).update(event=day.event)
    screens.step_programme(by=day.mc, competition=day.pk, scene="countdown")
    client = Client()
    client.get("/screen")
    Screen.objects.update(event=day.event)
    text = text_of(client.get("/screen"))
    assert 'class="clocks clocks-2"' in text and text.count("poster-break") == 1


def test_the_mc_makes_it_longer_and_shorter_and_lets_it_start_the_round():
    day = a_day("syg", 8, "round closed")
    mc = mc_of(day)
    rested(day, 2)
    assert press(mc, day, "break+5").status_code == 302
    assert Round.objects.get(competition=day.pk, number=1).break_after == 15 * 60
    press(mc, day, "break-1")
    assert Round.objects.get(competition=day.pk, number=1).break_after == 14 * 60
    day.next_round()
    page = text_of(mc.get(desk_of(day)))
    assert "Final in" in page and "At 0:00, wait for me" in page and "Start the final now" in page
    press(mc, day, "break-starts")
    round_ = Round.objects.get(competition=day.pk, number=1)
    assert Clock.objects.get(round__number=2).starts_at == round_.closed_at + timedelta(minutes=14)
    page = text_of(mc.get(desk_of(day)))
    assert "At 0:00, begin by itself" in page and 'value="break+5"' not in page and "Cancel the start" not in page
    assert "start is set" in text_of(press(mc, day, "break+5"))
    press(mc, day, "call-off")
    assert "At 0:00, wait for me" in text_of(mc.get(desk_of(day)))


def test_a_break_too_short_to_take_from_says_what_to_do_instead():
    day = a_day("syg", 8, "round closed")
    mc = mc_of(day)
    rested(day, 7)
    answer = press(mc, day, "break-5")
    assert answer.status_code == 422 and "You can start the final as soon as the organiser has made it." in text_of(
        answer
    )
    assert 'value="break-1"' in text_of(mc.get(desk_of(day)))


def test_an_organiser_is_led_to_the_round_that_is_not_made_yet():
    day = a_day("syg", 8, "round closed")
    ruth = organiser(day.event)
    way = f'<a class="desk-primary" href="/organise/{day.competition.event.slug}/{day.competition.slug}/board/round/"'
    page = text_of(ruth.get(desk_of(day)))
    assert page.count("Make the final") == page.count(way) == 1
    assert "as soon as the organiser has made it" not in page
    page = text_of(mc_of(day).get(desk_of(day)))
    assert "Make the final" not in page and "You can start the final as soon as the organiser has made it." in page
    rested(day, 11)
    page = text_of(ruth.get(desk_of(day)))
    assert "The break is over. You can start the final" in page and "Start the final instead" not in page
    day.next_round()
    page = text_of(ruth.get(desk_of(day)))
    assert "The break is over. Start the final instead." in page and "Start the final now" in page


def test_a_break_that_begins_says_nothing_of_the_round_that_is_closed():
    day = a_day("syg", 8, "round closed")
    page = text_of(mc_of(day).get(desk_of(day)))
    assert 'class="desk-why"' not in page and page.count("<dt>") == 2
    assert "<dt>Break since</dt>" in page and "<dt>Final</dt>" in page


def test_how_long_breaks_are_is_set_at_the_desk():
    day = a_day("syg", 8, "running")
    mc = mc_of(day)
    press(mc, day, "break-length", minutes="15")
    assert day.competition.break_length == 15 * 60
    assert "whole minutes" in text_of(press(mc, day, "break-length", minutes="soon"))
    assert 'name="minutes" value="15"' in text_of(mc.get(desk_of(day)))


def test_one_length_of_breaks_is_known_to_settings_plan_and_desk():
    """Set before the draw on the settings' page; the run sheet has its own test."""
    day = a_day("syg", 14, "entries open")
    ruth, at = organiser(day.event), f"/organise/{day.competition.event.slug}/{day.competition.slug}"
    typed = {"request": "b" * 32, "do": "break-length", "minutes": "25"}
    assert ruth.post(f"{at}/settings/", typed).status_code == 302
    refused = ruth.post(f"{at}/settings/", typed | {"request": "c" * 32, "minutes": "soon"})
    assert refused.status_code == 422 and "whole minutes" in text_of(refused) and 'value="soon"' in text_of(refused)
    assert 'name="minutes" value="25"' in text_of(ruth.get(f"{at}/settings/"))
    assert "2 rounds of 30 minutes, 25 minutes between them." in text_of(ruth.get(f"{at}/plan/"))
    day.until("running")
    assert "<span>25 min</span>" in text_of(mc_of(day).get(desk_of(day)))
    day.until("round closed")
    ends = timezone.localtime(Round.objects.get(competition=day.pk, number=1).closed_at + timedelta(minutes=25))
    for _ in range(2):
        order = text_of(mc_of(day).get(desk_of(day))).partition('class="order"')[2]
        assert f"{ends:%H:%M}" in order
        day = day.next_round() if day.stage == "round closed" else day


def test_a_set_start_of_round_1_counts_down_too():
    day = a_day("syg", 8, "published")
    clock.set_start(by=day.mc, competition=day.pk, at=f"{timezone.localtime() + timedelta(hours=1):%H:%M}")
    assert "<bdi>Round 1 in</bdi>" in screen()


def test_nobody_lengthens_a_break_that_is_none():
    day = a_day("syg", 8, "running")
    with pytest.raises(Refused, match="no break"):
        breaks.add_to_break(by=day.mc, competition=day.pk, seconds=60)


# The podium


def names() -> list[str]:
    return re.findall(r'<bdi class="name">(.*?)</bdi>', screen())


def test_no_screen_tells_who_won_before_the_mc_does():
    day = Day("syg").people(8).until("round closed").next_round()
    day.until("round closed")
    assert (scene(), names()) == ("podium", [])
    day.finish()
    assert (scene(), names()) == ("podium", []) and "Third place goes to …" in screen()


def test_third_second_first_one_press_each():
    day = a_day("syg", 8, "finished")
    mc = mc_of(day)
    words = []
    for place in (3, 2, 1):
        assert f'value="podium-{place}"' in text_of(mc.get(desk_of(day)))
        assert press(mc, day, f"podium-{place}").status_code == 302
        assert len(names()) == 4 - place
        words.append(re.search(r"podium-edge\"><p>(.*?)</p>", screen())[1].strip())
    assert words == ["Second place goes to …", "And the winner is …", "Well played, everybody."]
    press(mc, day, "podium-close")
    assert names() == []


@pytest.mark.parametrize(
    ("preset", "choices", "value"),
    [
        ("syg", {}, r"\d+ points?"),
        ("bac", {"rounds": 2}, r"\d+\.\d\d points per hand"),
        ("bac", {"rounds": 2, "ranking": "total"}, r"\d+ points?"),
        ("bac", {"rounds": 2, "ranking": "beaten"}, r"\d+% of table-mates beaten"),
        ("classroom", {}, r"\d+ points?"),
    ],
)
def test_every_card_that_is_open_says_what_brought_the_place(preset, choices, value):
    Day(preset, **choices).people(12).until("finished").open_podium()
    values = re.findall(r'<span class="podium-value">(.*?)</span>', screen())
    assert len(values) == len(names()) > 0 and [found for found in values if not re.fullmatch(value, found)] == []


def test_a_place_that_was_won_before_the_final_names_its_round():
    """Two play the final: who is third went out in round 1."""
    Day("syg").people(8).until("entries closed").choose(8, [2, 1]).until("finished").open_podium()
    values = re.findall(r'<span class="podium-value">(.*?)</span>', screen())
    assert [bool(re.fullmatch(r"\d+ points? in round 1", value)) for value in values] == [False, False, True]


def test_a_press_that_is_sent_twice_opens_one_place():
    day = a_day("syg", 8, "finished")
    for request in ("", "a" * 32, "a" * 32):
        podium.show_place(by=day.mc, competition=day.pk, place=3, request=request)
    assert len(names()) == 1 and LogEntry.objects.filter(what="podium shown").count() == 1
    with pytest.raises(Refused, match="Show third place first"):
        podium.show_place(by=day.mc, competition=day.pk, place=1)


@pytest.mark.parametrize("empty_chairs", [0, 2])
def test_two_players_have_two_steps(empty_chairs):
    """Also where more were drawn and the others did not come."""
    day = Day("syg").people(2 + empty_chairs).until("published")
    for code in day.seats()[0][2:]:
        attendance.mark_gone(by=day.organiser, competition=day.pk, entry=day.who(code).pk)
    day.until("finished")
    assert screen().count("is-closed") == 2
    podium.show_place(by=day.mc, competition=day.pk, place=2)
    assert len(names()) == 1 and "And the winner is …" in screen()
    assert "1 place shown. The others are face down." in text_of(mc_of(day).get(desk_of(day)))
    podium.show_place(by=day.mc, competition=day.pk, place=1)
    assert len(names()) == 2 and "All places are shown." in text_of(mc_of(day).get(desk_of(day)))
    (running,) = read_programmes(day.competition.event, timezone.now() + timedelta(minutes=3))
    assert not running.is_podium_opening


def test_before_the_end_there_is_nothing_to_show():
    day = Day("syg").people(2).until("round closed")
    with pytest.raises(Refused, match="aren’t known yet"):
        podium.show_place(by=day.mc, competition=day.pk, place=2)


@pytest.mark.usefixtures("rehearsed")
def test_the_podium_has_as_many_steps_as_the_order_of_everybody_gives_it_people():
    """Also where somebody was absent, had a substitute or left."""
    finished = Competition.objects.filter(finished_at__isnull=False)
    assert {competition.format for competition in finished} == set(Format)
    for competition in finished:
        standing = read_standing(competition, timezone.now())
        assert count_podium_steps(standing) == len(read_podium(competition, standing).steps)


@pytest.mark.parametrize("preset", ["syg", "bac"])
def test_nobody_who_is_absent_at_the_end_stands_on_the_podium(preset):
    day = a_day(preset, 4, "finished")
    standing = read_standing(day.competition, timezone.now())
    gone = Seat.objects.filter(round__competition=day.pk, entry__in=list(day.competition.entries.all()[:2]))
    gone.update(absent=True, points=None, hands=None, won=None)
    assert count_podium_steps(standing) == len(read_podium(day.competition, standing).steps) == 2


def test_the_desk_of_a_finished_competition_does_not_work_out_the_order():
    day = a_day("syg", 8, "finished")
    client = organiser(day.event, "mc", name="Sam Reid")
    with CaptureQueriesContext(connection) as captured:
        assert "Show third place" in text_of(client.get(desk_of(day)))
    assert not any('"tournament_seat"."points"' in query["sql"] for query in captured)


def test_a_closed_podium_and_a_break_ask_few_queries():
    counts = []
    for people in (8, 24):
        day = a_day("syg", people, "finished")
        client = organiser(day.event, "mc", name="Sam Reid")
        client.get(desk_of(day))
        with CaptureQueriesContext(connection) as captured:
            client.get(desk_of(day))
        counts.append(len(captured))
    assert counts[0] == counts[1]
