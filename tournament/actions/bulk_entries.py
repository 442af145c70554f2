"""Entering thousands of people in one step, with the groups and persons that are new."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db import connection
from django.db.models import Model

from tournament.models import Competition, Competitor, Entry, Group
from tournament.models.travel_ids import new_travel_id
from tournament.rules.imports import CheckedList, ListedPerson, fold

ROWS_AT_ONCE: Final = 1000


def enter_all(competitions: Mapping[str, Competition], checked: CheckedList, note: Callable[[int, int], None]) -> None:
    """Enter everybody who is new on a checked list, each in the competition they are new in. People who were withdrawn
    are entered again. `note` is told how far it is."""
    anyone = next(iter(competitions.values()))
    groups = _groups(anyone, checked.groups)
    people = _people(anyone, groups, checked.fresh)
    gone = Entry.objects.filter(competition__event=anyone.event_id, withdrawn_at__isnull=False)
    withdrawn = {(grade, person): pk for grade, person, pk in gone.values_list("competition", "competitor", "pk")}
    new: list[dict[str, Any]] = []
    for listed in checked.fresh:
        grade, group = competitions[listed.grade].pk, groups[fold(listed.group)]
        person = people[group, fold(listed.name)]
        if (grade, person) in withdrawn:
            Entry.objects.filter(pk=withdrawn[grade, person]).update(kind=listed.kind, withdrawn_at=None)
        else:
            columns = {"competition_id": grade, "competitor_id": person, "group_id": group}
            new.append(columns | {"kind": str(listed.kind)})
    for start in range(0, len(new), ROWS_AT_ONCE):
        note(start, len(new))
        _insert(Entry(competition=anyone), new[start : start + ROWS_AT_ONCE])


def _groups(competition: Competition, new: Sequence[str]) -> dict[str, int]:
    """Every group of the event by its name, the new ones added."""
    _insert(Group(event_id=competition.event_id), [{"name": name} for name in new])
    known = Group.objects.filter(event=competition.event_id).values_list("name", "pk")
    return {fold(name): pk for name, pk in known}


def _people(
    competition: Competition, groups: Mapping[str, int], listed: Sequence[ListedPerson]
) -> dict[tuple[int, str], int]:
    """Everybody of the event by group and name, those added who are new to it."""
    known = _known_people(competition)
    named = {(groups[fold(person.group)], fold(person.name)): person.name for person in reversed(listed)}
    new = [{"group_id": who[0], "name": name} for who, name in reversed(named.items()) if who not in known]
    _insert(Competitor(event_id=competition.event_id), new)
    return _known_people(competition) if new else known


def _known_people(competition: Competition) -> dict[tuple[int, str], int]:
    people = Competitor.objects.filter(event=competition.event_id).values_list("group", "name", "pk")
    return {(group, fold(name)): pk for group, name, pk in people}


def _insert(like: Model, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows that differ from one row only in a few columns, and each in its travel id. Everybody else waits while
    they are written, and bulk_create works out every column of every row, which takes ten times as long."""
    fields = [field for field in like._meta.concrete_fields if not field.primary_key]
    same = {field.attname: field.get_db_prep_save(field.pre_save(like, add=True), connection) for field in fields}
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    into = f"INSERT INTO {connection.ops.quote_name(like._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608 (our own names)
    with connection.cursor() as cursor:
        cursor.executemany(into, [tuple((same | row | {"travel_id": new_travel_id()}).values()) for row in rows])
