"""From a file to the JSON value in it, or one plain sentence why that cannot be."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import BinaryIO

from .found import NotARecord

VERSION = 1
LARGEST_FILE = 50_000_000


def read_record(path: str | os.PathLike[str]) -> object:
    """The record in this file; a file that is none is refused with the reason."""
    try:
        _refuse_unreadable(Path(path))
        with Path(path).open("rb") as file:
            return read_stream(file)
    except (OSError, ValueError) as error:
        raise NotARecord(_why_unreadable(error)) from error


def read_stream(stream: BinaryIO) -> object:
    """The record that comes from this stream of bytes, never more of it than the largest file we read."""
    data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise NotARecord(_too_large())
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotARecord(f"The file is not UTF-8 text (byte {error.start + 1} is not).") from error
    return _of_our_version(_parsed(text))


def _refuse_unreadable(path: Path) -> None:
    if path.is_dir():
        raise NotARecord("This is a folder, not a file.")
    if path.stat().st_size > LARGEST_FILE:
        raise NotARecord(_too_large())


def _too_large() -> str:
    return f"The file is larger than {LARGEST_FILE // 1_000_000} MB, no record is."


def _why_unreadable(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "There is no such file."
    if isinstance(error, PermissionError):
        return "There is no permission to read the file."
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"The file cannot be read: {reason}."


def _parsed(text: str) -> object:
    if not text.strip():
        raise NotARecord("The file is empty.")
    try:
        return json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_such_number)
    except json.JSONDecodeError as error:
        raise NotARecord(_why_not_json(text, error)) from error
    except RecursionError as error:
        raise NotARecord("The file nests lists or objects too deeply, no record does.") from error
    except ValueError as error:
        raise NotARecord("The file holds a number with thousands of digits, no record does.") from error


def _why_not_json(text: str, error: json.JSONDecodeError) -> str:
    at_the_end = error.pos >= len(text.rstrip())
    if at_the_end or error.msg.startswith(("Unterminated string", "Invalid \\u")):
        return f"The file is cut off or not JSON (line {error.lineno}, column {error.colno})."
    return f"The file is not JSON (line {error.lineno}, column {error.colno})."


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object that says the same key twice says two things; which one counts would be anybody's guess."""
    found = dict(pairs)
    if len(found) < len(pairs):
        double = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise NotARecord(f"The file says the key {json.dumps(double)[:60]} twice in one object.")
    return found


def _no_such_number(name: str) -> object:
    raise NotARecord(f"The file holds {name}, which is no number.")


def _of_our_version(value: object) -> object:
    if not isinstance(value, dict):
        raise NotARecord("The file is JSON but not a record: it is not an object.")
    if "record" not in value:
        raise NotARecord('The file is JSON but not a record: it has no "record" version.')
    version = value["record"]
    if isinstance(version, bool) or version != VERSION or not isinstance(version, int):
        raise NotARecord(f"This checker reads version {VERSION} of the record, and the file is not of that version.")
    return value
