"""A list on its way in: sent or pasted, read behind the page, looked at, saved; nothing of it stays."""

from __future__ import annotations

import http.client
import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.cast import Day
from tests.lists.workbook import bomb, workbook
from tests.refusals import everything
from tests.web.boards import BoardPage
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament import progress, tasks
from tournament.actions import imports, registration
from tournament.models import Competition, Entry, Group, Import, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def page() -> BoardPage:
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    return BoardPage(day, organiser(day.event))


def paste(page: BoardPage, text: str) -> int:
    """Paste a list; the number of the page it leads to."""
    page.send("import/", text=text, request="")
    assert page.answer.status_code == 302, page.trouble
    return int(page.answer["Location"].rstrip("/").rpartition("/")[2])


def looked_at(page: BoardPage, text: str) -> int:
    """Pasted, and read by the worker."""
    upload = paste(page, text)
    tasks.read_import(upload)
    page.open(f"import/{upload}/")
    return upload


def upload(page: BoardPage, content: bytes, name: str = "list.xlsx") -> str:
    """Send a file and let the worker read it; what the page then says is wrong with it."""
    page.send("import/", file=SimpleUploadedFile(name, content))
    tasks.read_import(Import.objects.latest("pk").pk)
    page.open(f"import/{Import.objects.latest('pk').pk}/")
    assert page.answer.status_code == 200
    return page.trouble


def standing(page: BoardPage) -> list[str]:
    entries = Entry.objects.filter(competition=page.day.pk, withdrawn_at__isnull=True).order_by("pk")
    return list(entries.values_list("competitor__name", flat=True))


def test_the_page_says_what_a_list_needs(page):
    assert "What the list needs" in page.open("import/").text
    assert 'enctype="multipart/form-data"' in page.text


def test_a_pasted_list_is_read_looked_at_and_saved(page):
    upload = paste(page, "Group\tName\tKind\nRiverside\tBen\treserve\nZion\tIvy King\t\n")
    page.open(f"import/{upload}/")
    assert "Reading …" in page.text and 'hx-trigger="every 1s"' in page.text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page.text
    tasks.read_import(upload)
    page.open(f"import/{upload}/")
    assert "<h1>2 <small>new</small></h1>" in page.text
    assert "1 entry, 1 reserve. Nothing is saved yet." in page.text
    assert "<strong>1 group</strong> will be added: <bdi>Zion</bdi>" in page.text
    assert standing(page) == ["Mia O'Brien"]
    page.send(f"import/{upload}/", request="1" * 32)
    assert page.answer.status_code == 302
    assert "Saving …" in page.open(f"import/{upload}/").text
    tasks.save_import(upload)
    assert page.open(f"import/{upload}/").answer["Location"] == f"{page.at}?imported={upload}"
    assert "1 entry added, 1 group and 1 reserve." in page.open(f"?imported={upload}").text
    assert standing(page) == ["Mia O'Brien", "Ben", "Ivy King"]
    assert Import.objects.count() == 0


def test_how_far_it_is_is_shown(page):
    upload = paste(page, "Group,Name\nZion,Ivy King")
    progress.note(f"reading-{upload}", 41, 100)
    assert '<progress id="bar" max="100" value="41">41%</progress>' in page.open(f"import/{upload}/").text
    fragment = page.open(f"import/{upload}/", **{"HX-Request": "true", "HX-Target": "step"})
    assert fragment.text.startswith('<div id="step"') and "41%" in fragment.text


def test_the_page_that_asks_every_second_is_sent_on_when_it_is_saved(page):
    upload = looked_at(page, "Group,Name\nZion,Ivy King")
    page.send(f"import/{upload}/")
    tasks.save_import(upload)
    at = f"import/{upload}/"
    for _ in range(2):
        answer = page.open(at, **{"HX-Request": "true", "HX-Target": "step"}).answer
        address = f"{page.at}?imported={upload}"
        assert (answer.status_code, answer["HX-Redirect"], answer.content) == (200, address, b"")
    assert page.open(at).answer["Location"] == address
    for _ in range(2):
        assert page.open(f"?imported={upload}").text.count("1 entry added, 1 group and no reserves.") == 1
    assert "entry added" not in page.open(f"?imported={upload + 1}").text


