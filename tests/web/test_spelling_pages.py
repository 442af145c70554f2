"""Fixing the spelling of a name: from a group's list, the entries, the check-in desk and a table's sheet."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from tests.cast import Day, a_day
from tests.web import visitors
from tests.web.reading import read_page
from tests.web.test_coordinator import MIA, text
from tests.web.test_coordinator_entries import Phone
from tournament.actions import erasing
from tournament.models import Competitor, FormerName, Wish
from tournament.web.organiser.log_sentences import ISOLATES

pytestmark = pytest.mark.django_db

MENDED = "Mía O’Brien"
LOOKS_LIKE_ANOTHER = "“Ivy King” looks like somebody else, not another spelling of “Mia O'Brien”."


class Office:
    """An organiser at the pages of one competition."""

    def __init__(self, day: Day) -> None:
        self.day, self.client = day, visitors.organiser(day.event)
        self.at = f"/organise/{day.competition.event.slug}/{day.competition.slug}/"
        self.spelling = f"{self.at}spelling/{day.who(MIA).pk}/"

    def get(self, path: str = "") -> Any:
        return self.client.get(self.at + path)

    def fix(self, name: str, back: str = "", **more: Any) -> Any:
        return self.client.post(self.spelling, {"name": name, "was": MIA, "back": back} | more)


# The coordinator


def spelling(day: Day) -> str:
    return f"spelling/{day.who(MIA).pk}/"


@pytest.mark.parametrize("stage", ["entries open", "entries closed", "published", "finished"])
def test_a_coordinator_fixes_a_spelling_at_any_time(stage):
    day = a_day("syg", 4, stage)
    phone = Phone(day)
    assert "Fix the spelling" in text(phone.get(spelling(day)))
    assert phone.post(spelling(day), name=MENDED, was=MIA)["Location"] == phone.home
    assert f"Fixed: {MENDED}. Every page shows it now." in read_page(phone.get())
    assert Competitor.objects.filter(name=MENDED).exists()


@pytest.mark.parametrize(
    ("stage", "page"), [("entries closed", "seat"), ("published", "seat"), ("finished", "spelling")]
)
def test_every_name_leads_there(stage, page):
    """A name whose seat can be changed by its page, any other straight away."""
    day = a_day("syg", 4, stage)
    phone, entry = Phone(day), day.who(MIA).pk
    assert f'href="{phone.home}{page}/{entry}/"' in phone.get().content.decode()
    assert f'href="{phone.home}spelling/{entry}/"' in phone.get(f"{page}/{entry}/").content.decode() or page != "seat"


@pytest.mark.parametrize(("stage", "way"), [("entries open", "Enter somebody else"), ("published", "Substitute")])
def test_somebody_else_is_a_substitution(stage, way):
    day = a_day("syg", 4, stage)
    phone = Phone(day)
    answer = phone.post(spelling(day), name="Ivy King", was=MIA, same="yes", why="married")
    assert answer.status_code == 422
    page = text(answer)
    assert f"{LOOKS_LIKE_ANOTHER} If somebody else is playing, substitute them." in page and way in page
    assert 'value="Ivy King"' in answer.content.decode()


@pytest.mark.parametrize("stage", ["entries open", "entries closed", "published", "finished"])
def test_what_looks_like_somebody_else_can_be_asked_of_the_organiser(stage):
    day = a_day("syg", 4, stage)
    phone = Phone(day)
    assert "The same person?" not in text(phone.post(spelling(day), name=" ", was=MIA))
    page = phone.post(spelling(day), name="Mya Hall", was=MIA)
    assert "The same person? The organiser can confirm that Mia O'Brien is spelt Mya Hall." in text(page)
    again = phone.post(spelling(day), do="ask", name="Mya Hall", was=MIA, why="")
    assert again.status_code == 422
    assert 'name="name" value="Mya Hall"' in read_page(again)
    phone.post(spelling(day), do="ask", name="Mya Hall", was=MIA, why="married")
    assert "You asked for the spelling Mya Hall at" in text(phone.get())
    office = Office(day)
    desk = office.get("check-in/")
    assert "Mia O'Brien is spelt Mya Hall: the same person. “married” Grant" in text(desk)
    wish = {"do": "grant", "kind": "spelling", "name": "Mya Hall"}
    office.client.post(f"{office.at}check-in/wish/{Wish.objects.get().pk}/", wish)
    assert "Granted: Mia O&#x27;Brien is now spelt Mya Hall." in read_page(office.get("check-in/"))
    assert FormerName.objects.values_list("name", "competitor__name", "why").get() == (
        MIA,
        "Mya Hall",
        "asked by the group",
    )
    assert "You asked" not in text(phone.get())


def test_a_spelling_in_place_of_another_wish_is_asked_about_and_nothing_typed_is_lost():
    day = a_day("syg", 4, "published")
    phone = Phone(day)
    day.ask(MIA, "Ivy King")
    typed = {"do": "ask", "name": "Mya Hall", "was": MIA, "why": "married"}
    asked = phone.post(spelling(day), **typed)
    assert asked.status_code == 409
    assert "You already asked for Ivy King instead of Mia O'Brien" in text(asked)
    for name, value in {"name": "Mya Hall", "why": "married", "replace": "yes"}.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in read_page(asked)
    assert '<button class="button button-small" name="do" value="ask">Yes, replace it</button>' in read_page(asked)
    assert Wish.objects.get().name == "Ivy King"
    assert phone.post(spelling(day), **typed, replace="yes")["Location"] == phone.home
    assert Wish.objects.values_list("kind", "name").get() == ("spelling", "Mya Hall")


def beside_a_namesake(stage: str) -> Day:
    """Mia O'Brien, with Mia OBryen of the same group: one letter more, and they have the same letters."""
    day = a_day("bac", 8, stage)
    Competitor.objects.create(event_id=day.event, group_id=day.group("Riverside"), name="Mia OBryen")
    return day


