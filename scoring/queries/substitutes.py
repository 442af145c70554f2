"""The people who may take a seat at a table before its first hand: somebody of the same group, or anybody if the event
has no groups. The rules of attendance say why somebody may not, both here and when the seat is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q

from scoring.queries.table import TableRead, name_of
from tournament.models import Entry, Seat, Table
from tournament.queries.rounds import DEALT
from tournament.queries.substitutes import read_other_grades
from tournament.queries.substitutes import read_substitutes as read_free_people
from tournament.rules.attendance.roster import Player
from tournament.rules.attendance.substitution import check_has_arrived, check_substitution
from tournament.rules.errors import why_not
from tournament.rules.presets import Format


@dataclass(frozen=True)
class Substitute:
    """Somebody of the same group."""

    name: str
    why_not: str = ""
    """Why they cannot take the seat; empty if they can."""
    withdrew: bool = False
    """Whether they were entered and withdrew."""


class _MateRow(NamedTuple):
    """Somebody of a seat's group."""

    player: Player
    pk: int
    competitor: int
    name: str
    group: int
    withdrawn_at: datetime | None
    went_on: bool
    """Whether they won a table of the round before."""
    dealt: bool
    """Whether it is too late for anybody to take a seat."""


_PLAYER: Final = ("code", "group_code", "status", "left", "joins")


def read_substitutes(read: TableRead) -> Mapping[int, Sequence[Substitute]]:
    """For each seat, by its entry, everybody else of its group. Nobody once a hand is recorded."""
    if read.now.hands or read.now.accepted:
        return {}
    if read.competition.event.has_groups:
        return _SameGroup(read).by_seat()
    return _read_anybody(read)


def _read_anybody(read: TableRead) -> Mapping[int, Sequence[Substitute]]:
    """The people for each seat in an event without groups. Somebody who was replaced in this round can only take back
    their own seat."""
    free = read_free_people(read.competition, sitter=0, home=0, round_number=read.round.number)
    replaced = Seat.objects.filter(round=read.round.pk, stands_for__isnull=False)
    sitters = dict(replaced.values_list("stands_for__competitor__name", "entry"))
    return {
        entry: [
            Substitute(person.name, withdrew=bool(person.withdrew_from))
            for person in free
            if not person.grade and sitters.get(person.name, entry) == entry
        ]
        for entry in read.people
    }


class _SameGroup:
    """Works out which members of their groups may take the seats of one table, in two queries (three if somebody
    withdrew)."""

    def __init__(self, read: TableRead) -> None:
        self.read = read
        self.homes = {entry: person.home for entry, person in read.people.items()}
        self.people = {person.pk: person for person in self._read_people()}
        own = Q(entry__in=self.people) | Q(stands_for__in=self.people)
        seats = Seat.objects.filter(own, round__competition=read.competition.pk)
        rows = list(seats.values_list("round__number", "entry", "stands_for"))
        self.seated = {entry for number, entry, _ in rows if number == read.round.number}
        self.played = {entry for number, entry, _ in rows if number < read.round.number}
        self.sitters = {replaced: entry for number, entry, replaced in rows if number == read.round.number}
        withdrew = any(person.withdrawn_at for person in self.people.values())
        self.grades = read_other_grades(read.competition, {"group__in": set(self.homes.values())}) if withdrew else {}

    def _read_people(self) -> list[_MateRow]:
        read, competition = self.read, self.read.competition.pk
        before = Table.objects.filter(round__competition=competition, round__number=read.round.number - 1)
        rotates = read.now.settings.format is Format.ROTATION
        too_late = Q(round=read.round.pk) if rotates else Q(pk=read.table.pk)
        entries = Entry.objects.filter(competition=competition, group__in=set(self.homes.values()))
        rows = entries.values_list(
            *_PLAYER, "pk", "competitor", "competitor__name", "group", "withdrawn_at",
            Exists(before.filter(first=OuterRef("pk"))), Exists(Table.objects.filter(DEALT & too_late)),
        )  # fmt: skip
        return [_MateRow(Player(*row[:5]), *row[5:]) for row in rows]

    def by_seat(self) -> dict[int, list[Substitute]]:
        return {
            entry: [
                Substitute(
                    name_of(person.competitor, person.name),
                    self._why_not(entry, person),
                    person.withdrawn_at is not None,
                )
                for person in sorted(self.people.values(), key=_likely_first)
                if person.group == home and person.pk != entry
            ]
            for entry, home in self.homes.items()
        }

    def _why_not(self, entry: int, person: _MateRow) -> str:
        return self._why_not_given(entry) or why_not(
            check_substitution,
            same_person=False,
            seated=person.pk in self.seated,
            replaced=self.sitters.get(person.pk, entry) != entry,
            knocked_out=self._is_knocked_out(person),
            dealt=person.dealt,
            override=False,
            grade=self.grades.get(person.competitor, ""),
        )

    def _why_not_given(self, entry: int) -> str:
        """Why nobody at all can take this seat, if so: its player arrives late in this round and has no seat to give up
        yet."""
        sitter = self.people.get(entry)
        return why_not(check_has_arrived, sitter.player, self.read.round.number) if sitter else ""

    def _is_knocked_out(self, person: _MateRow) -> bool:
        knockout = self.read.now.settings.format is Format.KNOCKOUT
        return knockout and person.pk in self.played and not person.went_on


def _likely_first(person: _MateRow) -> tuple[bool, str]:
    return person.withdrawn_at is not None, person.name.casefold()
