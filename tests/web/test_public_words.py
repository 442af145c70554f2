"""A competition's choices in sentences, for somebody who has never read the rules."""

from __future__ import annotations

import pytest

from scoring import words as scoring_words
from scoring.rules.hand import PlayedHand
from tournament import plan_words, words
from tournament.rules.entries import Missing
from tournament.rules.presets import PRESETS, SWITCHES, preset

CIRCULAR = (
    "After each round the best of a table moves down one table number, from the first table to the last; "
    "the worst moves up one, from the last to the first."
)


@pytest.mark.parametrize(
    ("name", "choices", "sentences"),
    [
        (
            "syg",
            {},
            [
                "One player goes on from each table.",
                "A round lasts 30 minutes. Don’t start a new hand in the last 5 minutes.",
                "You score the cards you hold: the lowest score wins. "
                "If the round ends during a hand, the cards you hold count.",
            ],
        ),
        (
            "bac",
            {"incomplete": "ignore", "clock": 90, "warning": None},
            [
                CIRCULAR,
                "A round lasts 1:30 minutes.",
                "You score the cards you hold: the lowest score wins. "
                "If the round ends during a hand, that hand doesn’t count.",
            ],
        ),
        (
            "classic-500",
            {"redraw": True, "clock": 3600, "warning": 60},
            [
                "One player goes on from each table. Each round gets a new draw.",
                "A round ends when somebody has 500 points, or after 60 minutes. "
                "Don’t start a new hand in the last minute.",
                "The player who goes out scores all the cards the others hold. The most points win.",
            ],
        ),
        (
            "classroom",
            {"hands": 1, "switches": ["jump_in"]},
            [
                "Every table is its own contest.",
                "A round ends after 1 hand.",
                "The player who goes out scores all the cards the others hold. The most points win.",
                SWITCHES["jump_in"],
            ],
        ),
    ],
)
def test_every_choice_has_its_sentence(name, choices, sentences):
    assert words.how_it_is_played(preset(name).settings.change(**choices)) == sentences


def test_a_ladder_stays_at_its_ends():
    sentence = words.how_it_is_played(PRESETS["bac"].settings.change(move="ladder"))[0]
    assert "stays at the first table" in sentence and "stays at the last" in sentence


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [([12, 4, 1], "12 tables, then 4, then the final"), ([3, 1], "3 tables, then the final"), ([1], "1 table")],
)
def test_a_plan_is_told_round_by_round(tables, sentence):
    assert plan_words.plan_in_words(tables) == sentence


def test_chances_are_told_as_one_in_so_many():
    assert plan_words.chances_in_words([48, 48]) == "Every player has the same chance of the title: 1 in 48."
    assert plan_words.chances_in_words([36, 64]).endswith("from 1 in 36 to 1 in 64, depending on the table.")


def test_what_was_unusual_about_a_hand_is_noted():
    hand = PlayedHand(complete=False, out=None, held={}, late=True)
    assert scoring_words.notes(hand, void=False, idle=False, corrected=True) == [
        "Unfinished",
        "Started after the warning",
        "Corrected",
    ]
    assert scoring_words.notes(hand, void=True, idle=False, corrected=False)[0] == "Unfinished, doesn’t count"
    playoff = PlayedHand(True, "E001", {}, playoff=True)
    assert scoring_words.notes(playoff, void=False, idle=False, corrected=False) == ["Play-off"]
    assert scoring_words.notes(playoff, void=False, idle=True, corrected=False) == ["Play-off, decides nothing"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("syg", "knockout, 30 minutes a round, tables of up to 4, the lowest score wins, 64 players at most"),
        (
            "bac",
            "people change tables, 15 minutes a round, tables of up to 5, the lowest score wins, any number of players",
        ),
        ("classic-500", "knockout, to 500 points, tables of up to 5, the most points win, any number of players"),
        (
            "classroom",
            "every table for itself, 5 hands a round, tables of up to 5, the most points win, any number of players",
        ),
    ],
)
def test_a_preset_in_short(name, short):
    assert ", ".join(words.in_short(preset(name).settings)) == short


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ((0, 0), ""),
        ((1, 0), "Entry missing"),
        ((0, 1), ""),
        ((1, 1), "Entry missing"),
        ((3, 0), "3 entries missing"),
        ((2, 1), "2 entries missing"),
    ],
)
def test_what_is_missing_is_said(missing, sentence):
    assert words.missing_in_words(Missing(*missing)) == sentence
