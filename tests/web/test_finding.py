"""Typing a name or a group finds whoever may be meant, and tells nothing that is not shown anyway."""

from __future__ import annotations

import pytest

from tournament.queries.name_index import NameIndex, is_meant
from tournament.queries.search import Sought, split


def sought(name: str, group: str = "St Mark's") -> Sought:
    return Sought(tuple(split(name)), tuple(split(group)))


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        ("Mia O.", "mia"),
        ("Mia O.", "Mi"),
        ("Mia O.", "mia o"),
        ("Mia O.", "MIA O."),
        ("Mia O.", "Mia O'Brien"),
        ("Mia O.", "obrien mia"),
        ("Mia O.", "st marks"),
        ("Mia O.", "mia mark"),
        ("Ana C.", "Ana de la Cruz"),
        ("Nguyễn Á.", "nguyen thi anh"),
        ("Sam Le.", "sam lee"),
        ("Sam Le.", "sam le"),
        ("Caleb S.", "caleb smith-jones"),
        ("李小龍", "小龍"),
        ("王○○", "王小明"),
        ("王○○", "王大"),
        ("王小○", "王小明 mark"),
        ("김○○", "김민수"),
        ("ｶﾞ○○", "ガクト"),
        ("محمد ع.", "محمد علي"),
        ("Øystein Þ.", "oystein thorsson"),
        ("Zoë 🎲.", "zoe"),
        ("Mia O'Brien", "mia obr"),
    ],
)
def test_is_meant(shown, typed):
    assert is_meant(sought(shown), split(typed))


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        ("Mia O.", ""),
        ("Mia O.", "."),
        ("Mia O.", "obrien"),
        ("Mia O.", "mia smith"),
        ("Zoë M.", "mia"),
        ("Sam La.", "sam lee"),
        ("Mia O'Brien", "mia olsen"),
        ("王○○", "小明"),
        ("王○○", "王小明华"),
        ("王小○", "王大明"),
    ],
)
def test_is_not_meant(shown, typed):
    assert not is_meant(sought(shown), split(typed))


def test_a_last_name_cannot_be_learnt_by_trying():
    """Whatever begins with the letter that is shown finds her; so what is not shown makes no difference."""
    guesses = ["O'Brien", "Olsen", "Oxx", "Ob"]
    assert all(is_meant(sought("Mia O."), split(f"mia {guess}")) for guess in guesses)
    assert not any(is_meant(sought("Mia O."), split(guess)) for guess in guesses)


PEOPLE = [
    "Mia O.",
    "Mia",
    "Ana C.",
    "Ana Lu P.",
    "Sam La.",
    "Sam Le.",
    "王○○",
    "王小○",
    "Nguyễn Á.",
    "Mia O'Brien",
    "A. Ana",
]
TYPED = [
    "mia",
    "m",
    "an",
    "ana de la cruz",
    "sam lee",
    "sam le",
    "王小明",
    "王",
    "nguyen anh",
    "mia o",
    "o",
    "lu ana",
    "st",
]


@pytest.mark.parametrize("typed", [*TYPED, *(f"{first} {last}" for first in TYPED for last in TYPED), "ana x c", ""])
def test_among_many_each_is_found_as_if_alone(typed):
    people = [sought(name, f"Parish {place}") for place, name in enumerate(PEOPLE)]
    words = split(typed)
    alone = {place for place, person in enumerate(people) if is_meant(person, words)}
    assert NameIndex(people).find(words) == alone
