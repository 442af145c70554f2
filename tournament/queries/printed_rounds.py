"""Who sits where, for paper: whole rounds, also ones that are not seated yet but whose tables are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournament.models import Competition, Draw, Entry, Seat
from tournament.queries import draw
from tournament.queries.people import read_people
from tournament.queries.search import natural
from tournament.rules.entries import Kind, Status
from tournament.rules.errors import NothingToPrint
from tournament.rules.knockout import Plan, feeds
from tournament.rules.presets import Format, Moving, Settings
from tournament.rules.rotation import target
from tournament.rules.rounds import how_many_rounds, is_last


@dataclass(frozen=True)
class PrintedChair:
    """A seat. Without a name it is to be written on; `hint` says who will sit there, or for whom they play."""

    seat: int
    name: str = ""
    group: str = ""
    hint: str = ""
    absent: bool = False


@dataclass(frozen=True)
class PrintedTable:
    """A table of a round; number 0 is a blank sheet's."""

    number: int
    chairs: Sequence[PrintedChair]


@dataclass(frozen=True)
class PrintedRound:
    """A round on paper, and where its players go afterwards."""

    number: int
    tables: Sequence[PrintedTable]
    settings: Settings
    plan: Sequence[int]
    size: int

    @property
    def last(self) -> bool:
        return is_last(self.settings, list(self.plan), self.number)

    def goes_to(self, table: int, why: str = "best") -> int | None:
        """The table that the first, or a rotation's best or worst, moves to; None where nobody knows or moves."""
        if self.last or not table or self.settings.format is Format.SINGLE:
            return None
        if self.settings.format is Format.ROTATION:
            there = target(table, len(self.tables), why, self.settings.move or Moving.CIRCULAR)
            return there if there != table else None
        if self.settings.redraw:
            return None
        return feeds(Plan(self.size, tuple(self.plan)))[self.number - 1][table - 1]


def published_draw(competition: Competition) -> Draw:
    """The draw, once everybody may see it."""
    found = competition.draws.filter(published_at__isnull=False).first()
    if found is None:
        raise NothingToPrint(f"{competition} is not drawn yet. Publish the draw first.")
    return found


def read_printed_round(
    competition: Competition, number: int, *, full_names: bool = False, only_seated: bool = False
) -> PrintedRound:  # fmt: skip
    """A round's tables in three queries; of a knockout's later rounds at least whose winners will sit there, unless
    everybody must have their seat."""
    drawn, settings = published_draw(competition), competition.settings
    rounds = how_many_rounds(settings, drawn.plan)
    if not 1 <= number <= rounds:
        raise NothingToPrint(f"There is no round {number}: {competition} has {rounds}.")
    people = read_people(competition, full_names=full_names)
    seated = draw.read_tables(competition, number, people)
    tables = [
        PrintedTable(table, [_chair(chair) for chair in chairs]) for table, chairs in seated.items()
    ] or _expected(settings, drawn, number)
    if not tables or (only_seated and not seated):
        raise NothingToPrint(f"Round {number} is not seated yet. Close round {number - 1} first.")
    return PrintedRound(number, tables, settings, drawn.plan, drawn.size)


def _chair(chair: draw.DrawnChair) -> PrintedChair:
    hint = "Empty chair" if chair.absent else f"for {chair.stands_for.name}" if chair.stands_for else ""
    return PrintedChair(chair.seat, chair.person.name, chair.person.group, hint, chair.absent)


def _expected(settings: Settings, drawn: Draw, number: int) -> list[PrintedTable]:
    """Winners of tables 1, 2, 3 … take a knockout's next seats in order, unless each round is drawn anew."""
    if settings.format is not Format.KNOCKOUT or settings.redraw:
        return []
    row = Plan(drawn.size, tuple(drawn.plan)).sizes[number - 1]
    starts = [0, *accumulate(row)]
    return [
        PrintedTable(
            table, [PrintedChair(n, hint=f"Winner of table {starts[table - 1] + n}") for n in range(1, size + 1)]
        )
        for table, size in enumerate(row, start=1)
    ]


# By group


@dataclass(frozen=True)
class SlipLine:
    """One of a group's people: where they sit, or why not."""

    name: str
    note: str
    table: int = 0
    seat: int = 0


@dataclass(frozen=True)
class GroupSlip:
    """A group with its people, under their whole names: it is handed to nobody else."""

    group: str
    lines: Sequence[SlipLine]


def read_group_slips(competition: Competition, number: int, *, only: int | None = None) -> list[GroupSlip]:
    """Every group that has somebody here, by name; `only` is the one that its own coordinator may print."""
    drawn = published_draw(competition)
    read_printed_round(competition, number, only_seated=True)
    seats = {
        entry: (table, seat, absent)
        for entry, table, seat, absent in Seat.objects.filter(
            round__competition=competition, round__number=number
        ).values_list("entry", "table__number", "number", "absent")
    }
    entries = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True).order_by("kind", "pk")
    rows = (entries if only is None else entries.filter(group=only)).select_related("competitor", "group")
    call = {code: place for place, code in enumerate(drawn.call, start=1)}
    slips: dict[str, list[SlipLine]] = {}
    for entry in rows:
        slips.setdefault(entry.group.name, []).append(_slip_line(entry, seats.get(entry.pk), call, number))
    if not slips:
        raise NothingToPrint("This group has nobody in this competition.")
    return [GroupSlip(group, slips[group]) for group in sorted(slips, key=natural)]


def _slip_line(entry: Entry, seat: tuple[int, int, bool] | None, call: Mapping[str, int], number: int) -> SlipLine:
    name = entry.competitor.name or entry.code
    kind = {"substitute": "Substitute", "late": "Late arrival", "called_up": "Called up"}.get(entry.status)
    label = kind or ("Reserve, drawn by lot" if entry.kind == Kind.RESERVE and seat else entry.kind.capitalize())
    if seat is not None:
        return SlipLine(name, "Not there: the chair is empty" if seat[2] else label, 0 if seat[2] else seat[0], seat[1])
    if entry.status == Status.NOT_DRAWN:
        waits = f": number {call[entry.code]} in the order of call" if entry.code in call and number == 1 else ""
        return SlipLine(name, f"{label}, not drawn{waits}")
    return SlipLine(name, f"{label}, not in round {number}")
