"""The entries as files: safe for spreadsheet programs, and the same people when they come back."""

from __future__ import annotations

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook

from tests.cast import Day
from tests.web.boards import BoardPage
from tests.web.visitors import organiser
from tournament import tasks
from tournament.actions import registration
from tournament.models import Import

pytestmark = pytest.mark.django_db

NAMES = ('=HYPERLINK("http://evil.example","Mia")', "+1", "-1", "@SUM(A1)", "'=1", "Zoë 🎲", "محمد علي", 'Mia;=1"')


@pytest.fixture
def day() -> Day:
    day = Day("bac", name="Uno Open")
    for name in NAMES:
        day.enter(name, "Riverside", sure=True)
    day.enter("Ben", "=Zion", "reserve")
    registration.withdraw(by=day.organiser, entry=day.enter("Gone Away", "Zion"))
    return day


@pytest.fixture
def page(day) -> BoardPage:
    return BoardPage(day, organiser(day.event))


def everybody(day: Day) -> list[tuple[str, str, str]]:
    return sorted(day.competition.entries.values_list("group__name", "competitor__name", "kind"))


def test_csv(page):
    answer = page.open("entries.csv").answer
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="uno-open-entries.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[:3] == [
        ["Group", "Name", "Kind", "Competition"],
        ["'=Zion", "Ben", "reserve", "Uno Open"],
        ["Riverside", "'" + NAMES[0], "entry", "Uno Open"],
    ]
    assert len(rows) == 1 + len(NAMES) + 1
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_xlsx(page):
    answer = page.open("entries.xlsx").answer
    assert answer["Content-Disposition"] == 'attachment; filename="uno-open-entries.xlsx"'
    cells = [cell for row in load_workbook(io.BytesIO(answer.content)).active.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} == {"s"}
    assert NAMES[0] in [cell.value for cell in cells]


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_what_was_exported_comes_back_the_same(page, day, ending):
    """Into another event, where nobody of it is known. Names that differ in signs only are asked about."""
    content = page.open(f"entries.{ending}").answer.content
    other = Day("bac", name="Uno Open")
    other_page = BoardPage(other, organiser(other.event, name="Tui Hall"))
    other_page.send("import/", file=SimpleUploadedFile(f"list.{ending}", content))
    upload = Import.objects.get().pk
    tasks.read_import(upload)
    other_page.send(f"import/{upload}/", do="who", **{"row-5": "other", "row-7": "other"})
    other_page.send(f"import/{upload}/")
    tasks.save_import(upload)
    assert everybody(other) == [who for who in everybody(day) if who[1] != "Gone Away"]


def test_an_exported_list_that_comes_back_to_the_same_competition_changes_nothing(page, day):
    content = page.open("entries.xlsx").answer.content
    page.send("import/", file=SimpleUploadedFile("list.xlsx", content))
    tasks.read_import(Import.objects.get().pk)
    assert (Import.objects.get().found["there"], Import.objects.get().problems) == (len(NAMES) + 1, [])
