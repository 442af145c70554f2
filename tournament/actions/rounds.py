"""The life of a round: close, make the next, finish (RULES 6 and 7)."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from tournament import current_time, words
from tournament.actions.base import action, lock_competition, log
from tournament.actions.moments import make_happen
from tournament.actions.roster import reseat
from tournament.actions.verdicts import judge, save_verdicts
from tournament.backups.files import BackupReason
from tournament.backups.making import ask
from tournament.log_kinds import Happened
from tournament.models import Clock, Competition, Round, Seat
from tournament.permissions import Actor, may_organise, require
from tournament.queries.rounds import waiting_for_sheets
from tournament.queries.standing import read_standing
from tournament.rules.clock_changes import close
from tournament.rules.errors import RoundRefused
from tournament.rules.round_times import time_of
from tournament.rules.standing import PlannedRound, Standing


@action
def close_round(*, by: Actor, competition: int, request: str = "") -> int:
    """Close the round once every sheet is accepted, and write down who goes on, who moves and which ties decided it."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    standing, open_round = _open_round(locked)
    round_ = locked.round_set.get(pk=open_round.pk)
    list(round_.tables.select_for_update())
    _check_sheets_are_in(standing, open_round)
    _fill_in_lone_players(round_)
    save_verdicts(locked, round_, judge(locked, round_))
    round_.closed_at = current_time.now()
    round_.began_at = round_.began_at or round_.closed_at
    round_.save(update_fields=["closed_at", "began_at"])
    _close_clock(round_)
    log(by, locked, Happened.ROUND_CLOSED, request, round=round_.number)
    transaction.on_commit(lambda: ask(BackupReason.ROUND), robust=True)
    return round_.number


def _open_round(competition: Competition) -> tuple[Standing, PlannedRound]:
    standing = read_standing(competition, current_time.now())
    if standing.open is None:
        raise RoundRefused("There is no open round.")
    return standing, standing.open


def _check_sheets_are_in(standing: Standing, open_round: PlannedRound) -> None:
    """A round is closed when its clock has stopped and no table is missing."""
    waits = waiting_for_sheets(standing, open_round, current_time.now())
    reasons = ["The clock is still running."] if waits.clock else []
    if waits.tables:
        reasons.append(f"Waiting for the sheet of table {', '.join(map(str, waits.tables))}.")
    if waits.disputed:
        reasons.append(words.hands_to_choose(waits.disputed))
    if reasons:
        raise RoundRefused(" ".join(reasons))


def _fill_in_lone_players(round_: Round) -> None:
    """One present player goes through without a hand: their empty sheet needs nobody's acceptance."""
    waiting = Seat.objects.filter(round=round_, absent=False, points__isnull=True)
    waiting.update(points=0, hands=0, won=0)
    round_.tables.filter(accepted_at__isnull=True).update(accepted_at=current_time.now())


def _close_clock(round_: Round) -> None:
    """Close the round's clock. Moments that were due but whose alarm has not come yet happen here, because later they
    never would."""
    clock = Clock.objects.select_for_update().filter(round=round_, closed_at__isnull=True).first()
    if clock is None:
        return
    now = current_time.now()
    make_happen(clock, now)
    clock.closed_at = close(clock.facts, now).closed_at
    clock.save(update_fields=["closed_at"])
    clock.moments.update(due_at=None)


def make_round(competition: Competition, number: int) -> Round:
    """A new round, with its clock ready where the competition has one."""
    round_ = Round.objects.create(competition=competition, number=number)
    time = time_of(competition.settings, competition.times, number)
    if time is not None:
        Clock.objects.create(
            competition=competition,
            round=round_,
            length=timedelta(seconds=time.length),
            warning=None if time.warning is None else timedelta(seconds=time.warning),
            calls=competition.calls,
        )
    return round_


@action
def make_next_round(*, by: Actor, competition: int, request: str = "") -> int:
    """Seat the next round from what the last one decided."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    last = _last_closed(locked)
    if last.is_last:
        raise RoundRefused(f"There’s no next round: that was {last.name.as_last}.")
    following = make_round(locked, last.number + 1)
    reseat(locked)
    log(by, locked, Happened.ROUND_MADE, request, round=following.number)
    return following.pk


def _last_closed(competition: Competition) -> PlannedRound:
    last = read_standing(competition, current_time.now()).latest
    if last is None:
        raise RoundRefused("The draw isn’t published yet.")
    if last.is_open:
        raise RoundRefused(f"{last.name.opening} isn’t closed yet.")
    return last


@action
def finish(*, by: Actor, competition: int, request: str = "") -> None:
    """The last round is closed: the competition has its final order."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    last = _last_closed(locked)
    if not last.is_last:
        raise RoundRefused(f"There’s another round after {last.name.lower}.")
    if locked.finished_at is not None:
        raise RoundRefused("This competition is already finished.")
    locked.finished_at = current_time.now()
    locked.save(update_fields=["finished_at"])
    log(by, locked, Happened.FINISHED, request)
