"""Prepared queries: the SQL of what is asked all the time is written once.

Django writes a query's SQL again whenever it is asked, which takes several times as long as the database's answer. A
query that every page, or every saved hand, asks is declared with names for what it will be given:

    EVENT = PreparedQuery(lambda slug: Event.objects.filter(slug=slug))
    EVENT.first("youth-games")

Values are compared as they are, so each is a text or a number: no None, no list, no time, no row.
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


class PreparedQuery(Generic[Row]):
    """A query that is called with its values and returns all its rows, as the queryset would make them."""

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._written: dict[str, WrittenQuery] = {}  # by the database's kind: each has its own SQL

    def __call__(self, *values: str | int) -> list[Row]:
        kind = connections[DEFAULT_DB_ALIAS].vendor
        written = self._written.get(kind)
        if written is None:
            placeholders = [Value(Placeholder(n)) for n in range(len(signature(self._build).parameters))]
            written = self._written[kind] = WrittenQuery(self._build(*placeholders))
        try:
            return list(written.rows(values))
        except OverflowError:  # SQLite has no such number, so no row has it
            return []

    def first(self, *values: str | int) -> Row | None:
        """The first of its rows, if there are any."""
        return next(iter(self(*values)), None)


class Placeholder(NamedTuple):
    """Takes the place, in the written query, of the value with this position."""

    position: int


class WrittenQuery:
    """A query's SQL, and how Django makes rows of what the database answers."""

    def __init__(self, queryset: QuerySet[Any, Any]) -> None:
        self.make_rows: Callable[[AskedQuery], Iterable[Any]] = queryset._iterable_class  # type: ignore[assignment]
        self.compiler: SQLCompiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, self.params = self.compiler.as_sql()
        self.locks = bool(queryset.query.select_for_update)
        converters = self.compiler.get_converters([column for column, _, _ in self.compiler.select])
        vars(self.compiler)["get_converters"] = lambda _: converters

    def rows(self, values: Sequence[str | int]) -> Iterable[Any]:
        """Asks the database, with these values in place of the placeholders."""
        params = tuple(values[param.position] if isinstance(param, Placeholder) else param for param in self.params)
        return self.make_rows(AskedQuery(self, params))


class AskedQuery:
    """Looks like a queryset and its query to Django, which makes the rows; but its compiler has nothing to compile."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: dict[Any, Any] = {}

    def __init__(self, written: WrittenQuery, params: Sequence[Any]) -> None:
        self.query = self
        self.written, self.params = written, params

    def get_compiler(self, using: str) -> SQLCompiler:
        """The written query's compiler, on this thread's own connection."""
        compiler = copy(self.written.compiler)
        connection = compiler.connection = connections[using]
        if self.written.locks and connection.features.has_select_for_update and connection.get_autocommit():
            raise TransactionManagementError("A row can only be locked inside a transaction.")
        vars(compiler)["as_sql"] = lambda: (self.written.sql, self.params)
        return compiler
