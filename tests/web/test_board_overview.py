"""The board tells how far a table is from its row alone where it can, and says what the whole table would say."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actions import calls, players
from scoring.models import Hand
from scoring.queries.board import BoardRead, read_board, read_board_tables
from scoring.web.board_cards import card_of
from scoring.web.board_overview import TableMark, look_over
from tests.cast import OUT, Day
from tests.web.offices import tablet, trouble
from tournament.queries.standing import read_standing

pytestmark = pytest.mark.django_db
TABLES = 11


def read(day: Day) -> BoardRead:
    now = timezone.now()
    standing = read_standing(day.competition, now)
    assert standing.latest is not None
    return read_board(standing, day.competition, standing.latest, now)


def whole_marks(board: BoardRead) -> list[TableMark]:
    """As every table says that is read with its people and hands."""
    cards = {n: card_of(table, board.standing) for n, table in read_board_tables(board, board.rows).items()}
    return [TableMark(number, card.standing, card.needs_you) for number, card in cards.items()]


def make(preset: str) -> Day:
    """Every table is at something else; the last has nothing."""
    day = (
        Day(preset, table_max=4, **({"cap": None} if preset == "syg" else {}))
        .people(TABLES * 4, of_each=4)
        .until("running")
    )
    by = day.organiser
    for table in (2, 4, 5, 6, 7, 9, 10):
        day.hand(table, [OUT, 10, 20, 30])
    for seat in day.table(1).seats.all():
        players.sit(by=by, table=day.table(1).pk, entry=seat.entry_id)
    tablet(day, 3, counting={"number": 1, "done": []})
    tablet(day, 4, ago=30)
    tablet(day, 5, ago=180)
    tablet(day, 6, trouble=trouble(day, 6, 1, [None, 10, 20, 31]))
    calls.raise_flag(by=day.umpire(7), table=day.table(7).pk, message="")
    for code in day.seats()[8 - 1][1:]:
        day.gone(code)
    day.accept(9, by=by, why="the hall must be cleared", sure=True)
    Hand.objects.filter(table=day.table(10)).update(complete=False, out=None)
    return day


@pytest.mark.parametrize("preset", ["syg", "classroom"])
def test_a_row_says_what_the_whole_table_says(preset):
    day = make(preset)
    assert list(look_over(read(day)).marks) == whole_marks(read(day))
    assert len({mark.standing for mark in whole_marks(read(day))}) >= 3
    if preset == "syg":
        day.ring()
        assert list(look_over(read(day)).marks) == whole_marks(read(day))


def test_while_the_clock_runs_only_tables_that_need_a_look_are_read():
    day = make("syg")
    assert set(look_over(read(day)).cards) == {6, 7, 8, 10}
    day.ring()
    assert set(look_over(read(day)).cards) == set(range(1, TABLES + 1)) - {9}


def test_tables_are_read_the_same_in_a_row_and_one_by_one():
    board = read(make("syg"))
    with CaptureQueriesContext(connection) as queries:
        in_a_row = read_board_tables(board, range(1, 6))
    assert len(queries) == 3
    alone = read_board_tables(board, [1, 3, 5, 11])
    assert list(alone) == [1, 3, 5, 11]
    assert {number: in_a_row[number] for number in (1, 3, 5)} == {number: alone[number] for number in (1, 3, 5)}
    assert read_board_tables(board, []) == {}
