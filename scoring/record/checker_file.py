"""The record's checker as one file that needs nothing of ours: `python check-record.pyz record.json`.

The same sources always give the same bytes, wherever they are built: files in alphabetical order, without their times,
stored and not compressed (what a compressor writes depends on its version). So docs/record.md can name their SHA-256,
and a test holds it true.
"""

from __future__ import annotations

import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

CHECKER_FILE_NAME: Final = "check-record.pyz"
SOURCES: Final = Path(__file__).parent / "check"
PACKAGE: Final = "record_check"
"""What the checker is called inside the file."""
_FIRST_LINE: Final = b"#!/usr/bin/env python3\n"
_MAIN: Final = f"import sys\n\nfrom {PACKAGE}.__main__ import main\n\nsys.exit(main(sys.argv[1:]))\n"
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can hold."""


@cache
def build_checker() -> bytes:
    """The whole file."""
    sources = {f"{PACKAGE}/{path.name}": path.read_bytes() for path in SOURCES.glob("*.py")}
    out = BytesIO(_FIRST_LINE)
    out.seek(0, 2)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_STORED) as archive:
        for name, content in sorted((sources | {"__main__.py": _MAIN.encode()}).items()):
            archive.writestr(_entry(name), content.replace(b"\r\n", b"\n"))
    return out.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    """A file of the archive, without anything of the machine that builds it."""
    entry = zipfile.ZipInfo(name, _EARLIEST)
    entry.create_system = 3  # as on Unix, also when built on Windows
    entry.external_attr = 0o644 << 16
    return entry
