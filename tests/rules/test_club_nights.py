"""A club night: which lists can be read, what they come to, and when it would be over (RULES 5, 6, 7)."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.rules.spec import refused
from tournament.rules.club_nights import (
    Listed,
    WayToPlay,
    check_alike,
    find_alike,
    lines_for_groups,
    plan_evening,
    read_list,
    starts_about,
    tell_apart,
)
from tournament.rules.errors import EntryRefused, LinesLookAlike, SettingsRefused
from tournament.rules.namesakes import KnownNames
from tournament.rules.presets import Format

NAMES = "Mia O’Brien\n  Tomasi   Vea \n\nNguyễn Thị Ánh\n李小龍"


def people(number: int) -> list[Listed]:
    return read_list("\n".join(f"Player {n}" for n in range(1, number + 1)))


def test_a_list_of_bare_names_is_read_line_by_line():
    assert read_list(NAMES) == [Listed("Mia O’Brien"), Listed("Tomasi Vea"), Listed("Nguyễn Thị Ánh"), Listed("李小龍")]


@pytest.mark.parametrize("mark", [",", ";", "\t", " , "])
def test_with_groups_the_group_stands_behind_the_name(mark):
    assert read_list(f"Mia O’Brien{mark}Riverside", has_groups=True) == [Listed("Mia O’Brien", "Riverside")]


@pytest.mark.parametrize("name", ["Mia O’Brien", "Mia, the elder", "Mia; Jo", "Mia, Jo; Ben"])
def test_a_line_that_waits_for_its_group_is_read_with_the_whole_name(name):
    assert read_list(f"{lines_for_groups([name])}Riverside", has_groups=True) == [Listed(name, "Riverside")]


def test_the_same_name_in_two_groups_is_two_people():
    assert len(read_list("Sam, Riverside\nSam, Hope Hills", has_groups=True)) == 2


@pytest.mark.parametrize(
    ("text", "has_groups", "sentence"),
    [
        (
            "Mia\nBen\n\nmia",
            False,
            "mia is on lines 1 and 3. If they are two people, write them so that everybody can tell them apart.",
        ),
        ("Mia\n" + "W" * 81, False, "Line 2: the name can have 80 characters; this one has 81."),
        (
            "Mia, Riverside\nBen",
            True,
            "Line 2: write the group after the name and a comma, for example “Mia O’Brien, Riverside”.",
        ),
        ("\n".join(map(str, range(1001))), False, "That’s 1,001 names; you can enter 1,000 at once."),
    ],
)
def test_a_list_that_cannot_be_says_why_and_in_which_line(text, has_groups, sentence):
    with refused(EntryRefused, sentence):
        read_list(text, has_groups=has_groups)


KNOWN = [("", "Mia O'Brien", "Mia O'Brien"), ("", "Zoe Miller", "Zoë Müller"), ("", "Zoë Müller", "Zoë Müller")]


@pytest.mark.parametrize(
    ("text", "asked", "sentence", "people"),
    [
        ("Mia O'Brien\nBen", [], {}, ["Mia O'Brien", "Ben"]),
        ("mia obrien", [("mia obrien", "Mia O'Brien")], {"mia obrien": True}, ["Mia O'Brien"]),
        ("Mia OBrien", [("Mia OBrien", "Mia O'Brien")], {"mia obrien": False}, ["Mia OBrien"]),
        ("Zoe Miller", [("Zoe Miller", "Zoë Müller")], {"zoe miller": True}, ["Zoë Müller"]),
        ("Zoë Müller\nZoe Muller", [("Zoe Muller", "Zoë Müller")], {"zoe muller": True}, ["Zoë Müller"]),
        ("Ana Li\nLi Ana\nÁna Li", [("Li Ana", "Ana Li"), ("Ána Li", "Ana Li")],
         {"li ana": True, "ána li": False}, ["Ana Li", "Ána Li"]),
    ],
)  # fmt: skip
def test_a_line_with_the_letters_of_somebody_known_or_before_it_is_asked_about(text, asked, sentence, people):
    """RULES 5: who differs in signs only may be the same person; whoever wrote the list says so."""
    listed = read_list(text)
    unanswered = find_alike(listed, KnownNames(KNOWN), {})
    assert [(alike.line.name, alike.known) for alike in unanswered] == asked
    if asked:
        with pytest.raises(LinesLookAlike) as caught:
            check_alike(unanswered)
        assert caught.value.lines == unanswered
    alike = find_alike(listed, KnownNames(KNOWN), sentence)
    check_alike(alike)
    assert [line.name for line in tell_apart(listed, alike)] == people


def test_the_same_letters_in_two_groups_are_two_people():
    listed = read_list("Mia O'Brien, Riverside\nMia OBrien, Zion\nMia OBrien, riverside", has_groups=True)
    assert [alike.line.key for alike in find_alike(listed, KnownNames(), {})] == ["mia obrien, riverside"]


@pytest.mark.parametrize(
    ("number", "way", "tables", "rounds"),
    [
        (13, WayToPlay(Format.ROTATION), (5, 4, 4), 5),
        (2, WayToPlay(Format.ROTATION, rounds=1), (2,), 1),
        (13, WayToPlay(Format.KNOCKOUT), (4, 3, 3, 3), 2),
        (9, WayToPlay(Format.SINGLE), (5, 4), 1),
    ],
)
def test_the_evening_follows_from_the_list_and_the_way_to_play(number, way, tables, rounds):
    evening = plan_evening(people(number), way)
    assert (sorted(evening.tables, reverse=True), evening.rounds) == (list(tables), rounds)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(0, "Type or paste the names first."), (1, "One name isn’t enough: a draw needs two players.")],
)
def test_too_few_players_are_refused(number, sentence):
    with refused(EntryRefused, sentence):
        plan_evening(people(number), WayToPlay())


@pytest.mark.parametrize(
    "way", [WayToPlay(rounds=0), WayToPlay(rounds=51), WayToPlay(minutes=0), WayToPlay(minutes=1441)]
)
def test_rounds_and_minutes_are_within_what_the_rules_allow(way):
    with pytest.raises(SettingsRefused):
        plan_evening(people(8), way)


@pytest.mark.parametrize(("minutes", "warning"), [(15, 120), (4, 120), (3, 90), (1, 30)])
def test_the_warning_is_two_minutes_or_half_of_a_short_round(minutes, warning):
    assert WayToPlay(minutes=minutes).settings.warning == warning


@pytest.mark.parametrize(
    ("now", "start"), [("19:08", "19:15"), ("19:10", "19:15"), ("19:10:01", "19:20"), ("23:57", "00:05")]
)
def test_it_starts_on_a_full_five_minutes_in_five_at_the_earliest(now, start):
    moment = datetime.fromisoformat(f"2026-11-17T{now.ljust(8, ':')[:8].rstrip(':')}")
    assert f"{starts_about(moment):%H:%M}" == start


def test_rounds_follow_each_other_with_ten_minutes_between():
    times = plan_evening(people(13), WayToPlay(rounds=3)).times(datetime(2026, 11, 17, 19, 15))
    assert [f"{a:%H:%M} {b:%H:%M}" for a, b in times] == ["19:15 19:30", "19:40 19:55", "20:05 20:20"]
