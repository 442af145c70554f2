"""A rehearsed event that stopped somewhere is played on by others, who know only what stands in the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from django.db import connection

from scoring.rehearsal.director import Director
from scoring.rehearsal.hands import HandDealer
from scoring.rehearsal.script import RehearsalScript
from scoring.rehearsal.umpire import Umpire
from tests.cast import DICE, SALT
from tournament import current_time
from tournament.actions import clock, draw, hall_numbers, registration, rounds
from tournament.models import Competition, Round, Table
from tournament.permissions import organiser
from tournament.queries.standing import read_standing


class MachineGone(Exception):
    """The machine went away."""


@contextmanager
def stopping_at(line: int) -> Iterator[None]:
    """The event stops when it is about to write this line of its log: the step to which it belongs is undone."""
    left = iter(range(line))

    def stop(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith('INSERT INTO "tournament_logentry"') and next(left, None) is None:
            raise MachineGone
        return execute(sql, params, many, context)

    try:
        with connection.execute_wrapper(stop):
            yield
    except MachineGone:
        pass


def play_until(script: RehearsalScript, seed: str, line: int) -> int:
    """Play the script, and stop there; the event's number."""
    director = Director(script, Random(seed))
    with stopping_at(line):
        director.play()
    return director.event


def play_on(event: int, script: RehearsalScript) -> Competition:
    """Play its only competition to the end, from wherever it is."""
    competition = Competition.objects.select_related("event").get(event=event)
    by: dict[str, Any] = {"by": organiser(competition.event), "competition": competition.pk}
    if competition.closed_at is None:
        registration.close_entries(**by)
    _hold_draw(competition, by)
    while Competition.objects.get(pk=competition.pk).finished_at is None:
        _go_on(competition, by, script)
    return Competition.objects.get(pk=competition.pk)


def _hold_draw(competition: Competition, by: dict[str, Any]) -> None:
    standing = competition.draws.filter(discarded_at__isnull=True).first()
    if standing is None:
        draw.choose_plan(**by)
    stage = "chosen" if standing is None else standing.stage
    if stage == "chosen":
        draw.seal_draw(**by, salt=SALT)
        stage = "sealed"
    if stage == "sealed":
        typed = competition.draws.get(discarded_at__isnull=True).typed
        if not typed:
            hall_numbers.type_numbers(**by, public=DICE)
        hall_numbers.supply_numbers(**by, public=typed or DICE)
        stage = "drawn"
    if stage == "drawn":
        draw.publish_draw(**by)


def _go_on(competition: Competition, by: dict[str, Any], script: RehearsalScript) -> None:
    """One round further, or the end."""
    latest = Round.objects.filter(competition=competition).order_by("-number")[0]
    if latest.closed_at is None:
        _play_round(latest, competition, by, script)
        rounds.close_round(**by)
        return
    planned = read_standing(competition, current_time.now()).rounds
    last = next(round_ for round_ in planned if round_.number == latest.number).is_last
    (rounds.finish if last else rounds.make_next_round)(**by)


def _play_round(latest: Round, competition: Competition, by: dict[str, Any], script: RehearsalScript) -> None:
    running = latest.clock_facts
    if competition.clock is not None and (running is None or running.started_at is None):
        clock.start_clock(**by)
    rng = Random(latest.number)
    dealer = HandDealer(rng, competition.settings)
    tables = Table.objects.filter(round=latest, accepted_at__isnull=True).select_related("round__competition__event")
    umpires = [Umpire(table, script, competition.settings, dealer, rng) for table in tables]
    if running is None or running.ended_at is None:
        for umpire in umpires:
            umpire.play()
        if competition.clock is not None:
            clock.end_clock(**by)
    for umpire in umpires:
        umpire.finish()
