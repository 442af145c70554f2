"""The draw in the organiser's hand: step by step, refused in words, safe for two people and for nervous fingers."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Day, a_day
from tests.refusals import everything
from tests.web.reading import read_page
from tests.web.visitors import Keeper, organiser
from tournament.actions import draw, setup
from tournament.models import Draw, LogEntry, Round, Swap

pytestmark = pytest.mark.django_db
LATE = "Somebody else has already shown the next step. This page shows how far the draw is now."


@pytest.fixture
def client() -> Keeper:
    return Keeper()


def path(day: Day, name: str = "ceremony") -> str:
    competition = day.competition
    return reverse(name, args=[competition.event.slug, competition.slug])


def page(client: Keeper | Client, day: Day, name: str = "ceremony") -> str:
    answer = client.get(path(day, name))
    assert answer.status_code == 200
    return " ".join(read_page(answer).split())


def send(client: Keeper | Client, day: Day, status: int = 302, **sent: Any) -> str:
    """The page after sending something: where it leads, or what it answers."""
    answer = client.post(path(day), sent, follow=True)
    assert (answer.redirect_chain[0][1] if answer.redirect_chain else answer.status_code) == status
    return " ".join(read_page(answer).split())


def with_reserves(stage: str = "drawn") -> Day:
    """Five entries, two of four reserves by lot, at two tables."""
    return a_day("syg", 5, "entries closed", reserves=4).choose(7, [2, 1]).until(stage)


def standing() -> Draw:
    return Draw.objects.get(discarded_at__isnull=True)


# One step after the other


def test_before_a_plan_is_chosen_it_leads_there(client):
    day = a_day("syg", 6, "entries open")
    assert "Entries are open" in page(client, day)
    assert "6 entries and no reserves: how many play, and at how many tables?" in page(
        client, day.until("entries closed")
    )


def test_it_says_that_the_halls_screens_show_the_draw_by_themselves(client):
    shown = page(client, with_reserves("chosen"))
    assert "the hall’s screens show it by themselves." in " ".join(shown.split())
    assert "Every connected screen shows it by itself from the seal on, without signing in." in shown


def test_sealing_shows_the_two_numbers(client):
    day = with_reserves("chosen")
    assert "7 players. 2 tables, then the final. 5 entries and 2 of 4 reserves, by lot." in page(client, day)
    after = send(client, day, do="seal")
    row = standing()
    assert row.list_hash in after and row.commitment in after
    assert 'Fingerprint of the list <small class="exact">list_hash</small>' in after
    assert 'Sealed number <small class="exact">commitment</small>' in after
    assert row.salt not in after
    assert "The draw is sealed. Nobody can change the list, the size or the plan now." in after


def test_numbers_from_the_hall_are_shown_back_large_and_make_the_draw_once_they_are_confirmed(client):
    day = with_reserves("sealed")
    asked = send(client, day, do="numbers", public=" 4 6 1 1 8 ")
    assert 'class="hand-typed"><bdi>4 6 1 1 8</bdi></h1>' in asked and "Next reserve" not in asked
    screen = read_page(client.get(path(day, "ceremony-screen")))
    assert "<bdi>4 6 1 1 8</bdi>" in screen and "Nothing is drawn until they’re confirmed." in screen
    assert standing().drawn_at is None
    again = send(client, day, do="change", public="4 6 1 1 8")
    assert 'name="public"' in again and "Roll the dice." in read_page(client.get(path(day, "ceremony-screen")))
    send(client, day, do="numbers", public="4 6 1 1 3")
    after = send(client, day, 422, do="confirm", public="4 6 1 1 8")
    assert "The numbers are now 4 6 1 1 3. Check them again before you confirm." in after
    after = send(client, day, do="confirm", public="4 6 1 1 3")
    assert standing().public == "4 6 1 1 3"
    assert "The draw is made. Show it step by step, or all at once." in after
    assert "Next reserve" in after


@pytest.mark.parametrize(
    ("public", "sentence"),
    [
        ("", "Type the numbers from the hall first, for example what the dice show."),
        ("   ", "Type the numbers from the hall first, for example what the dice show."),
        ("6" * 201, "Write the numbers from the hall on one line, 200 characters at most."),
        ("6" * 10_000, "Write the numbers from the hall on one line, 200 characters at most."),
        ("4\n6", "Write the numbers from the hall on one line, 200 characters at most."),
        ("4\x006", "Write the numbers from the hall on one line, 200 characters at most."),
    ],
)
def test_wrong_numbers_are_refused_in_words_and_stay_in_the_field(client, public, sentence):
    day = with_reserves("sealed")
    after = send(client, day, 422, do="numbers", public=public)
    assert f"<span>{escape(sentence)}</span>" in after
    assert standing().drawn_at is None
    if public.strip() and public.isprintable():
        assert f'value="{public}"' in after


def test_what_the_hall_supplies_is_shown_as_text(client):
    day = with_reserves("sealed")
    after = send(client, day, do="numbers", public="<b>6</b> 🎲 \u202e=SUM(1)")
    assert "&lt;b&gt;6&lt;/b&gt; 🎲" in after


def test_reserves_are_shown_one_by_one_in_the_lot_s_order_then_the_tables(client):
    day = with_reserves()
    row = standing()
    names = dict(day.competition.entries.values_list("code", "competitor__name"))
    first, second = (names[code] for code in row.lot_reserves[:2])
    before = page(client, day)
    assert "2 of 4 reserves" in before and first not in before.split("Swap seats")[0]
    assert f"<bdi>{first}</bdi></h1>" in send(client, day, do="reveal", seen=0)
    after = send(client, day, do="reveal", seen=1)
    assert f"<bdi>{second}</bdi></h1>" in after and "Show table 1" in after
    after = send(client, day, do="reveal", seen=2)
    assert "Table 1</h1>" in after
    shown = after.split('<ol class="hand-newest">')[1].split("</ol>")[0]
    assert [code for code in row.tables[0] if names[code].replace("'", "&#x27;") not in shown] == []
    assert "Publish the draw</h1>" in send(client, day, do="reveal", seen=3, rest="yes")


def test_all_at_once(client):
    day = with_reserves()
    assert "Show table 1" in send(client, day, do="reveal", seen=0, rest="yes")
    assert "Publish the draw</h1>" in send(client, day, do="reveal", seen=2, rest="yes")
    assert standing().revealed == 4


def test_how_far_it_is_survives_a_reload_and_another_organiser_sees_it(client):
    day = with_reserves()
    send(client, day, do="reveal", seen=0)
    other = organiser(day.event, name="Tui Hall")
    assert page(client, day).count("reserve 1 of 2") == page(other, day).count("reserve 1 of 2") == 2


# Swapping


def two_apart(day: Day) -> tuple[int, int]:
    first, second = standing().tables
    return day.who(first[0]).pk, day.who(second[0]).pk


def test_two_names_that_were_tapped_exchange_their_seats(client):
    day = a_day("syg", 8, "drawn")
    a, b = two_apart(day)
    after = send(client, day, do="swap", who=[a, b], why="needs_this_seat", note="by the <door>")
    assert "The two have swapped seats." in after
    assert "somebody needs this seat (“<bdi>by the &lt;door&gt;</bdi>”)" in after
    assert Swap.objects.values_list("a", "b").get() == (a, b)


@pytest.mark.parametrize("tapped", [0, 1, 3])
def test_any_other_number_of_names_is_refused_and_stays_tapped(client, tapped):
    day = a_day("syg", 8, "drawn")
    who = [day.who(code).pk for code in standing().tables[0][:tapped]]
    after = send(client, day, 422, do="swap", who=who, why="by the door")
    assert "Choose two different people who both have a seat." in after
    assert after.count(" checked>") == tapped
    assert '<option value="other" selected>' in after and 'value="by the door"' in after


@pytest.mark.parametrize("who", [["x", "y"], ["1" * 40, "2"], ["-1", "0"]])
def test_names_that_nobody_has_are_refused(client, who):
    day = a_day("syg", 8, "drawn")
    assert "Choose two different people" in send(client, day, 422, do="swap", who=who, why="by the door")


def test_somebody_of_another_competition_has_no_seat_here(client):
    day, other = Day("syg").people(8).until("drawn"), Day("syg", name="Under 18").people(4).until("drawn")
    a, foreign = day.who("E001").pk, other.who("E001").pk
    assert "Choose two different people" in send(client, day, 422, do="swap", who=[a, foreign], why="by the door")


def test_without_a_reason_nothing_is_exchanged_and_the_names_stay_tapped(client):
    day = a_day("syg", 8, "drawn")
    after = send(client, day, 422, do="swap", who=two_apart(day), why=" ")
    assert "Please give a reason. It’s kept with the change." in after
    assert after.count(" checked>") == 2
    assert not Swap.objects.exists()


def test_it_asks_before_a_group_meets_and_then_does_it(client):
    day = a_day("bac", 8, "drawn", of_each=2)
    groups = dict(day.competition.entries.values_list("code", "group_code"))
    first, second = standing().tables
    mate = next(code for code in second if groups[code] == groups[first[0]])
    typed = {"do": "swap", "who": [day.who(first[1]).pk, day.who(mate).pk], "why": "by the door"}
    asked = send(client, day, 409, **typed)
    question = re.search(r'<div class="trouble".*?</div>', asked, re.DOTALL)
    assert question and f"{day.who(mate).competitor} and " in unescape(question[0])
    assert f"both of {day.who(mate).group}, would sit at table 1. Swap the seats anyway?" in unescape(question[0])
    assert "Yes, swap them</button>" in question[0] and "No, leave them</a>" in question[0]
    assert asked.count(" checked>") == 2 and not Swap.objects.exists()
    sent = re.findall(r'name="(\w+)" value="([^"]*)"', question[0])
    answer = {name: [value for key, value in sent if key == name] for name, _ in sent}
    assert (answer["who"], answer["why"]) == ([str(pk) for pk in typed["who"]], ["by the door"])
    after = send(client, day, **answer)
    assert Swap.objects.count() == 1
    assert "Same group at the same table: table 1" in after


# Publishing, throwing away


def test_publishing_is_asked_first_and_done_once(client):
    day = with_reserves()
    asked = page(client, day, "publish")
    assert "Publish 7 players at 2 tables?" in asked
    assert "0 of 2 reserves and none of 2 tables were shown in the hall so far. Publishing shows everything." in asked
    assert standing().published_at is None
    answer = client.post(path(day, "publish"), {"request": "0" * 32}, follow=True)
    assert answer.redirect_chain == [(path(day), 302)]
    after = read_page(answer)
    assert "The draw is published. Everybody can see where they sit." in after
    assert f'href="/c/{day.competition.slug}/draw/"' in after
    client.post(path(day, "publish"), {"request": "0" * 32})
    assert Round.objects.count() == 1
    assert LogEntry.objects.filter(what="draw published").count() == 1


def test_publishing_says_what_was_exchanged_and_who_meets(client):
    day = a_day("bac", 8, "drawn", of_each=2)
    groups = dict(day.competition.entries.values_list("code", "group_code"))
    first, second = standing().tables
    mate = next(code for code in second if groups[code] == groups[first[0]])
    draw.swap_seats(
        by=day.organiser, competition=day.pk, a=day.who(first[1]).pk, b=day.who(mate).pk, why="by the door", sure=True
    )
    asked = page(client, day, "publish")
    assert "1 seat swap is part of it." in asked
    assert f"Same group at table 1: <bdi>{day.who(first[0]).group}</bdi>." in asked.replace("&#x27;", "'")


def test_a_draw_that_is_not_made_cannot_be_published(client):
    day = with_reserves("sealed")
    answer = client.get(path(day, "publish"))
    assert (answer.status_code, answer["Location"]) == (302, path(day))
    answer = client.post(path(day, "publish"))
    assert answer.status_code == 422
    assert "The draw is sealed. Next it needs the numbers from the hall." in read_page(answer)


def test_thrown_away_it_is_listed_with_its_reason_and_seed(client):
    day = with_reserves()
    row = standing()
    after = send(client, day, do="throw-away", why="a table was counted twice")
    assert "The draw is thrown away. It stays in the record, with its reason." in after
    for value in (row.salt, row.seed, row.list_hash, "a table was counted twice", "4 6 1 1 3"):
        assert value in after
    assert "Go to the plan" in after


def test_throwing_away_needs_a_reason(client):
    day = with_reserves()
    after = send(client, day, 422, do="throw-away", why="")
    assert "Please give a reason. It’s kept with the change." in after
    assert standing().discarded_at is None


# Two people at once, old pages, nervous fingers


@pytest.mark.parametrize(
    ("stage", "typed", "sentence", "now"),
    [
        (
            "sealed", {"do": "seal"},
            "The draw is sealed. Next it needs the numbers from the hall.", "Numbers from the hall",
        ),
        ("drawn", {"do": "seal"}, "The draw is made: swap seats, publish it, or throw it away.", "2 of 4 reserves"),
        (
            "drawn", {"do": "numbers", "public": "6"},
            "The draw has already been made, with the numbers 4 6 1 1 3. The numbers you typed weren’t used.",
            "2 of 4 reserves",
        ),
        ("published", {"do": "reveal", "seen": "0"},
         "The draw is published and can’t be changed.", "The draw is published"),
        (
            "published", {"do": "swap", "who": ["1", "2"], "why": "x"},
            "The draw is published and can’t be changed.", "The draw is published",
        ),
        (
            "published", {"do": "throw-away", "why": "x"},
            "The draw is published, so you can’t throw it away. Seats now change only by substitution.",
            "The draw is published",
        ),
        ("chosen", {"do": "numbers", "public": "6"}, "The draw isn’t sealed yet: seal it first.", "Seal the draw"),
        (
            "drawn", {"do": "something"},
            "This page was out of date. Now it shows how far the draw is.", "2 of 4 reserves",
        ),
        (
            "drawn", {},
            "This page was out of date. Now it shows how far the draw is.", "2 of 4 reserves",
        ),
    ],
)  # fmt: skip
def test_an_old_page_is_told_so_and_shows_how_far_it_is_now(client, stage, typed, sentence, now):
    day = with_reserves(stage)
    page(client, day)
    before = everything()
    after = send(client, day, 422, **typed)
    assert f"<span>{escape(sentence)}</span>" in after
    assert f">{now}</h1>" in after
    assert everything() == before


@pytest.mark.parametrize("seen", ["0", "7", "", "x", "-1"])
def test_of_two_organisers_who_press_next_one_shows_it(client, seen):
    day = with_reserves()
    send(organiser(day.event, name="Tui Hall"), day, do="reveal", seen=0)
    assert LATE in send(client, day, 422, do="reveal", seen=seen)
    assert standing().revealed == 1


@pytest.mark.parametrize(
    ("stage", "typed", "what"),
    [
        ("chosen", {"do": "seal"}, "draw sealed"),
        ("sealed", {"do": "numbers", "public": "6"}, "numbers typed"),
        ("drawn", {"do": "reveal", "seen": "0"}, "draw shown"),
        ("drawn", {"do": "throw-away", "why": "x"}, "draw thrown away"),
    ],
)
def test_a_double_click_does_it_once(client, stage, typed, what):
    day = with_reserves(stage)
    for _ in range(2):
        send(client, day, **typed, request="0" * 32)
    assert LogEntry.objects.filter(what=what).count() == 1


def test_going_back_and_sending_something_else_is_said(client):
    day = with_reserves("sealed")
    send(client, day, do="numbers", public="6", request="0" * 32)
    after = send(client, day, 409, do="numbers", public="5", request="0" * 32)
    assert "You’ve already sent this form, saying something else." in unescape(after)
    assert standing().typed == "6"


def test_who_may_not_organise_any_more_is_turned_away_at_the_next_press(client):
    day = with_reserves("chosen")
    other = organiser(day.event, name="Tui Hall")
    other.logout()
    answer = other.post(path(day), {"do": "seal"})
    assert answer.status_code == 302 and answer["Location"].startswith("/login/")
    assert standing().sealed_at is None


def test_the_public_sees_nothing_of_what_the_hall_is_shown():
    """Before publishing the public pages stay as they were at the seal, however much the hall has seen."""
    day = with_reserves()
    slug = day.competition.slug
    everyone = Client()
    pages = [f"/c/{slug}/", f"/c/{slug}/draw/", "/"]

    def shown() -> list[str]:
        """Without its ticket, which carries the second it was made in."""
        return [re.sub(r' data-ticket="[^"]*"', "", read_page(everyone.get(address))) for address in pages]

    before = shown()
    for seen in range(4):
        draw.reveal_next(by=day.organiser, competition=day.pk, seen=seen)
        assert shown() == before
    assert everyone.get(path(day, "ceremony-screen")).status_code == 302


def test_a_group_s_request_is_seen_wherever_the_organiser_is(client):
    day = a_day("syg", 8, "drawn")
    name = day.who("E001").competitor.name
    day.ask("E001", "Ivy King")
    competition = day.competition
    link = f'href="/organise/{competition.event.slug}/{competition.slug}/check-in/#wishes">1 group asks for a change'
    overview = " ".join(read_page(client.get(f"/organise/{competition.event.slug}/")).split())
    seen = [page(client, day, name) for name in ("plan", "ceremony", "publish")]
    assert [link in text for text in (overview, *seen)] == [True] * 4
    assert 'id="wishes"' in page(client, day, "check-in")
    day.publish().gone(name)
    day.substitute(name, "Ivy King", by=day.organiser, why="asked")  # settled: there is nothing to answer any more
    assert "asks for a change" not in page(client, day)


def test_words_instead_of_numbers_are_remarked_on_before_they_are_used(client):
    day = a_day("syg", 4, "sealed")
    assert "These aren’t numbers." in send(client, day, do="numbers", public="hello")
    assert standing().drawn_at is None
    send(client, day, do="confirm", public="hello")
    assert standing().public == "hello"


def test_more_entries_than_places_are_said_on_the_hand_page(client):
    day = a_day("syg", 6, "entries closed", reserves=1)
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"cap": 4}, sure=True)
    assert "There are 4 places for 6 entries" in page(client, day.until("chosen"))
