"""The draw on paper: every name, table and seat as the database has them."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.cast import Day, a_day
from tests.printing.documents import printed
from tests.printing.reading import bare, has, has_row
from tournament.models import Entry, Move, Seat
from tournament.printing.paper_sizes import LETTER
from tournament.queries.people import read_people
from tournament.queries.results import read_results
from tournament.queries.standing import read_standing
from tournament.rules.errors import NothingToPrint

pytestmark = pytest.mark.django_db


def public_names(day):
    """By table, as the public may know them."""
    people = {person.code: person.name for person in read_people(day.competition).values()}
    return [[people[code.strip("()")] for code in table] for table in day.seats()]


@pytest.mark.parametrize("key", ["tables", "names"])
@pytest.mark.parametrize(("preset", "people"), [("syg", 14), ("bac", 23), ("classroom", 2)])
def test_the_door_has_everybody_under_the_names_of_the_hall(key, preset, people):
    day = a_day(preset, people, "published")
    document = printed(day, key)
    for table in public_names(day):
        for name in table:
            assert has(document.text, name), name
    assert not has(document.text, "Mia O'Brien")  # Mia O. in public


def seated(day, *, whole=False):
    """Table, seat, name and group of everybody, as the database has them."""
    people = read_people(day.competition, full_names=whole)
    seats = Seat.objects.filter(round=day.round).order_by("table__number", "number").select_related("table")
    return [(seat.table.number, seat.number, people[seat.entry_id].name, people[seat.entry_id].group) for seat in seats]


def test_by_table_each_name_stands_below_its_number():
    day = a_day("syg", 14, "published", reserves=2)
    text = printed(day, "tables").text
    for table, seat, name, group in seated(day):
        assert has_row(text, *([table] if seat == 1 else []), name, group), name


def test_by_name_they_are_in_alphabetical_order_with_their_table():
    day = a_day("syg", 14, "published", reserves=2)
    document = printed(day, "names", LETTER)
    text = bare(document.text)
    for table, _, name, group in seated(day):
        assert has_row(text, name, group, table), name
    places = [text.index(bare(name)) for name in ("Ana C.", "Ben", "Hana T.", "Mia O.", "Zoë M.")]
    assert places == sorted(places)


def test_full_names_where_the_organiser_chose_them():
    day = a_day("syg", 14, "published")
    event = day.competition.event
    event.full_names = True
    event.save()
    assert has(printed(day, "tables").text, "Mia O'Brien")


def test_by_group_everybody_is_on_their_group_s_slip_with_the_whole_name():
    day = a_day("syg", 14, "published", reserves=9)
    text = bare(printed(day, "groups").text)
    for entry in Entry.objects.filter(competition=day.pk).select_related("competitor", "group"):
        assert has(text, entry.competitor.name), entry.competitor.name
        assert has(text, entry.group.name)
    for table, _, name, _ in seated(day, whole=True):
        assert has_row(text, name, "Entry", f"Table {table}") or has_row(
            text, name, "Reserve, drawn by lot", f"Table {table}"
        )
    assert "notdrawn:number" in text


def test_a_group_s_own_slip_has_nobody_else():
    day = a_day("syg", 14, "published", reserves=9)
    mine = day.who("Zoë Müller").group
    text = printed(day, "groups", group=mine.pk).text
    assert has(text, "Zoë Müller")
    others = Entry.objects.filter(competition=day.pk).exclude(group=mine).values_list("competitor__name", flat=True)
    for name in others:
        assert not has(text, name)


def test_a_group_with_nobody_is_told_so():
    day = a_day("syg", 14, "published")
    with pytest.raises(NothingToPrint, match="This group has nobody in this competition"):
        printed(day, "groups", group=day.group("Latecomers"))


@pytest.mark.parametrize(("people", "pages"), [(14, 1), (64, 1), (4, 1)])
def test_the_bracket_has_all_tables_and_lines_for_winners(people, pages):
    day = a_day("syg", people, "published")
    document = printed(day, "bracket")
    assert [page.size for page in document.pages] == [(1191, 842)] * pages
    for names in public_names(day):
        for name in names:
            assert has(document.text, name), name
    for table, seat, name, _ in seated(day):
        assert seat > 1 or has_row(document.text, table, name)
    assert "Winner" in document.text
    assert document.pages[0].smallest >= 7.5
    if people > 4:
        assert "Winner of table 1" in document.text
        assert "Final" in document.text


def test_a_bracket_of_many_tables_is_several_posters():
    day = Day("syg", cap=200).people(200).until("published")
    document = printed(day, "bracket")
    assert len(document.pages) > 1
    for table in public_names(day):
        assert has(document.text, table[0]), table[0]
    tiles = printed(day, "bracket-tiles")
    assert len(tiles.pages) == 4 * len(document.pages)
    assert f"Poster 2 of {len(document.pages)}. Sheet 1 of 4: top left" in tiles.pages[4].text


def test_winners_are_written_in_once_they_are_known():
    day = a_day("syg", 16, "round closed").next_round()
    assert has(printed(day, "bracket").text, public_names(day)[0][0])


@pytest.mark.parametrize("key", ["bracket", "bracket-tiles"])
def test_the_poster_of_a_finished_competition_names_its_winner(key):
    day = a_day("syg", 7, "sheets in")
    before = printed(day, key).text
    day.until("finished")
    champion = read_results(day.competition, read_standing(day.competition, timezone.now())).champion
    assert champion is not None
    times = [text.count(champion.person.name) for text in (before, printed(day, key).text)]
    assert times == [1, 3], "at the first table; then in the final and as its winner"


@pytest.mark.parametrize("people", [14, 47, 64])
def test_the_tiled_bracket_is_four_sheets_and_no_name_is_cut(people):
    day = a_day("syg", people, "published")
    document = printed(day, "bracket-tiles", LETTER)
    assert [page.size for page in document.pages] == [(792, 612)] * 4
    for name in (name for table in public_names(day) for name in table):
        assert sum(has(page.text, f"{name} ") for page in document.pages) >= 1, name
    assert "Sheet 1 of 4: top left" in document.pages[0].text
    assert "Sheet 4 of 4: bottom right" in document.pages[3].text


def test_a_rotation_has_a_chart_and_no_bracket():
    day = a_day("bac", 23, "published", rounds=3)
    text = printed(day, "rotation").text
    assert "After round 2" in text
    assert "After round 3" not in text
    with pytest.raises(NothingToPrint, match="Only a knockout has a bracket"):
        printed(day, "bracket")
    with pytest.raises(NothingToPrint, match="Only a rotation has a chart of moves"):
        printed(a_day("classroom", 8, "published"), "rotation")


def test_the_chart_of_a_closed_round_has_the_moves():
    day = a_day("bac", 23, "round closed", rounds=3)
    text = printed(day, "rotation").text
    people = read_people(day.competition)
    for move in Move.objects.filter(competition=day.pk):
        assert has(text, f"Table {move.target}: {people[move.entry_id].name}")


@pytest.mark.parametrize("move", ["circular", "ladder"])
def test_the_chart_of_many_tables(move):
    text = printed(a_day("bac", 70, "published", rounds=2, move=move), "rotation", LETTER).text
    assert ("stays at table 14" in text) == (move == "ladder")


def test_one_table_has_nobody_to_move():
    assert "nobody moves" in printed(a_day("bac", 5, "published", rounds=3), "rotation").text


@pytest.mark.parametrize("key", ["names", "groups"])
def test_who_is_not_known_yet_has_no_table_to_find(key):
    with pytest.raises(NothingToPrint, match="The final isn’t seated yet"):
        printed(a_day("syg", 16, "published"), key, round=2)


@pytest.mark.parametrize("key", ["tables", "names", "groups", "bracket", "bracket-tiles"])
def test_before_the_draw_there_is_a_plain_sentence(key):
    with pytest.raises(NothingToPrint, match="Uno Open isn’t drawn yet"):
        printed(Day("syg"), key)
