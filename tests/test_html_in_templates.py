"""HTML is written by templates only: a page's markup is looked for, escaped and changed in one place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.programs import PROJECT

TAG = re.compile(r"</?[a-z][a-z0-9]*(\s+[a-z-]+=|\s*/?>)")
LONGEST_LINE = 120
ESCAPES = {"format_html", "format_html_join", "mark_safe"}


def sources() -> list[Path]:
    return [path for room in ("tournament", "scoring") for path in sorted((PROJECT / room).rglob("*.py"))]


def docstrings(tree: ast.AST) -> set[int]:
    """Text that stands alone, such as a docstring, is for readers of the code."""
    alone = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(part) for value in alone for part in ast.walk(value)}


def markup_in(source: Path) -> list[str]:
    tree = ast.parse(source.read_text())
    read = docstrings(tree)
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    tags = [f"{source}:{text.lineno}" for text in texts if id(text) not in read and TAG.search(text.value)]
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in ESCAPES]
    return [*tags, *(f"{source}:{name.lineno} {name.id}" for name in names)]


def test_no_python_file_writes_html():
    assert [place for source in sources() for place in markup_in(source)] == []


def test_markup_is_found(tmp_path):
    source = tmp_path / "page.py"
    source.write_text('"""About <b>tags</b>."""\nLINE = f"<p class=\\"spot\\">{1}</p>"\nsafe = mark_safe("x")\n')
    assert markup_in(source) == [f"{source}:2", f"{source}:2", f"{source}:3 mark_safe"]


def test_no_line_of_a_template_is_longer_than_120_columns():
    long = [
        f"{page.relative_to(PROJECT)}:{number}"
        for page in sorted((PROJECT / "templates").rglob("*.html"))
        for number, line in enumerate(page.read_text().split("\n"), 1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def test_no_comment_of_a_template_is_longer_than_its_line():
    """Django's `{# … #}` ends with its line: what goes on below is shown to people."""
    pages = [page for page in sorted((PROJECT / "templates").rglob("*")) if page.is_file()]
    lines = [(page, number, line) for page in pages for number, line in enumerate(page.read_text().splitlines(), 1)]
    assert [f"{page}:{number}" for page, number, line in lines if line.count("{#") != line.count("#}")] == []
