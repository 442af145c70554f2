"""Everybody's phone: the event's page, one person's page, whom a device follows, and hiding somebody."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tests.cast import LONG_NAME, OUT, Day, a_day
from tests.elsewhere import carry_elsewhere
from tests.followed import code_of
from tests.web import visitors
from tests.web.bad_input import KEPT, REFUSED
from tests.web.reading import read_page
from tournament.actions import erasing, hiding, setup
from tournament.models import Competition, Competitor, Event, LogEntry
from tournament.web import throttle
from tournament.web.following import COOKIE, MOST_FOLLOWED, NOBODY, PhoneCodes

pytestmark = pytest.mark.django_db

MIA = "Mia O'Brien"


@pytest.fixture(autouse=True)
def nobody_searched() -> None:
    cache.clear()


class Phone:
    """Somebody's phone at an event."""

    def __init__(self, day: Day, client: Client | None = None) -> None:
        self.day, self.client = day, client or Client()
        self.url = f"/e/{Event.objects.get(pk=day.event).slug}/"

    def text(self, path: str = "", **sent: str) -> str:
        return unescape(read_page(self.client.get(self.url + path, sent)))

    def found(self, words: str) -> list[str]:
        answer = self.client.get(self.url, {"q": words})
        assert answer.status_code == 200
        return [line["person"].name for line in answer.context.get("found") or []]

    def me(self, name: str = MIA) -> str:
        """What the page says, without the spaces between its tags."""
        return " ".join(self.text(f"me/{code_of(self.day.who(name).competitor_id)}").split())

    def headline(self, name: str = MIA) -> tuple[str, str]:
        answer = self.client.get(f"{self.url}me/{code_of(self.day.who(name).competitor_id)}")
        (card,) = answer.context["cards"]
        return card.message.headline, card.message.number


# Finding


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("mia", ["Mia O."]),
        ("Mia O'Brien", ["Mia O."]),
        ("o'brien", []),
        ("nguyen", ["Nguyễn Á."]),
        ("riverside", ["Mia O.", "Øystein Þ."]),
        ("李小龍", ["李○○"]),
        ("李", ["李○○"]),
        ("李○○", ["李○○"]),
        ("龍", []),
        ("○○", []),
        ("小龍", []),
        ("m", []),
        ("", []),
        (" . ", []),
        ("nobody", []),
    ],
)
def test_finding_somebody(words, found):
    assert Phone(a_day("syg", 9, "published")).found(words) == found


def test_before_the_draw_nobody_is_found_unless_the_organiser_chose_so():
    day = Day("syg").people(9)
    other = Day("syg", name="Elsewhere").people(4, names=["Noah Ito"])
    phone = Phone(day)
    for stage in ("entries open", "entries closed", "sealed", "drawn"):
        day.until(stage)
        assert phone.found("mia") == [] == phone.found("riverside")
        assert "The draw isn’t published yet." in phone.text() and 'name="q"' not in read_page(
            phone.client.get(phone.url)
        )
        assert "Mia" not in phone.text(q="mia")
    Event.objects.filter(pk=day.event).update(search_before_draw=True)
    assert phone.found("mia") == ["Mia O."]
    Event.objects.filter(pk=day.event).update(search_before_draw=False)
    day.until("published")
    assert phone.found("mia") == ["Mia O."] and 'name="q"' in phone.text()
    assert Phone(other).found("noah") == []


def test_of_two_competitions_only_those_of_the_drawn_one_are_found():
    day = Day("syg").people(9).until("published")
    later = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    Day.of(Competition.objects.get(pk=later), "entries open").enter("Ivy King", "Riverside")
    assert Phone(day).found("mia") == ["Mia O."]
    assert Phone(day).found("ivy") == []


def test_a_name_of_one_character_is_found():
    day = Day("syg").people(3, names=["李", "김", "ゆ"]).until("published")
    phone = Phone(day)
    assert [phone.found(name) for name in ("李", "김", "ゆ")] == [["李"], ["김"], ["ゆ"]]
    assert "minlength" not in read_page(phone.client.get(phone.url))


