"""How the rows of a model stand in the event file, and how they become rows of a database again.

No primary key is in the file. A row is known by its id that travels, or by its place in the row to which it belongs: a
round by its competition and number, a seat by its table and number. Rows stand in the order of their making, and are
made again in that order, because some pages and papers go by it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.db.models import CharField, ForeignKey, Model, Q, TextField
from pydantic import TypeAdapter

from tournament.models import Event
from tournament.rules.errors import Refused
from tournament.travel.fields import TravellingRow

Values = dict[str, Any]
"""One row of the file: its fields by name."""
ROWS_AT_ONCE: Final = 1000
LONGEST_TEXT: Final = 100_000
"""Of a column that has no limit of its own: words for the screens."""


@dataclass(frozen=True)
class Reference:
    """How a row names another one: by these of its fields, each with where it is read from."""

    model: type[Model]
    fields: Mapping[str, str]

    def named_by(self, values: Values) -> tuple[Any, ...] | None:
        """The key of the named row; None where the row names none."""
        key = tuple(values[name] for name in self.fields)
        return None if key[-1] is None else key


@dataclass
class Leaving:
    """An event on its way out: what several parts need to know, and the pictures that they hand over."""

    event: Event
    pictures: dict[str, bytes] = field(default_factory=dict)


@dataclass
class Arriving:
    """An event on its way in: the rows that are made already, by model and by how the file knows them."""

    pictures: Mapping[str, bytes]
    known: dict[type[Model], dict[tuple[Any, ...], Model]] = field(default_factory=lambda: defaultdict(dict))
    event: Event | None = None

    def find(self, reference: Reference, values: Values) -> Model | None:
        """The row that is named; a file that names what it does not hold is damaged."""
        key = reference.named_by(values)
        if key is None:
            return None
        if key not in self.known[reference.model]:
            raise Refused("This file is damaged: it speaks of something that isn’t in it. Nothing was brought in.")
        return self.known[reference.model][key]


@dataclass(frozen=True)
class Stored:
    """One model's rows in the file. `known_by` are the fields by which other rows name one; `parent` is the column of
    rows that stand inside another row; `children` are such rows, by the field in which they stand."""

    model: type[Model]
    shape: type[TravellingRow]
    within: str = "event"
    known_by: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    """Fields that are called otherwise than their column."""
    references: Mapping[str, Reference] = field(default_factory=dict)
    parent: str = ""
    as_parent: tuple[str, ...] = ()
    """Columns that always hold what the parent's have."""
    children: Mapping[str, Stored] = field(default_factory=dict)
    in_order: bool = False
    """Whether rows inside others have an order among all of them. Their field `place` holds it."""
    only: Q = field(default_factory=Q)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Columns that every row of the file has alike."""
    read: Callable[[Leaving], list[Values]] | None = None
    """Reads the rows, where they are no plain selection."""
    leaves: Callable[[list[Values], Leaving], None] | None = None
    """Changes what was read into what the file holds."""
    arrives: Callable[[Values, Arriving], Values] | None = None
    """The other way round: the columns of one row, from what the file holds."""
    without_names: Callable[[int, Values], Values] | None = None
    """What is otherwise in a file without names, by the row's number in its part."""
    only_with_names: bool = False
    """Whether such a file has no row of it."""

    @cached_property
    def adapter(self) -> TypeAdapter[list[TravellingRow]]:
        """Reads and writes the whole part."""
        return TypeAdapter(list[self.shape])  # type: ignore[name-defined]

    @cached_property
    def all_references(self) -> Mapping[str, Reference]:
        """Those given, and those to rows that have an id: they are named by the column's own name."""
        plain = {
            column.name: Reference(column.related_model, {column.name: f"{column.name}__travel_id"})
            for column in self._foreign_keys()
            if column.name in self.shape.model_fields and column.name not in self.references
        }
        return {**plain, **self.references}

    def _foreign_keys(self) -> Iterator[Any]:
        return (column for column in self.model._meta.concrete_fields if isinstance(column, ForeignKey))

    @property
    def _of_no_column(self) -> set[str]:
        return {*self.children, *(["place"] if self.in_order else [])}

    @cached_property
    def plain_columns(self) -> Mapping[str, str]:
        """The column of each field that is a value."""
        naming = {name for reference in self.all_references.values() for name in reference.fields}
        renamed = {"id": "travel_id", **self.columns}
        return {
            name: renamed.get(name, name)
            for name in self.shape.model_fields
            if name not in naming and name not in self._of_no_column
        }

    @cached_property
    def lookups(self) -> Mapping[str, str]:
        """Where each field is read from."""
        named = {name: path for reference in self.all_references.values() for name, path in reference.fields.items()}
        return {
            name: named.get(name) or self.plain_columns[name]
            for name in self.shape.model_fields
            if name not in self._of_no_column
        }

    @cached_property
    def _texts(self) -> list[tuple[str, int]]:
        """The columns that hold texts, each with its longest."""
        columns = (column for column in self.model._meta.concrete_fields if isinstance(column, CharField | TextField))
        return [(column.attname, column.max_length or LONGEST_TEXT) for column in columns]

    # Out

    def read_rows(self, leaving: Leaving) -> list[Values]:
        """What the file holds of this model."""
        if self.read is not None:
            return self.read(leaving)
        chosen = self.model._default_manager.filter(self.only, **{self.within: leaving.event.pk}).order_by("pk")
        rows = dict(self._values(chosen, "pk"))
        for name, child in self.children.items():
            self._add_children(rows, name, child, leaving)
        if self.leaves is not None:
            self.leaves(list(rows.values()), leaving)
        return list(rows.values())

    def _values(self, chosen: Any, key: str) -> Iterator[tuple[Any, Values]]:
        names = list(self.lookups)
        for first, *row in chosen.values_list(key, *self.lookups.values()).iterator(ROWS_AT_ONCE):
            yield first, dict(zip(names, row, strict=True))

    def _add_children(self, rows: Mapping[Any, Values], name: str, child: Stored, leaving: Leaving) -> None:
        within = f"{child.parent}__{self.within}"
        for values in rows.values():
            values[name] = []
        chosen = child.model._default_manager.filter(**{within: leaving.event.pk}).order_by("pk")
        for place, (parent, values) in enumerate(child._values(chosen, child.parent), start=1):
            rows[parent][name].append(values | ({"place": place} if child.in_order else {}))

    # In

    def save_rows(self, rows: Sequence[TravellingRow], arriving: Arriving) -> None:
        """Make the rows, and note by which names others know them."""
        values = [dict(row) for row in rows]
        made = self._save([(row, None) for row in values], arriving)
        for name, child in self.children.items():
            inner = [(dict(part), (row, of)) for row, of in zip(values, made, strict=True) for part in row[name]]
            child._save(sorted(inner, key=lambda row: row[0]["place"]) if child.in_order else inner, arriving)

    def _save(self, rows: Sequence[tuple[Values, tuple[Values, Model] | None]], arriving: Arriving) -> list[Model]:
        made = [self._row(values, parent, arriving) for values, parent in rows]
        self.model._default_manager.bulk_create(made, batch_size=ROWS_AT_ONCE)
        if self.known_by:
            for (values, parent), row in zip(rows, made, strict=True):
                outer = (parent[0]["id"],) if parent else ()
                arriving.known[self.model][(*outer, *(values[name] for name in self.known_by))] = row
        return made

    def _row(self, values: Values, parent: tuple[Values, Model] | None, arriving: Arriving) -> Model:
        columns = {**{column: values[name] for name, column in self.plain_columns.items()}, **self.fixed}
        seen_from_here = {**parent[0], **values} if parent else values
        for column, reference in self.all_references.items():
            columns[column] = arriving.find(reference, seen_from_here)
        if parent:
            columns[self.parent] = parent[1]
            columns |= {name: getattr(parent[1], name) for name in self.as_parent}
        elif self.of_event:
            columns["event"] = arriving.event
        if self.arrives is not None:
            columns = self.arrives(columns, arriving)
        row = self.model(**columns)
        for name, longest in self._texts:
            _check_text(getattr(row, name) or "", longest)
        return row

    @cached_property
    def of_event(self) -> bool:
        """Whether its rows belong to the event itself."""
        return any(column.name == "event" for column in self._foreign_keys())


def _check_text(text: str, longest: int) -> None:
    """SQLite takes a text of any length, and with any character."""
    if len(text) > longest:
        raise Refused("This file is damaged: a text in it is too long. Nothing was brought in.")
    if "\0" in text:
        raise Refused("This file is damaged: a text in it can’t be read. Nothing was brought in.")
