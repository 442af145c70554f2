"""Exported lists: no name is taken for a formula, and what was written is read back the same."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.cast import PEOPLE
from tests.lists.workbook import workbook
from tournament.lists.formulas import disarm, rearm, unmistakable
from tournament.lists.reading import read
from tournament.lists.writing import as_csv, as_xlsx

NAMES = (
    *PEOPLE, '=HYPERLINK("http://evil.example","Mia")', "+1", "-1", "@SUM(A1)", "'=1", "''=1", "＝1", "<script>",
    'Mia;=cmd|"/c calc"!A1', 'The "Ace", again', "Mia, -Ben", "'tis", "O'-Brien", "#REF",
)  # fmt: skip
ROWS = [("Riverside", name, "entry", "Uno Open") for name in NAMES]
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def test_csv_is_utf_8_with_the_mark_that_excel_needs():
    content = as_csv(ROWS)
    assert content.startswith(b'\xef\xbb\xbf"Group","Name","Kind","Competition"\r\n')
    assert len(list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))) == len(NAMES) + 1


def test_no_cell_of_csv_begins_like_a_formula_wherever_a_program_cuts_it():
    for separator in ",;\t|":
        for row in csv.reader(io.StringIO(as_csv(ROWS).decode("utf-8-sig"), newline=""), delimiter=separator):
            assert [cell for cell in row if cell.lstrip('" ').startswith(DANGEROUS)] == []


def test_every_cell_of_xlsx_is_text():
    book = load_workbook(io.BytesIO(as_xlsx(ROWS)))
    cells = [cell for row in book.active.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} == {"s"}
    assert [row[1].value for row in book.active.iter_rows(min_row=2)][20] == NAMES[20]


@pytest.mark.parametrize("write", [as_csv, as_xlsx])
def test_an_exported_list_comes_back_with_the_same_names(write):
    found = read(write(ROWS))
    assert found.problems == []
    assert [(line.group, line.name, line.kind, line.grade) for line in found.people] == ROWS


def test_a_csv_that_a_program_saved_as_xlsx_in_between_comes_back_too():
    """What was disarmed is in its cells as text, apostrophe and all."""
    rows = list(csv.reader(io.StringIO(as_csv(ROWS).decode("utf-8-sig"))))
    assert rows[21][1] == "'" + NAMES[20]
    assert [line.name for line in read(workbook(rows)).people] == list(NAMES)


@given(st.text(alphabet="=+-@'\",;|\tax ", max_size=8))
def test_what_is_disarmed_is_rearmed(text):
    assert rearm(disarm(text)) == text
    assert rearm(unmistakable(text)) == text