def test_rows_with_problems_are_listed_and_can_be_left_out(page):
    text = "Group,Name,Kind\nRiverside,Ben\nZion,Ivy King\n,Nobody\nZion,Xu,coach\nZion,<script>alert(1)</script>,r\n"
    upload = looked_at(page, text)
    assert "<strong>3 rows</strong> with a problem" in page.text
    for line in (
        "<strong>Row 2</strong> <bdi>Ben, Riverside</bdi> <span>This group already has its entry. Change or",
        "<strong>Row 4</strong> <bdi>Nobody</bdi> <span>The group’s name is missing.",
        "<strong>Row 5</strong> <bdi>Xu, Zion</bdi> <span>“coach” isn’t a kind of entry. Write “entry” or “reserve”.",
    ):
        assert line in page.text
    assert "<script>alert" not in read_page(page.answer)
    assert "Save 2, leave 3 rows out" in page.text
    before = everything()
    page.send(f"import/{upload}/")  # without the choice, as a form of yesterday would
    assert page.answer.status_code == 422 and page.trouble.startswith("Some rows have problems.")
    assert everything() == before
    page.send(f"import/{upload}/", leave_out="on")
    tasks.save_import(upload)
    assert standing(page) == ["Mia O'Brien", "Ivy King", "<script>alert(1)</script>"]
    page.open(f"import/{upload}/")
    words = page.open(f"?imported={upload}").text
    assert "1 entry added, 1 group and 1 reserve, 3 rows left out." in words


def test_where_the_limit_is_changed_is_said_with_the_rows_that_are_beyond_it(page):
    looked_at(page, "Group,Name,Kind\nRiverside,Ben\nZion,Xu,r\nZion,Ivy King,r\n")
    settings = '<a href="/organise/youth-weekend/uno-open/settings/">Settings</a>'
    assert (
        f"Each group may enter 1. Each group may nominate 1. You can change that in {settings}, under "
        "<em>Entries from each group</em> and <em>Reserves from each group</em>."
    ) in page.text
    looked_at(page, "Group,Name\n,Nobody\n")
    assert "from each group" not in page.text


def test_many_problems_are_shown_a_page_at_a_time(page):
    upload = looked_at(page, "Group,Name\n" + "".join(f"Riverside,Person {n}\n" for n in range(250)))
    assert "Page 1 of 3" in page.text and "Row 101<" in page.text and "Row 102<" not in page.text
    assert "Row 251<" in page.open(f"import/{upload}/?page=3").text
    assert page.open(f"import/{upload}/?page=nonsense").answer.status_code == 200


def test_who_is_there_which_columns_are_unused_and_other_grades_are_said(page):
    page.day.competition.event.competitions.create(
        name="Uno Under 18", slug="u18", preset="syg", format="knockout", ending="clock", scoring="own_hand",
        incomplete="count", table_max=4, decks=1,
    )  # fmt: skip
    looked_at(page, "Church,Name,Grade,Age\nRiverside,Mia O'Brien,Open,17\nZion,Xu,Under 18,12\n")
    assert "<strong>1</strong> already entered" in page.text
    assert "<strong>1 entry</strong> in <bdi>Uno Under 18</bdi>" in page.text
    assert "<bdi>Zion</bdi>, entry in <bdi>Uno Under 18</bdi>" in page.text
    assert "Ignored: <bdi>Age</bdi>" in page.text


