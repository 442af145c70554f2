"""The zip around an event file's parts: written the same way each time, and read without trusting it."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Mapping
from typing import IO, Any, Final

from pydantic import ValidationError

from tournament.rules.errors import Refused
from tournament.travel.manifest import FORMAT, MANIFEST, PICTURES, Manifest

FIRST_MOMENT: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip can say: when a part was packed is nobody's business, and would change its bytes."""
MOST_BYTES: Final = 256 * 2**20
"""Of all parts together, unpacked. An event of ten thousand people has less than half of it."""
MOST_BYTES_OF_MANIFEST: Final = 2**20
MOST_ENTRIES: Final = 500
NOT_OURS: Final = "This isn’t an event file of Turntable, or it’s damaged. Nothing was brought in."
DAMAGED: Final = "This file is damaged. Make it again where it comes from. Nothing was brought in."
NEWER: Final = "This file was made by a newer Turntable. Update this one to bring it in. Nothing was brought in."
TOO_LARGE: Final = "This file is larger than any event can be. Nothing was brought in."


def write_archive(to: IO[bytes], manifest: Manifest, entries: Mapping[str, bytes]) -> None:
    """Pack the manifest and every entry."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        text = json.dumps(manifest.model_dump(mode="json"), sort_keys=True, indent=1, ensure_ascii=False) + "\n"
        for name, content in {MANIFEST: text.encode(), **entries}.items():
            entry = zipfile.ZipInfo(name, FIRST_MOMENT)
            entry.compress_type = zipfile.ZIP_STORED if name.startswith(PICTURES) else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            archive.writestr(entry, content)


def read_archive(of: IO[bytes]) -> tuple[Manifest, dict[str, bytes]]:
    """What the file says about itself, and every entry that it names, each compared with its SHA-256."""
    try:
        with zipfile.ZipFile(of) as archive:
            manifest = _read_manifest(archive)
            return manifest, _read_entries(archive, manifest)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
        raise Refused(NOT_OURS) from None


def _read_manifest(archive: zipfile.ZipFile) -> Manifest:
    if MANIFEST not in archive.namelist():
        raise Refused(NOT_OURS)
    told = json.loads(_unpack(archive, MANIFEST, MOST_BYTES_OF_MANIFEST))
    if not isinstance(told, dict) or told.get("file") != "turntable event":
        raise Refused(NOT_OURS)
    if isinstance(told.get("format"), int) and told["format"] > FORMAT:
        raise Refused(NEWER)
    try:
        return Manifest.model_validate_json(json.dumps(told))
    except ValidationError:
        raise Refused(DAMAGED) from None


def _read_entries(archive: zipfile.ZipFile, manifest: Manifest) -> dict[str, bytes]:
    """The sizes in a zip are what its maker says, so unpacking itself counts."""
    if sorted(archive.namelist()) != sorted([MANIFEST, *manifest.parts]):
        raise Refused(DAMAGED)
    if len(manifest.parts) > MOST_ENTRIES or sum(part.bytes for part in manifest.parts.values()) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    entries = {}
    for name, part in manifest.parts.items():
        entries[name] = _unpack(archive, name, part.bytes)
        if len(entries[name]) != part.bytes or hashlib.sha256(entries[name]).hexdigest() != part.sha256:
            raise Refused(DAMAGED)
    return entries


def _unpack(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    with archive.open(name) as entry:
        content = entry.read(most + 1)
    if len(content) > most:
        raise Refused(DAMAGED)
    return content


def as_json(rows: list[Any]) -> bytes:
    """A part's text: one row a line, its keys sorted, so that two files can be compared line by line."""
    lines = (json.dumps(row, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode() if rows else b"[]\n"
