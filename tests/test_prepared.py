"""Queries that are written once: the rows of the queryset, whatever is given, on both databases and in every thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.cast import Day, a_day
from tournament.models import Competition, Competitor, Draw, Entry, Seat
from tournament.prepared import PreparedQuery
from tournament.web.sessions import SessionStore

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]


def whole(row: Any) -> Any:
    """All that a row holds, with the rows that came with it."""
    if not hasattr(row, "_meta"):
        return row
    kept = {name: value for name, value in vars(row).items() if name != "_state"}
    return {**kept, "with": {name: whole(other) for name, other in row._state.fields_cache.items()}}


def entries(competition: Any, kind: Any) -> QuerySet[Entry, Any]:
    """Words, numbers, truths, times and nothing, in an order."""
    rows = Entry.objects.filter(competition=competition, kind=kind).order_by("-competitor__name")
    return rows.values_list("pk", "competitor__name", "listed", "withdrawn_at", "competition__closed_at")


def draws(competition: Any) -> QuerySet[Draw]:
    """JSON, bytes as text, and a time; the fields that are left out stay out."""
    return Draw.objects.filter(competition=competition, discarded_at__isnull=True).only("plan", "seed", "sealed_at")


def seats(table: Any) -> QuerySet[Seat]:
    """Rows with others, of which some are missing."""
    return Seat.objects.filter(table=table).select_related("entry__competitor", "stands_for").order_by("number")[:2]


def test_a_prepared_query_answers_what_its_queryset_does() -> None:
    day = a_day("syg", 12, "published")
    table = day.table(1).pk
    asked: list[tuple[Any, tuple[Any, ...]]] = [
        (entries, (day.pk, "entry")), (entries, (day.pk, "reserve")), (entries, (day.pk + 1, "entry")),
        (draws, (day.pk,)), (draws, (0,)), (seats, (table,)), (seats, (table + 1,)),
    ]  # fmt: skip
    prepared = {build: PreparedQuery(build) for build in (entries, draws, seats)}
    for build, given in asked * 2:
        assert [whole(row) for row in prepared[build](*given)] == [whole(row) for row in build(*given)], given
    assert whole(prepared[draws].first(day.pk)) == whole(draws(day.pk).get())
    assert prepared[draws].first(0) is None


def test_each_asking_is_one_query_and_no_row_is_remembered() -> None:
    day = a_day("syg", 8, "entries open")
    find = PreparedQuery(lambda pk: Competition.objects.filter(pk=pk))
    find(day.pk)
    Competition.objects.filter(pk=day.pk).update(name="Uno for all")
    with CaptureQueriesContext(connection) as queries:
        found = find.first(day.pk)
    assert found is not None and (found.name, len(queries)) == ("Uno for all", 1)


def test_a_number_that_no_database_knows_is_nobodys() -> None:
    find = PreparedQuery(lambda pk: Competition.objects.filter(pk=pk))
    assert find(10**30) == []


@pytest.mark.parametrize("text", ["O'Brien", "%s", "%(a)s", "?", "李", "'; --"])
def test_what_is_given_is_never_taken_for_sql(text: str) -> None:
    find = PreparedQuery(lambda name: Entry.objects.filter(competitor__name=name).values_list("competitor__name"))
    day = Day().people(2)
    Competitor.objects.filter(entries__competition=day.pk).update(name=text)
    assert find(text) == [(text,), (text,)]


@pytest.mark.usefixtures("commits")
def test_every_thread_asks_by_its_own_connection() -> None:
    day = a_day("syg", 8, "entries open")
    find = PreparedQuery(lambda pk: Competition.objects.filter(pk=pk).values_list("pk", flat=True))

    def ask(_: int) -> list[int]:
        try:
            return find(day.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, range(20))) == [[day.pk]] * 20


@pytest.mark.usefixtures("commits")
def test_a_row_is_locked_only_inside_a_transaction() -> None:
    """Also when the query was written before, within one. SQLite knows no such locks: there a writer has all of it."""
    day = a_day("syg", 8, "entries open")
    lock = PreparedQuery(lambda pk: Competition.objects.select_for_update().filter(pk=pk))
    with transaction.atomic():
        assert lock.first(day.pk) is not None
    if connection.features.has_select_for_update:
        with pytest.raises(transaction.TransactionManagementError):
            lock(day.pk)


def test_a_session_that_has_run_out_is_none() -> None:
    kept = SessionStore()
    kept["who"] = "somebody"
    kept.create()
    assert SessionStore(kept.session_key).load() == {"who": "somebody"}
    Session.objects.update(expire_date=timezone.now())
    late = SessionStore(kept.session_key)
    assert late.load() == {} and late.session_key is None
    client = Client()
    client.cookies["turntable_session"] = kept.session_key
    assert client.get("/").status_code == 200
