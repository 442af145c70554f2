"""The measured points, for docs/capacity.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from tests.load.verdict import LoadRow, summary
from tests.measured_pages import CAPACITY, machine, table, write_place
from tests.torture.outcome import part_of

HEADING = (
    "web processes, and workers",
    "events",
    "streams",
    "hands a second",
    "p99 of a hand, ms",
    "pages a second",
    "p99 of a page, ms",
    "processors",
    "MB",
    "verdict",
)


def write(rows: Sequence[LoadRow], seed: int) -> None:
    """Fill the page with this run."""
    write_place(CAPACITY, "load", page_of(rows, seed))


def page_of(rows: Sequence[LoadRow], seed: int) -> list[str]:
    settings = list(dict.fromkeys(row.processes for row in rows))
    minutes = rows[0].seconds / 60 if rows else 0
    measured = f"Measured on {machine()}: evenings of {minutes:g} minutes, seed {seed}."
    best = [f"- **{summary(processes, rows)}**" for processes in settings]
    return [measured, "", *best, "", *table(HEADING, map(_cells, rows))]


def _cells(row: LoadRow) -> tuple[str, ...]:
    asked = sorted(chain.from_iterable(row.pages.values()))
    noise = f"; NOT QUIET: others used {row.others:.0%} of the processors" if row.others > 0.1 else ""
    verdict = "held" if row.held else f"gave way: {row.troubles[0]}; {row.busiest()}"
    return (
        str(row.processes),
        str(row.events),
        f"{row.streams:,}",
        f"{row.rate(row.hands):.1f}",
        f"{1000 * part_of(row.hands, 0.99):.0f}",
        f"{row.rate(asked):.1f}",
        f"{1000 * part_of(asked, 0.99):.0f}",
        _by_part({part: f"{share:.2f}" for part, share in row.used.items()}),
        _by_part({part: f"{size / 1e6:.0f}" for part, size in row.memory.items()}),
        verdict + noise,
    )


def _by_part(figures: Mapping[str, str]) -> str:
    return ", ".join(f"{part} {figure}" for part, figure in figures.items())
