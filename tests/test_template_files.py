"""How templates are read: without their indentation, and a part that is shown often with its page."""

from __future__ import annotations

import re

import pytest
from django.template import Engine, Origin, TemplateSyntaxError, engines

from tests.programs import PROJECT
from tournament.rules.programme import Scene
from tournament.template_files import Loader

LONGEST_TEMPLATE = 300
DJANGO_ASKS_FOR = {"400.html", "403.html", "403_csrf.html", "404.html", "500.html"}


def read(tmp_path, written: str) -> str:
    page = tmp_path / "page.html"
    page.write_text(written)
    return Loader(Engine()).get_contents(Origin(str(page)))


def test_a_template_is_read_without_its_indentation(tmp_path):
    assert read(tmp_path, "<p>\n  one\n    two\n</p>\n") == "<p>\none\ntwo\n</p>\n"


def test_an_empty_comment_takes_away_the_white_space_around_it(tmp_path):
    written = "  <b>Mia</b>\n  {##}{% if gone %}, gone{% endif %}\n  {##}\n  , table 1\n"
    assert read(tmp_path, written).strip() == "<b>Mia</b>{% if gone %}, gone{% endif %}, table 1"


def test_the_lines_after_it_keep_their_numbers(tmp_path):
    assert read(tmp_path, "a\n  {##}b\n  {##}c\nfourth\n").split("\n")[3] == "fourth"
    assert read(tmp_path, "a{##}\n  b{##}\n  , c\nfourth\n").split("\n") == ["ab, c", "", "", "fourth", ""]


def shown(written: str, **context: object) -> str:
    return engines["django"].from_string("{% load parts %}" + written).render(context)


def test_a_part_is_shown_as_if_it_were_included():
    tag = '"parts/phase.html" with phase=now %}'
    assert shown("{% part " + tag, now="paused") == shown("{% include " + tag, now="paused") != shown("{% part " + tag)


@pytest.mark.parametrize("written", ["{% part name %}", '{% part "parts/phase.html" phase=now %}'])
def test_a_part_that_cannot_be_read_with_the_page_is_refused(written):
    with pytest.raises(TemplateSyntaxError):
        shown(written)


def test_every_template_is_shown_by_a_view_or_by_a_template_that_is():
    """Walked from the views down, because what nobody renders no test of pages can watch."""
    folder, named = PROJECT / "templates", re.compile(r"[\"']([\w/]+\.(?:html|txt))[\"'#{]")
    files, reached = {str(path.relative_to(folder)) for path in folder.rglob("*.*")}, set()
    python = (path.read_text() for app in ("tournament", "scoring") for path in (PROJECT / app).rglob("*.py"))
    waiting = {name for text in python for name in named.findall(text)} | DJANGO_ASKS_FOR
    waiting = files & (waiting | {f"screens/scenes/{scene}.html" for scene in (*Scene, "wait", "number")})
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= set(named.findall((folder / name).read_text())) - reached
    assert reached == files


def test_no_template_is_long():
    """As no module is: a long page's parts are in a folder of its name."""
    lengths = {path: path.read_text().count("\n") for path in (PROJECT / "templates").rglob("*.html")}
    assert {str(path): length for path, length in lengths.items() if length > LONGEST_TEMPLATE} == {}
