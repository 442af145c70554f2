"""Celery's tasks: an id in, one action called."""

from __future__ import annotations

import logging
import smtplib
import time
from collections.abc import Callable
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import OperationalError as DatabaseHeld
from django.template.loader import render_to_string
from kombu.exceptions import OperationalError

from tournament import current_time
from tournament.actions import moments
from tournament.actions.import_jobs import lists_that_wait, read_list, save_list
from tournament.actions.imports import forget_old_lists
from tournament.actions.invitations import path_of
from tournament.actions.mailing import note_failed_mail
from tournament.actions.registration import close_due_entries
from tournament.actions.remains import claim_remains, clear_remains
from tournament.actions.removed_events import forget_old_copies
from tournament.actions.removing import forget_unfinished
from tournament.actions.screens import forget_old_screens
from tournament.celery_app import SEND_INVITATION, SWEEP, app
from tournament.models import Invitation
from tournament.queries.invitation_facts import invited_to
from tournament.rules.imports import ImportStep

log = logging.getLogger(__name__)


@app.task(name="tournament.tasks.read_import")
def read_import(upload: int) -> None:
    """A list was received."""
    read_list(upload)


@app.task(name="tournament.tasks.save_import")
def save_import(upload: int) -> None:
    """A list was looked at and confirmed."""
    save_list(upload)


def hand_over(task: Any, pk: int) -> None:
    """Have a row of long work taken up soon, by a worker. If the broker is away the next sweep finds the row."""
    try:
        task.delay(pk)
    except OperationalError as problem:
        log.warning("The sweep takes up %s %s, because the broker does not answer: %s", task.name, pk, problem)


STEPS_OF_A_LIST: Final = {ImportStep.READING: read_import, ImportStep.SAVING: save_import}


def work_on_list(upload: int, step: ImportStep) -> None:
    """Have the next step of a list done."""
    hand_over(STEPS_OF_A_LIST[step], upload)


def work_on_lists_that_wait() -> None:
    """Lists whose task was lost, or whose worker was killed."""
    for upload, step in lists_that_wait():
        work_on_list(upload, ImportStep(step))


@app.task(name="tournament.tasks.fire_moments")
def fire_moments(pks: list[int]) -> None:
    """Fire moments of clocks that are about to come, unless their clocks were changed meanwhile."""
    moments.fire_coming_moments(pks)


_armed: set[tuple[int, datetime]] = set()
"""The moments that the last sweep of this process found coming; their alarms are set."""


def arm_moments() -> None:
    """Set alarms for the moments that come within seconds.

    A sweep alone would be up to a second late; an alarm that is set seconds before is on time. Moments within the same
    second share one alarm. An alarm that is set twice, or lost with its broker, does no harm: the row says whether it
    is due, and a sweep finds it.
    """
    global _armed
    coming = moments.moments_to_arm()
    new = [moment for moment in coming if moment not in _armed]
    for second, together in groupby(new, key=lambda moment: moment[1].replace(microsecond=0)):
        pks, due = zip(*together, strict=True)
        try:
            # In seconds from now, because a worker's own clock may show another time than the one that counts.
            until = (due[0] - moments.ALARM_WAKES_EARLY_BY - current_time.now()).total_seconds()
            expires = (second + moments.HORIZON - current_time.now()).total_seconds()
            fire_moments.apply_async((pks,), countdown=max(0, until), expires=expires, retry=False)
        except OperationalError as problem:
            log.warning("The sweep does what is due itself, because the broker does not answer: %s", problem)
            return
    _armed = set(coming)


@app.task(name="tournament.tasks.overwrite_remains")
def overwrite_remains() -> None:
    """Names were erased, so overwrite their bytes too. If somebody is in the way, a later sweep tries again."""
    clear_remains()


def work_on_remains() -> None:
    """In a task of its own, because rewriting the database takes its time."""
    if not claim_remains():
        return
    try:
        overwrite_remains.delay()
    except OperationalError:
        log.warning("The broker does not answer; erased rows are overwritten later.")


# Functions that do all that is due now, and nothing if nothing is. They may run late, twice or at the same time in two
# threads, so each decides by a conditional update who does the work.
DUE_WORK: list[Callable[[], object]] = [
    moments.fire_due_moments,
    arm_moments,
    close_due_entries,
    work_on_lists_that_wait,
    forget_old_lists,
    forget_unfinished,
    forget_old_copies,
    work_on_remains,
    forget_old_screens,
]


@app.task(name=SWEEP)
def sweep() -> None:
    """Do everything that is due, every second. Work that fails must not keep the rest from being done."""
    for work in DUE_WORK:
        try:
            work()
        except DatabaseHeld as problem:
            log.warning("Work that was due has to wait (%s); the next sweep tries again.", problem)
        except Exception:
            log.exception("Work that was due failed; the next sweep tries again.")
    _note_sweep()


_LAST_SWEEP: Final = "last-sweep"
_swept_at: float | None = None
"""When this process swept last, by a clock that nobody sets."""


def _note_sweep() -> None:
    global _swept_at
    _swept_at = time.monotonic()
    if not settings.EMBEDDED:
        cache.set(_LAST_SWEEP, current_time.now().timestamp(), 60)


def seconds_since_sweep() -> float | None:
    """How long ago the last sweep ended, wherever it ran; None if nobody knows of one. Between machines the database's
    clock decides: their own may differ."""
    if settings.EMBEDDED:
        return None if _swept_at is None else time.monotonic() - _swept_at
    swept_at = cache.get(_LAST_SWEEP)
    return None if swept_at is None else max(0.0, current_time.now().timestamp() - swept_at)


@app.task(name=SEND_INVITATION, bind=True, max_retries=3, default_retry_delay=20)
def send_invitation(self: Any, invitation: int, to: str, site: str) -> None:
    """Mail a link. The address is in this message alone; a server that is busy is asked again, three times."""
    found = Invitation.objects.select_related("event", "group").filter(pk=invitation, revoked_at__isnull=True).first()
    if found is None:
        return
    words = {"invitation": invited_to(found), "link": f"{site}{path_of(found)}"}
    subject = render_to_string("mail/subject.txt", words)
    try:
        send_mail(" ".join(subject.split()), render_to_string("mail/invitation.txt", words), None, [to])
    except (OSError, smtplib.SMTPException) as problem:
        log.warning("An invitation could not be mailed (%s).", type(problem).__name__)  # more would name the address
        if self.request.retries >= self.max_retries or _is_final(problem):
            note_failed_mail(invitation)
        else:
            raise self.retry() from None


def _is_final(problem: Exception) -> bool:
    """The address is refused, or our password: asking again would not help."""
    return isinstance(problem, smtplib.SMTPRecipientsRefused | smtplib.SMTPAuthenticationError)
