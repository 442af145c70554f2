"""RULES 5: a whole list against the limits, the people who are already there, and itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.entries import Kind
from tournament.rules.imports import AlreadyEntered, CheckedList, ListedPerson, check, which_grade
from tournament.rules.presets import preset

SYG = preset("syg").settings
BAC = preset("bac").settings
GRADES = ("Uno Open", "Uno Under 18", "Uno Under 13")
HAS_ENTRY = "This group already has its entry. Change or withdraw one first."
FULL = "The competition is full: 2 entries. A reserve may still be nominated."


def checked(*lines: tuple[str, ...], settings=SYG, groups=("Riverside",), entered=()) -> CheckedList:
    here = AlreadyEntered(settings, "Uno Open", GRADES, groups, entered)
    return check([ListedPerson(row, *line) for row, line in enumerate(lines, start=2)], here)


def problems(found: CheckedList) -> list[tuple[int, str]]:
    return [(problem.row, problem.why) for problem in found.problems]


def test_everybody_new_is_entered_in_the_order_of_the_list():
    found = checked(("Riverside", "Mia", "entry"), ("Zion", "Ben", "entry"), ("ZION", "Xu", "reserve"))
    assert [line.name for line in found.fresh] == ["Mia", "Ben", "Xu"]
    assert (found.groups, found.count(Kind.ENTRY), found.count(Kind.RESERVE)) == (["Zion"], 2, 1)


def test_a_group_s_limits_count_those_who_are_there_and_those_on_the_list():
    entered = [("Riverside", "Mia", "entry")]
    found = checked(("riverside", "Ben", "entry"), ("Zion", "Xu", "entry"), ("Zion", "Ivy", "entry"), entered=entered)
    assert problems(found) == [(2, HAS_ENTRY), (4, HAS_ENTRY)]
    assert [line.name for line in found.fresh] == ["Xu"]


def test_the_cap_counts_both_too_and_reserves_may_still_be_nominated():
    entered = [("Riverside", "Mia", "entry")]
    rows = [("Zion", "Xu", "entry"), ("Elim", "Ivy", "entry"), ("Elim", "Ivy", "reserve")]
    found = checked(*rows, settings=SYG.change(cap=2), entered=entered)
    assert problems(found) == [(3, FULL)]
    assert [(line.name, line.kind) for line in found.fresh] == [("Xu", "entry"), ("Ivy", "reserve")]


def test_whoever_is_there_is_passed_over():
    entered = [("Riverside", "Nguyễn Thị Ánh", "entry")]
    found = checked(("RIVERSIDE", "NGUYỄN THỊ ÁNH", "entry"), entered=entered)
    assert (found.known, found.fresh, found.problems) == (1, [], [])


def test_whoever_is_there_as_the_other_kind_is_a_problem():
    found = checked(("Riverside", "Mia", "entry"), entered=[("Riverside", "Mia", "reserve")])
    assert problems(found) == [(2, "Already there as reserve. Withdraw that first, or leave this row out.")]


@pytest.mark.parametrize("again", [("Zion", "Mia", "entry"), ("ZION", "mia", "reserve")])
def test_the_same_person_twice_is_a_problem_of_the_second_row(again):
    found = checked(("Zion", "Mia", "entry"), again, settings=BAC)
    assert problems(found) == [(3, "The same person as in row 2.")]


def test_the_same_person_twice_is_one_even_if_already_there():
    found = checked(("Zion", "Mia", "entry"), ("Zion", "Mia", "entry"), entered=[("Zion", "Mia", "entry")])
    assert (found.known, problems(found)) == (1, [(3, "The same person as in row 2.")])


def test_two_groups_may_have_people_of_the_same_name():
    assert len(checked(("Zion", "Ben", "entry"), ("Elim", "Ben", "entry")).fresh) == 2


def test_a_row_with_a_problem_takes_no_place_and_brings_no_group():
    found = checked(("Zion", "Ben", "entry", "Chess"), ("Zion", "Xu", "entry"))
    assert problems(found) == [(2, "This event has no competition called “Chess”.")]
    assert [line.name for line in found.fresh] == ["Xu"]
    assert checked(("Zion", "Ben", "entry", "Chess")).groups == []


def test_rows_of_other_grades_are_left_aside():
    """A person in the wrong grade is not entered here, whatever else is right about them."""
    rows = [("Zion", "Ben", "entry", "Under 18"), ("Zion", "Ben", "entry", "OPEN"), ("Zion", "Xu", "entry", "U13")]
    found = checked(*rows)
    assert (dict(found.elsewhere), [line.row for line in found.fresh]) == ({"Uno Under 18": 1}, [3])
    assert problems(found) == [(4, "This event has no competition called “U13”.")]


@pytest.mark.parametrize(
    ("said", "grade"),
    [
        ("Uno Open", "Uno Open"),
        ("uno open", "Uno Open"),
        ("Open", "Uno Open"),
        ("under 18", "Uno Under 18"),
        ("18", "Uno Under 18"),
        ("under-13", "Uno Under 13"),
        ("Under", None),
        ("Uno", None),
        ("Chess", None),
        ("?", None),
    ],
)
def test_a_grade_is_known_by_words_that_only_one_of_them_has(said, grade):
    assert which_grade(said, GRADES) == grade


people = st.tuples(st.sampled_from("ABCab"), st.sampled_from("mnopM"), st.sampled_from(["entry", "reserve"]))


@given(st.lists(people, max_size=12), st.lists(people, max_size=30), st.integers(0, 5))
def test_no_limit_is_ever_passed_and_every_row_is_accounted_for(there, rows, cap):
    """Whatever is there and whatever comes."""
    settings = SYG.change(cap=cap + 2, entries_per_group=2, reserves_per_group=1)
    start = checked(*there, settings=settings)
    entered = [(line.group, line.name, line.kind) for line in start.fresh]
    found = checked(*rows, settings=settings, entered=entered)
    assert len(found.fresh) + len(found.problems) + found.known == len(rows)
    everybody = [*entered, *((line.group, line.name, line.kind) for line in found.fresh)]
    assert len({(group.lower(), name.lower()) for group, name, _ in everybody}) == len(everybody)
    for kind, limit in (("entry", 2), ("reserve", 1)):
        groups = [group.lower() for group, _, its in everybody if its == kind]
        assert all(groups.count(group) <= limit for group in groups)
    assert sum(kind == "entry" for _, _, kind in everybody) <= cap + 2
