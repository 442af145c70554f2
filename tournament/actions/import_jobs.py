"""The work behind the pages on a list of people, called by Celery: read_list, while nothing is locked, and save_list. A
worker that is killed leaves the row as it was, and the next sweep gives it to another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from tournament import current_time, progress
from tournament.actions.import_preview import preview
from tournament.actions.imports import import_entries
from tournament.actions.job_queue import JobQueue, SignsOfLife
from tournament.lists.reading import FoundInFile, read
from tournament.models import Import
from tournament.permissions import Actor, Role
from tournament.queries.imports import answers_of, people_on, problems_of
from tournament.rules.errors import ListRefused, NotFound, TurntableError
from tournament.rules.imports import ImportStep, SameAnswers

LIST_WORKER_IS_GONE_AFTER: Final = timedelta(seconds=30)
"""A worker on a list that has not been heard from for this long is gone."""
MOST_BYTES_TO_MEND: Final = 100_000


def _give_up(received: Import) -> None:
    if received.step == ImportStep.SAVING:
        _show_again(
            received,
            "This list couldn’t be saved, even the second time, and nobody was entered. Send it in smaller parts.",
        )
    else:
        why = "This list couldn’t be read, even the second time. Send it as CSV, or paste it."
        _note(received.pk, ImportStep.READING, step=ImportStep.FAILED, why=why)


LISTS: Final = JobQueue(
    Import.objects.select_related("competition"), silence=LIST_WORKER_IS_GONE_AFTER, give_up=_give_up
)


def lists_that_wait() -> list[tuple[int, str]]:
    """Lists that should be worked on and are not, with their steps."""
    return LISTS.waiting(ImportStep.READING, ImportStep.SAVING)


# Reading


def read_list(upload: int) -> None:
    """Read a list that was received and check it against what is entered now."""
    received = LISTS.take_up(upload, ImportStep.READING)
    if received is None:
        return
    content = bytes(received.content)
    try:
        found = read(content, _signs(upload))
    except ListRefused as error:
        _note(upload, ImportStep.READING, step=ImportStep.FAILED, why=str(error), content=_mendable(content))
    except Exception:
        why = "This list can’t be read. Send it as CSV, or paste it."
        _note(upload, ImportStep.READING, step=ImportStep.FAILED, why=why)
        raise
    else:
        kept = {"lines": found.people, "unreadable": found.problems}
        _note(
            upload,
            ImportStep.READING,
            step=ImportStep.CHECKED,
            **kept,
            **preview(received.competition, found, SameAnswers()),
        )


def _signs(upload: int) -> Callable[[int, int], None]:
    """Tells how far the reading is, and now and then that somebody is alive."""
    is_alive = SignsOfLife(Import.objects.filter(pk=upload))

    def note(done: int, total: int) -> None:
        if total:
            progress.note(f"{ImportStep.READING}-{upload}", done, total)
        is_alive()

    return note


def _note(upload: int, expected: ImportStep, **columns: Any) -> None:
    """Store what was found, unless the list was discarded meanwhile. The file itself is deleted, unless people have to
    fix it."""
    came = {"content": b"", "working": False, "touched_at": current_time.now(), **columns}
    Import.objects.filter(pk=upload, step=expected).update(**came)


def _mendable(content: bytes) -> bytes:
    """What was sent, if it is a text short enough to be corrected where it was pasted."""
    try:
        text = content[:MOST_BYTES_TO_MEND].decode()
    except UnicodeDecodeError:
        return b""
    return content if len(content) <= MOST_BYTES_TO_MEND and "\0" not in text else b""


# Saving


def save_list(upload: int) -> None:
    """Save a list that the organiser confirmed. If it does not fit any more they see why, and nothing is saved."""
    received = LISTS.take_up(upload, ImportStep.SAVING)
    if received is None:
        return
    by = Actor(Role.ORGANISER, received.competition.event_id, received.by, received.account_id)
    try:
        import_entries(by=by, upload=upload, leave_out=received.leave_out)  # once: with the list gone, NotFound
    except NotFound:
        return  # discarded at the last moment
    except TurntableError as error:
        _show_again(received, str(error))
    except Exception:
        _show_again(received, "This list couldn’t be saved, and nobody was entered. Try again, or send it again.")
        raise


def _show_again(received: Import, why: str) -> None:
    unused = tuple(received.found["unused"])
    found = FoundInFile(people_on(received), problems_of(received.unreadable), unused)
    seen = preview(received.competition, found, answers_of(received))
    _note(received.pk, ImportStep.SAVING, step=ImportStep.CHECKED, why=why, **seen)