def test_one_list_for_several_competitions_says_what_it_made_of_what(page):
    page.day.enter_in_under_18("Ivy King", "Zion")
    rows = ["Elim,Xu,,Open", "Elim,Hana Tanaka,,Under 18", "Bethel,Jude Addo,,Open; Under 18", "Bethel,Sam Lee,r,Open"]
    upload = looked_at(page, "Group,Name,Kind,Competitions\n" + "\n".join(rows))
    assert "<strong>2 entries</strong> and <strong>1 reserve</strong> in <bdi>Uno Open</bdi>" in page.text
    assert "<strong>2 entries</strong> in <bdi>Uno Under 18</bdi>" in page.text
    page.send(f"import/{upload}/")
    tasks.save_import(upload)
    text = page.open(f"?imported={upload}").text
    assert "2 entries and 1 reserve added in Uno Open, 2 entries in Uno Under 18, 2 new groups." in text
    assert standing(page) == ["Mia O'Brien", "Xu", "Jude Addo", "Sam Lee"]
    lines = LogEntry.objects.filter(what="entries imported").values_list("competition__name", "facts__entries")
    assert sorted(lines) == [("Uno Open", 2), ("Uno Under 18", 2)]


def test_who_may_be_somebody_known_is_asked_row_by_row_before_it_is_saved(page):
    page.day.enter("Ivy King", "Zion", "reserve")
    upload = looked_at(page, "Group,Name,Kind\nZion,Ivy-King,r\nRiverside,Mia OBrien,\nElim,Xu,\n")
    assert "2 names: the same person?" in page.text and "First say who is the same person." in page.text
    page.send(f"import/{upload}/")
    assert page.answer.status_code == 422 and page.trouble.startswith("Some of these people may already be known")
    page.send(f"import/{upload}/", **{"do": "who", "row-2": "same", "row-3": "other"})
    page.open(f"import/{upload}/")
    assert "the same person?" not in page.text and "<strong>1</strong> already entered" in page.text
    assert (
        "<strong>Row 3</strong> <bdi>Mia OBrien, Riverside</bdi> <span>This group already has its entry." in page.text
    )
    page.send(f"import/{upload}/", leave_out="on")
    tasks.save_import(upload)
    assert standing(page) == ["Mia O'Brien", "Ivy King", "Xu"]


def test_a_group_that_may_be_a_known_one_is_asked_about_before_it_is_saved(page):
    page.day.group("St Mark's")
    upload = looked_at(page, "Group,Name\nSt Mark’s,Xu\nST MARK’S,Ivy King\nElim,Jude Addo\n")
    assert "1 group: the same group?" in page.text and "First say which groups are the same." in page.text
    assert "Is <bdi>St Mark’s</bdi> the same group as <bdi>St Mark's</bdi>?" in page.text
    page.send(f"import/{upload}/")
    assert page.answer.status_code == 422 and page.trouble.startswith("Some of these groups may already be known")
    page.send(f"import/{upload}/", **{"do": "who", "group-2": "same"})
    page.open(f"import/{upload}/")
    assert "the same group?" not in page.text and "<strong>1 group</strong> will be added" in page.text
    page.send(f"import/{upload}/", leave_out="on")  # the second of the group is one too many
    tasks.save_import(upload)
    assert standing(page) == ["Mia O'Brien", "Xu", "Jude Addo"]
    assert not Group.objects.filter(name="St Mark’s").exists()


def test_groups_and_people_are_asked_about_together_and_who_withdrew_is_marked(page):
    page.day.group("St Mark's")
    registration.withdraw(by=page.day.organiser, entry=page.day.enter("José Alvarez", "Zion", "reserve"))
    upload = looked_at(page, "Group,Name\nSt Mark’s,Xu\nZion,Jose álvarez\n")
    assert "1 group and 1 name: the same?" in page.text
    assert "First say which groups and which people are the same." in page.text
    question = (
        "Is <bdi>Jose álvarez</bdi> the same person as <bdi>José Alvarez</bdi> of <bdi>Zion</bdi>, who withdrew from "
        "<bdi>Uno Open</bdi>?"
    )
    assert question in page.text
    page.day.enter("José Alvarez", "Zion")
    assert "who withdrew" not in page.open(f"import/{upload}/").text


