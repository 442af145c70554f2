"""The whole table of a run, for docs/performance.md: each job with its aim, and why an aim was missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tests.bench.aims import REASONS
from tests.bench.measure import Measurement, show
from tests.bench.quiet import SHARE_THAT_DISTURBS
from tests.measured_pages import PERFORMANCE, machine, table, write_place

Row = tuple[Measurement, float]
HEADING = ("job", "ours", "a second", "floor", "ratio", "aim", "the floor is; what else")
NO_REASON = "No reason is known yet."


def write(rows: Sequence[Row], failed: Sequence[str]) -> None:
    """Fill the page with this run."""
    write_place(PERFORMANCE, "bench", page_of(rows, failed))


def page_of(rows: Sequence[Row], failed: Sequence[str]) -> list[str]:
    lines = [f"Measured on {machine()}. {summary(rows)}", ""]
    lines += [f"Not measured, because they failed: {', '.join(failed)}.", ""] if failed else []
    for subject, group in groupby(rows, lambda row: row[0].job.partition(":")[0]):
        lines += [f"### {_title(subject)}", "", *table(HEADING, map(_cells, group)), ""]
    return [*lines, *missed_lines([row for row, _ in rows])]


def _title(subject: str) -> str:
    return subject[:1].upper() + subject[1:]


def summary(rows: Sequence[Row]) -> str:
    """How many aims were met, and how quiet it was."""
    verdicts = [row.verdict() for row, _ in rows if row.aim]
    met = sum(verdict.startswith("met") for verdict in verdicts)
    noisy = sum(others > SHARE_THAT_DISTURBS for _, others in rows)
    quiet = f"{noisy} of {len(rows)} rows were measured while the machine was not quiet" if noisy else "It was quiet"
    return f"{met} of {len(verdicts)} rows with an aim met it. {quiet}."


def _cells(row: Row) -> tuple[str, ...]:
    measured, others = row
    noise = f"NOT QUIET: others used {others:.0%} of the processors" if others > SHARE_THAT_DISTURBS else ""
    also = "; ".join(filter(None, [measured.of, *measured.also(), measured.note, noise]))
    job = measured.job.partition(": ")[2] or measured.job
    ratio = f"{measured.ratio:.1f}"
    return job, show(measured.ours), measured.rate(), show(measured.floor), ratio, measured.verdict(), also


def missed_lines(rows: Sequence[Measurement]) -> list[str]:
    """Each aim that a row missed, with the reason and what the profile shows."""
    missed = list(dict.fromkeys(row.aim for row in rows if row.verdict().startswith("MISSED")))
    return ["### What was missed, and why", "", *(_reasons(missed) if missed else ["Nothing."])]


def _reasons(missed: Sequence[str]) -> Iterator[str]:
    for aim in missed:
        yield f"- **{aim}**: {REASONS.get(aim, NO_REASON)}"
