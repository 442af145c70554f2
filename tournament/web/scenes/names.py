"""Find your name: everybody by the alphabet, with their table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournament.queries.draw import DrawnChair
from tournament.queries.scenes import read_seating
from tournament.rules.names import folded
from tournament.rules.programme import latest_number
from tournament.web.projector import in_columns
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Find your name"
MOST_NAMES_DOWN: Final = 15
MOST_NAMES_ACROSS: Final = 3


@dataclass(frozen=True)
class SeatedName:
    """One line of the alphabet."""

    chair: DrawnChair
    table: int


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The names of the latest round, in columns."""
    running = asked.running
    seating = read_seating(running.competition, latest_number(running.standing))
    seated = [
        SeatedName(chair, table) for table, chairs in seating.items() for chair in chairs if not chair.absent
    ]  # fmt: skip
    seated.sort(key=lambda line: (folded(line.chair.person.name), line.table))
    return asked.pages(in_columns(seated, MOST_NAMES_DOWN, MOST_NAMES_ACROSS))