def test_who_is_in_another_grade_already_is_said_before_it_is_saved(page):
    """A person in a wrong grade: two grades are allowed, so the organiser decides."""
    page.day.enter_in_under_18("Ivy King", "Zion")
    looked_at(page, "Group,Name\nzion,IVY KING\nElim,Xu\n")
    assert "<strong>1</strong> of the new people is also in <bdi>Uno Under 18</bdi>." in page.text
    assert "<h1>2 <small>new</small></h1>" in page.text


def test_saving_begins_at_nothing_however_far_reading_was(page):
    upload = looked_at(page, "Group,Name\nZion,Ivy King")
    progress.note(f"reading-{upload}", 99, 100)
    page.send(f"import/{upload}/")
    assert '<progress id="bar" max="100" value="0">' in page.open(f"import/{upload}/").text


def test_an_empty_file_is_said_to_be_empty(page):
    page.send("import/", file=SimpleUploadedFile("list.csv", b"  \n"))
    assert page.trouble == "This file is empty. Choose another, or paste a list."
    page.send("import/", file=SimpleUploadedFile("list.csv", b""))
    assert page.trouble == "This file is empty. Choose another, or paste a list."


def test_a_double_click_saves_once(page):
    upload = looked_at(page, "Group,Name\nZion,Ivy King")
    for _ in range(2):
        assert page.send(f"import/{upload}/", request="1" * 32).answer.status_code == 302
    tasks.save_import(upload)
    tasks.save_import(upload)
    assert page.send(f"import/{upload}/", request="1" * 32).answer.status_code == 302
    assert LogEntry.objects.filter(what="entries imported").count() == 1
    assert standing(page) == ["Mia O'Brien", "Ivy King"]


def test_sending_the_same_list_twice_makes_one(page):
    for _ in range(2):
        page.send("import/", text="Group,Name\nZion,Ivy King", request="2" * 32)
    assert Import.objects.count() == 1


def test_a_problem_that_came_up_meanwhile_is_shown_and_nothing_is_saved(page):
    upload = looked_at(page, "Group,Name\nZion,Ivy King")
    page.send(f"import/{upload}/")
    page.day.enter("Tess Dunn", "Zion")
    tasks.save_import(upload)
    page.open(f"import/{upload}/")
    assert page.trouble.startswith("Something was entered or changed since you opened this list.")
    assert "Row 2<" in page.text and "Nothing to save" in page.text
    assert standing(page) == ["Mia O'Brien", "Tess Dunn"]


def test_a_discarded_list_is_gone(page):
    upload = looked_at(page, "Group,Name\nZion,Ivy King")
    page.send(f"import/{upload}/discard/")
    assert page.answer["Location"] == f"{page.at}import/"
    assert "The list was discarded. Nothing was entered." in page.open("import/").text
    assert page.open(f"import/{upload}/").answer.status_code == 404
    assert page.send(f"import/{upload}/").answer.status_code == 404
    assert page.send(f"import/{upload}/discard/").answer.status_code == 404
    assert standing(page) == ["Mia O'Brien"]


def test_whoever_left_finds_the_list_again(page):
    upload = looked_at(page, "Group,Name\nZion,Ivy King")
    assert f'href="{page.at}import/{upload}/"' in page.open("import/").text
    other = BoardPage(page.day, organiser(page.day.event, name="Tui Hall"))
    assert f"import/{upload}/" not in other.open("import/").text


def test_a_list_of_another_competition_is_not_found(page):
    other = Day("syg")
    foreign = imports.receive_list(by=other.organiser, competition=other.pk, content="")
    before = everything()
    for answer in (
        page.open(f"import/{foreign}/").answer,
        page.send(f"import/{foreign}/").answer,
        page.send(f"import/{foreign}/discard/").answer,
    ):
        assert answer.status_code == 404
    assert everything() == before


