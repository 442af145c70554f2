"""`python check-record.pyz record.json`: the checker stands alone, and anybody can tell that it is ours."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from io import BytesIO

import pytest

from scoring.record.checker_file import CHECKER_FILE_NAME, PACKAGE, SOURCES, build_checker
from tests.cast import a_day
from tests.programs import PROJECT
from tests.record.made import record


@pytest.fixture
def folder(tmp_path):
    """An empty folder with the checker alone."""
    (tmp_path / CHECKER_FILE_NAME).write_bytes(build_checker())
    return tmp_path


def check(folder, *names: str) -> subprocess.CompletedProcess[str]:
    """Run it as somebody would who has Python and nothing else: no project, no packages, no environment."""
    command = [sys.executable, "-I", "-S", CHECKER_FILE_NAME, *names]
    return subprocess.run(command, cwd=folder, env={}, capture_output=True, text=True, check=False)


def test_a_good_record_is_found_in_order(folder):
    (folder / "record.json").write_text(json.dumps(record("bell")))
    checked = check(folder, "record.json")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.startswith("record.json: ok, ")


def test_each_discrepancy_of_a_tampered_record_is_named(folder):
    tampered = record("bell")
    tampered["rounds"][0]["tables"][0]["hands"][0]["points"]["E001"] = 31
    tampered["final_order"].reverse()
    (folder / "record.json").write_text(json.dumps(tampered))
    checked = check(folder, "record.json")
    assert (checked.returncode, checked.stderr) == (1, "")
    lines = checked.stdout.splitlines()
    assert len(lines) > 1
    assert all(line.startswith("record.json: ") for line in lines)
    assert not any(line.startswith("record.json: ok") for line in lines)


def test_without_a_file_it_says_how_it_is_used(folder):
    checked = check(folder)
    assert checked.returncode == 2
    assert checked.stderr.startswith("Usage: python check-record.pyz FILE")


def test_it_holds_the_checker_and_nothing_else():
    with zipfile.ZipFile(BytesIO(build_checker())) as archive:
        names = archive.namelist()
        assert names == sorted(["__main__.py", *(f"{PACKAGE}/{path.name}" for path in SOURCES.glob("*.py"))])
        assert {(entry.date_time, entry.compress_type) for entry in archive.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), zipfile.ZIP_STORED)
        }


def test_another_build_has_the_same_bytes():
    build_checker.cache_clear()
    assert build_checker() == build_checker.__wrapped__()


def test_the_docs_name_its_sha_256():
    """Whoever changes the checker writes its new SHA-256 there: `make checker` prints it."""
    digest = hashlib.sha256(build_checker()).hexdigest()
    assert f"`{digest}`" in (PROJECT / "docs/record.md").read_text()


@pytest.mark.django_db
def test_it_is_offered_beside_the_record(client):
    day = a_day("syg", 4, "finished")
    page = client.get(f"/c/{day.competition.slug}/results/").content.decode()
    assert 'href="/check-record.pyz"' in page
    assert f"python check-record.pyz {day.competition.slug}-record.json" in page
    answer = client.get("/check-record.pyz")
    assert answer["Content-Disposition"] == 'attachment; filename="check-record.pyz"'
    assert answer.content == build_checker()
