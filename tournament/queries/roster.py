"""Reads the roster of a competition for the rules of attendance: an action under its lock, a page without."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tournament.models import Draw, Entry, Move, Round, Seat, Table
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.finished_tables import read_finished_tables
from tournament.queries.published_draws import find_published_draw
from tournament.rules import rotation
from tournament.rules.attendance.roster import Player, Roster, RosterDraw, RosterRound, RosterSeat, RosterTable
from tournament.rules.presets import Format


def read_roster(competition: KnownCompetition) -> Roster:
    """Everybody with a code, and their seats in every round: eight queries at most, however many play."""
    players, groups = _read_players(competition)
    draw = find_published_draw(competition.pk)
    rounds = list(Round.objects.filter(competition=competition.pk).order_by("number")) if draw else []
    return Roster(
        settings=competition.settings,
        players=players,
        groups=groups,
        has_groups=competition.event.has_groups,
        draw=_draw(draw) if draw else None,
        rounds=_read_rounds(competition, rounds) if rounds else (),
        finished=tuple(read_finished_tables(rounds[-2])) if len(rounds) > 1 else (),
    )


def _read_players(competition: KnownCompetition) -> tuple[dict[str, Player], dict[int, str]]:
    """Everybody's line by code, and the code of each group by its number."""
    entries = Entry.objects.filter(competition=competition.pk).exclude(code="").order_by("-pk")
    rows = list(entries.values_list("code", "group_code", "status", "left", "joins", "listed", "group_id"))
    return {row[0]: Player(*row[:6]) for row in rows}, {row[6]: row[1] for row in rows}


def _draw(draw: Draw) -> RosterDraw:
    tables = tuple(tuple(table) for table in draw.tables)
    return RosterDraw(draw.size, tuple(draw.plan), draw.seed_bytes, tables, tuple(draw.call))


def _read_rounds(competition: KnownCompetition, rounds: Sequence[Round]) -> tuple[RosterRound, ...]:
    tables = _read_tables(competition)
    before = [_round(round_, tables[round_.number]) for round_ in rounds[:-1]]
    balance = _read_balance(competition, rounds[-1].number) if competition.format == Format.ROTATION else ()
    return (*before, _round(rounds[-1], tables[rounds[-1].number], balance))


def _round(round_: Round, tables: Sequence[RosterTable], balance: tuple[rotation.TableMove, ...] = ()) -> RosterRound:
    closed = round_.closed_at is not None
    return RosterRound(round_.number, tuple(tables), closed, balance, round_.method, round_.attempt)


def _read_tables(competition: KnownCompetition) -> dict[int, list[RosterTable]]:
    """Every round's tables, in order."""
    seats = _read_seats(competition)
    rows = Table.objects.filter(round__competition=competition.pk).order_by("number")
    tables: dict[int, list[RosterTable]] = defaultdict(list)
    for pk, number, dealt_at, accepted_at, first in rows.values_list(
        "pk", "round__number", "dealt_at", "accepted_at", "first__code"
    ):
        table = RosterTable(tuple(seats[pk]), dealt_at is not None, accepted_at is not None, first or "")
        tables[number].append(table)
    return tables


def _read_seats(competition: KnownCompetition) -> dict[int, list[RosterSeat]]:
    """Every table's seats, in order."""
    rows = Seat.objects.filter(round__competition=competition.pk).order_by("number")
    seats: dict[int, list[RosterSeat]] = defaultdict(list)
    for table, code, stands_for, absent in rows.values_list("table", "entry__code", "stands_for__code", "absent"):
        seats[table].append(RosterSeat(code, stands_for or "", absent))
    return seats


def _read_balance(competition: KnownCompetition, round_number: int) -> tuple[rotation.TableMove, ...]:
    """Who was moved before this round so that no table is short."""
    moves = Move.objects.filter(competition=competition.pk, after=round_number - 1, why="balance").order_by("number")
    return tuple(rotation.TableMove(*row) for row in moves.values_list("entry__code", "source", "target", "why"))
