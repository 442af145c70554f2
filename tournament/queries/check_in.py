"""Who is expected, who is here, who waits to be called, and who could take somebody's seat (RULES 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F

from tournament.models import Competition, Competitor, Draw, Entry, Round, Seat, Wish
from tournament.queries.search import holds
from tournament.queries.wishes import latest_round, read_open_wishes
from tournament.rules.entries import Kind, Status
from tournament.rules.presets import Format


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody at the check-in desk, with the whole name: only organisers come here."""

    entry: int
    competitor: int
    code: str
    name: str
    group: str
    kind: str
    status: str
    here: bool
    wristband: str
    gone: bool
    table: int = 0
    seat: int = 0
    absent: bool = False
    plays_for: str = ""
    replaced_by: str = ""
    call: int = 0
    """Their place in the order of call, while they wait in it."""
    hidden: bool = False
    """Whether public pages call them "A player"."""


@dataclass(frozen=True)
class Desk:
    """The whole desk. Before the draw is published everybody is only expected."""

    round: Round | None
    expected: Sequence[Arrival]
    """Who should sit down: not here yet first."""
    waiting: Sequence[Arrival]
    """Who may be called up, in their order."""
    later: Sequence[Arrival]
    """Late arrivals who sit down in the next round."""
    missed: Sequence[Arrival]
    """Empty chairs, those whose seat somebody else took, and those who were not there when called."""
    wishes: Sequence[Wish]

    @property
    def here(self) -> int:
        return sum(one.here for one in self.expected)

    @property
    def everybody(self) -> list[Arrival]:
        return [*self.expected, *self.waiting, *self.later, *self.missed]

    def with_code(self, code: str) -> Arrival:
        """Somebody of this competition, by the code of their entry."""
        return next(person for person in self.everybody if person.code == code)

    def find(self, entry: int) -> Arrival | None:
        """Somebody of this competition."""
        return next((one for one in self.everybody if one.entry == entry), None)


class _Row(NamedTuple):
    entry: int
    competitor: int
    code: str
    name: str
    group: str
    kind: str
    status: str
    left: int | None
    here_at: object
    wristband: str
    hidden: bool


class _Chair(NamedTuple):
    entry: int
    table: int
    number: int
    absent: bool
    stands_for: int | None


_ROW = (
    "pk", "competitor_id", "code", "competitor__name", "group__name", "kind", "status", "left",
    "competitor__here_at", "competitor__wristband", "competitor__hidden",
)  # fmt: skip


def read_desk(competition: Competition) -> Desk:
    """Everybody of the competition, in five queries however many they are."""
    standing = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True)
    rows = [_Row(*row) for row in standing.values_list(*_ROW)]
    round_ = latest_round(competition)
    if round_ is None:
        people = sorted(map(_arrival, rows), key=_not_here_first)
        return Desk(None, people, [], [], [], read_open_wishes(competition, None, ()))
    seats = Seat.objects.filter(round=round_)
    chairs = [_Chair(*row) for row in seats.values_list("entry", "table__number", "number", "absent", "stands_for")]
    call = Draw.objects.filter(competition=competition, published_at__isnull=False).values_list("call", flat=True)
    return _seated(rows, chairs, call.get(), round_, read_open_wishes(competition, round_, {c.entry for c in chairs}))


def _seated(
    rows: Sequence[_Row], chairs: Sequence[_Chair], call: Sequence[str], round_: Round, wishes: Sequence[Wish]
) -> Desk:
    names = {row.entry: row.name for row in rows}
    sitting = {chair.entry: chair for chair in chairs}
    taken = {chair.stands_for: names.get(chair.entry, "") for chair in chairs if chair.stands_for}
    places = {code: place for place, code in enumerate(_still_waiting(rows, call), start=1)}
    people = [_with_seat(row, sitting.get(row.entry), names, taken, places) for row in rows]
    return Desk(
        round=round_,
        expected=sorted((one for one in people if one.table and not one.absent), key=_not_here_first),
        waiting=sorted((one for one in people if one.call), key=lambda one: one.call),
        later=[one for one in people if one.status == Status.LATE and not one.table and not one.gone],
        missed=sorted(filter(_is_missed, people), key=lambda one: one.name.casefold()),
        wishes=wishes,
    )


