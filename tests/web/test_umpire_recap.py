"""The recap at the end of a table's round: who goes on or moves where, and why; and what the others are told."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring.actions import sheets
from scoring.queries.table_address import find_table
from scoring.queries.tablets import read_for_tablet
from scoring.web.tablet_state import tablet_state
from tests.cast import OUT, Day, a_day
from tournament.queries.standing import read_standing
from tournament.rules.travel_ids import number_told

pytestmark = pytest.mark.django_db


def told(day: Day, round_: int = 1) -> dict[str, Any]:
    """What the tablet of table 1 is told."""
    competition, now = day.competition, timezone.now()
    found = find_table(competition.slug, 1, round_)
    assert found is not None
    return tablet_state(read_for_tablet(read_standing(competition, now), competition, found, now), "")


def recap(day: Day) -> list[tuple[str, str, str]]:
    """Everybody in the order of the recap: where they go, and why."""
    state = told(day)
    people = {seat["entry"]: seat["name"] for seat in state["seats"]}
    return [(people[line["entry"]], line["goes"], line["why"]) for line in state["order"]]


def played(preset: str, people: int, *hands: list[Any], **choices: Any) -> Day:
    day = a_day(preset, people, "time up", **choices)
    for held in hands:
        day.hand(1, held)
    return day


def test_a_knockout_s_winner_has_the_lowest_score_and_the_others_are_out():
    day = played("syg", 8, [OUT, 10, 20, 30])
    a, b, c, d = day.names()[0]
    out = [(name, "", "knocked out") for name in (b, c, d)]
    assert recap(day) == [(a, "Goes on to the final, table 1", "lowest score"), *out]


def test_in_the_final_nobody_is_knocked_out():
    day = played("syg", 4, [OUT, 10, 20, 30])
    a, *others = day.names()[0]
    assert recap(day) == [(a, "Wins the final", "lowest score"), *((name, "", "") for name in others)]


@pytest.mark.parametrize(
    ("preset", "people", "goes"),
    [
        ("syg", 8, "Lowest goes on"),
        ("syg", 4, "Lowest wins"),
        ("classic-500", 4, "Most points wins"),
        ("classroom", 4, "Most points wins"),
        ("bac", 8, "Best moves down, worst up"),
    ],
)
def test_the_tablet_says_what_the_table_is_played_for(preset, people, goes):
    """In a final nobody goes on."""
    state = told(a_day(preset, people, "published"))
    assert (state["goes"], state["decides_winner"]) == (goes, "wins" in goes)


def test_where_two_were_level_hands_won_decided():
    day = played("syg", 8, [OUT, 10, 20, 30], [10, 0, OUT, 30])
    a, b, *_ = day.names()[0]
    assert recap(day)[0] == (a, "Goes on to the final, table 1", f"lowest score, level with {b}: most hands won")


def test_where_the_play_off_hand_decided_it_says_so():
    day = played("syg", 8, [OUT, 10, 20, 30], [10, OUT, 20, 30])
    a, b, *_ = day.names()[0]
    assert {goes for _, goes, _ in recap(day)} == {""}
    day.hand(1, [5, OUT, None, None], playoff=True)
    assert recap(day)[0] == (
        b,
        "Goes on to the final, table 1",
        f"lowest score, level with {a}: the play-off hand decided",
    )


def test_where_the_lot_decides_it_says_so_when_the_sheet_is_in():
    day = played("syg", 8, [OUT, 10, 20, 30], [10, OUT, 20, 30])
    sheets.settle_by_lot(by=day.umpire(1), table=day.table(1).pk)
    assert {goes for _, goes, _ in recap(day)} == {""}
    day.accept(1)
    first, goes, why = recap(day)[0]
    [other] = {*day.names()[0][:2]} - {first}
    assert (goes, why) == ("Goes on to the final, table 1", f"lowest score, level with {other}: the lot decided")


def test_a_rotation_says_who_moves_where_and_the_others_nothing():
    day = played("bac", 8, [OUT, 10, 20, 30], rounds=2)
    a, b, c, d = day.names()[0]
    assert recap(day) == [
        (a, "Moves to table 2", "lowest score"), (b, "", ""), (c, "", ""), (d, "Moves to table 2", "highest score"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "best", "worst"),
    [
        pytest.param(
            [[OUT, 10, 30, 40], [10, 0, OUT, 50]], (0, [1], "most hands won"), (3, [], ""), id="hands won, for best"
        ),
        pytest.param(
            [[OUT, 10, 30, 40], [OUT, 10, 40, 30]],
            (0, [], ""), (2, [3], "worst in the last complete hand"), id="the last hand, for worst",
        ),
        pytest.param([[5, 5, 20, 20]], (None, [], "the lot decided"), (None, [], "the lot decided"), id="the lot"),
    ],
)  # fmt: skip
def test_a_rotation_says_what_decided_where_two_are_level(hands, best, worst):
    """RULES 7: settled at once, and shown."""
    day = played("bac", 8, *hands, rounds=2)
    names = day.names()[0]
    lines = {name: why for name, goes, why in recap(day) if goes}
    for (took, level, decided), score in ((best, "lowest score"), (worst, "highest score")):
        whys = [why for why in lines.values() if why.startswith(score)]
        assert len(whys) == 1
        if took is not None:
            others = ", ".join(names[seat] for seat in level)
            assert lines[names[took]] == (f"{score}, level with {others}: {decided}" if level else score)
        else:
            assert whys[0].endswith(f": {decided}")


def test_in_the_last_round_of_a_rotation_nobody_moves():
    assert {goes for _, goes, _ in recap(played("bac", 8, [OUT, 10, 20, 30], rounds=1))} == {""}


def test_most_points_win_where_the_winner_takes_them():
    day = played("classic-500", 8, [OUT, 10, 20, 30], target=60, format="knockout")
    assert recap(day)[0][1:] == ("Goes on to the final, table 1", "most points")


# Afterwards


def test_a_knockout_s_winner_has_a_next_table_when_the_next_round_is_made():
    day = a_day("syg", 8, "round closed")
    later = "Thank you. Once the next round is made, this page shows who sits where."
    assert (told(day)["next_table"], told(day)["afterwards"]) == ({}, later)
    day.next_round()
    winner = number_told(day.who(day.seats(1)[0][0]).travel_id)
    assert list(told(day)["next_table"]) == [winner]
    assert told(day)["afterwards"] == "Thank you. The winner’s next table is shown below."
    assert told(day, 2)["afterwards"] == "Thank you. That was the final."


def test_in_a_rotation_everybody_has_one():
    day = a_day("bac", 8, "round closed", rounds=2)
    assert told(day)["afterwards"] == "Thank you. Once the next round is made, this page shows who sits where."
    day.next_round()
    assert len(told(day)["next_table"]) == 4
    assert told(day)["afterwards"] == "Thank you. Everybody’s next table is shown below."
