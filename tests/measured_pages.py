"""Writes what was measured into the docs, so that no number there is typed by hand.

A page of the docs has a place for each table: a comment that begins it and one that ends it. Whoever measures fills
the place anew; the reasons around it are people's.

    <!-- bench: everything between here and the end is written by `make bench ARGS=--write` -->
    <!-- bench: end -->
"""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from tests.programs import PROJECT

PERFORMANCE: Final = PROJECT / "docs" / "performance.md"
CAPACITY: Final = PROJECT / "docs" / "capacity.md"


def machine() -> str:
    """What this is measured on, and when."""
    facts = Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.partition(": ")[2] for line in facts if line.startswith("model name")), "a processor")
    gigabytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    python = f"Python {platform.python_version()}"
    return f"{os.cpu_count()} cores of {name}, {gigabytes:.0f} GB, {python}, {time.strftime('%Y-%m-%d')}"


def write_place(page: Path, place: str, lines: Iterable[str]) -> None:
    """Fill the place of this name on the page."""
    begin, end = rf"<!-- {place}: everything[^\n]*-->\n", rf"<!-- {place}: end -->"
    written = "\n".join(["", *lines, "", ""])
    text, found = re.subn(rf"({begin}).*?({end})", lambda m: m[1] + written + m[2], page.read_text(), flags=re.DOTALL)
    if not found:
        raise LookupError(f"{page.name} has no place for {place}.")
    page.write_text(text)


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    lines = [heading, ["---"] * len(heading), *rows]
    return [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
