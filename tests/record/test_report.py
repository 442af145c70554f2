"""What `manage.py check_record` says, and the exit status it leaves."""

import io
import json
import sys

import pytest

from scoring.management.commands.check_record import Command
from scoring.record.check.report import report

from .made import record


@pytest.fixture
def good(tmp_path):
    file = tmp_path / "good.json"
    file.write_text(json.dumps(record("bell")))
    return str(file)


@pytest.fixture
def bad(tmp_path):
    tampered = record("bell")
    tampered["rounds"][0]["tables"][0]["hands"][0]["points"]["E001"] = 31
    tampered["final_order"].reverse()
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(tampered))
    return str(file)


def run(*files):
    out = io.StringIO()
    command = Command(stdout=out, no_color=True)
    try:
        command.handle(files=list(files))
    except SystemExit as stop:
        return stop.code, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_a_record_in_order_is_ok_and_counted(good):
    assert run(good) == (0, [f"{good}: ok, 1 round, 3 hands"])


def test_each_discrepancy_has_a_line(bad):
    assert run(bad) == (
        1,
        [
            f"{bad}: Round 1, table 1, hand 1: E001 scores 61 points, the record says 31.",
            f"{bad}: Round 1, table 1, totals: E001 has a total of 51, the record says 81.",
            f"{bad}: final_order: E004 is number 1, the record says E003.",
        ],
    )


def test_one_wrong_file_of_several_makes_the_status_one(good, bad, tmp_path):
    status, lines = run(good, str(tmp_path / "nowhere"), good)
    assert status == 1
    assert lines == [
        f"{good}: ok, 1 round, 3 hands",
        f"{tmp_path / 'nowhere'}: There is no such file.",
        f"{good}: ok, 1 round, 3 hands",
    ]


def test_a_dash_is_standard_input(monkeypatch):
    content = json.dumps(record("thirteen")).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert report("-").lines == ("-: ok, 2 rounds, 3 hands",)


def test_a_name_that_is_no_utf8_can_still_be_printed():
    assert report("\udcff").lines == ("\ufffd: There is no such file.",)


def test_ctrl_c_ends_quietly(monkeypatch, good):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr("scoring.management.commands.check_record.report", interrupted)
    assert run(good) == (130, [])
