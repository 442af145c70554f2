"""What `make bench` needs before it can measure anything; what it measures is read by people."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.bench import door
from tests.bench.aims import AIMS, REASONS
from tests.bench.measure import Measurement
from tests.bench.page import NO_REASON, page_of
from tests.measured_pages import CAPACITY, PERFORMANCE, write_place
from tests.programs import PROJECT
from tournament.asgi import budgets

OF_THEIR_OWN = ("tests.bench.alarms", "tests.bench.door", "tests.bench.streams")
"""These run as programs and set Django up once their servers run."""


def test_a_job_that_starts_servers_is_read_before_django_is_set_up():
    code = f"import {', '.join(OF_THEIR_OWN)}; from django.apps import apps; print(apps.ready)"
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_no_sender_of_the_bench_asks_for_more_than_is_answered_at_once():
    assert door.REQUESTS_OF_A_SENDER < budgets.REQUESTS_AT_ONCE


# The page


def test_the_page_has_every_row_with_its_aim_and_a_reason_for_each_that_was_missed():
    met = Measurement("page: the draw (CPU)", 0.001, 0.0005, "an empty view", "small", "the draw", statements=7)
    missed = Measurement("tablet: one hand | two", 0.5, 0.1, "a bare insert", aim="saving a hand", statements=10)
    written = page_of([(met, 0.0), (missed, 0.4)], failed=["paper"])
    assert "1 of 2 rows with an aim met it. 1 of 2 rows were measured while the machine was not quiet." in written[0]
    assert "Not measured, because they failed: paper." in written
    assert (
        "| the draw (CPU) | 1 ms | 1,000/s | 500 µs | 2.0 | met (7 statements) | an empty view; 7 statements; small |"
        in written
    )
    assert any(line.startswith("| one hand / two | 500 ms | 2/s | ") for line in written)
    assert written[-1].startswith("- **saving a hand**: ")


def test_a_run_without_a_miss_says_so():
    met = Measurement("page: the draw (CPU)", 0.001, 0.0005, "an empty view", aim="the draw", statements=7)
    assert page_of([(met, 0.0)], failed=[])[-1] == "Nothing."


def test_every_reason_is_of_an_aim():
    assert set(REASONS) <= set(AIMS) and NO_REASON not in REASONS.values()


@pytest.mark.parametrize(("page", "place"), [(PERFORMANCE, "bench"), (CAPACITY, "load")])
def test_the_docs_have_a_place_for_what_is_measured(tmp_path, page, place):
    """Writing twice leaves the last alone, and all around it as it was."""
    copy = tmp_path / "page.md"
    copy.write_text(page.read_text())
    for line in ("written before", "written after"):
        write_place(copy, place, [line])
    before, _, rest = copy.read_text().partition("\nwritten after\n")
    assert "written before" not in copy.read_text() and before in page.read_text()
    assert rest.endswith(page.read_text().partition(f"<!-- {place}: end -->")[2])
    with pytest.raises(LookupError, match=r"page\.md has no place for nothing"):
        write_place(copy, "nothing", [])
