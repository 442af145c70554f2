"""Asks at the start what a round should go by if the computer's clock was set while the server was stopped."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TextIO

from django.utils import timezone

from tournament import current_time
from tournament.actions.clock_steps import move_what_counts, what_counts
from tournament.questions import ask
from tournament.server.last_seen import StoppedStep, find_step
from tournament.web.clock_step import step_in_words

log = logging.getLogger(__name__)


def settle(folder: Path, out: TextIO) -> None:
    """Move everything that counts time if the clock was set meanwhile and nobody objects. Where nobody can be asked, it
    is moved."""
    step = find_step(folder)
    if step is None or not what_counts(step.before):
        return
    words = step_in_words(step.by)
    if ask(_question(step), out, otherwise=True):
        move_what_counts(step.by.total_seconds(), step.before)
        log.info("%s while Turntable was stopped; rounds and breaks keep their length.", words)
    else:
        log.info("%s while Turntable was stopped; rounds and breaks go by the new time.", words)


def _question(step: StoppedStep) -> str:
    if step.is_exact:
        return (
            f"{step_in_words(step.by)} while Turntable was stopped, and a round or a break is under way.\n"
            "Should it go on as if the clock hadn’t been set?"
        )
    now, seen = (f"{timezone.localtime(moment):%H:%M}" for moment in (current_time.now(), step.before))
    return (
        f"This computer’s clock says {now}, but Turntable was still running at {seen}: the clock was set back.\n"
        f"A round or a break is under way. Should it go on with the time that was left at {seen}?"
    )
