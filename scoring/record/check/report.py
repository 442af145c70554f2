"""What the command prints about one file, and whether all of it is in order."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

from . import check_record, extent, read_record, read_stream
from .found import NotARecord, counted


@dataclass(frozen=True)
class Report:
    """The lines about one file."""

    ok: bool
    lines: tuple[str, ...]


def report(name: str) -> Report:
    """One line that all is well, or one line for everything that is not; `-` is standard input."""
    shown = os.fsencode(name).decode(errors="replace")
    try:
        record = read_stream(sys.stdin.buffer) if name == "-" else read_record(name)
    except NotARecord as error:
        return Report(False, (f"{shown}: {error}",))
    found = check_record(record)
    if found:
        return Report(False, tuple(f"{shown}: {discrepancy}" for discrepancy in found))
    rounds, hands = extent(record)
    return Report(True, (f"{shown}: ok, {counted(rounds, 'round')}, {counted(hands, 'hand')}",))
