"""A club night's page redraws with what is typed, and no page or paper of the evening speaks of groups."""

from __future__ import annotations

import html
import io
import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from scoring.printing.documents import DOCUMENTS, make
from tests.cast import DICE, Day
from tests.printing.reading import PrintedDocument
from tests.web.reading import read_page
from tests.web.test_new_event import text_of
from tests.web.visitors import keeper
from tournament.actions import attendance
from tournament.actions.club_nights import set_up_club_night
from tournament.models import Competition, Entry, Event
from tournament.permissions import Actor, Role
from tournament.printing.job import Job
from tournament.queries.event_facts import competition_facts
from tournament.rules.club_nights import WayToPlay
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format

pytestmark = pytest.mark.django_db

PAGE = "/organise/new/club-night/"
NAMES = "Mia O’Brien\nTomasi Vea\nNguyễn Thị Ánh\nJonah Katoa\nPriya Raman\n李小龍\nRuth Adeyemi\nSione Faleolo"
TAGS = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.DOTALL)


@pytest.fixture
def ruth() -> Client:
    return keeper()


def look(client: Client, **typed: str) -> str:
    """What redraws while somebody types."""
    body = {"name": "Club night", "format": "rotation", "rounds": "5", "minutes": "15", "shown": "", **typed}
    return text_of(client.post(PAGE, body, headers={"HX-Request": "true"}))


def test_the_page_suggests_everything_but_the_names(ruth):
    page = text_of(ruth.get(PAGE))
    assert re.search(r'name="name" value="Club night, \w+day \d+ \w+"', page)
    assert "Type or paste the names first." in page
    assert "Groups" not in page and "church" not in page.lower()


@pytest.mark.parametrize(
    ("format", "title", "rounds"),
    [
        ("rotation", "2 tables of 4", "Five rounds, ten minutes between them"),
        ("knockout", "2 tables, then the final", "Two rounds, ten minutes between them"),
        ("single", "2 tables of 4", "One round"),
    ],
)
def test_the_poster_follows_the_names_and_the_format(ruth, format, title, rounds):
    drawn = look(ruth, names=NAMES, format=format)
    assert f"<h2>{title}</h2>" in drawn and f"<h3>{rounds}</h3>" in drawn
    assert re.search(r"<h3>Done about</h3><p>\d\d:\d\d</p>", drawn)
    assert "<strong>8</strong> names" in drawn


def test_tables_that_differ_are_told_one_by_one(ruth):
    assert "<h2>3 tables: 5, 4 and 4</h2>" in look(ruth, names="\n".join(f"Player {n}" for n in range(13)))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"names": "Mia"}, "One name isn’t enough: a draw needs two players."),
        ({"names": "Mia\nMia"}, "Mia is on lines 1 and 2."),
        ({"names": NAMES, "rounds": "many"}, "How many rounds? Write a number."),
        ({"names": NAMES, "minutes": "0"}, "Clock: 1 to 86,400"),
    ],
)
def test_a_button_that_cannot_work_says_why(ruth, typed, why):
    drawn = look(ruth, **typed)
    assert why in drawn and 'class="club-draw cannot"' in drawn
    assert 'name="do" value="draw"' not in drawn


def test_a_button_that_stays_as_it_is_is_not_taken_away_under_the_finger(ruth):
    assert 'id="club-go"' not in look(ruth, names=NAMES)
    assert 'id="club-go"' in look(ruth, names=NAMES, shown="Type or paste the names first.")


def test_groups_are_one_click_away_and_back(ruth):
    with_groups = text_of(ruth.post(PAGE, {"groups": "yes", "names": "Mia, Riverside\nBen, Zion", "name": "Friday"}))
    assert "One on each line: name, group" in with_groups and "Mia, Riverside" in with_groups
    assert 'name="with_groups" value="yes"' in with_groups
    assert "One name on each line" in text_of(ruth.post(PAGE, {"groups": "no", "with_groups": "yes"}))
    ruth.post(PAGE, {"do": "later", "with_groups": "yes", "names": "Mia, Riverside\nBen, Zion", "name": "Friday"})
    assert Event.objects.get().has_groups


def test_the_time_zone_is_the_laptop_s_shown_and_changed_where_it_stands(ruth):
    page = text_of(ruth.get(PAGE))
    assert (
        re.search(r">It’s \d\d:\d\d</span>", page) and '<option value="Europe/Berlin" selected>Berlin</option>' in page
    )
    with time_machine.travel(datetime(2026, 11, 20, 17, 3, tzinfo=UTC), tick=False):
        typed = {"names": NAMES, "time_zone": "Australia/Melbourne"}
        drawn = look(ruth, **typed)
        assert ">It’s 04:03</span>" in drawn and "starting about 04:10." in drawn
        ruth.post(PAGE, {**typed, "name": "Friday", "do": "later"})
        ruth.post(PAGE, {"name": "At home", "do": "later"})
        nowhere = ruth.post(PAGE, {**typed, "time_zone": "Nowhere", "name": "Lost", "do": "later"})
    kept = [(event.time_zone, f"{event.date:%A}") for event in Event.objects.order_by("pk")]
    assert kept == [("Australia/Melbourne", "Saturday"), ("Europe/Berlin", "Friday")]
    assert nowhere.status_code == 422 and "There is no time zone “Nowhere”." in text_of(nowhere)