def _still_waiting(rows: Iterable[_Row], call: Sequence[str]) -> list[str]:
    waiting = {row.code for row in rows if row.status == Status.NOT_DRAWN and row.left is None}
    return [code for code in call if code in waiting]


def _arrival(row: _Row, **more: object) -> Arrival:
    return Arrival(
        entry=row.entry,
        competitor=row.competitor,
        code=row.code,
        name=row.name,
        group=row.group,
        kind=row.kind,
        status=row.status,
        here=row.here_at is not None,
        wristband=row.wristband,
        gone=row.left is not None,
        hidden=row.hidden,
        **more,  # type: ignore[arg-type]
    )


def _with_seat(
    row: _Row,
    chair: _Chair | None,
    names: Mapping[int, str],
    taken: Mapping[int, str],
    places: Mapping[str, int],
) -> Arrival:
    if chair is None:
        return _arrival(row, replaced_by=taken.get(row.entry, ""), call=places.get(row.code, 0))
    plays_for = names.get(chair.stands_for, "") if chair.stands_for else ""
    return _arrival(row, table=chair.table, seat=chair.number, absent=chair.absent, plays_for=plays_for)


def _is_missed(one: Arrival) -> bool:
    never_sat = not one.table and one.gone and one.status in (Status.NOT_DRAWN, Status.LATE)
    return one.absent or bool(one.replaced_by) or never_sat


def _not_here_first(one: Arrival) -> tuple[bool, str, int]:
    return one.here, one.name.casefold(), one.entry


def search(people: Iterable[Arrival], words: str) -> list[Arrival]:
    """Those whose name, group or wristband holds every word."""
    return [one for one in people if holds(f"{one.name} {one.group} {one.wristband}", words)]


# Who could take a seat


@dataclass(frozen=True)
class Candidate:
    """Somebody of the same group without a seat in this round."""

    name: str
    reserve: bool
    here: bool
    grade: str = ""
    """The other grade they are of: then only an organiser lets them play, with a reason."""


def home_of(entry: Entry, round_: Round | None) -> int:
    """The group whose seat somebody has: whoever was called up may sit for another group than their own."""
    chair = Seat.objects.filter(round=round_, entry=entry).select_related("stands_for").first() if round_ else None
    return chair.stands_for.group_id if chair and chair.stands_for else entry.group_id


def read_substitutes(entry: Entry, round_: Round | None, home: int) -> list[Candidate]:
    """People of this group: nominated reserves first, then the others. Who was knocked out is not asked again."""
    of_group = Competitor.objects.filter(group=home).exclude(name="").exclude(pk=entry.competitor_id)
    mine = Entry.objects.filter(competition=entry.competition_id, group=home, withdrawn_at__isnull=True)
    out = mine.filter(seats__round=round_) if round_ else mine.filter(kind=Kind.ENTRY)
    if round_ and entry.competition.format == Format.KNOCKOUT:
        out = out | mine.filter(seats__round__number__lt=round_.number)
    reserves = set(mine.filter(kind=Kind.RESERVE).values_list("competitor", flat=True))
    free = of_group.exclude(pk__in=out.values("competitor")).order_by(F("here_at").asc(nulls_last=True), "name")
    grades = _other_grades(entry.competition, home)
    candidates = [
        Candidate(person.name, person.pk in reserves, person.here_at is not None, grades.get(person.pk, ""))
        for person in free[:50]
    ]
    return sorted(candidates, key=lambda one: (bool(one.grade), not one.reserve))


def _other_grades(competition: Competition, home: int) -> dict[int, str]:
    """Of this group's people, those who are entered elsewhere and not here: in which grade."""
    standing = Entry.objects.filter(group=home, withdrawn_at__isnull=True).order_by("-competition")
    rows = list(standing.values_list("competitor", "competition", "competition__name"))
    here = {person for person, where, _ in rows if where == competition.pk}
    return {person: grade for person, _, grade in rows if person not in here}
