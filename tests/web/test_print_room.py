"""The print room: what to print now, files that appear by themselves, are kept, and say when they are out of date."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.printing.print_room import make_paper
from tests.cast import Day, a_day
from tests.printing.reading import PrintedDocument, has
from tests.web import visitors
from tests.web.offices import Office, plain
from tests.web.reading import read_page
from tournament.actions import erasing, job_queue, prints
from tournament.models import Competitor, Entry, Group, Print
from tournament.printing import fonts, text
from tournament.rules.prints import FOR_MC

pytestmark = pytest.mark.django_db


def make(office: Office, what: str, **typed: object) -> Print:
    """Press the button, and let the worker do its work."""
    answer = office.press("print/", what, **typed)
    assert answer.status_code == 302, plain(read_page(answer))
    wanted = Print.objects.get(competition=office.day.pk, what=what)
    make_paper(wanted.pk)
    wanted.refresh_from_db()
    return wanted


def paper(office: Office, what: str) -> str:
    """What the page says of one paper."""
    found = re.search(rf'<li class="room-paper[^"]*" id="{what}">.*?</li>', office.page("print/"), re.DOTALL)
    assert found
    return plain(found[0])


def test_a_paper_is_made_opened_and_kept():
    office = Office(a_day("syg", 14, "published"))
    made = make(office, "scoresheets")
    assert (made.step, made.pages) == ("ready", 8)
    assert "8 pages, made" in paper(office, "scoresheets")
    answer = office.get(f"print/{made.pk}.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith("inline")
    assert "no-store" in answer["Cache-Control"]
    assert len(PrintedDocument(answer.content).check().pages) == 8


def test_while_it_is_made_the_page_shows_how_far_it_is_and_asks_again():
    office = Office(a_day("syg", 14, "published"))
    office.press("print/", "scoresheets")
    page = office.page("print/")
    assert 'hx-trigger="every 1s"' in page
    assert "<progress" in page
    make_paper(Print.objects.get().pk)
    part = read_page(office.get("print/", **{"HX-Request": "true", "HX-Target": "papers"}))
    assert part.startswith('<div id="papers">')
    assert "hx-trigger" not in part


def test_it_is_not_made_again_while_nothing_changed():
    office = Office(a_day("syg", 14, "published"))
    made = make(office, "tables")
    assert "Make again" not in paper(office, "tables")
    typed = {"competition": office.day.pk, "what": "tables", "paper": "a4", "site": made.site, "round_number": 1}
    prints.ask_paper(by=office.day.organiser, **typed)
    make_paper(made.pk)
    again = Print.objects.get(pk=made.pk)
    assert (again.step, again.made_at) == ("ready", made.made_at)


def test_it_says_what_changed_since_and_makes_it_again():
    day = a_day("syg", 14, "published")
    office = Office(day)
    first = make(office, "scoresheets")
    for name, new in {"Ben": "Benjamin", "Priya Joshi": "Priya Kaur"}.items():
        Competitor.objects.filter(event=day.event, name=name).update(name=new)
    assert "Out of date: two names changed" in paper(office, "scoresheets")
    again = make(office, "scoresheets")
    assert again.made_at > first.made_at
    assert has(PrintedDocument(bytes(again.content)).text, "Benjamin")
    assert "Out of date" not in paper(office, "scoresheets")


def test_a_reserve_who_is_not_on_it_does_not_make_it_out_of_date():
    day = a_day("syg", 14, "published", reserves=9)
    office = Office(day)
    make(office, "tables")
    call = day.competition.draws.get(published_at__isnull=False).call
    Competitor.objects.filter(entries=day.who(call[0])).update(name="Somebody Else")
    assert "Out of date" not in paper(office, "tables")


def test_all_for_a_round_is_one_file_with_bookmarks():
    day = a_day("syg", 16, "round closed").next_round()
    office = Office(day)
    made = make(office, "round")
    document = PrintedDocument(bytes(made.content)).check()
    parts = [(title, page) for level, title, page in document.bookmarks if level == 0]
    assert [title for title, _ in parts] == [
        "Round results, round 1",
        "The draw by table, the final",
        "The draw by name, the final",
        "The draw by group, the final",
        "Scoresheets, the final",
    ]
    assert all(page % 2 for _, page in parts)  # each begins on a front
    assert document.bookmarks[-1][:2] == (1, "Table 1")


def test_what_cannot_be_printed_yet_says_why():
    office = Office(Day("syg"))
    assert "The draw isn’t published yet." in paper(office, "tents")
    assert "Nobody is entered yet." in paper(office, "check-in")
    assert "The competition isn’t finished yet." in paper(office, "report")
    fields = office.fields("print/", "pocket-rules")
    refused = office.post("print/", **fields | {"what": "tents"})
    assert refused.status_code == 422
    assert "The draw isn’t published yet." in plain(read_page(refused))


@pytest.mark.parametrize(
    ("stage", "now"),
    [
        ("entries open", "Before the day"),
        ("drawn", "When the draw is made"),
        ("published", "For round 1"),
        ("finished", "At the end"),
    ],
)
def test_the_page_says_what_to_print_now(stage, now):
    page = Office(a_day("syg", 14, stage)).page("print/")
    (found,) = re.findall(r"<h2[^>]*>([^<]*) <span class=\"room-badge\">Now", page)
    assert found == now


def test_the_last_round_of_a_knockout_is_called_the_final():
    page = Office(a_day("syg", 14, "published")).page("print/?round=2")
    assert '<option value="2" selected>Final</option>' in page
    assert "For the final" in page
    assert "After the final" in page
    assert "ound 2" not in page


def test_blank_sheets_any_number():
    office = Office(Day("syg"))
    assert make(office, "blank-sheets", copies="3").pages == 6
    refused = office.press("print/", "blank-sheets", copies="5000")
    assert refused.status_code == 422
    assert "You can make 1 to 1,000 copies at once." in plain(read_page(refused))


def test_any_paper_is_made_as_often_as_it_is_wanted():
    office = Office(a_day("syg", 14, "published"))
    made = make(office, "tables", copies="3")
    once = PrintedDocument(bytes(made.content)).pages[0].text
    assert [page.text for page in PrintedDocument(bytes(made.content)).pages] == [once] * 3
    assert 'id="copies-tables" name="copies" value="3"' in " ".join(office.page("print/").split())
    assert "Out of date" not in paper(office, "tables")
    assert make(office, "tables", copies="1").pages == 1
    for wrong in ("0", "101", "x", ""):
        refused = office.press("print/", "tables", copies=wrong)
        assert refused.status_code == 422
        assert "You can make 1 to 100 copies at once." in plain(read_page(refused))


def test_seat_cards_are_offered_for_every_table():
    office = Office(a_day("syg", 14, "published"))
    assert make(office, "seat-cards").pages == 4
    assert make(office, "seat-cards", copies="1", look="black").look == {"look": "black"}


def test_certificates_in_colour_in_black_or_onto_pre_printed_paper():
    office = Office(a_day("syg", 14, "finished"))
    colour = make(office, "certificates")
    assert colour.look == {}
    black = make(office, "certificates", look="black")
    assert bytes(black.content) != bytes(colour.content)
    onto = make(office, "certificates", look="preprinted", top="70", right="30", bottom="20", left="40")
    assert onto.look == {"look": "preprinted", "top": 70, "right": 30, "bottom": 20, "left": 40}
    onto = make(office, "certificates", look="preprinted", top="70 ", right=" 30", bottom="٢٠", left="40")
    assert onto.look == {"look": "preprinted", "top": 70, "right": 30, "bottom": 20, "left": 40}
    assert "Out of date" not in paper(office, "certificates")
    assert '<option value="preprinted" selected>' in office.page("print/")
    for typed, why in (
        ({"top": "200"}, "top and bottom together can be up to 110 mm"),
        ({"left": "-5"}, "Type each margin as a whole number of millimetres."),
        ({"left": ""}, "Type each margin as a whole number of millimetres."),
    ):
        refused = office.press("print/", "certificates", look="preprinted", **typed)
        assert refused.status_code == 422
        assert why in plain(read_page(refused))


def test_letter_is_another_file():
    office = Office(a_day("syg", 14, "published"))
    fields = office.fields("print/", "tables")
    office.post("print/", **fields | {"paper": "letter"})
    wanted = Print.objects.get(paper="letter")
    make_paper(wanted.pk)
    wanted.refresh_from_db()
    assert PrintedDocument(bytes(wanted.content)).pages[0].size == (612, 792)


def test_a_paper_that_cannot_be_made_says_why():
    office = Office(a_day("syg", 16, "published"))
    made = make(office, "reserves")
    assert (made.step, made.why) == ("failed", "Nobody is waiting to be called up.")
    assert "Nobody is waiting to be called up." in paper(office, "reserves")


def test_a_file_stays_when_making_it_again_fails():
    day = a_day("syg", 14, "published", reserves=9)
    office = Office(day)
    first = make(office, "reserves")
    for code in day.competition.draws.get(published_at__isnull=False).call:
        Entry.objects.filter(pk=day.who(code).pk).update(left=1)
    again = make(office, "reserves")
    assert (again.step, bytes(again.content)) == ("failed", bytes(first.content))
    assert PrintedDocument(office.get(f"print/{again.pk}.pdf").content).pages
    words = paper(office, "reserves")
    assert "Nobody is waiting to be called up." in words
    assert "Make again" in words


def test_a_paper_that_kills_whoever_makes_it_is_given_up():
    office = Office(a_day("syg", 14, "published"))
    office.press("print/", "tables")
    wanted = Print.objects.get()
    Print.objects.update(attempts=job_queue.MOST_ATTEMPTS)
    make_paper(wanted.pk)
    assert "This paper couldn’t be made, even the second time" in paper(office, "tables")


def test_papers_go_with_the_names():
    day = a_day("syg", 14, "finished")
    office = Office(day)
    make(office, "certificates")
    erasing.erase_names(by=day.organiser, event=day.event)
    assert not Print.objects.exists()
    assert "This event’s papers were erased too." in office.text("print/")


def test_a_script_without_a_font_is_said_on_the_page(monkeypatch, tmp_path):
    office = Office(a_day("syg", 14, "published"))
    monkeypatch.setattr(fonts, "folders", lambda: [tmp_path])
    fonts.forget()
    text.forget()
    try:
        words = office.text("print/")
    finally:
        monkeypatch.undo()
        fonts.forget()
        text.forget()
    assert "There’s no font for Chinese here" in words
    assert "There’s no font for Chinese here" not in office.text("print/")


@pytest.mark.parametrize("people", [6, 14])
def test_the_page_takes_a_fixed_number_of_queries(people, django_assert_max_num_queries):
    office = Office(a_day("syg", people, "published"))
    office.page("print/")
    with django_assert_max_num_queries(32):
        office.page("print/")


def test_a_coordinator_prints_their_own_group_s_tables_and_nobody_else_s():
    day = a_day("syg", 14, "published")
    mine = day.who("Zoë Müller").group
    client: Client = visitors.coordinator(mine.pk)
    document = PrintedDocument(client.get(f"/group/{mine.pk}/{day.competition.slug}/draw.pdf").content).check()
    assert has(document.text, "Zoë Müller")
    assert not has(document.text, "Priya Joshi")
    assert "Our tables, to print" in read_page(client.get(f"/group/{mine.pk}/"))
    other = Group.objects.filter(event=day.event).exclude(pk=mine.pk).first()
    assert client.get(f"/group/{other.pk}/{day.competition.slug}/draw.pdf").status_code == 404
    assert client.get(f"/organise/{day.competition.event.slug}/{day.competition.slug}/print/").status_code in (302, 404)


def test_before_the_draw_a_coordinator_is_told_so():
    day = a_day("syg", 6, "entries open")
    mine = Group.objects.filter(event=day.event).first()
    answer = visitors.coordinator(mine.pk).get(f"/group/{mine.pk}/{day.competition.slug}/draw.pdf")
    assert answer.status_code == 404
    assert "isn’t drawn yet" in read_page(answer)


def test_an_mc_prints_what_is_theirs_and_does_not_see_the_rest():
    day = a_day("syg", 14, "published")
    office, mc = Office(day), visitors.organiser(day.event, "mc", "Sam Reid")
    address = f"{office.at}print/"
    page = read_page(mc.get(address))
    shown = re.findall(r'<li class="room-paper[^"]*" id="([^"]*)">', page)
    assert {*shown} == {*FOR_MC} - {"rotation"}
    assert "are for organisers only" in plain(page)
    assert f'href="{address}"' in read_page(mc.get(f"/mc/{day.competition.event.slug}/{day.competition.slug}/"))
    fields = office.fields("print/", "run-sheet")
    assert mc.post(address, fields).status_code == 302
    made = Print.objects.get()
    make_paper(made.pk)
    assert PrintedDocument(mc.get(f"{address}{made.pk}.pdf").content).pages
    assert mc.post(address, fields | {"what": "scoresheets"}).status_code == 422
    sheets = make(office, "scoresheets")
    assert mc.get(f"{address}{sheets.pk}.pdf").status_code == 404
    for link in re.findall(r'href="(/(?:mc|organise)/[^"]*)"', page):
        assert mc.get(link).status_code in (200, 302), link
