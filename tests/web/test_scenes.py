"""Every scene of the hall's screens has its module, its title, its template and its words; and what fits on a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

from tournament.queries.draw import DrawnChair
from tournament.queries.people import Person
from tournament.rules.programme import SHOWS, Lack, Scene
from tournament.web import scenes
from tournament.web.projector import evenly, in_columns
from tournament.web.scenes import SCENES, TITLES, WHY_NOT_YET
from tournament.web.scenes.tables import seating_pages

NOT_SCENES = {"__init__", "picture"}


def test_the_table_lists_every_scene_and_every_module_of_one():
    modules = {path.stem for path in Path(scenes.__file__).parent.glob("*.py")} - NOT_SCENES
    assert set(SCENES) == set(Scene)
    assert {scene.value for scene in Scene} == modules


def test_everything_a_screen_can_be_told_to_show_has_a_title():
    assert set(TITLES) == set(SHOWS)


def test_whatever_a_scene_lacks_is_said():
    assert set(WHY_NOT_YET) == set(Lack)


@pytest.mark.parametrize("scene", Scene)
def test_every_scene_has_its_template(scene):
    assert get_template(f"screens/scenes/{scene}.html").origin.name.startswith(str(settings.PROJECT))


@pytest.mark.parametrize(
    ("count", "most", "each"), [(0, 20, 1), (20, 20, 20), (21, 20, 11), (41, 20, 14), (5, 10, 5)]
)  # fmt: skip
def test_pages_are_as_full_as_each_other(count, most, each):
    assert evenly(count, most) == each


def test_no_column_has_one_lonely_name():
    pages = in_columns(list(range(46)), 15, 3)
    assert [(len(page.lines), page.down, page.across) for page in pages] == [(23, 12, 2), (23, 12, 2)]


def table(seats: int, absent: int = 0) -> list[DrawnChair]:
    somebody = Person("Mia O.", "North")
    return [DrawnChair(seat, somebody, absent=seat <= absent) for seat in range(1, seats + 1)]


@pytest.mark.parametrize(
    ("tables", "seats", "pages"),
    [
        pytest.param(1, 4, [(1, 1, 1)], id="one table fills the screen"),
        pytest.param(4, 4, [(4, 2, 2)], id="four in a square"),
        pytest.param(20, 4, [(20, 4, 5)], id="twenty tables of four are one page"),
        pytest.param(21, 4, [(11, 4, 3), (10, 4, 3)], id="one more, and both pages are as full as each other"),
        pytest.param(9, 10, [(5, 3, 2), (4, 2, 2)], id="tables of ten need more room"),
    ],
)
def test_as_many_tables_stand_on_a_page_as_can_be_read(tables, seats, pages):
    found = seating_pages({number: table(seats) for number in range(1, tables + 1)})
    assert [(len(page.tables), page.across, page.down) for page in found] == pages
    assert [(page.page, page.pages) for page in found] == [(n, len(pages)) for n in range(1, len(pages) + 1)]


def test_nobody_looks_for_a_player_who_is_absent():
    (page,) = seating_pages({1: table(4, absent=1)})
    assert (page.seats, len(page.tables[0].chairs)) == (4, 3)
