"""The projector's page: it follows the hand, shows public names and nothing too early, and keeps its picture."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.cast import Day, a_day
from tests.web.reading import read_page
from tests.web.visitors import Keeper, organiser
from tournament.actions import attendance, draw, hiding, invitations, setup
from tournament.models import Draw, Event, Membership
from tournament.queries.people import read_people
from tournament.rules.reveal import drawn_reserves
from tournament.web.projector import width_class

pytestmark = pytest.mark.django_db
FOLLOWS = {"HX-Request": "true"}


@pytest.fixture
def client() -> Keeper:
    return Keeper()


def path(day: Day) -> str:
    competition = day.competition
    return reverse("ceremony-screen", args=[competition.event.slug, competition.slug])


def screen(client: Keeper | Client, day: Day) -> str:
    answer = client.get(path(day))
    assert answer.status_code == 200
    return " ".join(read_page(answer).split())


def show(day: Day, times: int = 1) -> None:
    for _ in range(times):
        seen = Draw.objects.get(discarded_at__isnull=True).revealed
        draw.reveal_next(by=day.organiser, competition=day.pk, seen=seen)


def with_reserves(stage: str = "drawn") -> Day:
    return a_day("syg", 5, "entries closed", reserves=4).choose(7, [2, 1]).until(stage)


def shown_names(text: str) -> list[str]:
    return re.findall(r'<bdi class="name">(.*?)</bdi>', text)


def test_every_scene_in_its_order(client):
    day = a_day("syg", 5, "entries open", reserves=4)
    assert "Soon." in screen(client, day)
    day.until("entries closed").choose(7, [2, 1])
    assert "7 players</h1>" in screen(client, day)
    day.seal()
    sealed, row = screen(client, day), Draw.objects.get()
    assert "Roll the dice." in sealed
    for number in (row.list_hash, row.commitment):
        assert f"<code>{number[:32]} {number[32:]}</code>" in sealed
    day.draw()
    assert "Numbers from the hall" in screen(client, day) and "<bdi>4 6 1 1 3</bdi></h1>" in screen(client, day)
    show(day)
    assert "Reserve 1 of 2" in screen(client, day)
    show(day, 2)
    assert "<h1>The tables</h1>" in screen(client, day)
    show(day)
    day.publish()
    assert "<h1>Find your table</h1>" in screen(client, day)


def test_nothing_is_shown_before_its_time(client):
    """Neither names, nor tables, nor the salt and seed."""
    day = with_reserves()
    row = Draw.objects.get()
    people = {person.code: person.name for person in read_people(day.competition).values()}
    reserves, first, second = row.lot_reserves[:2], *row.tables
    for steps, known in enumerate([set(), set(reserves[:1]), set(reserves), set(first), {*first, *second}]):
        text = screen(client, day).replace("&#x27;", "'")
        unseen = {people[code] for code in {*first, *second, *row.call} - known - set(reserves[:steps])}
        assert [name for name in unseen if f">{name}<" in text] == [], steps
        assert row.salt not in text and row.seed not in text
        if steps < 4:
            show(day)


def test_names_are_those_of_the_public_pages(client):
    day = with_reserves()
    show(day, 4)
    people = [person.name for person in read_people(day.competition).values()]
    names = [name.replace("&#x27;", "'") for name in shown_names(screen(client, day))]
    assert len(names) == 7 and set(names) <= set(people)
    assert "Mia O." in names and "O'Brien" not in screen(client, day)
    Event.objects.update(full_names=True)
    assert "Mia O&#x27;Brien" in screen(client, day)


def test_who_is_hidden_is_a_player_like_any_other_on_the_projector(client):
    """From the first reserve that the lot takes until everybody has found their table."""
    day = with_reserves()
    taken = drawn_reserves(Draw.objects.get().lot_reserves, Draw.objects.get().admitted)
    for code in (taken[0], "E001"):
        hiding.hide_person(by=day.organiser, competitor=day.who(code).competitor_id)
    hidden = [day.who(code) for code in (taken[0], "E001")]
    show(day)
    assert "<bdi>A player</bdi></h1>" in screen(client, day)
    show(day, 3)
    for _ in ("drawn", "published"):
        text = screen(client, day)
        assert shown_names(text).count("A player") == 2
        assert not any(entry.competitor.name.split()[0] in text for entry in hidden)
        day.until("published")


def test_more_entries_than_places_is_said_before_the_dice(client):
    day = a_day("syg", 6, "entries closed")
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"cap": 4}, sure=True)
    assert "6 entries for 4 places: the lot decides." in screen(client, day.until("sealed"))


def test_a_draw_thrown_away_is_told_without_its_reason(client):
    day = a_day("syg", 8, "drawn")
    draw.discard_draw(by=day.organiser, competition=day.pk, why="somebody fell ill")
    text = screen(client, day)
    assert "A draw was thrown away. It stays in the record." in text
    assert "fell ill" not in text


def test_seats_exchanged_in_the_hand_change_on_the_screen(client):
    day = a_day("syg", 8, "drawn")
    show(day, 2)
    before = shown_names(screen(client, day))
    first, second = Draw.objects.get().tables
    draw.swap_seats(by=day.organiser, competition=day.pk, a=day.who(first[0]).pk, b=day.who(second[0]).pk, why="door")
    after = shown_names(screen(client, day))
    assert (after[0], after[4]) == (before[4], before[0])


def test_after_publishing_it_shows_who_really_sits_there(client):
    day = a_day("syg", 8, "published")
    attendance.substitute(
        by=day.organiser, competition=day.pk, entry=day.who("Mia O'Brien").pk, name="Tama Rewi", why="ill"
    )
    assert "Tama R." in shown_names(screen(client, day))


# Following


def test_a_screen_that_has_the_picture_gets_nothing_and_news_when_there_are_some(client):
    day = with_reserves()
    seen = re.search(r'name="seen" value="(\w+)"', screen(client, day))[1]
    assert client.get(path(day), {"seen": seen}, headers=FOLLOWS).status_code == 204
    show(day)
    news = client.get(path(day), {"seen": seen}, headers=FOLLOWS)
    text = read_page(news).strip()
    assert news.status_code == 200
    assert text.startswith('<section class="scene scene-reserve" id="scene">') and "<html" not in text


def test_a_screen_keeps_its_picture_when_its_organiser_signs_out():
    """It is asked for by htmx every second: no answer may replace what the hall is looking at."""
    day = a_day("syg", 8, "drawn")
    visitor = organiser(day.event)
    assert visitor.get(path(day), headers=FOLLOWS).status_code == 200
    visitor.logout()
    answer = visitor.get(path(day), headers=FOLLOWS)
    assert (answer.status_code, answer.content, "HX-Redirect" in answer) == (204, b"", False)
    assert visitor.get(path(day)).status_code == 302


def test_a_screen_keeps_its_picture_when_its_organiser_may_not_any_more():
    day = a_day("syg", 8, "drawn")
    visitor = organiser(day.event)
    invitations.remove_member(by=day.organiser, membership=Membership.objects.get().pk)
    assert visitor.get(path(day), headers=FOLLOWS).status_code == 204
    assert visitor.get(path(day)).status_code == 404


# Many tables


def test_up_to_twenty_tables_are_one_page_and_more_turn(client):
    day = (
        Day("syg", cap=None).people(84, names=("Ana Lee", "Ben Ode")).until("entries closed").choose(84, [21, 6, 2, 1])
    )
    day.until("drawn")
    show(day, 20)
    assert "page 1 of 2" in screen(client, day) and len(shown_names(screen(client, day))) == 80
    show(day)
    with time_machine.travel("2026-11-21T10:00:00Z", tick=False) as clock:
        pages = []
        for _ in range(3):
            pages.append(len(shown_names(screen(client, day))))
            clock.shift(12)
    assert sorted(set(pages)) == [4, 80]


def test_tables_of_ten_have_room(client):
    day = Day("classroom", table_max=10, hands=2).people(100).until("published")
    text = screen(client, day)
    assert "page 1 of 2" in text or "page 2 of 2" in text
    assert "across-4 down-2 seats-10" in text or "across-2 down-1 seats-10" in text


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Mia O.", "short"),
        ("4 6 1 1 3", "short"),
        ("Leilani T.", "middle"),
        ("李小龍李小", "middle"),
        ("x" * 34, "long"),
        ("x" * 35, "longest"),
    ],
)
def test_how_large_a_text_can_be_shown(text, size):
    assert width_class(text) == size
