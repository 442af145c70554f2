"""The house rules, so that one command proves everything: style, types, directions of imports, locks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import PROJECT

BIN = Path(sys.executable).parent
LOCKS = sorted((PROJECT / "requirements").glob("*.txt"))


@pytest.mark.parametrize(
    "command",
    [
        "ruff check .",
        "ruff format --check .",
        "djlint --check templates",
        "mypy",
        "lint-imports --no-cache",
        "lint-imports --no-cache --config .ci/pages.importlinter",
    ],
)
def test_the_code_follows_the_house_rules(command):
    program, *arguments = command.split()
    result = subprocess.run([BIN / program, *arguments], cwd=PROJECT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_scripts_follow_the_house_rules():
    result = subprocess.run([PROJECT / ".ci/scripts", "check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


LONGEST_SCRIPT = 250
"""Lines: longer than that, a script does more than one thing."""


def test_no_script_is_long():
    lengths = {path.name: path.read_text().count("\n") for path in (PROJECT / "static/js").rglob("*.js")}
    assert {name: length for name, length in lengths.items() if length > LONGEST_SCRIPT} == {}


def test_the_lock_of_the_scripts_tools_is_hashed_and_names_no_server():
    text = (PROJECT / "requirements/scripts/package-lock.json").read_text()
    assert "://" not in text
    assert all("integrity" in package for path, package in json.loads(text)["packages"].items() if path)


def test_no_migration_is_missing():
    command = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
    result = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_locks_are_hashed_and_name_no_server(lock):
    text = lock.read_text()
    assert "://" not in text
    for requirement in re.split(r"\n(?=[a-z])", text)[1:]:
        assert "--hash=sha256:" in requirement


def test_the_tests_run_on_the_versions_that_people_run():
    run, test = (
        set(re.findall(r"^(\S+==\S+)", (PROJECT / f"requirements/{name}.txt").read_text(), re.MULTILINE))
        for name in ("run", "test")
    )
    assert run <= test


def test_the_lock_knows_every_dependency():
    """pyproject.toml was changed and `make lock` forgotten: the lock would silently lack it."""
    declared = re.search(
        r"^dependencies = \[(.*?)^\]", (PROJECT / "pyproject.toml").read_text(), re.MULTILINE | re.DOTALL
    )[1]
    names = {name.lower() for name in re.findall(r'"([A-Za-z0-9-]+)', declared)}
    assert names <= set(re.findall(r"^([a-z0-9-]+)==", (PROJECT / "requirements/run.txt").read_text(), re.MULTILINE))