def test_nothing_typed_lists_nobody_and_too_little_is_said():
    phone = Phone(a_day("syg", 9, "published"))
    assert "Mia" not in phone.text() and "Type a little more" in phone.text(q="m")


def test_only_what_is_public_is_shown_unless_the_organiser_chose_otherwise():
    phone = Phone(a_day("syg", 2, "published"))
    assert "O'Brien" not in phone.text(q="mia").replace('value="mia"', "")
    Event.objects.update(full_names=True)
    assert "Mia O'Brien" in phone.text(q="mia")


def test_very_many_finds_are_cut_short():
    day = Day("syg", cap=None, entries_per_group=None).people(30, names=["Mia Ohm"])
    Event.objects.update(search_before_draw=True)
    text = Phone(day).text(q="mia")
    assert "30 match what you typed; here are the first 20." in text


@pytest.mark.parametrize("words", [*REFUSED.values(), *KEPT.values(), "\u202e" * 50, "🎲" * 60, "ﷺ" * 100])
def test_whatever_is_typed_gets_a_plain_answer(words):
    phone = Phone(Day("syg").people(1))
    Event.objects.update(search_before_draw=True)
    answer = phone.client.get(phone.url, {"q": words})
    assert answer.status_code == 200
    text = read_page(answer)
    assert "\x00" not in text and "\u202e" not in text and "<script>alert" not in text and len(text) < 30_000


