"""Whatever somebody brings that is no whole event file is refused in one sentence, and nothing is saved."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from tests.cast import a_day
from tests.databases import database_in_memory
from tests.refusals import refused
from tests.travel.files import entries, exported, imported, packed
from tournament.actions.removing import remove_event
from tournament.rules.errors import Refused
from tournament.travel import archive
from tournament.travel.importing import HERE_ALREADY, WAS_REMOVED

pytestmark = pytest.mark.django_db


@pytest.fixture
def file() -> BytesIO:
    return exported(a_day("syg", 8, "finished").event)


def changed(file: BytesIO, part: str, change: Callable[[Any], Any]) -> BytesIO:
    """The file with another part, and the manifest that goes with it."""
    content = entries(file)
    content[part] = json.dumps(change(json.loads(content[part]))).encode()
    manifest = json.loads(content["manifest.json"])
    if part != "manifest.json":
        manifest["parts"][part] = {
            "bytes": len(content[part]), "sha256": hashlib.sha256(content[part]).hexdigest()
        }  # fmt: skip
        content["manifest.json"] = json.dumps(manifest).encode()
    return packed(content)


def one_more(rows: list[Any]) -> list[Any]:
    return [*rows, rows[0]]


def first_with(**values: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda rows: [{**rows[0], **values}, *rows[1:]]


BROKEN: dict[str, tuple[Callable[[BytesIO], BytesIO], str]] = {
    "cut off": (lambda file: BytesIO(file.getvalue()[:-500]), archive.NOT_OURS),
    "empty": (lambda _: BytesIO(), archive.NOT_OURS),
    "a picture": (lambda _: BytesIO(b"\x89PNG\r\n\x1a\n" + bytes(1000)), archive.NOT_OURS),
    "another zip": (lambda _: packed({"word/document.xml": b"<w/>"}), archive.NOT_OURS),
    "another manifest": (lambda _: packed({"manifest.json": b"[1]"}), archive.NOT_OURS),
    "a newer one": (lambda file: changed(file, "manifest.json", lambda told: {**told, "format": 2}), archive.NEWER),
    "a part is missing": (
        lambda file: packed({k: v for k, v in entries(file).items() if k != "hands.json"}), archive.DAMAGED
    ),
    "a part too many": (lambda file: packed({**entries(file), "more.json": b"[]"}), archive.DAMAGED),
    "a part was changed": (lambda file: packed({**entries(file), "groups.json": b"[]"}), archive.DAMAGED),
    "an unknown field": (lambda file: changed(file, "groups.json", first_with(more=1)), archive.DAMAGED),
    "a text for a number": (lambda file: changed(file, "hands.json", first_with(number="1")), archive.DAMAGED),
    "the same row twice": (lambda file: changed(file, "entries.json", one_more), archive.DAMAGED),
    "a name too long": (
        lambda file: changed(file, "people.json", first_with(name="x" * 81)),
        "This file is damaged: a text in it is too long. Nothing was brought in.",
    ),
    "a zero byte in a name": (
        lambda file: changed(file, "people.json", first_with(name="a\0b")),
        "This file is damaged: a text in it can’t be read. Nothing was brought in.",
    ),
    "somebody of another event": (
        lambda file: changed(file, "entries.json", first_with(competitor=10**15 - 1)),
        "This file is damaged: it speaks of something that isn’t in it. Nothing was brought in.",
    ),
    "no event": (lambda file: changed(file, "event.json", lambda _: []), archive.DAMAGED),
    "two events": (lambda file: changed(file, "event.json", one_more), archive.DAMAGED),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_is_not_whole_is_refused_in_a_sentence(what, file):
    make, sentence = BROKEN[what]
    broken = make(file)
    with database_in_memory(), refused(Refused, sentence):
        imported(broken)


def test_a_zip_bomb_is_not_unpacked(file):
    """A part that says it is small and is not; and one that says how large it is."""
    bomb = BytesIO()
    content = entries(file)
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, part in content.items():
            zipped.writestr(name, bytes(10**8) if name == "log.json" else part)
    with refused(Refused, archive.DAMAGED):
        imported(bomb)
    large = changed(
        file,
        "manifest.json",
        lambda told: {**told, "parts": {**told["parts"], "log.json": {"bytes": 2**30, "sha256": "0" * 64}}},
    )
    with refused(Refused, archive.TOO_LARGE):
        imported(large)


def test_an_event_that_is_here_is_not_brought_in_again(file):
    with refused(Refused, HERE_ALREADY):
        imported(file)


def test_an_event_that_was_removed_here_is_brought_back_instead():
    day = a_day("syg", 8, "entries open")
    file = exported(day.event)
    remove_event(by=day.organiser, event=day.event, name="Youth weekend")
    with refused(Refused, WAS_REMOVED):
        imported(file)
