"""What the hall sees of a draw on the projector, step by step, under the names that public pages use (RULES 5).

Nothing that was not shown yet comes this far, so no page can show it by mistake.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from tournament.models import Competition, Draw
from tournament.queries.draw import Chair, read_tables
from tournament.queries.people import Person, by_code, read_people
from tournament.rules.entries import Kind
from tournament.rules.reveal import Showing, drawn_reserves

ACROSS: Final = 4
LINES: Final = 20
"""So many names fit below each other and can still be read from the back wall."""


@dataclass(frozen=True)
class Shown:
    """A table on the screen; without chairs while its names are still to come."""

    number: int
    chairs: Sequence[Chair]
    new: bool = False


@dataclass(frozen=True)
class Hall:
    """One picture on the projector. `scene` is what it is about: soon, chosen, sealed, numbers, reserve, tables."""

    scene: str
    size: int = 0
    plan: tuple[int, ...] = ()
    entries: int = 0
    list_hash: str = ""
    commitment: str = ""
    public: str = ""
    reserves: tuple[Person, ...] = ()
    reserves_in_all: int = 0
    tables: tuple[Shown, ...] = ()
    seats: int = 0
    page: int = 1
    pages: int = 1
    published: bool = False
    again: bool = False
    """A draw before this one was thrown away."""

    @property
    def version(self) -> str:
        """The same for the same picture, so that a screen asks for what is new and nothing else."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def left_out(self) -> int:
        """How many entries the lot leaves out, because there are more than places."""
        return max(0, self.entries - self.size)

    @property
    def across(self) -> int:
        """How many tables stand beside each other: as few as leave every name its room."""
        tables, rows = len(self.tables), rows_for(self.seats)
        return next((across for across in range(1, ACROSS) if tables <= across * min(across, rows)), ACROSS)

    @property
    def down(self) -> int:
        """How many rows of tables there are."""
        return ceil(len(self.tables) / self.across)


def rows_for(seats: int) -> int:
    """How many rows of such tables fit below each other."""
    return max(1, LINES // max(seats, 4))


def read_hall(competition: Competition, turn: int) -> Hall:
    """The picture for now. `turn` counts up slowly: it turns the pages where not all tables fit on one."""
    draws = list(competition.draws.order_by("pk"))
    draw = next((it for it in draws if it.discarded_at is None), None)
    if draw is None:
        return Hall("soon", again=bool(draws))
    if draw.sealed_at is None:
        return Hall("chosen", draw.size, tuple(draw.plan))
    if draw.drawn_at is None:
        return _sealed(competition, draw)
    if draw.published_at is None and draw.reveal.tables_shown == 0:
        return _before_tables(competition, draw)
    return _tables(competition, draw, turn)


def _sealed(competition: Competition, draw: Draw) -> Hall:
    listed = competition.entries.filter(listed=True, kind=Kind.ENTRY).count()
    return Hall("sealed", draw.size, tuple(draw.plan), listed, list_hash=draw.list_hash, commitment=draw.commitment)


def _before_tables(competition: Competition, draw: Draw) -> Hall:
    """The numbers, and then each reserve as the lot took them."""
    shown = draw.reveal.reserves_shown
    numbers = Hall("numbers", draw.size, tuple(draw.plan), public=draw.public)
    if not shown:
        return numbers
    people = by_code(read_people(competition))
    taken = drawn_reserves(draw.lot_reserves, draw.admitted)
    named = tuple(people[code] for code in taken[:shown])
    return replace(numbers, scene="reserve", reserves=named, reserves_in_all=len(taken))


def _tables(competition: Competition, draw: Draw, turn: int) -> Hall:
    """Tables filling; the page turns to the newest one, and by itself once all are there."""
    people = read_people(competition)
    if draw.published_at is not None:
        chairs = read_tables(competition, 1, people)
    else:
        codes = by_code(people)
        chairs = {n: _chairs([codes[code] for code in t]) for n, t in enumerate(draw.tables, start=1)}
    shown = len(chairs) if draw.published_at else draw.reveal.tables_shown
    seats = max((len(at) for at in chairs.values()), default=1)
    on_page = ACROSS * rows_for(seats)
    pages = ceil(len(chairs) / on_page)
    done = draw.published_at is not None or draw.reveal.next is Showing.DONE
    page = turn % pages + 1 if done else ceil(shown / on_page)
    return Hall(
        "tables", draw.size, tuple(draw.plan), public=draw.public, seats=seats, page=page, pages=pages,
        published=draw.published_at is not None,
        tables=tuple(
            Shown(n, tuple(chairs.get(n, [])) if n <= shown else (), new=not done and n == shown)
            for n in range((page - 1) * on_page + 1, min(page * on_page, len(chairs)) + 1)
        ),
    )  # fmt: skip


def _chairs(people: Sequence[Person]) -> list[Chair]:
    return [Chair(seat, person) for seat, person in enumerate(people, start=1)]
