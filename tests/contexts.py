"""What a template is given: facts, never rows of the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Manager, Model, QuerySet

ROWS = (Model, QuerySet, Manager)
PLAIN = (str, bytes, int, float, type(None), type)


def rows_in(context: Mapping[Any, Any]) -> list[str]:
    """Where a context holds rows, however deep: `competition: Competition`, `lines[].group: Group`."""
    seen: set[int] = set()
    return sorted({found for name, value in context.items() for found in _rows_below(name, value, seen)})


def _rows_below(path: str, value: object, seen: set[int]) -> Iterator[str]:
    if isinstance(value, ROWS):
        yield f"{path}: {type(value).__name__}"
    elif not isinstance(value, PLAIN) and id(value) not in seen:
        seen.add(id(value))
        for step, part in _parts(value):
            yield from _rows_below(path + step, part, seen)


def _parts(value: object) -> Iterable[tuple[str, object]]:
    """What is inside, each with its step of the path. What a function would return is not looked at."""
    if isinstance(value, Mapping):
        return [("[]", part) for pair in value.items() for part in pair]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return [(f".{name}", part) for name, part in zip(value._fields, value, strict=True)]
    if isinstance(value, (list, tuple, set, frozenset)):
        return [("[]", part) for part in value]
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)} | getattr(value, "__dict__", {})
    return [(f".{name}", part) for name, part in held.items()]
