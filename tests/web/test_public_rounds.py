"""A round's page: every table with its hands, who goes where and why."""

from __future__ import annotations

import re

import pytest

from scoring.record.export import export_record, read_facts
from scoring.rules.outcomes import Fate
from tests.cast import OUT, Day
from tests.round_views import view_round
from tests.web.reading import read_page
from tests.web.rehearsals import SCRIPTS, publish, step
from tournament.actions import clock
from tournament.models import Competition, Round, Seat, Table, Tie
from tournament.queries.people import read_people


def views():
    """Every rehearsed round beside the same round of its record."""
    for competition in Competition.objects.select_related("event").order_by("pk"):
        for recorded in export_record(competition)["rounds"]:
            yield competition, recorded, view_round(competition, recorded["number"])


@pytest.mark.usefixtures("rehearsed")
def test_tables_totals_and_hands_are_those_of_the_record():
    """The record derives everything from the facts once more; the page must show the same."""
    for _, recorded, view in views():
        assert [table.number for table in view.tables] == [table["number"] for table in recorded["tables"]]
        for table, shown in zip(recorded["tables"], view.tables, strict=True):
            assert [line.person.code for line in shown.lines] == table["order"]
            totals = {line.person.code: line.points or 0 for line in shown.lines if not line.absent}
            assert totals == table["totals"]
            columns = [line.person.code for line in shown.columns]
            decide = [hand for hand in shown.hands if "Play-off, decides nothing" not in hand.notes]
            hands = [dict(zip(columns, (cell.points for cell in hand.cells), strict=True)) for hand in decide]
            assert hands == [{code: str(hand["points"].get(code, "–")) for code in columns} for hand in table["hands"]]


@pytest.mark.usefixtures("rehearsed")
def test_who_goes_on_and_who_moves_is_that_of_the_record():
    for competition, recorded, view in views():
        for table, shown in zip(recorded["tables"], view.tables, strict=True):
            going = {line.person.code: line.goes for line in shown.lines if line.goes}
            if competition.format == "rotation":
                moves = {m["entry"]: f"Moves to table {m['to']}" for m in recorded["moves"] if m["why"] != "balance"}
                assert going == {code: goes for code, goes in moves.items() if code in table["totals"]}
            else:
                assert set(going) == set(table["through"] or table["order"][: bool(table["totals"])])


@pytest.mark.usefixtures("rehearsed")
def test_a_winner_goes_on_to_the_table_where_they_then_sit():
    told = 0
    for competition, recorded, view in views():
        for line in (line for table in view.tables for line in table.lines if "to table" in line.goes):
            seat = Seat.objects.filter(
                round__competition=competition, round__number=recorded["number"] + 1, entry__code=line.person.code
            ).first()
            moved = competition.moves.filter(after=recorded["number"], entry__code=line.person.code, why="balance")
            if seat and not moved.exists():  # a substitute may sit there instead
                assert line.goes.endswith(f" to table {seat.table.number}")
                told += 1
    assert told > 50


@pytest.mark.usefixtures("rehearsed")
def test_every_tie_is_told_in_words(client):
    ties = Tie.objects.select_related("table__round__competition__event", "took")
    assert {tie.by for tie in ties} == {"hands_won", "last_hand", "playoff", "lot"}
    for tie in ties:
        competition = tie.table.round.competition
        text = read_page(client.get(f"/c/{competition.slug}/rounds/{tie.table.round.number}/"))
        took = read_people(competition)[tie.took_id].name
        assert text.count(" level on ") == Tie.objects.filter(table__round=tie.table.round).count()
        assert f"<bdi>{took}</bdi> " in text


@pytest.mark.django_db
def test_best_and_worst_of_a_ladder_who_stay_are_told_apart():
    """At table 1 the best stays and at the last the worst, so that no move tells which they are."""
    day = Day("bac", move="ladder").people(8).until("published")
    for table, hands in {1: ([OUT, 5, 10, 20], [5, OUT, 10, 20]), 2: ([OUT, 10, 30, 20], [OUT, 10, 20, 30])}.items():
        for held in hands:
            day.hand(table, held)
    day.ring().accept(1).accept(2).close_round()
    view = view_round(day.competition, day.round.number)
    told = [(tie.what, tie.took.code) for table in view.tables for tie in table.ties]
    stays = [{line.person.code for line in table.lines if not line.goes} for table in view.tables]
    assert told == [("counts as lowest score", day.seats()[0][1]), ("counts as highest score", day.seats()[1][3])]
    assert all(code in codes for (_, code), codes in zip(told, stays, strict=True))


