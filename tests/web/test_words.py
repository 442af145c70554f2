"""Sentences and numbers as people write them."""

from __future__ import annotations

import pytest

from tournament.templatetags.look import number, stop
from tournament.words import isolated, one_stop


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Ana plays for Ben.", "Ana plays for Ben."),
        ("Ana plays for Mia O..", "Ana plays for Mia O."),
        (f"Ana plays for {isolated('Mia O.')}.", f"Ana plays for {isolated('Mia O.')}"),
        ("“Wrong dice.”. Numbers 1 2.", "“Wrong dice.” Numbers 1 2."),
        ("Saved: Mia O.. Then more.", "Saved: Mia O. Then more."),
        ("And so on...", "And so on..."),
    ],
)
def test_a_sentence_that_ends_with_a_name_and_its_full_stop_has_one(typed, sentence):
    assert one_stop(typed) == sentence


def test_a_name_brings_its_full_stop_along():
    assert [stop("Mia O."), stop("Mia")] == ["", "."]


def test_large_numbers_are_written_in_groups_of_three():
    assert [number(999), number(7500)] == ["999", "7,500"]