def test_searching_without_end_is_asked_to_wait(monkeypatch):
    monkeypatch.setattr(throttle, "SEARCHES", 2)
    phone = Phone(Day("syg").people(1))
    Event.objects.update(search_before_draw=True)
    answers = [phone.client.get(phone.url, {"q": "mia"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "A moment, please" in read_page(answers[-1])
    assert phone.client.get(phone.url).status_code == 200


# One person


SIGNED_BEFORE = "17-0123456789ab"
"""As a phone keeps it from an earlier version, which signed the number of the person's row."""


def codes_of(day: Day) -> PhoneCodes:
    event = Event.objects.get(pk=day.event)
    return PhoneCodes(event.pk, event.secret)


def test_a_code_is_nobodys_but_its_own():
    day = Day("syg").people(2)
    mia, codes = day.who(MIA).competitor, codes_of(day)
    code = code_of(mia.pk)
    assert codes.person(code) == mia.travel_id
    number, sign = code.split("-")
    others = [mia.travel_id + 1, mia.pk, f"0{number}", f"٣{number[1:]}", "9" * 40, ""]
    made_up = [f"{other}-{sign}" for other in others]
    for wrong in (*made_up, number, f"{number}-", code[:-1], f"{code}0", "x" * 500, "-", "", SIGNED_BEFORE, "17-\0"):
        assert codes.person(wrong) == NOBODY


def test_each_event_signs_its_own():
    day, other = Day("syg").people(1), Day("syg", name="Elsewhere").people(1)
    mia = day.who(MIA).competitor.travel_id
    assert codes_of(day).person(codes_of(day).of(mia)) == mia
    assert codes_of(other).person(codes_of(day).of(mia)) == NOBODY


def test_a_code_of_before_leads_to_its_person_alone():
    """And the phone keeps the present one from then on."""
    day, other = Day("syg").people(2).until("published"), Day("syg", name="Elsewhere").people(2).until("published")
    Competitor.objects.filter(pk=day.who(MIA).competitor_id).update(phone_code=SIGNED_BEFORE)
    assert "You follow" in Phone(day, follower(SIGNED_BEFORE)).text()
    assert "You follow" not in Phone(other, follower(SIGNED_BEFORE)).text()
    phone = Phone(day)
    assert "Mia O." in phone.text(f"me/{SIGNED_BEFORE}")
    assert phone.client.cookies[COOKIE].value == code_of(day.who(MIA).competitor_id)
    for wrong in ("17-0123456789ac", "18-0123456789ab", "017-0123456789ab", "17-0123456789AB"):
        assert phone.client.get(f"{phone.url}me/{wrong}").status_code == 404
    assert phone.client.get(f"{Phone(other).url}me/{SIGNED_BEFORE}").status_code == 404


def follower(code: str) -> Client:
    """A phone that has such a cookie."""
    client = Client()
    client.cookies[COOKIE] = code
    return client


def test_a_phone_goes_on_where_the_event_is_held_next(settings):
    """With what it has had from the beginning, and with what an earlier version gave it."""
    day = Day("syg").people(2).until("published")
    Competitor.objects.filter(pk=day.who(MIA).competitor_id).update(phone_code=SIGNED_BEFORE)
    phone, code = Phone(day), code_of(day.who(MIA).competitor_id)
    link, of_before = f"{phone.url}me/{code}", f"{phone.url}me/{SIGNED_BEFORE}"
    at_home = says(phone.client.get(link))
    carry_elsewhere(settings)
    assert says(phone.client.get(link)) == at_home != "" and phone.client.cookies[COOKIE].value == code
    assert "Mia O." in read_page(Client().get(of_before))
    for follows in (phone.client, follower(SIGNED_BEFORE)):
        page = read_page(follows.get(phone.url))
        assert "You follow" in page and link in page
    assert link in read_page(Client().get(phone.url, {"q": "mia"}))


def says(answer: HttpResponse) -> str:
    """The words of what changes on a page; ids in it differ from place to place."""
    return re.sub(r"<[^>]*>", " ", live_part(answer.content))


def test_staff_hide_the_same_person_where_the_event_is_held_next(settings):
    day = Day("syg").people(2).until("published")
    hide = f"{Phone(day).url}hide/{day.who(MIA).competitor.travel_id}"
    carry_elsewhere(settings)
    answer = visitors.organiser(Event.objects.get().pk, "mc").post(hide, {"do": "hide", "request": "1" * 32})
    assert answer.status_code == 302
    assert Competitor.objects.get(hidden=True).name == MIA


def test_somebody_of_another_event_is_not_here():
    day, other = Day("syg").people(1), Day("syg", name="Elsewhere").people(1)
    stranger = Competitor.objects.get(event=other.event)
    assert Client().get(f"{Phone(day).url}me/{code_of(stranger.pk)}").status_code == 404


def test_the_way_through_a_knockout():
    day = Day("syg").people(9).until("entries open")
    phone = Phone(day)
    assert phone.headline() == ("You’re entered", "")
    day.until("sealed")
    assert phone.headline() == ("The draw comes next", "")
    day.until("published")
    table = day.who(MIA).seats.get().table.number
    assert phone.headline() == ("You sit at", str(table))
    winner, loser = day.names()[0][0], day.names()[0][1]
    assert "With you" in phone.me(winner)
    assert "The lowest score goes on to table 1 in the final." in phone.me(winner)
    day.until("time up").play(1)
    assert phone.headline(winner) == ("Your sheet is in.", "1")
    assert "You have 0 points. Wait for the other tables. This page will say where you go next." in phone.me(winner)
    day.until("round closed")
    assert phone.headline(winner) == ("You go on to the final", "1")
    assert phone.headline(loser) == ("You’re out", "")
    day.next_round()
    assert phone.headline(winner) == ("You sit at", "1")
    assert "This is the final." in phone.me(winner)
    assert "Tables of the final" in phone.text()
    day.until("time up").play(1)
    assert "points. The result comes next." in phone.me(winner)  # nobody is waited for
    day.until("finished")
    assert phone.headline(day.names(2)[0][0]) == ("You won", "1st")
    assert phone.headline(loser)[0] == "You came" and "Out of 9 players. Thank you for playing." in phone.me(loser)


def test_the_way_through_a_rotation():
    day = Day("bac", rounds=2).people(8).until("published")
    phone = Phone(day)
    best, second, *_, worst = day.names()[0]
    assert "The lowest score moves to table 2 and the highest score moves to table 2." in phone.me(best)
    day.until("round closed")
    assert (phone.headline(best), phone.headline(second)) == (("You move up to", "2"), ("You stay at", "1"))
    assert phone.headline(worst) == ("You move up to", "2")
    day.next_round().until("round closed")
    assert phone.headline(best) == ("The last round is over", "")


def test_reserves_empty_chairs_and_substitutes():
    day = Day("syg").people(4, reserves=2).until("entries closed").choose(4, [2, 1]).until("published")
    phone = Phone(day)
    first = day.who(day.competition.draws.get().call[0]).competitor.name
    assert phone.headline(first) == ("You’re waiting to be called", "1st")
    day.gone(MIA)
    assert phone.headline() == ("Your chair is empty", "")
    day.substitute("Nguyễn Thị Ánh", "Ivy King", by=day.organiser)
    assert phone.headline("Nguyễn Thị Ánh") == ("Your seat is taken", "")
    assert "Ivy K. is playing in your place." in phone.me("Nguyễn Thị Ánh")
    assert "You play for <bdi>Nguyễn Á.</bdi>" in phone.me("Ivy King")
    day.hand(2 if day.who(MIA).seats.get().table.number == 1 else 1, [OUT, 10])
    assert phone.headline(first) == ("Not drawn", "")


def test_a_person_in_two_competitions_has_a_place_in_each():
    day = Day("syg").people(4).until("published")
    other = setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name="Uno Late", choices={})
    day.who(MIA).competitor.entries.create(competition_id=other, group_id=day.group("Riverside"), kind="entry")
    text = Phone(day).me()
    assert "You sit at" in text and "You’re entered" in text


@pytest.mark.parametrize("name", ["محمد علي", "李小龍", LONG_NAME])
def test_any_name_is_shown(name):
    day = Day("syg").people(5).until("published")
    assert "You sit at" in Phone(day).me(name)


# Following


def test_a_device_remembers_whom_it_follows():
    day = a_day("syg", 6, "published")
    phone = Phone(day)
    assert "You follow" not in phone.text()
    phone.me(), phone.me("李小龍")
    text = phone.text()
    assert text.index("李○○") < text.index("Mia O.")
    assert "Mia O." in phone.me("李小龍")
    assert phone.client.cookies[COOKIE]["path"] == phone.url and phone.client.cookies[COOKIE]["httponly"]
    assert "Mia" not in phone.client.cookies[COOKIE].value


def test_following_ends_with_one_tap():
    phone = Phone(a_day("syg", 6, "published"))
    phone.me()
    answer = phone.client.post(f"{phone.url}me/{code_of(phone.day.who(MIA).competitor_id)}")
    assert (answer.status_code, answer["Location"]) == (302, phone.url)
    assert "You follow" not in phone.text()


def test_a_device_follows_so_many_and_believes_no_other_cookie():
    day = a_day("syg", 12, "published")
    phone = Phone(day)
    for entry in day.competition.entries.select_related("competitor"):
        phone.me(entry.competitor.name)
    assert len(phone.client.cookies[COOKIE].value.split(".")) == MOST_FOLLOWED
    phone.client.cookies[COOKIE] = "1-abc.." + "9" * 5000
    assert phone.client.get(phone.url).status_code == 200


# Hiding


def test_somebody_hidden_is_not_found_and_still_finds_their_seat():
    day = a_day("syg", 6, "published")
    phone = Phone(day)
    hiding.hide_person(by=day.mc, competitor=day.who(MIA).competitor_id)
    assert phone.found("mia") == [] == phone.found("riverside") == phone.found("a player")
    assert phone.headline()[0] == "You sit at"
    assert "Mia" not in phone.me() and "Riverside" not in phone.me()
    slug = day.competition.slug
    for path in ("draw/", "rounds/1/", "standings/", ""):
        assert "Mia" not in read_page(phone.client.get(f"/c/{slug}/{path}"))


@pytest.mark.parametrize("role", ["mc", "organiser"])
def test_staff_hide_and_show_with_one_tap(role):
    day = a_day("syg", 6, "published")
    phone = Phone(day, visitors.organiser(day.event, role))
    person = day.who(MIA).competitor
    assert "Hide <bdi>Mia O.</bdi>" in phone.me()
    for do, hidden in (("hide", True), ("show", False)):
        request = {"do": do, "request": ("1" if hidden else "2") * 32}
        assert phone.client.post(f"{phone.url}hide/{person.travel_id}", request).status_code == 302
        assert Competitor.objects.get(pk=person.pk).hidden is hidden
        assert ("Show <bdi>Mia O. (hidden)</bdi> again" in phone.me()) is hidden
        assert phone.found("mia") == ["Mia O. (hidden)" if hidden else "Mia O."]
    assert LogEntry.objects.filter(what__in=["person hidden", "person shown"]).count() == 2
    assert COOKIE not in phone.client.cookies


def test_nobody_else_is_offered_to_hide():
    assert "Hide" not in Phone(a_day("syg", 6, "published")).me()


# Sizes and answers


def test_the_pages_take_the_same_queries_at_any_size(queries):
    days = [Day("syg", cap=None, name=f"Uno {n}").people(n).until("published") for n in (3, 300)]
    urls = [Phone(day).url for day in days]
    people = [code_of(day.competition.entries.order_by("pk")[0].competitor_id) for day in days]
    for day in days:
        Competitor.objects.filter(event=day.event).update(phone_code=SIGNED_BEFORE)
    assert [queries(url) for url in urls] == [5, 5]
    assert [queries(f"{url}?q=mia") for url in urls] == [6, 6]
    for url, code in zip(urls, people, strict=True):
        assert queries(f"{url}me/{code}") == 9
        assert queries(f"{url}?q=mia") == 10  # whoever is followed is read too
        assert queries(f"{url}me/{SIGNED_BEFORE}") == 10  # a code of before is looked up


def test_the_plain_page_is_the_same_as_if_everybody_were_read_for_it():
    """Nobody's name is needed for what it shows; whoever follows somebody already gets it with them."""
    day = Day("bac", rounds=2).people(8)
    for stage in ("entries open", "drawn", "published", "running", "round closed", "finished"):
        plain = Phone(day.until(stage)).client.get(Phone(day).url).content
        follows = Phone(day)
        follows.client.cookies[COOKIE] = "nobody"
        assert live_part(plain) == live_part(follows.client.get(follows.url).content), stage


def live_part(page: bytes) -> str:
    """What changes on it, without the digits of a running clock."""
    part = page.decode().partition('id="live"')[2].partition('id="after"')[0]
    return re.sub(r"data-clock-digits>[^<]*", "", part)


def test_what_the_phone_has_is_not_sent_again():
    day = a_day("syg", 6, "published")
    phone = Phone(day)
    path = f"{phone.url}me/{code_of(day.who(MIA).competitor_id)}"
    tag = phone.client.get(path)["ETag"]
    again = phone.client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    day.gone(MIA)
    assert phone.client.get(path, headers={"If-None-Match": tag}).status_code == 200
    assert "private" in again["Cache-Control"]


@pytest.mark.parametrize("page", ["", "me/"])
def test_an_open_page_is_sent_what_changes_on_it_alone(page):
    """The same words as on the whole page, by another tag: a browser that reloads must not get the part."""
    day = a_day("syg", 6, "published")
    phone = Phone(day)
    code = code_of(day.who(MIA).competitor_id)
    phone.client.get(f"{phone.url}me/{code}")
    path = f"{phone.url}{page}{code if page else ''}"
    whole, part = phone.client.get(path), phone.client.get(path, headers={"HX-Request": "true"})
    assert live_part(whole.content).partition("</div>")[0] in part.content.decode()
    assert part.content.decode().strip().startswith('<div id="live"') and b"<html" in whole.content
    assert len(part.content) < len(whole.content) / 2
    assert part["ETag"].endswith('-part"') and not whole["ETag"].endswith('-part"')
    assert "HX-Request" in whole["Vary"] and "HX-Request" in part["Vary"]
    again = phone.client.get(path, headers={"HX-Request": "true", "If-None-Match": whole["ETag"]})
    assert (again.status_code, again.content) == (200, part.content)


def test_erased_names_are_gone_here_too():
    day = Day("syg").people(2).until("finished")
    phone = Phone(day)
    code = code_of(day.who(MIA).competitor_id)
    erasing.erase_names(by=day.organiser, event=day.event)
    assert "The names of this event were erased." in phone.text(q="mia")
    assert "Mia" not in phone.text(f"me/{code}")


def test_an_event_without_anything_says_so():
    assert "No competition yet" in Phone(_bare()).text()


def _bare() -> Day:
    day = Day("syg")
    Competition.objects.filter(pk=day.pk).delete()
    return day
