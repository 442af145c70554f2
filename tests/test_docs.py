"""What the documents say is so: every file they name is there, and the map names every room and nothing else."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.programs import PROJECT

DOCUMENTS = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md")])
ARCHITECTURE = PROJECT / "docs/architecture.md"
DECISIONS = PROJECT / "docs/decisions.md"
THREATS = PROJECT / "docs/threats.md"
README_LINES = 150


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file_and_its_heading(document):
    text = document.read_text()
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        linked = (document.parent / path).resolve() if path else document
        assert linked.exists(), target
        if heading:
            assert heading in headings(linked), target


def headings(document: Path) -> set[str]:
    """Every heading as a link names it."""
    titles = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize(("document", "least"), [(ARCHITECTURE, 60), (DECISIONS, 20)])
def test_every_file_that_the_map_and_the_decisions_name_is_there(document, least):
    """A walk, a recipe or a reason that leads to a file of yesterday sends a newcomer astray."""
    named = re.findall(r"`([a-z_.]+/[\w./-]*|\w+\.(?:py|js|css|html|toml|yaml|md))`", document.read_text())
    assert len(named) > least
    assert [path for path in named if not (PROJECT / path).exists()] == []


def test_every_proof_that_the_threats_name_is_there():
    """A promise whose test was renamed or deleted is a promise without a proof."""
    named = re.findall(r"`((?:tests|tournament|scoring|requirements)/[\w./]*)`", THREATS.read_text())
    assert len(named) > 40
    assert [path for path in named if not (PROJECT / path).exists()] == []


def test_the_map_names_every_package_and_nothing_else():
    map_of_rooms = re.search(r"^```\n(tournament/.*?)^```", ARCHITECTURE.read_text(), re.MULTILINE | re.DOTALL)[1]
    named, inside = set(), ""
    for line in map_of_rooms.splitlines():
        indent, path = (
            re.match(r"( *)([\w./]+/)(?: |$)", line).groups() if re.match(r" *[\w./]+/(?: |$)", line) else ("", "")
        )
        if path:
            inside = path if not indent else inside
            named.add(path if not indent else inside + path)
    assert named == packages()


def packages() -> set[str]:
    """Every package of the program, and the folders beside them that hold files."""
    python = {path.parent for app in ("tournament", "scoring") for path in (PROJECT / app).rglob("__init__.py")}
    rooms = {f"{path.relative_to(PROJECT)}/" for path in python}
    return rooms | {"templates/", "static/", "tests/", "docs/", "requirements/", ".ci/"}


def test_the_readme_is_short():
    assert len((PROJECT / "README.md").read_text().splitlines()) < README_LINES


def test_the_changes_are_grouped_without_gaps():
    """A blank line stands before a heading only, so that whoever adds a line sees whose list it ends."""
    lines = (PROJECT / "CHANGELOG.md").read_text().partition("\n## 0.1\n")[0].splitlines()
    after_blank = [line for before, line in pairwise(lines) if not before]
    assert [line for line in after_blank if line.startswith(("- ", "  "))] == []


def test_what_contributors_are_told_to_run_exists():
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    for document in (PROJECT / "README.md", PROJECT / "CONTRIBUTING.md"):
        told = set(
            re.findall(r"make ([a-z]+)\b", "\n".join(re.findall(r"^make .*|`make [^`]*`", document.read_text(), re.M)))
        )
        assert told <= targets | {"format"}
        assert told


def test_pre_commit_runs_what_make_lint_runs():
    assert "entry: make lint\n" in (PROJECT / ".pre-commit-config.yaml").read_text()
