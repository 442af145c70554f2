"""What the hall sees of a draw on the projector, step by step, under the names that public pages use (RULES 5).

Nothing that has not been shown yet comes this far, so no page can show it by mistake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournament.models import Competition, Draw
from tournament.queries.draw import DrawnChair, read_tables
from tournament.queries.people import Person, by_code, read_people
from tournament.queries.published_draws import pick_standing_draw
from tournament.rules.entries import Kind
from tournament.rules.reveal import RevealStep, drawn_reserves
from tournament.rules.table_numbers import NO_TABLE, ShownTable


class CeremonyScene(StrEnum):
    """What the projector's picture is about."""

    SOON = "soon"
    CHOSEN = "chosen"
    SEALED = "sealed"
    TYPED = "typed"
    NUMBERS = "numbers"
    RESERVE = "reserve"
    TABLES = "tables"


@dataclass(frozen=True)
class CeremonyScreen:
    """What may be seen of the draw now."""

    scene: CeremonyScene
    size: int = 0
    plan: tuple[int, ...] = ()
    entries: int = 0
    list_hash: str = ""
    commitment: str = ""
    public: str = ""
    """The numbers that the hall gave, or that wait to be confirmed."""
    reserves: tuple[Person, ...] = ()
    """The reserves that the lot took, as far as they are shown."""
    reserves_in_all: int = 0
    tables: Mapping[ShownTable, Sequence[DrawnChair]] = field(default_factory=dict)
    """Every table; without chairs while it is still to be shown."""
    seats: int = 0
    """The seats of the largest table, shown or not."""
    newest: ShownTable = NO_TABLE
    """The table that was shown last; 0 once all are shown."""
    published: bool = False
    again: bool = False
    """Whether a draw before this one was thrown away."""

    @property
    def left_out(self) -> int:
        """How many entries the lot leaves out, because there are more entries than places."""
        return max(0, self.entries - self.size)


def read_ceremony_screen(competition: Competition) -> CeremonyScreen:
    """The current draw, as far as the hall may see it."""
    draws = list(competition.draws.order_by("pk"))
    draw = pick_standing_draw(draws)
    if draw is None:
        return CeremonyScreen(CeremonyScene.SOON, again=bool(draws))
    if draw.sealed_at is None:
        return CeremonyScreen(CeremonyScene.CHOSEN, draw.size, tuple(draw.plan))
    if draw.drawn_at is None:
        return _sealed(competition, draw)
    if draw.published_at is None and draw.reveal.tables_shown == 0:
        return _before_tables(competition, draw)
    return _tables(competition, draw)


def _sealed(competition: Competition, draw: Draw) -> CeremonyScreen:
    return CeremonyScreen(
        CeremonyScene.TYPED if draw.typed else CeremonyScene.SEALED,
        draw.size,
        tuple(draw.plan),
        entries=competition.entries.filter(listed=True, kind=Kind.ENTRY).count(),
        list_hash=draw.list_hash,
        commitment=draw.commitment,
        public=draw.typed,
    )


def _before_tables(competition: Competition, draw: Draw) -> CeremonyScreen:
    """The numbers, and then each reserve that the lot took."""
    shown = draw.reveal.reserves_shown
    numbers = CeremonyScreen(CeremonyScene.NUMBERS, draw.size, tuple(draw.plan), public=draw.public)
    if not shown:
        return numbers
    people = by_code(read_people(competition))
    taken = drawn_reserves(draw.lot_reserves, draw.admitted)
    named = tuple(people[code] for code in taken[:shown])
    return replace(numbers, scene=CeremonyScene.RESERVE, reserves=named, reserves_in_all=len(taken))


def _tables(competition: Competition, draw: Draw) -> CeremonyScreen:
    """The tables, filled as far as they are shown."""
    published = draw.published_at is not None
    chairs = _chairs(competition, draw)
    shown = len(chairs) if published else draw.reveal.tables_shown
    is_done = published or draw.reveal.next is RevealStep.DONE
    return CeremonyScreen(
        CeremonyScene.TABLES,
        draw.size,
        tuple(draw.plan),
        public=draw.public,
        tables={number: chairs[number] if place <= shown else () for place, number in enumerate(chairs, start=1)},
        seats=max((len(seats) for seats in chairs.values()), default=1),
        newest=NO_TABLE if is_done else competition.numbers.shown(shown),
        published=published,
    )


def _chairs(competition: Competition, draw: Draw) -> Mapping[ShownTable, Sequence[DrawnChair]]:
    """The tables as they were drawn. Once the draw is published, as they are now, with substitutes."""
    people = read_people(competition)
    if draw.published_at is not None:
        return read_tables(competition, 1, people)
    codes = by_code(people)
    return {
        competition.numbers.shown(place): [DrawnChair(seat, codes[code]) for seat, code in enumerate(table, start=1)]
        for place, table in enumerate(draw.tables, start=1)
    }
