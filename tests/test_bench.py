"""What `make bench` needs before it can measure anything; what it measures is read by people."""

from __future__ import annotations

import subprocess
import sys

from tests.bench import door
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
