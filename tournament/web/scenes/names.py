"""Find your name: everybody by the alphabet, with their table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournament.queries.draw import DrawnChair
from tournament.queries.scenes import read_seating
from tournament.rules.names import folded
from tournament.rules.programme import latest_number
from tournament.rules.table_numbers import ShownTable
from tournament.web.projector import in_columns
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Find your name"
MOST_NAMES_DOWN: Final = 15
MOST_NAMES_ACROSS: Final = 3
MOST_LETTERS: Final = 10


@dataclass(frozen=True)
class SeatedName:
    """One line of the alphabet."""

    chair: DrawnChair
    table: ShownTable


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The names of the latest round, in columns."""
    running = asked.running
    seating = read_seating(running.competition, latest_number(running.standing))
    seated = [
        SeatedName(chair, table) for table, chairs in seating.items() for chair in chairs if not chair.absent
    ]  # fmt: skip
    seated.sort(key=lambda line: (folded(line.chair.person.name), line.table))
    pages = in_columns(seated, MOST_NAMES_DOWN, MOST_NAMES_ACROSS)
    return asked.pages(pages, letters=[name_page(page.lines) for page in pages])


def name_page(lines: Sequence[SeatedName]) -> str:
    """From whom to whom a page goes, by their first names: Mia to Sam."""
    if not lines:
        return ""
    first, last = (_first_name(line) for line in (lines[0], lines[-1]))
    return first if first == last else f"{first} to {last}"


def _first_name(line: SeatedName) -> str:
    """As much of the name as fits beside a heading."""
    name = line.chair.person.name.split()[0]
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"
