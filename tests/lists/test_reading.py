"""Lists as people have them: any spreadsheet program's files, and what is no list at all."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from tests.lists.workbook import bomb, changed, entity_bomb, lying_bomb, packed, parts, workbook
from tournament.lists.columns import letter
from tournament.lists.reading import read
from tournament.rules.errors import ListRefused
from tournament.rules.imports import ListedPerson, RowProblem

TWO = [ListedPerson(2, "Riverside", "Mia O'Brien", "entry"), ListedPerson(3, "Zion", "Zoë Müller", "reserve")]
ROWS = [["Group", "Name", "Kind"], ["Riverside", "Mia O'Brien", "entry"], ["Zion", "Zoë Müller", "reserve"]]
NO_LIST = "This isn’t a list. Save it in your spreadsheet program as XLSX or CSV, then choose that file."
NOTHING = "There’s nothing in it. Choose a file, or paste the list with its header."
BROKEN = "This file is damaged, or isn’t a workbook. Open it, save it again as XLSX or CSV, then choose that file."
TOO_MUCH_BESIDE = "This workbook has more formatting and drawings than a list needs. Save it as CSV."
TOO_LARGE = "This workbook holds far more than a list of people needs. Copy the list into a new one."


def text(separator: str = ",", newline: str = "\n") -> str:
    return newline.join(separator.join(row) for row in ROWS)


def refusal(content: bytes) -> str:
    with pytest.raises(ListRefused) as caught:
        read(content)
    return str(caught.value)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_text_of_any_usual_kind(separator, newline, encoding):
    found = read(text(separator, newline).encode(encoding))
    assert (found.people, found.problems, found.unused) == (TWO, [], ())


def test_a_workbook():
    assert read(workbook(ROWS)).people == TWO


def test_rows_have_the_numbers_that_a_spreadsheet_program_shows():
    content = 'Group,Name\n\n,,\nRiverside,"Mia\nO\'Brien"\n\nZion,Ben\n,Nobody\n'
    found = read(content.encode())
    assert found.people == [
        ListedPerson(4, "Riverside", "Mia O'Brien", "entry"),
        ListedPerson(6, "Zion", "Ben", "entry"),
    ]
    assert found.problems == [RowProblem(7, "Nobody", "The group’s name is missing.")]
    assert read(workbook([["Group", "Name"], [], [None, ""], ["Zion", "Ben"]])).people == [
        ListedPerson(4, "Zion", "Ben", "entry")
    ]


@pytest.mark.parametrize(
    ("header", "row", "name"),
    [
        ("Church;Full name", "Zion;Mia O'Brien", "Mia O'Brien"),
        ("TEAM;Competitor", "Zion;Mia O'Brien", "Mia O'Brien"),
        ("Youth group;First name;Last name", "Zion;Mia;O'Brien", "Mia O'Brien"),
        ("Group;Surname;First-Name", "Zion;O'Brien;Mia", "Mia O'Brien"),
        ("Group;Name;Surname", "Zion;Mia;O'Brien", "Mia O'Brien"),
        ("Group;Name;First name;Last name", "Zion;;Mia;O'Brien", "Mia O'Brien"),
        ("Group;Name;First name;Last name", "Zion;Mia O'Brien;Mia;Other", "Mia O'Brien"),
        ("Group;First name", "Zion;Mia", "Mia"),
        (" group ;  NAME  ", "  Zion ;  Mia   O'Brien  ", "Mia O'Brien"),
    ],
)
def test_columns_have_many_names_and_any_order(header, row, name):
    assert read(f"{header}\n{row}".encode()).people == [ListedPerson(2, "Zion", name, "entry")]


def test_columns_that_nobody_needs_are_named_and_not_read():
    found = read(b"Age,Group,Name,Mother's phone\n12,Zion,Ben,0800 555\n13,,,\n")
    assert (found.people, found.unused) == ([ListedPerson(2, "Zion", "Ben", "entry")], ("Age", "Mother's phone"))


@pytest.mark.parametrize(
    ("word", "kind"),
    [("", "entry"), ("Entry", "entry"), ("E", "entry"), ("RESERVE", "reserve"), ("res", "reserve"), ("sub", "reserve")],
)
def test_kinds_in_the_words_people_use(word, kind):
    assert read(f"Group,Name,Type\nZion,Ben,{word}".encode()).people == [ListedPerson(2, "Zion", "Ben", kind)]


def test_a_title_above_the_header_and_excel_s_hint_are_passed_over():
    assert read(b"Youth weekend 2026\n\nGroup,Name\nZion,Ben").people == [ListedPerson(4, "Zion", "Ben", "entry")]
    assert read(b"sep=;\nGroup;Name\nZion;Ben").people == [ListedPerson(3, "Zion", "Ben", "entry")]


def test_the_first_visible_worksheet_with_a_header_is_read():
    notes, hidden = [["Read me"], ["Bring cake"]], [["Group", "Name"], ["Old", "List"]]
    assert read(workbook(notes, hidden, ROWS, hidden=[1])).people == TWO


def test_cells_that_are_no_text_are_read_aloud():
    found = read(workbook([["Group", "Name"], [7, 12.0], ["Zion", date(2026, 11, 21)], ["Zion", True]]))
    assert [(line.group, line.name) for line in found.people] == [
        ("7", "12"),
        ("Zion", "2026-11-21 00:00:00"),
        ("Zion", "True"),
    ]


def test_of_a_formula_only_what_it_came_to_is_read():
    """A program that never calculated it left nothing; one that did left the value beside it."""
    uncalculated = workbook([["Group", "Name"], ["Zion", '=HYPERLINK("http://evil.example","Mia")']])
    assert read(uncalculated).problems == [RowProblem(2, "Zion", "A name is missing.")]
    sheet = (
        "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
        "<row r='1'><c r='A1' t='str'><v>Group</v></c><c r='B1' t='str'><v>Name</v></c></row>"
        "<row r='2'><c r='A2' t='str'><v>Zion</v></c><c r='B2' t='str'><f>HYPERLINK(1)</f><v>Mia</v></c></row>"
        "<row r='3'><c r='A3' t='str'><v>Zion</v></c><c r='B3' t='e'><f>B9</f><v>#REF!</v></c></row>"
        "</sheetData></worksheet>"
    )
    found = read(changed(workbook([["Group", "Name"]]), sheet=sheet.encode()))
    assert found.people == [ListedPerson(2, "Zion", "Mia", "entry")]
    why = "A formula here has no result (#REF!). Fix it in the spreadsheet."
    assert found.problems == [RowProblem(3, "#REF!, Zion", why)]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "A name is missing."),
        ("x" * 10_000, "A name can have 80 characters; this one has 10000."),
        ("Mia\x00", "A name has characters that can’t be shown or printed. Type it again."),
        ("\u202eaiM", "A name has characters that can’t be shown or printed. Type it again."),
    ],
)
def test_a_row_with_a_problem_says_which_and_keeps_the_others(name, why):
    found = read(f"Group,Name\nZion,{name}\nZion,Ben".encode())
    assert found.people == [ListedPerson(3, "Zion", "Ben", "entry")]
    [problem] = found.problems
    assert (problem.row, problem.why) == (2, why)
    assert len(problem.text) < 80 and "\x00" not in problem.text and "\u202e" not in problem.text


@pytest.mark.parametrize(
    "name", ["Zoë 🎲", "<script>alert(1)</script>", "محمد علي", "-", "+Ben", "@ben", "=1+1", "O'-B"]
)
def test_names_are_read_as_they_are(name):
    assert read(f"Group;Name\nZion;{name}".encode()).people == [ListedPerson(2, "Zion", name, "entry")]
    assert read(f"Group;Name\nZion;\t{name}".encode()).people == [ListedPerson(2, "Zion", name, "entry")]


def test_an_unknown_kind_is_a_problem_of_its_row():
    assert read(b"Group,Name,Kind\nZion,Ben,coach").problems == [
        RowProblem(2, "Ben, Zion", "“coach” isn’t a kind of entry. Write “entry” or “reserve”.")
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", NOTHING),
        (b" \r\n\t\n", NOTHING),
        (b"\xef\xbb\xbf", NOTHING),
        (b"\xff\xfe", NOTHING),
        (b",,,\n,,\n", NOTHING),
        (b"Group,Name\n", "This list is empty: there are no rows below the header."),
        (b"Group,Name\n,\n , \n", "This list is empty: there are no rows below the header."),
        (
            b"MZ\x90\x00\x03\x00",
            "This is a program, not a list. Don’t open it; ask the sender for the XLSX or CSV file.",
        ),
        (
            b"\x7fELF\x02\x01",
            "This is a program, not a list. Don’t open it; ask the sender for the XLSX or CSV file.",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "This workbook is from an old Excel (XLS), or has a password. "
            "Save it as XLSX without a password, or as CSV, then choose that file.",
        ),
        (b"%PDF-1.7", "This is a PDF. Open the list in a spreadsheet program and save it as XLSX or CSV."),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", NO_LIST),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", NO_LIST),
        (b"\xff\xfeG\x00\xd8", NO_LIST),
        (b"PK\x03\x04 and then nothing", BROKEN),
        (
            b"Group,Name,Church\nZion,Ben,Zion",
            "Two columns say the group: “Group” (A) and “Church” (C). "
            "Keep one of them, or call the other something else.",
        ),
        (
            b"Name,Group,Full name\nBen,Zion,Ben",
            "Two columns say the name: “Name” (A) and “Full name” (C). "
            "Keep one of them, or call the other something else.",
        ),
        (
            b"Name,Age\nBen,12",
            "There is no column for the group. The first row must name the columns: "
            "one for the group and one for the name. It has: “Name”, “Age”.",
        ),
        (
            b"Church,Age\nZion,12",
            "There is no column for the name. The first row must name the columns: "
            "one for the group and one for the name. It has: “Church”, “Age”.",
        ),
        (
            b"Riverside,Mia O'Brien\nZion,Ben",
            "There is no column for the group and the name. The first row must name the columns: "
            "one for the group and one for the name. It has: “Riverside”, “Mia O'Brien”.",
        ),
        (
            b'Group,Name\nZion,Ben\nZion,"Mia\nZion,Xu\n',
            "Row 3 can’t be read: a quotation mark is never closed, or there’s more text after it.",
        ),
        (
            b'Group,Name\nZion,"Ben" Smith\n',
            "Row 2 can’t be read: a quotation mark is never closed, or there’s more text after it.",
        ),
    ],
)
def test_what_is_no_list_is_refused_with_what_to_do(content, sentence):
    assert refusal(content) == sentence


def test_other_archives_and_damaged_workbooks_are_refused():
    whole = workbook(ROWS)
    assert refusal(packed({"content.xml": b"<x/>", "mimetype": b"spreadsheet"})).startswith(
        "This is an OpenDocument file."
    )
    assert refusal(packed({"list.csv": b"Group,Name"})).startswith("This is a zip archive, not a workbook.")
    assert refusal(whole[: len(whole) // 2]) == BROKEN
    assert refusal(changed(whole, sheet=b"<not-xml")) == BROKEN
    assert refusal(packed({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<workbook/>"})) == BROKEN


def test_a_zip_bomb_is_refused_before_it_is_read():
    small = bomb(50)
    assert len(small) < 100_000
    assert refusal(small) == TOO_LARGE
    assert refusal(bomb(100)) == TOO_LARGE


def test_a_zip_bomb_that_lies_about_its_size_is_refused():
    assert refusal(lying_bomb(100)) in (TOO_LARGE, BROKEN)


@pytest.mark.parametrize("name", ["xl/styles.xml", "xl/theme/theme1.xml", "docProps/custom.xml", "xl/_rels/x.rels"])
def test_more_formats_than_any_list_needs_are_refused_before_they_are_read(name):
    """Styles are read whole and slowly: two megabytes of them keep a worker busy for longer than anybody waits."""
    book = workbook([["Group", "Name"], ["Zion", "Ivy King"]])
    filler = b"<!-- " + bytes(b"0123456789abcdef"[byte % 16] for byte in Random(name).randbytes(2**20)) + b" -->"
    assert refusal(packed(parts(book) | {name: parts(book).get(name, b"") + filler})) == TOO_MUCH_BESIDE


def test_pictures_may_be_large_because_nobody_looks_into_them():
    book = workbook([["Group", "Name"], ["Zion", "Ivy King"]])
    picture = {"xl/media/image1.png": Random("logo").randbytes(3 * 2**20)}
    assert [line.name for line in read(packed(parts(book) | picture)).people] == ["Ivy King"]


def test_there_are_signs_of_life_while_a_workbook_is_opened():
    """Before the first row is read, its strings are: of a large one that takes long."""
    book = workbook([["Group", "Name"], *(["Zion", f"Person {n}"] for n in range(20_000))])
    heard: list[tuple[int, int]] = []
    read(book, lambda done, total: heard.append((done, total)))
    opening = heard.index(next(sign for sign in heard if sign != (0, 0)))
    assert opening > 20


def test_a_worksheet_of_entities_is_refused():
    assert refusal(entity_bomb()) == BROKEN


def test_a_worksheet_that_says_it_is_endless_is_not_followed():
    """Its one row is beyond the last that any program can show."""
    sheet = (
        "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><dimension ref='A1:XFD99999999'/>"
        "<sheetData><row r='1'><c r='A1' t='str'><v>Group</v></c><c r='B1' t='str'><v>Name</v></c></row>"
        "<row r='99999999999'><c r='A2' t='str'><v>Zion</v></c></row></sheetData></worksheet>"
    )
    assert refusal(changed(workbook(ROWS), sheet=sheet.encode())) == TOO_LARGE


def test_a_hundred_thousand_rows_are_the_most():
    header, row = "Group,Name\n", "Zion,Ben\n"
    assert len(read((header + row * 100_000).encode()).people) == 100_000
    assert refusal((header + row * 100_001).encode()) == "This list has more than 100,000 rows. Split it into several."


def test_whoever_waits_is_told_how_far_it_is():
    heard: list[tuple[int, int]] = []
    read(("Group,Name\n" + "Zion,Ben\n" * 1200).encode(), lambda done, total: heard.append((done, total)))
    assert heard == [(500, 1202), (1000, 1202)]
    heard.clear()
    read(workbook([["Group", "Name"], *[["Zion", "Ben"]] * 600]), lambda done, total: heard.append((done, total)))
    assert [sign for sign in heard if sign != (0, 0)] == [(500, 601)]


def test_columns_are_called_as_in_a_spreadsheet():
    assert [letter(place) for place in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
