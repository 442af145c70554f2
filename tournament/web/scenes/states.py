"""Table states: how far each table is, and how many results are in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournament.queries.scenes import TableProgress, TableState, read_table_states
from tournament.rules.table_numbers import ShownTable
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Table states"
MOST_TABLES_NAMED: Final = 6
"""More tables than this are not listed as missing."""
WORDS_AND_ICONS: Final[Mapping[TableProgress, tuple[str, str]]] = {
    TableProgress.TO_START: ("To start", "seated"),
    TableProgress.PLAYING: ("Playing", "running"),
    TableProgress.COUNTING: ("Counting", "cards"),
    TableProgress.IN: ("Result in", "tick"),
    TableProgress.FREE: ("Not playing", "chair"),
}


@dataclass(frozen=True)
class StateTile:
    """A table on the screen."""

    number: ShownTable
    state: str
    word: str
    icon: str


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """A tile for each table of the latest round."""
    latest = asked.running.round
    assert latest is not None
    states = read_table_states(latest, asked.running.standing.numbers, asked.now)
    playing = [table for table in states if table.progress is not TableProgress.FREE]
    waits = [table.number for table in playing if table.progress is not TableProgress.IN]
    return asked.picture(
        states=[_tile(table) for table in states],
        across=_across(len(states)),
        **{"all": len(playing), "in": len(playing) - len(waits)},
        waits=waits if len(waits) <= MOST_TABLES_NAMED else [],
    )


def _tile(table: TableState) -> StateTile:
    return StateTile(table.number, table.progress.value, *WORDS_AND_ICONS[table.progress])


def _across(count: int) -> int:
    """How many tiles are beside each other, so that together they are about as wide as a screen."""
    return next(across for across in range(2, 20) if across * max(1, round(across / 1.6)) >= count)