NAMESAKE = "Is “Mia O’Bryen” the same person as Mia OBryen of Riverside?"
TWO_PEOPLE = '<button class="button button-small" name="sure" value="yes">No, they’re two people</button>'


def said_again(answer: Any) -> dict[str, str]:
    """What the question about a namesake sends again, whichever answer is pressed."""
    form = read_page(answer).partition('<div class="trouble"')[2].partition("</form>")[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in hidden if name not in ("request", "csrfmiddlewaretoken")}


@pytest.mark.parametrize("stage", ["entries open", "published"])
def test_a_coordinator_answers_whether_a_namesake_is_the_same_person(stage):
    day = beside_a_namesake(stage)
    phone = Phone(day)
    asked = phone.post(spelling(day), name="Mia O’Bryen", was=MIA)
    assert asked.status_code == 409 and NAMESAKE in text(asked) and TWO_PEOPLE in read_page(asked)
    yes = phone.post(spelling(day), **said_again(asked) | {"name": "Mia OBryen"})
    assert "If they’re the same person, withdraw one of the two entries." in text(yes)
    assert phone.post(spelling(day), **said_again(asked), sure="yes")["Location"] == phone.home
    assert Competitor.objects.filter(name="Mia O’Bryen").exists()


def test_a_spelling_to_be_asked_for_keeps_what_was_typed_through_both_questions():
    day = beside_a_namesake("published")
    phone = Phone(day)
    day.ask(MIA, "Ivy King")
    Competitor.objects.filter(name="Mia OBryen").update(name="Mya Hall")
    asked = phone.post(spelling(day), do="ask", name="Mýa Hall", was=MIA, why="married")
    assert said_again(asked) == {"do": "ask", "name": "Mýa Hall", "was": MIA, "why": "married"}
    replaces = phone.post(spelling(day), **said_again(asked), sure="yes")
    assert "Yes, replace it" in text(replaces)
    assert phone.post(spelling(day), **said_again(replaces), do="ask")["Location"] == phone.home
    assert Wish.objects.values_list("kind", "name", "why").get() == ("spelling", "Mýa Hall", "married")


def test_the_organiser_answers_both_questions_and_comes_back():
    day = beside_a_namesake("published")
    office = Office(day)
    Competitor.objects.filter(name="Mia OBryen").update(name="Ivy King")
    desk = f"{office.at}check-in/"
    assert "Is it the same person?" in text(office.fix("Ívy King", desk))
    asked = office.fix("Ívy King", desk, same="yes", why="a nickname")
    assert asked.status_code == 409 and TWO_PEOPLE in read_page(asked)
    assert office.client.post(office.spelling, said_again(asked) | {"sure": "yes"})["Location"] == desk
    assert FormerName.objects.values_list("name", "why").get() == (MIA, "a nickname")


