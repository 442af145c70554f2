"""Reads a draw by group: each group's people under their whole names, where they sit in a round, or why they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Entry, Seat
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.order_of_call import read_waiting
from tournament.queries.search import natural
from tournament.rules.entries import Kind, Status
from tournament.rules.table_numbers import ShownTable


@dataclass(frozen=True)
class SlipSeat:
    """A seat of the round."""

    table: ShownTable
    number: int
    absent: bool


@dataclass(frozen=True)
class SlipLine:
    """One of a group's people."""

    name: str
    kind: Kind
    status: Status
    seat: SlipSeat | None
    call: int
    """The place in the order of call; 0 where they are not in it."""


@dataclass(frozen=True)
class GroupSlip:
    """A group with its people, under their whole names: it is handed to nobody else."""

    group: str
    lines: Sequence[SlipLine]


def read_group_slips(competition: KnownCompetition, number: int, *, only: int | None = None) -> list[GroupSlip]:
    """Every group that has somebody in this competition, by name; `only` is the one that its own coordinator may
    print."""
    seats = _read_seats(competition, number)
    entries = Entry.objects.filter(competition=competition.pk, withdrawn_at__isnull=True).order_by("kind", "pk")
    rows = (entries if only is None else entries.filter(group=only)).select_related("competitor", "group")
    waiting = read_waiting([competition.pk]).get(competition.pk, [])
    call = {code: place for place, code in enumerate(waiting, start=1)}
    slips: dict[str, list[SlipLine]] = {}
    for entry in rows:
        slips.setdefault(entry.group.name, []).append(_line(entry, seats.get(entry.pk), call.get(entry.code, 0)))
    return [GroupSlip(group, slips[group]) for group in sorted(slips, key=natural)]


def _read_seats(competition: KnownCompetition, number: int) -> dict[int, SlipSeat]:
    seats = Seat.objects.filter(round__competition=competition.pk, round__number=number)
    rows = seats.values_list("entry", "table__number", "number", "absent")
    shown = competition.numbers.shown
    return {entry: SlipSeat(shown(table), seat, absent) for entry, table, seat, absent in rows}


def _line(entry: Entry, seat: SlipSeat | None, call: int) -> SlipLine:
    return SlipLine(entry.competitor.name or entry.code, Kind(entry.kind), Status(entry.status), seat, call)