@pytest.mark.usefixtures("rehearsed")
def test_best_and_worst_of_a_tie_are_told_apart():
    """By the points alone, also where nobody moves."""
    told = set()
    for competition, _, view in views():
        for table in view.tables if competition.format == "rotation" else []:
            points = [line.points or 0 for line in table.lines if not line.absent]
            for tie in table.ties if len(set(points)) > 1 else []:
                assert tie.what == f"counts as {'lowest' if tie.points == min(points) else 'highest'} score"
                told.add(tie.what)
    assert told == {"counts as lowest score", "counts as highest score"}


@pytest.mark.usefixtures("rehearsed")
@pytest.mark.parametrize(("kind", "most"), [("knockout", 10), ("rotation", 12), ("single", 10)])
def test_a_round_takes_the_same_queries_at_any_size(queries, kind, most):
    """One fewer where nobody at a table is level, so that nobody’s lot is asked for."""
    asked = {queries(f"/c/{kind}-{size}/rounds/1/") for size in ("small", "large")}
    assert asked <= {most - 1, most}


@pytest.mark.usefixtures("rehearsed")
def test_every_round_of_every_competition_opens(client):
    for slug in SCRIPTS:
        rounds = Round.objects.filter(competition__slug=slug).count()
        for number in range(1, rounds + 1):
            answer = client.get(f"/c/{slug}/rounds/{number}/")
            assert answer.status_code == 200
            assert not re.search(r"\S\s+,", re.sub(r"</?(bdi|span)\b[^>]*>", "", answer.content.decode())), slug
        assert client.get(f"/c/{slug}/rounds/{rounds + 1}/").status_code == 404
        assert client.get(f"/c/{slug}/rounds/0/").status_code == 404


def test_a_round_that_is_not_seated_yet_says_what_it_waits_for(client, walk):
    publish(walk)
    assert "It is seated when round 1 is over." in read_page(client.get("/c/walk/rounds/2/"))


def test_there_are_no_rounds_before_the_draw_is_published(client, walk):
    answer = client.get("/c/walk/rounds/1/")
    assert answer.status_code == 404
    assert "There are no rounds yet: the draw isn’t published." in read_page(answer)


def test_an_open_round_shows_seats_and_no_result(client, walk):
    publish(walk)
    text = read_page(client.get("/c/walk/rounds/1/"))
    assert "Next: find your table" in text and "Playing" not in text
    step(walk, clock.start_clock)
    text = read_page(client.get("/c/walk/rounds/1/"))
    assert text.count("Playing") == 3
    assert "goes on" not in text and "Goes on" not in text


@pytest.mark.usefixtures("rehearsed")
def test_what_a_table_decides_is_what_was_stored_when_its_round_closed():
    """One function works it out for every page and the record; the rows were written by another on the way."""
    compared = 0
    for competition in Competition.objects.order_by("pk"):
        facts = read_facts(competition)
        moves = {(m.after, m.entry.code): (m.target, m.why) for m in competition.moves.select_related("entry")}
        for number, tables in facts.tables.items():
            for table in tables:
                row = Table.objects.select_related("first").get(pk=table.pk)
                ties = [(tie.between, tie.by, tie.took.code) for tie in row.ties.order_by("number")]
                decided = [resolved.tie for resolved in table.outcome.ties]
                assert table.outcome.first == (row.first.code if row.first else None)
                assert [(list(tie.between), tie.by, tie.took) for tie in decided] == ties
                for line in table.outcome.order:
                    stored = moves.get((number, line.code), (0, ""))
                    if stored[1] != "balance" and line.fate is Fate.MOVES:
                        assert (line.table, line.role) == stored
                compared += 1
    assert compared > 80