def test_one_button_leads_to_the_dice_and_the_other_to_the_entries(ruth):
    body = {"name": "Friday", "names": NAMES}
    assert ruth.post(PAGE, {**body, "do": "draw"})["Location"] == "/organise/friday/uno/draw/"
    assert "8 names. The draw is sealed: now roll the dice." in text_of(ruth.get("/organise/friday/uno/draw/"))
    assert ruth.post(PAGE, {**body, "do": "later"})["Location"] == "/organise/friday-2/uno-2/"
    assert [competition.draws.count() for competition in Competition.objects.order_by("pk")] == [1, 0]


@pytest.mark.parametrize("body", [{"names": "Mia"}, {"names": NAMES, "rounds": "x"}, {"names": NAMES, "name": " "}])
def test_what_is_refused_keeps_what_was_typed_and_makes_nothing(ruth, body):
    answer = ruth.post(PAGE, {"name": "Friday", "do": "draw", **body})
    assert answer.status_code == 422 and html.escape(body["names"].split("\n")[0]) in read_page(answer)
    assert not Event.objects.exists()


def test_two_names_are_asked_about_with_everything_still_there(ruth):
    body = {"name": "Friday", "names": "Mia\nBen", "rounds": "3"}
    asked = ruth.post(PAGE, {**body, "do": "draw"})
    page = text_of(asked)
    assert asked.status_code == 409 and not Event.objects.exists()
    assert "they’d play each other 3 times" in page and "Mia\nBen</textarea>" in read_page(asked)
    assert '<button class="button button-small" name="do" value="draw-anyway">Yes, draw it</button>' in page
    assert ruth.post(PAGE, {**body, "do": "draw-anyway"})["Location"] == "/organise/friday/uno/draw/"


def test_names_are_added_on_the_entries_page(ruth):
    ruth.post(PAGE, {"name": "Friday", "do": "later"})
    entries = "/organise/friday/uno/"
    ruth.post(f"{entries}names/", {"names": "Mia\nBen"})
    assert "2 names added." in text_of(ruth.get(entries))
    ruth.post(f"{entries}names/", {"names": "ben\nIvy"})
    page = text_of(ruth.get(entries))
    assert "1 name added. 1 name was already on the list." in page and "<h1>3 <small>entries</small></h1>" in page
    refused = ruth.post(f"{entries}names/", {"names": "Jo\nJo"})
    assert refused.status_code == 422 and "Jo is on lines 1 and 2." in text_of(refused)
    ruth.post(f"{entries}enter/", {"group": "0", "kind": "entry", "name": "Jo"})
    assert Entry.objects.count() == 4


def test_a_list_with_one_person_in_two_spellings_is_asked_about_with_everything_still_there(ruth):
    body = {"name": "Friday", "names": f"{NAMES}\nMia OBrien\nLi Ana\nAna Li", "minutes": "20", "do": "draw"}
    asked = ruth.post(PAGE, body)
    page = text_of(asked)
    assert asked.status_code == 409 and not Event.objects.exists()
    assert "2 names: the same person?" in page and 'name="minutes" value="20"' in page
    assert "Is <bdi>Mia OBrien</bdi> the same person as <bdi>Mia O’Brien</bdi>?" in page
    half = text_of(ruth.post(PAGE, {**body, "who:mia obrien": "same"}))
    assert 'name="who:mia obrien" value="same" checked' in half and 'name="who:ana li" value="other">' in half
    answered = {"who:mia obrien": "same", "who:ana li": "other"}
    assert "<strong>11</strong> names" in look(ruth, names=body["names"], **answered)
    assert ruth.post(PAGE, {**body, **answered})["Location"] == "/organise/friday/uno/draw/"
    assert "10 names. The draw is sealed" in text_of(ruth.get("/organise/friday/uno/draw/"))


def test_names_that_are_added_are_asked_about_with_the_list_still_there(ruth):
    ruth.post(PAGE, {"name": "Friday", "do": "later", "names": NAMES})
    add = {"names": "Mia OBrien\nIvy King"}
    asked = ruth.post("/organise/friday/uno/names/", add)
    page = text_of(asked)
    assert (
        asked.status_code == 409 and "1 name: the same person?" in page and "Mia OBrien\nIvy King" in read_page(asked)
    )
    ruth.post("/organise/friday/uno/names/", {**add, "who:mia obrien": "same"})
    assert "1 name added. 1 name was already on the list." in text_of(ruth.get("/organise/friday/uno/"))


