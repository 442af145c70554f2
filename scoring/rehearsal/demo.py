"""Small events for newcomers to look at: invented people, played by bots, each left at another stage."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import timedelta
from enum import StrEnum
from random import Random
from typing import Final

from django.utils import timezone

from scoring.rehearsal.director import Director
from scoring.rehearsal.script import RehearsalScript
from tournament import current_time
from tournament.actions import closing, invitations
from tournament.actions.base import action
from tournament.actions.job_queue import SignsOfLife
from tournament.actions.removing import remove_unfinished
from tournament.models import Event
from tournament.permissions import Actor
from tournament.rules.errors import Refused, TurntableError


class DemoStage(StrEnum):
    """How far a demo is: in its name, so that nobody takes it for anything else."""

    OPEN = "open"
    DRAWN = "drawn"
    RUNNING = "running"
    FINISHED = "finished"


NAMES: Final = {
    DemoStage.OPEN: "Rehearsal: entries open",
    DemoStage.DRAWN: "Rehearsal: drawn",
    DemoStage.RUNNING: "Rehearsal: round 1 is running",
    DemoStage.FINISHED: "Rehearsal: finished",
}
GROUPS: Final = 24
STILL_TO_ENTER: Final = 7
RESERVES: Final = 9
PATIENCE: Final = 60
"""How many seconds a second press waits for the first."""
TURNS: Final = 100
"""How many turns a round lasts: two or three hands at each table."""


def make_demo(*, by: Actor, stage: str, request: str = "") -> int:
    """Make a whole fictional event at this stage through the real actions, each its own step, so that everybody else
    goes on working meanwhile. It is not listed before it is ready. If making it fails it is removed; if its maker is
    killed, the next sweep removes it. The same request again waits for the same demo."""
    if stage not in tuple(DemoStage):
        raise Refused("Choose how far along the demo should be: entries open, drawn, mid-round, or finished.")
    at = DemoStage(stage)
    director = Director(_script(at), Random(f"demo {at}"), by=by)  # noqa: S311 (always the same, so that it is known)
    mine: list[int] = []

    @action
    def begin(*, by: Actor, stage: str, request: str = "") -> int:  # noqa: ARG001 (the decorator reads them)
        director.set_up()
        Event.objects.filter(pk=director.event).update(unfinished_since=current_time.now())
        mine.append(director.event)
        return director.event

    event = begin(by=by, stage=stage, request=request)
    if mine:
        _play_or_remove(director, at)
    else:
        _wait_for(event)
    return event


def _play_or_remove(director: Director, stage: DemoStage) -> None:
    is_alive = SignsOfLife(Event.objects.filter(pk=director.event), "unfinished_since")
    director.progress = lambda _what, _done, _of: is_alive()
    try:
        _play(director, stage)
    except BaseException:
        with suppress(TurntableError):
            remove_unfinished(director.event)
        raise
    Event.objects.filter(pk=director.event).update(unfinished_since=None)


def _wait_for(event: int) -> None:
    """A second press shows what the first one makes."""
    until = time.monotonic() + PATIENCE
    while Event.objects.filter(pk=event, unfinished_since__isnull=False).exists() and time.monotonic() < until:
        time.sleep(0.2)


def _script(stage: DemoStage) -> RehearsalScript:
    """A knockout of 24, or on the way there: some groups have yet to enter."""
    entered = GROUPS - STILL_TO_ENTER if stage is DemoStage.OPEN else GROUPS
    day = timezone.localdate(current_time.now()) + timedelta(days=8 if stage is DemoStage.OPEN else 0)
    return RehearsalScript(
        name="Uno Open",
        preset="syg",
        choices={},
        entries=(1,) * entered + (0,) * (GROUPS - entered),
        reserves=(1,) * RESERVES + (0,) * (GROUPS - RESERVES),
        turns=TURNS,
        event=NAMES[stage],
        on=day.isoformat(),
    )


def _play(director: Director, stage: DemoStage) -> None:
    if stage is DemoStage.OPEN:
        director.enter_groups()
        _invite(director)
        return
    director.enter()
    director.hold_draw()
    if stage is DemoStage.RUNNING:
        *most, _still_shuffling = director.begin_round(1)
        for umpire in most:
            umpire.play()
    elif stage is DemoStage.FINISHED:
        director.play_rounds()
        director.finish()


def _invite(director: Director) -> None:
    """Every group has its link, and entries close a week from now."""
    by, event = director.organiser, director.event
    invitations.invite_missing(by=by, event=event)
    closes = timezone.localtime(current_time.now()).replace(hour=18, minute=0, tzinfo=None) + timedelta(days=7)
    closing.set_closing(by=by, competition=director.pk, closes=closes.isoformat(timespec="minutes"))