def test_a_coordinator_sees_both_values():
    day = a_day("syg", 4, "published")
    phone = Phone(day)
    phone.post(spelling(day), name=MENDED, was=MIA)
    answer = phone.post(f"spelling/{day.who(MENDED).pk}/", name="Mia O'Brian", was=MIA)
    assert answer.status_code == 409
    assert f"Saved now {MENDED} Keep {MENDED} You typed Mia O'Brian Use Mia O'Brian" in text(answer)


# The organiser


@pytest.mark.parametrize("stage", ["entries closed", "published", "finished"])
def test_names_on_the_closed_entries_board_lead_there(stage):
    office = Office(a_day("syg", 4, stage))
    assert f'href="{office.spelling}" hx-boost="false"' in " ".join(office.get().content.decode().split())


def test_the_check_in_desk_leads_there_and_back():
    office = Office(a_day("syg", 4, "published"))
    desk = f"{office.at}check-in/?q=mia#person-{office.day.who(MIA).competitor_id}"
    found = read_page(office.get("check-in/?q=mia"))
    assert f'href="{office.spelling}?back={quote(desk, safe="")}"><span>Fix the spelling<' in found
    assert office.fix(MENDED, desk)["Location"] == desk
    assert f"Fixed: {MENDED}. Tablets and screens update" in read_page(office.get("check-in/"))


@pytest.mark.parametrize("way", ["expected", "not coming"])
def test_it_is_a_way_of_its_own_whoever_somebody_is(way):
    day = a_day("syg", 4, "published") if way == "not coming" else Day("syg").people(2)
    if way == "not coming":
        day.gone(MIA)
    assert f"Fix the spelling of {MIA} " in text(Office(day).get("check-in/"))


def test_a_tables_sheet_leads_there():
    office = Office(a_day("syg", 4, "running"))
    table = office.day.round.seats.get(entry=office.day.who(MIA)).table.number
    assert office.spelling in office.get(f"board/{table}/").content.decode()


@pytest.mark.parametrize("back", ["https://example.org/organise/", "//example.org/organise/", "/c/x/", ""])
def test_the_way_back_is_one_of_ours(back):
    office = Office(a_day("syg", 4, "published"))
    assert office.fix(MENDED, back)["Location"] == office.at


def test_the_organiser_is_asked_and_says_why_it_is_the_same_person():
    office = Office(a_day("syg", 4, "published"))
    answer = office.fix("Ivy King")
    assert answer.status_code == 409
    assert f"{LOOKS_LIKE_ANOTHER} Is it the same person?" in text(answer)
    assert f"check-in/?who={office.day.who(MIA).pk}#panel" in answer.content.decode()
    assert office.fix("Ivy King", same="yes").status_code == 422  # no reason
    office.fix("Ivy King", same="yes", why="entered under a nickname")
    page = text(office.client.get(office.spelling))
    assert "Earlier spellings Mia O'Brien until" in page and "The same person: entered under a nickname" in page
    log = text(office.client.get(f"/organise/{office.day.competition.event.slug}/log/")).translate(ISOLATES)
    assert "The spelling of Ivy King (Riverside) was fixed. It was Mia O'Brien before." in log
    assert "Note: “entered under a nickname”" in log


def test_an_organiser_sees_both_values_and_saves_again():
    office = Office(a_day("syg", 4, "published"))
    office.fix(MENDED)
    answer = office.fix("Mia O'Brian")
    assert answer.status_code == 409
    assert f"What’s saved now {MENDED} What you typed Mia O'Brian" in text(answer)
    assert f'name="was" value="{MENDED}"' in answer.content.decode()


def test_once_names_are_erased_the_log_and_the_page_know_none():
    office = Office(a_day("syg", 4, "finished"))
    office.fix("Ivy King", same="yes", why="Mia married")
    erasing.erase_names(by=office.day.organiser, event=office.day.event)
    assert not FormerName.objects.exists()
    log = text(office.client.get(f"/organise/{office.day.competition.event.slug}/log/")).translate(ISOLATES)
    assert "The spelling of somebody was fixed." in log and "Mia" not in log
    assert "The names have been erased" in text(office.client.get(office.spelling))
    assert office.spelling not in office.get().content.decode()