def evening(format: Format) -> Day:
    """A club night in its first round: one plays for another, one does not come, and in a rotation one comes late."""
    by = Actor(Role.ORGANISER, None, "Ruth Katoa")
    pk = set_up_club_night(by=by, name="Friday", lines=NAMES, way=WayToPlay(format, rounds=2))
    day = Day.of(Competition.objects.select_related("event").get(pk=pk), "sealed").draw(DICE).publish()
    attendance.substitute(by=day.organiser, competition=pk, entry=day.who("Mia O’Brien").pk, name="Grace Papadakis")
    day.gone("Tomasi Vea")
    if format is Format.ROTATION:
        attendance.arrive_late(by=day.organiser, competition=pk, name="Leilani Tau")
    return day


def seen(page: str) -> str:
    """The words of a page, without its tags."""
    return re.sub(r"\s+", " ", html.unescape(TAGS.sub(" ", page)))


ORGANISED = ["", "plan/", "draw/", "check-in/", "check-in/?late=1", "board/", "keys/", "print/", "settings/"]
PUBLIC = ["", "draw/", "rounds/1/", "standings/", "results/"]


@pytest.mark.parametrize("format", Format)
def test_no_page_of_the_evening_speaks_of_groups(ruth, client, format):
    day = evening(format)
    who = day.who("Grace Papadakis").pk
    organised = [f"/organise/friday/uno/{path}" for path in [*ORGANISED, f"check-in/?who={who}"]]
    public = [f"/c/uno/{path}" for path in PUBLIC] + ["/", "/e/friday/", "/e/friday/?q=mi", "/e/friday/?q=nobody"]
    for stage in ("published", "finished"):
        day.until(stage)
        for path in (*organised, "/organise/friday/", "/organise/friday/log/", "/organise/friday/people/", *public):
            answer = (client if path in public else ruth).get(path)
            words = seen(text_of(answer)).replace("Coordinator Umpire", "")  # the log can be asked for any role
            expected = 404 if format is Format.SINGLE and "standings" in path else 200
            assert answer.status_code == expected, path
            assert not re.search(r"\bgroups?\b|\bcoordinator|, ,|\( *\)|church", words, re.IGNORECASE), (path, words)
            assert "check-in" not in path or "order of call" not in words, path


def test_before_the_draw_pages_speak_of_groups_only_to_offer_them(ruth):
    body = {"name": "Friday", "names": NAMES, "do": "later"}
    ruth.post(PAGE, body)
    event, uno = "/organise/friday/", "/organise/friday/uno/"
    pages = [
        event,
        f"{event}settings/",
        f"{event}new/",
        f"{event}erase-names/",
        f"{event}copy/",
        f"{event}people/",
        uno,
    ]
    pages += [f"{uno}{path}" for path in ("close/", "plan/", "settings/", "print/", "keys/", "?show=withdrawn")]
    for path in (*pages, f"{uno}reopen/", f"{uno}draw/"):
        if path == f"{uno}reopen/":
            ruth.post(f"{uno}close/")
        answer = ruth.get(path)
        words = seen(text_of(answer))
        for offer in OFFERS:
            words = words.replace(offer, "")
        assert answer.status_code == 200, path
        assert not re.search(r"\bgroups?\b|\bcoordinator|church", words, re.IGNORECASE), (path, words)


OFFERS = (
    "Groups Everybody plays for themselves. If people come from classes, clubs or churches, you can add groups.",
    "Add groups",
)


@pytest.mark.parametrize("format", Format)
def test_no_paper_of_the_evening_has_a_column_for_groups(format):
    day = evening(format).until("finished")
    competition = day.competition
    job = Job(competition_facts(competition), "https://uno.example")
    for key, document in DOCUMENTS.items():
        if document.by_group or document.only not in (None, competition.format):
            continue
        out = io.BytesIO()
        try:
            make(out, job, key)
        except NothingToPrint:
            continue
        assert "Group" not in PrintedDocument(out.getvalue()).text, key


def test_the_print_room_offers_nothing_for_groups(ruth):
    evening(Format.SINGLE)
    page = text_of(ruth.get("/organise/friday/uno/print/"))
    assert "The draw by group" not in page and "Invitation slips" not in page and "The draw by name" in page


def test_a_wristband_that_is_taken_names_its_wearer_alone(ruth):
    day = evening(Format.SINGLE)
    people = [day.who(name).competitor_id for name in ("Priya Raman", "Ruth Adeyemi")]
    for person in people:
        answer = ruth.post(f"/organise/friday/uno/check-in/person/{person}/", {"number": "7"})
    assert "Wristband 7 is already Priya Raman’s." in text_of(answer)


def test_a_late_arrival_is_one_typed_name(ruth):
    day = evening(Format.ROTATION)
    page = text_of(ruth.get("/organise/friday/uno/check-in/?late=1"))
    assert 'name="name"' in page and 'name="group"' not in page
    ruth.post("/organise/friday/uno/check-in/late/", {"name": "Ahmed Farouk"})
    assert day.who("Ahmed Farouk").joins == 2
