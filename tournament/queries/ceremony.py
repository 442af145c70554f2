"""The draw ceremony as the organiser sees it: whole names, every table, and the draws that were thrown away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.models import Competition, Draw, Entry, Swap
from tournament.queries.draw_facts import DrawFacts, draw_facts
from tournament.queries.published_draws import pick_standing_draw
from tournament.rules.draw import meeting
from tournament.rules.entries import Kind
from tournament.rules.reveal import Reveal, drawn_reserves
from tournament.rules.table_numbers import ShownTable


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """One entry of the sealed list, as organisers see it."""

    pk: int
    code: str
    kind: str
    name: str
    group: str


@dataclass(frozen=True)
class DrawnTable:
    """One table as it was drawn; `meets` are the groups that have more than one player at it."""

    number: ShownTable
    people: Sequence[ListedEntry]
    shown: bool
    meets: Sequence[str]


@dataclass(frozen=True)
class Ceremony:
    """How far the draw is, and everything known about it. `draw` is the current one."""

    draw: DrawFacts | None
    thrown_away: Sequence[DrawFacts]
    entries: int
    nominated: int
    reserves: Sequence[ListedEntry]
    tables: Sequence[DrawnTable]
    swaps: Sequence[tuple[ListedEntry, ListedEntry, str, str]]
    call: Sequence[ListedEntry]

    @property
    def stage(self) -> str:
        """none, chosen, sealed, drawn or published."""
        return "none" if self.draw is None else self.draw.stage

    @property
    def reveal(self) -> Reveal:
        """How much of the draw the hall has seen."""
        return self.draw.reveal if self.draw else Reveal(0, 0)

    @property
    def latest(self) -> ListedEntry | None:
        """The reserve who was shown last."""
        shown = self.reveal.reserves_shown
        return self.reserves[shown - 1] if shown else None

    @property
    def newest(self) -> DrawnTable | None:
        """The table that was shown last."""
        shown = self.reveal.tables_shown
        return self.tables[shown - 1] if shown else None

    @property
    def following(self) -> DrawnTable | None:
        """The table that is shown next, unless all are shown."""
        shown = self.reveal.tables_shown
        return self.tables[shown] if shown < len(self.tables) else None

    @property
    def left_out(self) -> int:
        """How many entries the lot leaves out, because there are more entries than places."""
        return max(0, self.entries - self.draw.size) if self.draw else 0


def read_ceremony(competition: Competition) -> Ceremony:
    """The ceremony of a competition, in three queries however many play."""
    draws = list(competition.draws.select_related("note").order_by("pk"))
    draw = pick_standing_draw(draws)
    people = _read_people(competition, listed=draw is not None and draw.sealed_at is not None)
    codes = {entry.code: entry for entry in people.values()}
    made = draw if draw is not None and draw.drawn_at is not None else None
    return Ceremony(
        draw=draw_facts(draw) if draw is not None else None,
        thrown_away=[
            draw_facts(old, old.note.text if old.note else "") for old in draws if old.discarded_at is not None
        ],
        entries=sum(entry.kind == Kind.ENTRY for entry in people.values()),
        nominated=sum(entry.kind == Kind.RESERVE for entry in people.values()),
        reserves=[codes[code] for code in drawn_reserves(made.lot_reserves, made.admitted)] if made else [],
        tables=_tables(competition, made, codes) if made else [],
        swaps=_swaps(made, people) if made else [],
        call=[codes[code] for code in made.call] if made else [],
    )


def _read_people(competition: Competition, *, listed: bool) -> dict[int, ListedEntry]:
    standing = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True)
    rows = (standing.filter(listed=True) if listed else standing).order_by("pk")
    fields = rows.values_list("pk", "code", "kind", "competitor__name", "group__name")
    return {row[0]: ListedEntry(row[0], row[1], row[2], row[3] or row[1], row[4]) for row in fields}


def _tables(competition: Competition, draw: Draw, codes: Mapping[str, ListedEntry]) -> list[DrawnTable]:
    groups = {code: entry.group for code, entry in codes.items()}
    shown = draw.reveal.tables_shown
    return [
        DrawnTable(
            competition.numbers.shown(place),
            [codes[code] for code in table],
            place <= shown,
            sorted(meeting(table, groups) - {""}),
        )
        for place, table in enumerate(draw.tables, start=1)
    ]


def _swaps(draw: Draw, people: Mapping[int, ListedEntry]) -> list[tuple[ListedEntry, ListedEntry, str, str]]:
    rows = Swap.objects.filter(draw=draw).values_list("a", "b", "why", "note__text")
    return [(people[a], people[b], why, note or "") for a, b, why, note in rows]
