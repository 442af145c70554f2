"""The harness itself: a test that says it runs on Postgres must not quietly run on SQLite."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction

pytestmark = pytest.mark.usefixtures("both_databases")


@pytest.mark.django_db
def test_a_test_runs_on_the_database_it_asked_for(both_databases):
    assert connection.vendor == both_databases


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
def test_rows_of_one_test_are_gone_in_the_next(turn):
    assert Group.objects.count() == 0
    Group.objects.create(name="umpires")


@pytest.mark.django_db(transaction=True)
def test_threads_use_the_same_database_and_see_commits(both_databases):
    Group.objects.create(name="umpires")
    seen: list[object] = []

    def look() -> None:
        seen.extend([connection.vendor, Group.objects.count()])
        connection.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [both_databases, 1]


@pytest.mark.django_db(transaction=True)
def test_two_transactions_that_write_wait_for_each_other():
    """SQLite's IMMEDIATE stands for the row locks that Postgres has; both must end with every increment."""
    Group.objects.create(name="0")

    def add_one() -> None:
        with transaction.atomic():
            group = Group.objects.select_for_update().get()
            group.name = str(int(group.name) + 1)
            group.save()
        connection.close()

    threads = [threading.Thread(target=add_one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Group.objects.get().name == "8"
