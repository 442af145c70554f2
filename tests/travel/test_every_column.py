"""Every column that we store is in the event file, or this says why it is not: a new column fails here first."""

from __future__ import annotations

from typing import Final

from django.db.models import ForeignKey

from tests.programs import PROJECT
from tests.refusals import models
from tournament.travel.parts import all_parts, all_stored
from tournament.travel.schema import schema_as_text
from tournament.travel.stored import Stored

STAYS_HERE: Final = {
    "Account": "rights on a server stay there; the log’s names are in team.json",
    "LoginLink": "signs in to this server",
    "SignIn": "a session of this server",
    "Membership": "rights on a server stay there",
    "BroughtIn": "what this installation did, and not the event",
    "Import": "a list that waits to be saved is sent again; its worker is here",
    "Print": "papers are made again from what they show",
    "KeptRecord": "the record is made again from the facts",
    "Remains": "about this database’s files",
    "RemovedEvent": "another event",
    "Screen": "a browser that is open at this server",
    "Tablet": "a browser that is open at this server",
}
COLUMNS_THAT_STAY: Final = {
    "Event.unfinished_since": "an unfinished demo is not exported",
    "Group.merged": "numbers that only this installation’s pages knew",
    "Slide.picture": "an entry of its own, by its digest",
    "Invitation.role": "always a coordinator’s",
    "Answered.fingerprint": "made with this installation’s secret; another one goes by `travels`",
    "MemberName.event": "the file is one event’s",
}


def columns_of(stored: Stored) -> set[str]:
    """The columns that the file has of a model, or that follow from where a row stands."""
    known = {*stored.plain_columns.values(), *stored.all_references, *stored.as_parent, stored.parent}
    of_event = (
        {"event"} if any(f.name == "event" for f in stored.model._meta.fields if isinstance(f, ForeignKey)) else set()
    )
    return known | of_event


def test_every_model_and_every_column_is_in_the_file_or_stays_for_a_reason():
    in_file = {stored.model.__name__: stored for stored in all_stored()}
    assert STAYS_HERE.keys() | in_file.keys() == {model.__name__ for model in models()}
    assert not STAYS_HERE.keys() & in_file.keys()
    missing = [
        f"{name}.{column.name}"
        for name, stored in in_file.items()
        for column in stored.model._meta.concrete_fields
        if column.name not in {"id", *columns_of(stored)} and f"{name}.{column.name}" not in COLUMNS_THAT_STAY
    ]
    assert missing == []


def test_what_stays_is_stored_at_all():
    """A reason whose column is gone misleads."""
    stored = {f"{model.__name__}.{column.name}" for model in models() for column in model._meta.concrete_fields}
    assert COLUMNS_THAT_STAY.keys() - stored == set()


def test_no_part_holds_a_primary_key():
    for stored in all_stored():
        for name, path in stored.lookups.items():
            field = stored.model
            assert (path != "pk" and not path.endswith("_id")) or path.endswith("travel_id"), (field, name)
            assert not isinstance(last_field(stored, path), ForeignKey), (field, name)


def last_field(stored: Stored, path: str) -> object:
    """The column that a lookup ends at."""
    model = stored.model
    *through, last = path.split("__")
    for step in through:
        model = model._meta.get_field(step).related_model
    return model._meta.get_field(last)


def test_the_schema_that_is_shipped_is_what_the_code_makes():
    """To write it again: `python manage.py export_event --schema > docs/event-file.schema.json`."""
    assert (PROJECT / "docs/event-file.schema.json").read_text() == schema_as_text()


def test_the_documentation_names_every_part():
    text = (PROJECT / "docs/event-file.md").read_text()
    assert [name for name in all_parts() if f"`{name}.json`" not in text] == []
