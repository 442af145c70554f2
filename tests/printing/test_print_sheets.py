"""manage.py print_sheets: the same paper from the command line, and plain words when there is none."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.queries.keys import keys_of
from tests.cast import a_day
from tests.printing.reading import PrintedDocument
from tournament.printing import fonts, text
from tournament.server import lock

pytestmark = pytest.mark.django_db


def printed(*args, **options):
    output, warned = StringIO(), StringIO()
    call_command("print_sheets", *args, stdout=output, stderr=warned, **options)
    return output.getvalue(), warned.getvalue()


def test_it_writes_the_scoresheets_of_a_round(tmp_path):
    day = a_day("syg", 8, "published")
    out = tmp_path / "sheets.pdf"
    options = {"round": 1, "what": "scoresheets", "paper": "letter", "out": str(out), "site": "https://uno.example/"}
    told = f"4 pages written to {out}.\nIts codes lead to https://uno.example.\n"
    assert printed(day.competition.slug, **options) == (told, "")
    document = PrintedDocument(out.read_bytes())
    assert document.pages[0].size == (612, 792)
    assert document.pages[0].codes() == [f"https://uno.example{keys_of(day.competition)[1].path}"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"what": "poems"}, "There is no paper “poems”. There are "),
        ({"round": 7}, "There is no round 7: Uno Open has 2."),
        ({"copies": 0}, "You can print 1 to 100 copies of this paper at once."),
        ({"copies": 1001, "what": "blank-sheets"}, "You can print 1 to 1,000 copies of this paper at once."),
        ({"look": "black"}, "Scoresheets has no look “black”."),
        ({"what": "certificates", "margins": "60,25"}, "Write four margins in millimetres, from the top clockwise"),
        (
            {"what": "certificates", "margins": "60,²,30,25"},
            "Write four margins in millimetres, from the top clockwise",
        ),
        ({"what": "certificates", "margins": "90,25,90,25"}, "The words need room: top and bottom together"),
        ({"group": "Nowhere"}, "There is no group “Nowhere”. There are "),
        ({"out": "/nowhere/x.pdf"}, "/nowhere/x.pdf can’t be written: No such file or directory."),
    ],
)
def test_what_cannot_be_printed_is_said_and_nothing_is_written(tmp_path, options, sentence):
    day = a_day("syg", 8, "published")
    with pytest.raises(CommandError) as caught:
        printed(day.competition.slug, **{"out": str(tmp_path / "x.pdf"), **options})
    assert str(caught.value).startswith(sentence)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "site",
    ["uno.example", "ftp://uno.example", "http://", "http://uno example", "http://10.0.0.300:8000", "http://uno:99999",
     "https://uno.example/e/syg", "https://uno.example?x=1", "https://-uno", "https://me@uno.example", ""],
)  # fmt: skip
def test_codes_refuse_an_address_that_is_none(tmp_path, site):
    day = a_day("syg", 8, "published")
    with pytest.raises(CommandError, match="isn’t an address that codes can lead to"):
        printed(day.competition.slug, out=str(tmp_path / "x.pdf"), site=site)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("site", ["http://[fe80::1]:8000", "https://uno.école.fr", "http://laptop.local:8000/"])
def test_codes_say_where_they_lead(tmp_path, site):
    day = a_day("syg", 8, "published")
    told, warned = printed(day.competition.slug, out=str(tmp_path / "x.pdf"), site=site)
    assert (told.splitlines()[1], warned) == (f"Its codes lead to {site.rstrip('/')}.", "")


def test_codes_that_only_this_laptop_can_open_are_said(tmp_path):
    day = a_day("syg", 8, "published")
    options = {"out": str(tmp_path / "x.pdf"), "site": "http://localhost:8000"}
    assert printed(day.competition.slug, **options)[1].startswith("Phones and tablets can’t open that address.")
    assert printed(day.competition.slug, **options, what="names") == (f"1 page written to {options['out']}.\n", "")


def test_copies_of_any_paper(tmp_path):
    day = a_day("syg", 8, "published")
    out = tmp_path / "x.pdf"
    printed(day.competition.slug, out=str(out), copies=3)
    document = PrintedDocument(out.read_bytes())
    assert [page.text for page in document.pages] == [page.text for page in document.pages[:4]] * 3
    assert [title for _, title, _ in document.bookmarks] == ["Table 1", "Table 2"]
    printed(day.competition.slug, out=str(out), what="seat-cards", look="black")
    assert len(PrintedDocument(out.read_bytes()).pages) == 2


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
        "There’s no font for Arabic",
        "There’s no font for Chinese",
    ]


def test_codes_lead_to_the_server_that_runs_on_this_folder(tmp_path, settings, monkeypatch):
    """Whoever prints in another terminal need not know its port; without a server, `PORT` or the usual one counts."""
    monkeypatch.setenv("PORT", "8003")
    settings.DATA = tmp_path
    day = a_day("syg", 8, "published")
    options = {"out": str(tmp_path / "x.pdf"), "what": "scoresheets"}
    with lock.held(tmp_path) as note_port:
        note_port(8123)
        assert re.search(r"Its codes lead to http://\S+:8123\.", printed(day.competition.slug, **options)[0])
    assert re.search(r"Its codes lead to http://\S+:8003\.", printed(day.competition.slug, **options)[0])
