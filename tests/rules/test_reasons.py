"""RECORD 4: the reasons in the open record are words from a short list, never what somebody typed."""

from __future__ import annotations

import pytest

from tests.refusals import refused
from tournament.reason_words import REASONS_IN_WORDS, reason_in_words, reasons_offered
from tournament.rules.errors import Refused
from tournament.rules.reasons import EARLIER_WORDS, OFFERED, GivenReason, Occasion, Reason, read_reason, word_of


@pytest.mark.parametrize(
    ("why", "note", "read"),
    [
        ("needs_this_seat", "", GivenReason(Reason.NEEDS_THIS_SEAT)),
        (" miscounted\n", "", GivenReason(Reason.MISCOUNTED)),
        ("kept_apart", "  twins\n of  one ", GivenReason(Reason.KEPT_APART, "twins of one")),
        ("other", "", GivenReason(Reason.OTHER)),
        ("other", "a long story", GivenReason(Reason.OTHER, "a long story")),
        # a page of an earlier version
        ("her\n knee", "", GivenReason(Reason.OTHER, "her knee")),
        ("recounted", "", GivenReason(Reason.MISCOUNTED)),
        ("entered twice", "", GivenReason(Reason.ENTERED_TWICE)),
        ("undone by the umpire", "", GivenReason(Reason.UNDONE)),
        ("Miscounted", "", GivenReason(Reason.OTHER, "Miscounted")),
    ],
)
def test_a_reason_is_a_word_and_whatever_else_was_typed_is_its_note(why, note, read):
    assert read_reason(why, note) == read


@pytest.mark.parametrize(
    ("why", "note", "sentence"),
    [
        (" ", "", "Please give a reason. It’s kept with the change."),
        ("", "by the door", "Please give a reason. It’s kept with the change."),
        ("x" * 201, "", "A note can have 200 characters; this one has 201."),
        ("other", "x" * 201, "A note can have 200 characters; this one has 201."),
        ("other", "a\u0000b", "This note has characters that can’t be shown or printed. Type it again."),
    ],
)
def test_what_says_nothing_or_too_much_is_refused(why, note, sentence):
    with refused(Refused, sentence):
        read_reason(why, note)


def test_every_word_can_be_said_and_every_occasion_offers_another_reason():
    assert set(REASONS_IN_WORDS) == set(Reason)
    assert set(OFFERED) == set(Occasion)
    assert {reasons_offered(occasion)[-1] for occasion in Occasion} == {("other", "Another reason")}


def test_a_word_fits_where_it_is_kept():
    assert max(map(len, Reason)) <= 20
    assert all(word_of(text) is word for text, word in EARLIER_WORDS.items())


def test_what_is_no_word_is_told_as_another_reason():
    assert reason_in_words("her knee") == "another reason"
    assert reason_in_words("") == ""
