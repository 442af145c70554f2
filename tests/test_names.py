"""Names explain themselves: nouns instead of pronouns, one class of each name, facts in queries and words elsewhere."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.programs import PROJECT

PRONOUNS = {"it", "one", "ones", "here", "there", "said", "they", "them", "these", "those"}
STORED = {("tournament/log_facts.py", "there")}  # a key of log lines that are written already
MANY_OF_THEM = {"Meta", "Command"}  # Django looks for these by name
LONGEST_MODULE = 300


@cache
def modules() -> dict[Path, ast.Module]:
    """Every module of the program by its path in the project."""
    paths = (path for app in ("tournament", "scoring") for path in sorted((PROJECT / app).rglob("*.py")))
    return {path.relative_to(PROJECT): ast.parse(path.read_text()) for path in paths if "migrations" not in path.parts}


def modules_of_tests() -> dict[Path, ast.Module]:
    """The tests, and what they lean on."""
    paths = sorted((PROJECT / "tests").rglob("*.py"))
    return {path.relative_to(PROJECT): ast.parse(path.read_text()) for path in paths}


def bound_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.alias):
            yield node.asname or node.name, getattr(node, "lineno", 0)


def docstrings(tree: ast.Module) -> set[int]:
    """What stands alone as a statement is for the reader."""
    statements = (node for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(node.value) for node in statements if isinstance(node.value, ast.Constant)}


def test_no_variable_is_a_pronoun():
    """A reader should not have to look up what `it` is: use the noun of the thing."""
    found = [
        f"{path}:{line}: {name}"
        for path, tree in (modules() | modules_of_tests()).items()
        for name, line in bound_names(tree)
        if name in PRONOUNS and (str(path), name) not in STORED
    ]
    assert found == []


WITHOUT_A_NOUN = {
    "MOST", "LONGEST", "SILENCE", "VALID", "AGAIN", "EARLY", "FEW", "SHORT", "TOP", "HIGHEST", "SMALLEST", "REACH",
    "BETWEEN", "READABLE", "SLOW_DOWN", "LIMIT", "MAX", "MIN", "LEAST",
}  # fmt: skip


def test_every_constant_says_what_it_measures():
    """`LONGEST_ROUND` can be read where it is used; for `LONGEST` one has to look up of what."""
    found = [
        f"{path}:{line}: {name}"
        for path, tree in modules().items()
        for name, line in bound_names(tree)
        if name.lstrip("_") in WITHOUT_A_NOUN
    ]
    assert found == []


BOUND_IN_A_TEMPLATE = re.compile(
    r"{% (?:for (?P<loop>[\w, ]+) in |with (?P<with>[^%]+)|include [^%]* with (?P<include>[^%]+))"
)


def test_no_variable_of_a_template_is_a_pronoun():
    found = []
    for path in sorted((PROJECT / "templates").rglob("*.html")):
        for bound in BOUND_IN_A_TEMPLATE.finditer(path.read_text()):
            names = re.findall(r"\w+", bound["loop"] or "") + re.findall(
                r"(\w+)=", bound["with"] or bound["include"] or ""
            )
            found += [f"{path.relative_to(PROJECT)}: {name}" for name in names if name in PRONOUNS]
    assert found == []


NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", re.DOTALL)
BOUND_IN_A_SCRIPT = re.compile(
    r"\b(?:const|let|function)\s+(?P<declared>[^=;()]+)|\((?P<parameters>[^()]*)\)\s*(?:=>|\{)|(?P<parameter>\w+)\s*=>"
)


def test_no_variable_of_a_script_is_a_pronoun():
    """A key of what tablets send and are sent may be: `change.said`, `{ said: words }`."""
    found = []
    for path in sorted((PROJECT / "static/js").rglob("*.js")):
        for bound in BOUND_IN_A_SCRIPT.finditer(NOT_CODE.sub('""', path.read_text())):
            names = re.findall(r"(?<![.\w])\w+\b(?!\s*:)", " ".join(filter(None, bound.groups())))
            found += [f"{path.relative_to(PROJECT)}: {name}" for name in names if name in PRONOUNS]
    assert found == []


def harness() -> dict[Path, ast.Module]:
    """What the tests lean on. A test's own small classes are read with it."""
    return {path: tree for path, tree in modules_of_tests().items() if not path.name.startswith("test_")}


def test_each_class_name_occurs_once():
    """Whoever searches for a class finds one."""
    places = defaultdict(list)
    for path, tree in (modules() | harness()).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name not in MANY_OF_THEM:
                places[node.name].append(str(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_queries_hold_facts_and_no_words():
    """A text with a space is a sentence, and sentences stand beside the page or paper that shows them."""
    found = [
        f"{path}:{node.lineno}: {node.value!r}"
        for path, tree in modules().items()
        if "queries" in path.parts
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
        if id(node) not in docstrings(tree)
    ]
    assert found == []


def test_no_module_is_long():
    lengths = {str(path): (PROJECT / path).read_text().count("\n") for path in modules()}
    assert {path: length for path, length in lengths.items() if length > LONGEST_MODULE} == {}
