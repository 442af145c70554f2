"""Every action must hold on both databases: their locks and their constraints differ.

Modules whose tests ask many times over what the rules answer say ON_SQLITE: whatever they write and read, others write
and read on both.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.actions.calls import DAYS
from tests.actions.two_o_clock import TWO
from tests.cast import Day, a_day
from tests.photographs import once


@pytest.fixture(autouse=True, scope="module")
def on_both(both_databases: str) -> None:
    """Runs each test of this folder once on SQLite and once on Postgres."""


@pytest.fixture(scope="module")
def kept(both_databases: str, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What a module's fixtures make after this one stays for all its tests; what a test changes is undone as ever."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def days(kept: None) -> dict[str, Day]:
    """One day for each moment that a call needs."""
    return once("days", lambda: {name: build() for name, build in DAYS.items()})


@pytest.fixture
def now() -> Iterator[time_machine.Traveller]:
    """It is two o'clock, until a test moves on."""
    with time_machine.travel(TWO, tick=False) as traveller:
        yield traveller


@pytest.fixture
def published_at_two(now: time_machine.Traveller) -> Day:
    """One table, thirty minutes, the warning five before the end, calls ten minutes and one before it."""
    return a_day("syg", 4, "published")
