"""RULES 5: a whole list against the limits, the people who are already there, and itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.entries import Kind
from tournament.rules.imports import (
    AlreadyEntered,
    CheckedList,
    GradeNow,
    ListedPerson,
    SameAnswers,
    check,
    fold,
    which_grade,
)
from tournament.rules.presets import preset

SYG = preset("syg").settings
BAC = preset("bac").settings
GRADES = ("Uno Open", "Uno Under 18", "Uno Under 13")
HAS_ENTRY = "This group already has its entry. Change or withdraw one first."
FULL = "The competition is full: 2 entries. You can still nominate a reserve."


def checked(
    *lines: tuple[str, ...],
    settings=SYG,
    groups=("Riverside",),
    entered=(),
    junior=(),
    closed="",
    former=(),
    same=None,
    same_groups=None,
) -> CheckedList:
    """Against who stands in Uno Open (`entered`) and in Uno Under 18 (`junior`)."""
    standing = {"Uno Open": entered, "Uno Under 18": junior}
    grades = [GradeNow(name, settings, standing.get(name, ()), name != closed) for name in GRADES]
    people = [(group, name, name) for group, name, _ in (*entered, *junior)]
    known = AlreadyEntered("Uno Open", grades, groups, [*people, *former])
    answers = SameAnswers(same or {}, same_groups or {})
    return check([ListedPerson(row, *line) for row, line in enumerate(lines, start=2)], known, answers)


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
    assert problems(found) == [(2, "Already on the list as reserve. Withdraw that first, or leave this row out.")]


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


def test_every_row_is_entered_in_the_competition_it_names():
    rows = [("Zion", "Ben", "entry", "Under 18"), ("Zion", "Ben", "entry", "OPEN"), ("Zion", "Xu", "entry", "U13")]
    found = checked(*rows)
    assert [(line.row, line.grade) for line in found.fresh] == [(2, "Uno Under 18"), (3, "Uno Open")]
    assert problems(found) == [(4, "This event has no competition called “U13”.")]
    assert (found.count(Kind.ENTRY, "Uno Under 18"), found.count(Kind.ENTRY)) == (1, 2)


SEVERAL = ["Open; Under 18", "Open, under 18", "Uno Open / 18", "open + 18", "Open and Under 18"]


@pytest.mark.parametrize("cell", SEVERAL)
def test_several_competitions_are_several_entries(cell):
    found = checked(("Zion", "Ben", "entry", cell))
    assert [(line.row, line.grade) for line in found.fresh] == [(2, "Uno Open"), (2, "Uno Under 18")]
    assert (found.groups, dict(found.also)) == (["Zion"], {})


def test_a_row_for_several_is_entered_in_all_of_them_or_in_none():
    found = checked(("Zion", "Ben", "entry", "Open; Under 18"), junior=[("Zion", "Xu", "entry")])
    assert (found.fresh, problems(found)) == ([], [(2, HAS_ENTRY)])
    found = checked(("Zion", "Ben", "entry", "Open; Chess"))
    assert (found.fresh, problems(found)) == ([], [(2, "This event has no competition called “Chess”.")])


def test_where_somebody_is_there_already_the_others_are_new():
    found = checked(("Zion", "Ben", "entry", "Open; Under 18"), entered=[("Zion", "Ben", "entry")])
    assert ([line.grade for line in found.fresh], found.known, found.problems) == (["Uno Under 18"], 0, [])


def test_a_competition_whose_entries_are_closed_takes_nobody():
    rows = [("Zion", "Ben", "entry", "Under 18"), ("Zion", "Xu", "entry", "Open")]
    found = checked(*rows, closed="Uno Under 18")
    assert problems(found) == [(2, "Entries for Uno Under 18 are closed.")]
    assert [line.name for line in found.fresh] == ["Xu"]


def test_who_is_in_another_competition_too_is_counted_once():
    found = checked(("Zion", "Ben", "entry", "Open"), junior=[("Zion", "Ben", "entry")])
    assert dict(found.also) == {"Uno Under 18": 1}


MIA = [("Zion", "Mia O'Brien", "entry")]


def test_a_name_with_the_letters_of_somebody_known_waits_for_an_answer():
    found = checked(("zion", "Mia OBrien", "entry"), entered=MIA)
    assert [tuple(line) for line in found.alike] == [(2, "zion", "Mia OBrien", "Mia O'Brien")]
    assert (found.fresh, found.problems, found.known) == ([], [], 0)


def test_the_same_person_is_there_already_and_another_is_new():
    assert checked(("Zion", "Mia OBrien", "entry"), entered=MIA, same={2: True}).known == 1
    found = checked(("Zion", "Mia OBrien", "entry"), entered=MIA, same={2: False}, settings=BAC)
    assert [line.name for line in found.fresh] == ["Mia OBrien"]


def test_a_former_spelling_and_an_earlier_row_are_asked_about_too():
    former = [("Zion", "Mai O'Brian", "Mia O'Brien")]
    rows = [("Zion", "Mai O'Brian", "entry"), ("Zion", "Zoë Li", "entry"), ("Zion", "Zoe Li", "entry")]
    found = checked(*rows, entered=MIA, former=former, settings=BAC)
    assert [(line.row, line.known) for line in found.alike] == [(2, "Mia O'Brien"), (4, "Zoë Li")]
    found = checked(*rows, entered=MIA, former=former, settings=BAC, same={2: True, 4: True})
    assert ([line.name for line in found.fresh], found.known, found.problems) == (["Zoë Li"], 2, [])


ST_ALFREDS = [("St Alfred’s", "Ana", "entry"), ("ST ALFRED’S", "Ben", "entry"), ("Elim", "Cal", "entry")]


def test_a_group_with_the_letters_of_a_known_one_is_asked_about_once():
    found = checked(*ST_ALFREDS, groups=("St Alfred's",), settings=BAC)
    assert [tuple(asked) for asked in found.alike_groups] == [(2, "St Alfred’s", "St Alfred's")]
    assert ([line.name for line in found.fresh], found.groups) == (["Cal"], ["Elim"])


@pytest.mark.parametrize(
    ("same", "homes", "new"),
    [(True, ["St Alfred's", "St Alfred's", "Elim"], ["Elim"]),
     (False, ["St Alfred’s", "ST ALFRED’S", "Elim"], ["St Alfred’s", "Elim"])],
)  # fmt: skip
def test_the_same_group_takes_its_people_and_another_is_new(same, homes, new):
    answers = {fold("St Alfred’s"): same}
    found = checked(*ST_ALFREDS, groups=("St Alfred's",), settings=BAC, same_groups=answers)
    assert ([line.group for line in found.fresh], found.groups, found.alike_groups) == (homes, new, [])


def test_two_spellings_of_a_group_in_one_list_are_asked_about():
    found = checked(("Zoë Club", "Ana", "entry"), ("Zoe Club", "Ben", "entry"))
    assert [tuple(asked) for asked in found.alike_groups] == [(3, "Zoe Club", "Zoë Club")]


def test_another_group_has_people_of_its_own():
    assert checked(("Elim", "Mia OBrien", "entry"), entered=MIA).alike == []


@pytest.mark.parametrize(
    ("words", "grade"),
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
def test_a_grade_is_known_by_words_that_only_one_of_them_has(words, grade):
    assert which_grade(words, GRADES) == grade


people = st.tuples(st.sampled_from("ABCab"), st.sampled_from("mnopM"), st.sampled_from(["entry", "reserve"]))


@given(st.lists(people, max_size=12), st.lists(people, max_size=30), st.integers(0, 5))
def test_no_limit_is_ever_passed_and_every_row_is_accounted_for(known, rows, cap):
    """Whatever is there and whatever comes."""
    settings = SYG.change(cap=cap + 2, entries_per_group=2, reserves_per_group=1)
    start = checked(*known, settings=settings)
    entered = [(line.group, line.name, line.kind) for line in start.fresh]
    found = checked(*rows, settings=settings, entered=entered)
    assert len(found.fresh) + len(found.problems) + found.known == len(rows)
    everybody = [*entered, *((line.group, line.name, line.kind) for line in found.fresh)]
    assert len({(group.lower(), name.lower()) for group, name, _ in everybody}) == len(everybody)
    for kind, limit in (("entry", 2), ("reserve", 1)):
        groups = [group.lower() for group, _, its in everybody if its == kind]
        assert all(groups.count(group) <= limit for group in groups)
    assert sum(kind == "entry" for _, _, kind in everybody) <= cap + 2
