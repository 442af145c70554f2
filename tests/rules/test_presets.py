"""RULES 2: three independent choices, the presets row by row, and choices that do not go together."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.spec import refused
from tournament.rules import presets
from tournament.rules.errors import SettingsRefused
from tournament.rules.presets import (
    PRESETS,
    Ending,
    Format,
    Incomplete,
    Moving,
    Ranking,
    Scoring,
    Settings,
    preset,
)

SYG = preset("syg").settings
BAC = preset("bac").settings
CLASSIC = preset("classic-500").settings
CLASSROOM = preset("classroom").settings


@pytest.mark.parametrize(
    ("name", "source", "settings"),
    [
        pytest.param(
            "syg",
            "SYG, set time",
            Settings(
                format=Format.KNOCKOUT,
                ending=Ending.CLOCK,
                clock=30 * 60,
                warning=5 * 60,
                scoring=Scoring.OWN_HAND,
                incomplete=Incomplete.COUNT,
                table_max=4,
                cap=64,
                entries_per_group=1,
                reserves_per_group=1,
            ),
            id="RULES 2: syg, clock 30 min, warning 5, up to 4, 64 per grade, 1 entry + 1 reserve",
        ),
        pytest.param(
            "syg-60",
            "SYG, 60 minutes",
            Settings(
                format=Format.KNOCKOUT,
                ending=Ending.CLOCK,
                clock=60 * 60,
                warning=5 * 60,
                scoring=Scoring.OWN_HAND,
                incomplete=Incomplete.COUNT,
                table_max=4,
                cap=64,
                entries_per_group=1,
                reserves_per_group=1,
            ),
            id="RULES 2: syg-60, clock 60 min, the rest as above",
        ),
        pytest.param(
            "bac",
            "BAC",
            Settings(
                format=Format.ROTATION,
                move=Moving.CIRCULAR,
                ranking=Ranking.AVERAGE,
                rounds=4,
                ending=Ending.CLOCK,
                clock=15 * 60,
                warning=2 * 60,
                scoring=Scoring.OWN_HAND,
                incomplete=Incomplete.COUNT,
                table_max=5,
            ),
            id="RULES 2: bac, circular, clock 15 min, warning 2, 4 or 5, no limits",
        ),
        pytest.param(
            "classic-500",
            "Capstone",
            Settings(
                format=Format.KNOCKOUT, ending=Ending.TARGET, target=500, scoring=Scoring.WINNER_TAKES, table_max=5
            ),
            id="RULES 2: classic-500, target 500, winner_takes, 2 to 5, no limits",
        ),
        pytest.param(
            "classroom",
            "VALUES",
            Settings(format=Format.SINGLE, ending=Ending.HANDS, hands=5, scoring=Scoring.WINNER_TAKES, table_max=5),
            id="RULES 2: classroom, single, hands, winner_takes, 2 to 5, no limits",
        ),
    ],
)
def test_a_preset_is_its_row_of_the_rules(name: str, source: str, settings: Settings) -> None:
    assert (preset(name).name, preset(name).source, preset(name).settings) == (name, source, settings)


def test_there_are_these_presets() -> None:
    assert list(PRESETS) == ["syg", "syg-60", "bac", "classic-500", "classroom"]


@pytest.mark.parametrize("name", PRESETS)
def test_no_preset_has_anything_to_complain_of_and_each_is_of_one_deck(name: str) -> None:
    assert preset(name).settings.decks == 1
    assert preset(name).settings.change() == preset(name).settings


def test_whoever_chooses_everything_starts_from_a_plain_knockout_without_limits() -> None:
    custom = presets.preset("custom").settings
    assert custom.change() == custom
    assert (custom.format, custom.ending, custom.scoring) == ("knockout", "clock", "own_hand")
    assert (custom.cap, custom.entries_per_group, custom.reserves_per_group) == (None, None, None)


def test_it_refuses_an_unknown_preset_and_lists_them() -> None:
    with refused(SettingsRefused, f"There is no preset “whist”. There are: {', '.join(PRESETS)}."):
        preset("whist")


@pytest.mark.parametrize(
    ("start", "choices"),
    [
        pytest.param(SYG, {"clock": 45 * 60}, id="RULES 2: syg, minutes chosen by the organiser"),
        pytest.param(BAC, {"rounds": 7}, id="RULES 2: bac, number of rounds chosen"),
        pytest.param(BAC, {"table_max": 4}, id="RULES 2: bac, tables of 4"),
        pytest.param(CLASSIC, {"format": Format.SINGLE, "table_max": 10}, id="RULES 2: classic-500, 10 for single"),
        pytest.param(CLASSIC, {"clock": 1800, "warning": 300}, id="RULES 2: target may also carry a clock"),
        pytest.param(CLASSROOM, {"clock": 1800}, id="RULES 2: hands may also carry a clock"),
        pytest.param(
            CLASSROOM, {"ending": Ending.TARGET, "hands": None, "target": 200}, id="RULES 2: classroom to a target"
        ),
        pytest.param(SYG, {"incomplete": Incomplete.IGNORE}, id="RULES 4: incomplete hands ignored"),
        pytest.param(SYG, {"redraw": True}, id="RULES 6: redraw"),
        pytest.param(BAC, {"ending": Ending.TARGET, "target": 300}, id="RULES 7: target with own_hand is allowed"),
        pytest.param(SYG, {"extra_cards": {"Harvest": {"points": 20, "count": 4}}}, id="RULES 3: a named card"),
        pytest.param(SYG, {"extra_cards": {"x" * 30: {"points": 0, "count": 1}}}, id="RULES 3: the least of one"),
        pytest.param(SYG, {"extra_cards": {"10": {"points": 1000, "count": 100}}}, id="RULES 3: the most of one"),
        pytest.param(SYG, {"table_max": 2}, id="RULES 1: tables of 2"),
        pytest.param(SYG, {"switches": ("sevens_swap", "zeros_rotate")}, id="RULES 9: variations"),
        pytest.param(SYG, {"cap": None, "entries_per_group": None}, id="RULES 5: limits can be changed"),
        pytest.param(SYG, {"reserves_per_group": 0}, id="RULES 5: no reserves"),
    ],
)
def test_any_choice_can_be_changed(start: Settings, choices: dict[str, Any]) -> None:
    changed = start.change(**choices)
    unchanged = {field.name: getattr(start, field.name) for field in fields(Settings)}
    assert {field.name: getattr(changed, field.name) for field in fields(Settings)} == unchanged | choices


def test_text_from_a_form_or_a_file_becomes_the_right_kind() -> None:
    changed = SYG.change(format="rotation", move="ladder", ranking="beaten", rounds=3, switches=["jump_in"])
    assert (changed.format, changed.move, changed.ranking) == (Format.ROTATION, Moving.LADDER, Ranking.BEATEN)
    assert changed.switches == ("jump_in",)


NOT_TOGETHER = [
    (SYG, {"clock": None, "warning": None}, "A round that ends by the clock needs a length."),
    (CLASSIC, {"target": None}, "A round played to a target needs the number of points."),
    (CLASSROOM, {"hands": None}, "Say after how many hands a round ends."),
    (SYG, {"target": 500}, "Only the ending “target” has a target."),
    (SYG, {"hands": 5}, "Only the ending “hands” has a number of hands."),
    (CLASSIC, {"warning": 60}, "A warning needs a clock."),
    (SYG, {"warning": 1800}, "The warning must come after the start: make it shorter than the round."),
    (BAC, {"move": None}, "A rotation needs moves, a ranking and a number of rounds."),
    (BAC, {"ranking": None}, "A rotation needs moves, a ranking and a number of rounds."),
    (BAC, {"rounds": None}, "A rotation needs moves, a ranking and a number of rounds."),
    (SYG, {"move": "ladder"}, "Only a rotation has circular or ladder moves."),
    (SYG, {"ranking": "total"}, "Only a rotation has a ranking."),
    (SYG, {"rounds": 3}, "Only a rotation has a number of rounds."),
    (BAC, {"redraw": True}, "Only a knockout can be redrawn each round."),
    (CLASSROOM, {"redraw": True}, "Only a knockout can be redrawn each round."),
    (BAC, {"table_max": 3}, "A rotation has tables of up to 4 or 5."),
    (BAC, {"table_max": 6}, "A rotation has tables of up to 4 or 5."),
    (SYG, {"table_max": 6}, "A knockout has tables of 2 to 5."),
    (SYG, {"table_max": 1}, "A knockout has tables of 2 to 5."),
    (CLASSROOM, {"table_max": 11}, "A single has tables of 2 to 10."),
    (SYG, {"switches": ["whist"]}, "There is no variation called “whist”."),
    (SYG, {"switches": [[]]}, "There is no variation called “[]”."),
    (SYG, {"format": "whist"}, "That isn’t a setting of a competition: 'whist' is not a valid Format."),
    (SYG, {"scoring": None}, "That isn’t a setting of a competition: None is not a valid Scoring."),
]


@pytest.mark.parametrize(("start", "choices", "sentence"), NOT_TOGETHER)
def test_it_refuses_choices_that_do_not_go_together(start: Settings, choices: dict[str, Any], sentence: str) -> None:
    with refused(SettingsRefused, sentence):
        start.change(**choices)


NUMBERS = {
    "cap": (2, 100_000, "Cap: 2 to 100,000, please."),
    "rounds": (1, 50, "Rounds: 1 to 50, please."),
    "decks": (1, 10, "Decks: 1 to 10, please."),
    "clock": (1, 86_400, "Clock: 1 to 86,400, please."),
    "warning": (1, 86_400, "Warning: 1 to 86,400, please."),
    "target": (1, 100_000, "Target: 1 to 100,000, please."),
    "hands": (1, 100, "Hands: 1 to 100, please."),
    "entries_per_group": (0, 1000, "Entries per group: 0 to 1,000, please."),
    "reserves_per_group": (0, 1000, "Reserves per group: 0 to 1,000, please."),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_it_refuses_numbers_out_of_range_and_what_is_no_whole_number(name: str) -> None:
    low, high, sentence = NUMBERS[name]
    for value in (low - 1, high + 1, -7, True, 1.0, 1.5, "5", [5]):
        with refused(SettingsRefused, sentence):
            BAC.change(**{name: value})


@pytest.mark.parametrize("table_max", [3.5, "4", True, None])
def test_it_refuses_a_largest_table_that_is_no_whole_number(table_max: Any) -> None:
    with refused(SettingsRefused, "The largest table: a whole number of seats, please."):
        SYG.change(table_max=table_max)


@pytest.mark.parametrize("redraw", ["no", None, 1])
def test_it_refuses_a_redraw_that_is_neither_yes_nor_no(redraw: Any) -> None:
    with refused(SettingsRefused, "Redraw: yes or no, please."):
        SYG.change(redraw=redraw)


def test_a_competition_needs_its_decks() -> None:
    with refused(SettingsRefused, "Decks: 1 to 10, please."):
        SYG.change(decks=None)


@pytest.mark.parametrize("name", ["0", "9", "skip", "Skip", "draw_two", "Draw Two", "WILD", "", "  ", "x" * 31])
def test_it_refuses_an_extra_cards_name_that_is_taken_empty_or_long(name: str) -> None:
    with refused(SettingsRefused, f"“{name}” can’t be an extra card’s name."):
        SYG.change(extra_cards={name: {"points": 20, "count": 4}})


@pytest.mark.parametrize(
    "card",
    [
        {},
        {"points": 20},
        {"points": 20, "count": 0},
        {"points": -1, "count": 4},
        {"points": 1001, "count": 4},
        {"points": 20, "count": 101},
        {"points": True, "count": 4},
        {"points": None, "count": 4},
        {"points": 1.5, "count": 4},
        {"points": 20, "count": 4, "colour": "red"},
        20,
    ],
)
def test_it_refuses_an_extra_card_without_points_and_count(card: Any) -> None:
    with refused(SettingsRefused, "The extra card “Harvest” needs its points and how many are in a deck."):
        SYG.change(extra_cards={"Harvest": card})


@pytest.mark.parametrize(
    ("scoring", "incomplete", "counts"),
    [
        pytest.param("own_hand", "count", True, id="RULES 4: own_hand, held cards count by default"),
        pytest.param("own_hand", "ignore", False, id="RULES 4: own_hand, set to be ignored"),
        pytest.param("winner_takes", "count", False, id="RULES 4: winner_takes, scores nothing"),
        pytest.param("winner_takes", "ignore", False, id="RULES 4: winner_takes, either way"),
    ],
)
def test_whether_an_incomplete_hand_counts(scoring: str, incomplete: str, counts: bool) -> None:
    assert SYG.change(scoring=scoring, incomplete=incomplete).incomplete_counts() == counts


def test_low_wins_under_own_hand_and_high_under_winner_takes() -> None:
    assert (SYG.low_wins, CLASSIC.low_wins) == (True, False)


anything = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 12), st.just(1.5), st.sampled_from(["", "clock", "rotation", "ladder"])
)


@settings(max_examples=100)
@given(
    st.sampled_from(sorted(PRESETS)),
    st.dictionaries(st.sampled_from([field.name for field in fields(Settings)]), anything, max_size=4),
)
def test_whatever_is_chosen_is_either_refused_in_words_or_free_of_complaints(
    name: str, choices: dict[str, Any]
) -> None:
    try:
        changed = preset(name).settings.change(**choices)
    except SettingsRefused as refusal:
        assert str(refusal).endswith(".")
    else:
        assert changed.change() == changed
        assert 2 <= changed.table_max <= 10