def test_nothing_is_imported_after_closing(page):
    upload = looked_at(page, "Group,Name\nZion,Ivy King")
    Competition.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    assert "You can’t import anybody now." in page.open("import/").text
    page.send("import/", text="Group,Name\nZion,Xu")
    assert (page.answer.status_code, page.trouble) == (422, "Entries are closed. Reopen them first.")
    page.send(f"import/{upload}/")
    assert (page.answer.status_code, page.trouble) == (422, "Entries are closed. Reopen them first.")


@pytest.mark.parametrize("sent", [{}, {"text": " \n "}])
def test_nothing_is_no_list(page, sent: dict[str, Any]):
    page.send("import/", **sent)
    assert (page.answer.status_code, page.trouble) == (422, "Choose a file, or paste a list.")


@pytest.mark.parametrize(
    ("content", "begins"),
    [
        (b"MZ\x90\x00\x03" + bytes(500), "This is a program, not a list."),
        (b"\xd0\xcf\x11\xe0" + bytes(500), "This workbook is from an old Excel (XLS)"),
        (b"PK\x03\x04" + bytes(500), "This file is damaged, or isn’t a workbook."),
        (b"Name\nBen", "There is no column for the group."),
        (b"Group,Name,Team\nZion,Ben,Zion", "Two columns say the group: “Group” (A) and “Team” (C)."),
        (b"Group,Name\n" + b"Zion,Ben\n" * 100_001, "This list has more than 100,000 rows."),
    ],
)
def test_a_file_that_is_no_list_says_what_to_do(page, content, begins):
    assert upload(page, content).startswith(begins)
    assert "Fix it or send another" in page.text


def test_a_pasted_list_with_a_bad_header_is_mended_where_it_was_pasted(page):
    assert upload(page, b"Crew,Who\nZion,<Ben>").startswith("There is no column")
    mend = re.search(r'href="[^"]*(import/\?mend=\d+)"', page.text)
    assert mend is not None
    page.open(mend[1])
    assert ">Crew,Who\nZion,<Ben></textarea>" in page.text
    for other in ("import/?mend=x", "import/?mend=99999", "import/"):
        assert 'aria-describedby="text-hint"></textarea>' in page.open(other).text


def test_a_workbook_that_cannot_be_read_leaves_nothing_to_mend(page):
    upload(page, b"PK\x03\x04" + bytes(500))
    assert bytes(Import.objects.get().content) == b""


def test_a_zip_bomb_is_refused(page):
    assert upload(page, bomb(60)).startswith("This workbook holds far more than a list of people needs.")


@pytest.mark.parametrize(
    "content",
    [
        "Group;Name\r\nZion;Zoë Müller".encode("utf-16"),
        "Group;Name\r\nZion;Zoë Müller".encode("utf-8-sig"),
        "Group,Name\nZion,Zoë Müller".encode("cp1252"),
        'Group\tName\nZion\t"Zoë\nMüller"'.encode(),
        workbook([["Group", "Name"], ["Zion", "Zoë Müller"]]),
    ],
    ids=["utf-16", "utf-8-bom", "windows-1252", "tab and quoted newline", "xlsx"],
)
def test_files_of_every_usual_kind(page, content):
    assert upload(page, content, "list.csv") == ""
    assert "<bdi>Zoë Müller</bdi>" in page.text


def test_a_long_paste_is_no_trouble(page):
    """Three megabytes: more than Django takes in a form by itself."""
    text = "Group,Name,Notes\n" + f"Zion,Ben,{'x' * 3000}\n" * 1000
    assert looked_at(page, text)
    assert "Row 3<" in page.text


def test_more_than_ten_megabytes_cannot_be_sent(server):
    """Through the real server: Django never sees it, and the sentence is plain."""
    host, port = server.url.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=20)
    body = io.BytesIO(b"x" * (11 * 2**20))
    connection.request("POST", "/organise/a/b/import/", body, {"Content-Length": str(11 * 2**20)})
    answer = connection.getresponse()
    assert answer.status == 413
    assert (
        answer.read().decode()
        == f"You can’t send more than {settings.MAX_REQUEST_BYTES // 2**20} MB at once. Send it in smaller parts.\n"
    )
