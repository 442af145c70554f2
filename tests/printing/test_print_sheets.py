"""manage.py print_sheets: the same paper from the command line, and plain words when there is none."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.queries.keys import keys_of
from tests.cast import a_day
from tests.printing.reading import Document
from tournament.printing import fonts, text

pytestmark = pytest.mark.django_db


def printed(*args, **options):
    said, warned = StringIO(), StringIO()
    call_command("print_sheets", *args, stdout=said, stderr=warned, **options)
    return said.getvalue(), warned.getvalue()


def test_it_writes_the_scoresheets_of_a_round(tmp_path):
    day = a_day("syg", 8, "published")
    out = tmp_path / "sheets.pdf"
    options = {"round": 1, "what": "scoresheets", "paper": "letter", "out": str(out), "site": "https://uno.example/"}
    assert printed(day.competition.slug, **options) == (f"4 pages written to {out}.\n", "")
    document = Document(out.read_bytes())
    assert document.pages[0].size == (612, 792)
    assert document.pages[0].codes() == [f"https://uno.example{keys_of(day.competition)[1].path}"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"what": "poems"}, "There is no paper “poems”. There are "),
        ({"round": 7}, "There is no round 7: Uno Open has 2."),
        ({"copies": 0}, "From 1 to 1,000 blank sheets can be printed at once."),
        ({"group": "Nowhere"}, "There is no group “Nowhere”. There are "),
        ({"out": "/nowhere/x.pdf"}, "/nowhere/x.pdf cannot be written: No such file or directory."),
    ],
)
def test_what_cannot_be_printed_is_said_and_nothing_is_written(tmp_path, options, sentence):
    day = a_day("syg", 8, "published")
    with pytest.raises(CommandError) as caught:
        printed(day.competition.slug, **{"out": str(tmp_path / "x.pdf"), **options})
    assert str(caught.value).startswith(sentence)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_competition_is_said(tmp_path):
    with pytest.raises(CommandError, match="There is no competition “nothing”"):
        printed("nothing", out=str(tmp_path / "x.pdf"))


def test_a_script_without_a_font_is_said_before_printing(tmp_path, monkeypatch):
    day = a_day("syg", 8, "published")
    monkeypatch.setattr(fonts, "folders", lambda: [tmp_path])
    fonts.forget()
    text.forget()
    try:
        _, warned = printed(day.competition.slug, out=str(tmp_path / "x.pdf"))
    finally:
        monkeypatch.undo()
        fonts.forget()
        text.forget()
    assert [line.split(" here")[0] for line in warned.splitlines()] == [
        "There is no font for Arabic",
        "There is no font for Chinese",
    ]
