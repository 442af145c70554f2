"""The styles of the house: short sheets, one set of widths, and nothing that no page uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import PROJECT
from tests.style_coverage import rules_in

SHEETS = sorted((PROJECT / "static" / "css").glob("*.css"))
WIDTHS = {"20rem", "30rem", "48rem", "64rem", "80rem", "112rem"}
"""A phone with large letters, a small phone, a tablet, a laptop, a wide laptop, a projector: tokens.css says so too."""
WIDTHS_OF_BOXES = {
    "coordinator.css": {"21rem"},
    "mc.css": {"28rem"},
    "plan-picture.css": {"38rem", "52rem"},
    "umpire-count.css": {"1em", "36.5rem"},
    "umpire-hands.css": {"1em", "8rem"},
    "umpire-play-sizes.css": {"1em", "2em", "3em", "2rem", "4rem", "6rem", "9rem", "17.5rem", "27.5rem", "45rem"},
}
"""What changes with the room that its own box has, whatever the page's width: a name in its row, a picture's words."""
LINES_OF_A_SHEET = 400
EVERY_SHEET = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)


def rules_of(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)


def everything_that_names_classes() -> Iterator[str]:
    """Templates, scripts, and the Python that chooses a class or an icon."""
    for folder, kind in (("templates", "html"), ("static/js", "js"), ("tournament", "py"), ("scoring", "py")):
        yield from (path.read_text() for path in (PROJECT / folder).rglob(f"*.{kind}"))


@pytest.fixture(scope="module")
def users() -> str:
    return "\n".join(everything_that_names_classes())


@pytest.fixture(scope="module")
def words(users: str) -> set[str]:
    return set(re.findall(r"[\w-]+", users))


@pytest.fixture(scope="module")
def beginnings(users: str) -> tuple[str, ...]:
    """Of classes that are put together, as `is-{{ state }}` is."""
    return tuple(set(re.findall(r"([\w-]+-)(?=\$?\{)", users)))


@EVERY_SHEET
def test_a_sheet_is_short(sheet):
    assert len(sheet.read_text().splitlines()) <= LINES_OF_A_SHEET


@EVERY_SHEET
def test_pages_change_at_the_same_widths_everywhere(sheet):
    queries = re.findall(r"@(?:media|container (?:umpire|work))[^{]*width[^{]*", rules_of(sheet))
    lengths = {length for query in queries for length in re.findall(r"(?<!height < )\b[\d.]+[a-z]+", query)}
    assert lengths <= WIDTHS


@EVERY_SHEET
def test_a_box_of_its_own_changes_at_few_widths_too(sheet):
    queries = re.findall(r"@container(?! (?:umpire|work)\b)[^{]*width[^{]*", rules_of(sheet))
    lengths = {length for query in queries for length in re.findall(r"\b[\d.]+[a-z]+", query)}
    assert lengths == WIDTHS_OF_BOXES.get(sheet.name, set())


@EVERY_SHEET
def test_a_size_or_space_that_has_a_name_is_called_by_it(sheet):
    named = re.findall(r"--(text|space)-\d+: ([\d.]+rem);", (PROJECT / "static/css/tokens.css").read_text())
    properties = r"(?<![\w-])(?:(font-size)|(?:margin|padding)(?:-[a-z-]+)?|(?:row-|column-)?gap):([^;{}]*)"
    found = [
        f"{'text' if size else 'space'}: {length}"
        for size, value in re.findall(properties, rules_of(sheet))
        for length in re.findall(r"(?<![\w.-])[\d.]+rem\b", value)
        if ("text" if size else "space", length) in named
    ]
    assert found == []


@EVERY_SHEET
def test_every_sheet_is_linked_by_a_page(sheet, users):
    assert f'"css/{sheet.name}"' in users


@EVERY_SHEET
def test_every_class_of_a_sheet_is_on_a_page(sheet, words, beginnings):
    """A class that is put together counts by its beginning."""
    classes = set(re.findall(r"\.([a-zA-Z][\w-]*)(?=[^{}]*\{)", rules_of(sheet)))
    assert {name for name in classes - words if not name.startswith(beginnings)} == set()


def test_every_value_of_the_look_is_used(users):
    sheets = "\n".join(map(rules_of, SHEETS))
    known = set(re.findall(r"(--[\w-]+):", sheets))
    assert {name for name in known if f"var({name}" not in sheets and name not in users} == set()


def test_the_coverage_sees_every_rule_also_inside_a_query():
    sheet = "/* a { } */\n.a,\n.b { color: red; }\n@media print {\n  .c { top: 1px; }\n}\n@keyframes k { to { } }\n"
    assert [(rule.line, rule.selector) for rule in rules_in(sheet)] == [(2, ".a, .b"), (5, "@print .c")]
