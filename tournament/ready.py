"""Queries that are asked all the time, with their SQL written once.

Django writes a query's SQL anew whenever it is asked, which takes several times as long as the database's answer. A
query that every page, or every saved hand, asks is declared with names for what it will be given:

    EVENT = Ready(lambda slug: Event.objects.filter(slug=slug))
    EVENT.first("youth-games")

What is given is compared as it is, so it is a text or a number: no None, no list, no time, no row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet, Value
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row")


class Ready(Generic[Row]):
    """A query that is asked by giving it its values: all its rows, as the queryset would make them."""

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._written: dict[str, Written] = {}  # by the database's kind: each has its own SQL

    def __call__(self, *given: str | int) -> list[Row]:
        kind = connections[DEFAULT_DB_ALIAS].vendor
        written = self._written.get(kind)
        if written is None:
            places = [Value(Given(n)) for n in range(len(signature(self._build).parameters))]
            written = self._written[kind] = Written(self._build(*places))
        try:
            return list(written.rows(given))
        except OverflowError:  # SQLite knows no such number, so no row has it
            return []

    def first(self, *given: str | int) -> Row | None:
        """The first of its rows, if there are any."""
        return next(iter(self(*given)), None)


class Given(NamedTuple):
    """Holds a place in the written query."""

    at: int


class Written:
    """A query's SQL, and how Django makes rows of what the database answers."""

    def __init__(self, queryset: QuerySet[Any, Any]) -> None:
        self.make_rows: Callable[[Asked], Iterable[Any]] = queryset._iterable_class  # type: ignore[assignment]
        self.compiler: SQLCompiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, self.params = self.compiler.as_sql()
        self.locks = bool(queryset.query.select_for_update)
        converters = self.compiler.get_converters([column for column, _, _ in self.compiler.select])
        vars(self.compiler)["get_converters"] = lambda _: converters

    def rows(self, given: Sequence[str | int]) -> Iterable[Any]:
        params = tuple(given[one.at] if isinstance(one, Given) else one for one in self.params)
        return self.make_rows(Asked(self, params))


class Asked:
    """To Django, which makes the rows, a queryset and its query; but its compiler has no more to compile."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: dict[Any, Any] = {}

    def __init__(self, written: Written, params: Sequence[Any]) -> None:
        self.query = self
        self.written, self.params = written, params

    def get_compiler(self, using: str) -> SQLCompiler:
        compiler = copy(self.written.compiler)
        here = compiler.connection = connections[using]  # each thread has its own
        if self.written.locks and here.features.has_select_for_update and here.get_autocommit():
            raise TransactionManagementError("A row can only be locked inside a transaction.")
        vars(compiler)["as_sql"] = lambda: (self.written.sql, self.params)
        return compiler
