"""Papers from the request to the file. ask_paper is the organiser's button; Celery calls the making. A worker that is
killed leaves the row as it was, and the next sweep gives it to another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from tournament import current_time, progress
from tournament.actions.base import action, check_names_kept, lock_competition, log
from tournament.actions.job_queue import JobQueue, SignsOfLife, to_do
from tournament.log_kinds import Happened
from tournament.models import Print
from tournament.permissions import Actor, may_print, require
from tournament.rules.errors import Refused
from tournament.rules.print_looks import PrintLook
from tournament.rules.prints import PrintSigns, PrintStep

PRINTER_IS_GONE_AFTER: Final = timedelta(seconds=60)
"""A process that makes a document and has not been heard from for this long has died."""
MOST_COPIES: Final = 1000
USUAL_LOOK: Final = PrintLook()


@action
def ask_paper(
    *, by: Actor, competition: int, what: str, paper: str, site: str, round_number: int = 0, copies: int = 0,
    look: PrintLook = USUAL_LOOK, request: str = "",
) -> int:  # fmt: skip
    """Have a paper made, or made again. The file that is there stays until the new one is ready; a paper that is being
    made is not begun once more."""
    locked = lock_competition(competition)
    require(may_print(by, locked.event_id, what), by)
    check_names_kept(locked.event)
    if not 0 <= copies <= MOST_COPIES:
        raise Refused(f"You can make 1 to {MOST_COPIES:,} copies at once.")
    document: dict[str, Any] = {"competition": locked, "what": what, "round": round_number, "paper": paper}
    asked: dict[str, Any] = {"step": PrintStep.MAKING, "copies": copies, "look": look.stored, "site": site[:300]}
    if (begun := Print.objects.filter(**document, **asked).values_list("pk", flat=True).first()) is not None:
        return begun
    wanted, _ = Print.objects.update_or_create(**document, defaults=asked | to_do())
    log(by, locked, Happened.PAPER_ASKED_FOR, request, paper=what, round=round_number)
    return wanted.pk


def take_up(pk: int) -> Print | None:
    """The paper, if nobody else makes it."""
    return PAPERS.take_up(pk, PrintStep.MAKING)


def _give_up(wanted: Print) -> None:
    note_failed(wanted, "This paper couldn’t be made, even the second time. Print it in smaller parts.")


PAPERS: Final = JobQueue(
    Print.objects.defer("content").select_related("competition__event"), silence=PRINTER_IS_GONE_AFTER, give_up=_give_up
)


def signs(pk: int) -> Callable[[int, int], None]:
    """Tells how far the pages are, and now and then that somebody is alive."""
    is_alive = SignsOfLife(Print.objects.filter(pk=pk))

    def note(pages: int, of: int) -> None:
        if of and pages % 10 == 0:
            progress.note(f"print-{pk}", pages, of)
        is_alive()

    return note


def note_made(wanted: Print, content: bytes, pages: int, facts: PrintSigns) -> None:
    """Store the finished file."""
    _note(wanted, PrintStep.READY, content=content, pages=pages, facts=facts, made_at=current_time.now())


def note_unchanged(wanted: Print) -> None:
    """What it would be made from is what it was made from: the file stays."""
    _note(wanted, PrintStep.READY)


def note_failed(wanted: Print, why: str) -> None:
    """Why there is no new file. One that was made before stays: somebody may still want it."""
    _note(wanted, PrintStep.FAILED, why=why)


def _note(wanted: Print, step: PrintStep, **came: Any) -> None:
    """Store the outcome, unless the paper was asked for again meanwhile: then the newer request decides."""
    asked = {"copies": wanted.copies, "look": wanted.look, "site": wanted.site}
    still = Print.objects.filter(pk=wanted.pk, step=PrintStep.MAKING, **asked)
    still.update(step=step, working=False, **came)


def papers_that_wait() -> list[int]:
    """Papers that should be made and are not."""
    return [pk for pk, _ in PAPERS.waiting(PrintStep.MAKING)]
