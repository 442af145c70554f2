"""The computer's clock was set, so everything that counts time is moved with it and counts what has really passed
(RULES 8).

Only the embedded server calls this, because its time is the laptop's. The order matters: at no moment may a clock seem
further on than it is, because then a bell rings that nobody can take back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F, Model, Q
from django.dispatch import Signal

from tournament import current_time
from tournament.actions.base import lock_competition, log
from tournament.log_kinds import Happened
from tournament.models import (
    Clock,
    ClockChange,
    ClockMoment,
    Competition,
    Draw,
    Event,
    Import,
    LoginLink,
    Print,
    Programme,
    Remains,
    RemovedEvent,
    Round,
    Screen,
)
from tournament.permissions import SYSTEM
from tournament.queries.clock import DeviceClock, clock_facts
from tournament.queries.standing import read_standing
from tournament.rules import clock_changes as changes
from tournament.rules.breaks import find_break
from tournament.rules.podium import TIME_THE_PUBLIC_WAITS
from tournament.rules.standing import Standing

NOTHING_COUNTS_AFTER: Final = timedelta(days=8)
"""A round that was closed longer ago than this has no break any more: the longest break lasts a week."""


A_DAY: Final = timedelta(days=1)

MOVED_WHOLE: Final[Mapping[type[Model], Sequence[str]]] = {
    Event: ["message_since", "message_until", "unfinished_since"],
    Competition: ["podium_shown_at"],
    Programme: ["stepped_at"],
    Screen: ["made_at", "last_seen"],
    Session: ["expire_date"],
    LoginLink: ["expires_at"],
    Import: ["touched_at"],
    Print: ["touched_at"],
    Remains: ["due_at"],
    RemovedEvent: ["removed_at"],
}
"""What counts in every row: how long something is shown, is still good, has been silent, or is kept. A laptop whose
battery was empty goes forward by months, and nobody may be signed out for that in the middle of a round."""

clock_was_set = Signal()
"""Sent in the same transaction with `step`, so that other modules that keep moments that count move them too."""


def follow_computer(seconds: float) -> int:
    """Follow the computer's clock after it was set by this many seconds, once and in one step. Answers how many
    competitions have something that counts.

    Set back, the time changes first; set forward, it changes last. So in between a clock has too much left, never too
    little. If the step cannot be saved, nothing has happened.
    """
    went_first = False
    try:
        with transaction.atomic():
            if seconds > 0:
                transaction.on_commit(lambda: current_time.move(seconds))  # before anybody is told
            count = move_what_counts(seconds, current_time.now())
            if seconds < 0:
                current_time.move(seconds)
                went_first = True
    except BaseException:
        if went_first:
            current_time.move(-seconds)
        raise
    return count


def move_what_counts(seconds: float, before: datetime) -> int:
    """Move every clock and break by this many seconds; `before` is the time before the step."""
    step = timedelta(seconds=seconds)
    with transaction.atomic():
        moved = [pk for pk in _may_count(before) if _move_competition(pk, step, before)]
        for model, fields in MOVED_WHOLE.items():
            model._default_manager.update(**{field: F(field) + step for field in fields})
        Draw.objects.filter(drawn_at__gt=before - A_DAY).update(drawn_at=F("drawn_at") + step)
        clock_was_set.send(sender=Clock, step=step)
    return len(moved)


def what_counts(now: datetime) -> int:
    """How many competitions have something that counts now."""
    return sum(1 for pk in _may_count(now) if _counts(Competition.objects.get(pk=pk), now))


def _may_count(now: datetime) -> list[int]:
    """The competitions with an open clock, or with a round that may have a break after it."""
    recent = Q(round_set__closed_at__gt=now - NOTHING_COUNTS_AFTER)
    found = Competition.objects.filter(Q(clocks__isnull=False, clocks__closed_at__isnull=True) | recent)
    return list(found.order_by("pk").values_list("pk", flat=True).distinct())


def _counts(competition: Competition, now: datetime) -> bool:
    clock = _open_clock(competition)
    is_on = clock is not None and clock.facts.begins is not None
    return is_on or _closed_round_that_counts(read_standing(competition, now), now) is not None


def _open_clock(competition: Competition) -> Clock | None:
    return Clock.objects.select_for_update().filter(competition=competition, closed_at__isnull=True).first()


def _move_competition(pk: int, step: timedelta, before: datetime) -> bool:
    """Move its clock and the end of its last round, if they count, and write it down."""
    competition = lock_competition(pk)
    if not _counts(competition, before):
        return False
    number = _closed_round_that_counts(read_standing(competition, before), before)
    if number is not None:
        Round.objects.filter(competition=pk, number=number).update(closed_at=F("closed_at") + step)
    clock = _open_clock(competition)
    shows = None if clock is None else _move_clock(clock, step, before)
    now, seconds = before + step, step.total_seconds()
    log(SYSTEM, competition, Happened.CLOCK_MOVED, stepped=round(seconds * 1000), now=_milliseconds(now), shows=shows)
    return True


def _closed_round_that_counts(standing: Standing, now: datetime) -> int | None:
    """The number of the round whose end began a break, or began the wait for the podium; None if there is none."""
    if (coming := find_break(standing)) is not None and coming.since is not None:
        return coming.after
    latest = standing.latest
    if latest is None or latest.closed_at is None or not latest.is_last:
        return None
    return latest.number if now < latest.closed_at + TIME_THE_PUBLIC_WAITS else None


def _move_clock(clock: Clock, step: timedelta, before: datetime) -> DeviceClock:
    """Move the moments of a clock, and answer what it shows now. It is what it showed before."""
    facts = changes.move(clock.facts, step)
    clock.starts_at, clock.started_at, clock.paused_at = facts.starts_at, facts.started_at, facts.paused_at
    clock.warned_at, clock.ended_at = facts.warned_at, facts.ended_at
    clock.save()
    ClockMoment.objects.filter(clock=clock, due_at__isnull=False).update(due_at=F("due_at") + step)
    ClockChange.objects.create(clock=clock, at=before + step, by=SYSTEM.name, change="moved", amount=step)
    return clock_facts(facts, before + step)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
