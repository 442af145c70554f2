"""Queries that are written once: the rows of the queryset, whatever is given, on both databases and in every thread."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
from tests.programs import PROJECT
from tournament.models import Competition, Competitor, Draw, Entry, Seat
from tournament.prepared import PreparedQuery
from tournament.web.sessions import SessionStore

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

LEAST_SAVED = 3
SAVED = {
    "a tablet’s state": {
        "scoring.queries.table_address._TABLE": 33, "tournament.queries.standing._OF_ONE": 28,
        "scoring.queries.table._SEATS": 24, "scoring.queries.hands._OF_TABLE": 23, "scoring.queries.tablets._CALL": 15,
        "scoring.queries.tablets._TABLETS": 13, "tournament.web.sessions._FIND": 6,
    },
    "saving a hand": {
        "scoring.queries.table_address._ADDRESS": 36, "scoring.queries.hands._EVERY_OF_TABLE": 29,
        "scoring.actions.locked_table._LOCKED": 20, "scoring.queries.table._PLAYERS": 12,
    },
    "pausing and resuming a clock": {
        "tournament.actions.moments._MOMENTS": 15, "tournament.actions.base._COMPETITION": 12,
        "tournament.actions.clock._OPEN_CLOCK": 11, "tournament.actions.moments._COMING": 9,
    },
    "an alarm": {"tournament.actions.moments._LOCKED": 10},
    "the entries board": {
        "tournament.queries.grades._ALSO": 7, "tournament.queries.entries._ENTERED": 6,
        "tournament.queries.slugs._COMPETITION": 6, "tournament.queries.competitions._OTHERS": 4,
        "tournament.permissions._MEMBER": 4,
    },
    "entering somebody": {
        "tournament.actions.registration._STANDING": 5, "tournament.actions.base._WITHOUT_GROUPS": 4,
        "tournament.actions.registration._OF_PERSON": 3,
    },
    "the board": {
        "scoring.queries.board._ROWS": 14, "scoring.queries.board._SEATS": 13, "scoring.queries.hands._OF_TABLES": 13,
        "scoring.queries.hands._HELD_AT_TABLES": 9, "scoring.queries.board._TABLETS": 8,
    },
    "the MC’s pages and the screens": {"tournament.queries.competitions._COMPETITIONS": 7},
}  # fmt: skip
"""Percent of the processor time of what each is asked for, in competitions of 64. Ordinary queries are an event by its
slug (2.6), the groups of the entries board (2.8), and a table in an earlier round."""


def prepared_queries() -> Iterator[str]:
    """Every one of the program, by the name that it has in its module."""
    for app in ("tournament", "scoring"):
        for path in sorted((PROJECT / app).rglob("*.py")):
            module = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
            for name in re.findall(r"^(\w+): Final = PreparedQuery\(", path.read_text(), re.MULTILINE):
                yield f"{module}.{name}"


def test_only_what_was_measured_to_save_time_is_prepared() -> None:
    """It leans on Django's internals, so each place is argued: measure what it saves, then give it its row."""
    measured = [(name, saved) for place in SAVED.values() for name, saved in place.items()]
    assert sorted(prepared_queries()) == sorted(name for name, _ in measured)
    assert min(saved for _, saved in measured) >= LEAST_SAVED


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
