"""Find your table: all names by table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from tournament.queries.draw import DrawnChair
from tournament.queries.scenes import read_seating
from tournament.rules.programme import latest_number
from tournament.rules.table_numbers import ShownTable
from tournament.web.projector import SeatingPage, SeatingTable, evenly, largest, most_tables
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Find your table"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The tables of the latest round, on as many pages as they need."""
    running = asked.running
    return asked.pages(seating_pages(read_seating(running.competition, latest_number(running.standing))))


def seating_pages(seating: Mapping[ShownTable, Sequence[DrawnChair]]) -> list[SeatingPage]:
    """Pages of tables, each as full as the others. Nobody looks for a player who is absent."""
    seats = largest(seating)
    on_page = evenly(len(seating), most_tables(seats))
    tables = [
        SeatingTable(number, tuple(chair for chair in chairs if not chair.absent)) for number, chairs in seating.items()
    ]
    pages = ceil(len(tables) / on_page) or 1
    return [SeatingPage(tables[page * on_page : (page + 1) * on_page], seats, page + 1, pages) for page in range(pages)]
