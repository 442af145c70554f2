"""RECORD 1: the stream, the shuffle and the seed, against an implementation straight from the page."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.rules import spec
from tests.rules.spec import refused
from tournament.rules import chance
from tournament.rules.chance import WORDS_BELOW, ListLine
from tournament.rules.errors import DrawRefused

SEED = hashlib.sha256(b"the dice of the tests").digest()

seeds = st.binary(min_size=32, max_size=32)
labels = st.one_of(
    st.sampled_from(["final", "lot/entries", "lot/reserves", "deal/groups", "deal/members/G01"]),
    st.builds("{}/{}/{}".format, st.sampled_from(["tie", "best", "balance"]), st.integers(1, 9), st.integers(1, 99)),
    st.builds("seats/{}".format, st.integers(0, 4999)),
)
codes = st.sets(st.builds("E{:03}".format, st.integers(1, 999)), max_size=40)
lines = st.lists(
    st.builds(
        ListLine,
        st.builds("E{:03}".format, st.integers(1, 999)),
        st.builds("G{:02}".format, st.integers(1, 99)),
        st.sampled_from(["entry", "reserve"]),
    ),
    unique_by=lambda line: line.code,
    max_size=12,
)


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_the_stream_is_sha256_of_seed_label_and_n_joined() -> None:
    joined = b"".join(hashlib.sha256(SEED + b"tie/2/7" + bytes(7) + bytes([n])).digest() for n in range(3))
    words = [int.from_bytes(joined[at : at + 8], "big") for at in range(0, 96, 8)]
    assert list(islice(chance.words(SEED, "tie/2/7"), 12)) == words


@given(seeds, labels)
def test_the_stream_is_the_same_as_in_the_record(seed: bytes, label: str) -> None:
    stream = spec.SpecStream(seed, label)
    assert list(islice(chance.words(seed, label), 11)) == [stream.read8() for _ in range(11)]


@pytest.mark.parametrize(
    ("words", "k", "answer"),
    [
        pytest.param([10], 7, 3, id="RECORD 1: x mod k"),
        pytest.param([WORDS_BELOW - 1, 5], 3, 2, id="RECORD 1: 2^64 mod 3 is 1, so the last word is passed over"),
        pytest.param([WORDS_BELOW - 2], 3, 2, id="RECORD 1: the word before it is not"),
        pytest.param([WORDS_BELOW - 1], 4, 3, id="RECORD 1: 2^64 mod 4 is 0, so no word is passed over"),
        pytest.param(
            [WORDS_BELOW - 6, WORDS_BELOW - 5, 8], 10, 8, id="RECORD 1: 2^64 mod 10 is 6: two in a row are passed over"
        ),
        pytest.param([WORDS_BELOW - 7], 10, 9, id="RECORD 1: x below 2^64 − 6 is taken"),
        pytest.param([WORDS_BELOW - 1], 1, 0, id="RECORD 1: below(1) is 0"),
    ],
)
def test_below_passes_over_words_that_would_be_unfair(words: list[int], k: int, answer: int) -> None:
    assert chance.below(iter(words), k) == answer


@given(seeds, labels, st.lists(st.integers(1, 2**63), min_size=1, max_size=9))
@example(SEED, "final", [2**63 - 1, 2**63, 3 * 2**61])
def test_below_reads_on_in_its_stream_as_in_the_record(seed: bytes, label: str, ks: list[int]) -> None:
    words, stream = chance.words(seed, label), spec.SpecStream(seed, label)
    assert [chance.below(words, k) for k in ks] == [spec.below(stream, k) for k in ks]


@given(seeds, labels, codes)
@example(SEED, "final", set())
@example(SEED, "final", {"E001"})
def test_a_shuffle_is_the_same_as_in_the_record(seed: bytes, label: str, codes: set[str]) -> None:
    assert chance.shuffle(seed, label, codes) == spec.shuffle(seed, label, codes)


@pytest.mark.parametrize("number", range(20))
def test_a_shuffle_passes_over_the_words_that_would_be_unfair(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One word in 2^60: no seed shows it, so the stream is dictated."""
    random = Random(number)
    words = [
        WORDS_BELOW - random.randint(1, 12) if random.random() < 0.7 else random.randrange(WORDS_BELOW)
        for _ in range(99)
    ]
    monkeypatch.setattr(chance, "words", lambda *_: iter(words))
    assert chance.shuffle(SEED, "final", "ABCDEFGHIJ") == spec.shuffle_by(spec.Dictated(words), "ABCDEFGHIJ")


def test_a_shuffle_starts_from_the_sorted_codes_whatever_order_they_come_in() -> None:
    shuffled = {tuple(chance.shuffle(SEED, "final", order)) for order in permutations(["E1", "E2", "E3", "E4"])}
    assert shuffled == {tuple(spec.shuffle(SEED, "final", ["E1", "E2", "E3", "E4"]))}


@pytest.mark.parametrize(
    ("players", "labels", "bound"),
    [
        pytest.param(3, 6_000, 20.52, id="RECORD 1: all 6 orders of three are equally likely (5 degrees, 99.9 %)"),
        pytest.param(4, 12_000, 49.73, id="RECORD 1: all 24 orders of four are equally likely (23 degrees, 99.9 %)"),
    ],
)
def test_every_order_is_equally_likely(players: int, labels: int, bound: float) -> None:
    people = [f"E{n}" for n in range(players)]
    counts = Counter(tuple(chance.shuffle(SEED, f"seats/{n}", people)) for n in range(labels))
    assert counts.keys() == set(permutations(people))
    assert chi_square(list(counts.values())) < bound


def test_below_is_unbiased_over_many_labels() -> None:
    counts = Counter(chance.below(chance.words(SEED, f"seats/{n}"), 7) for n in range(7_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5, 6]
    assert chi_square(list(counts.values())) < 22.46  # 6 degrees, 99.9 %


def test_a_lot_takes_the_first_of_the_shuffled() -> None:
    tied = ["E003", "E001", "E002"]
    takes = [chance.lot(SEED, f"tie/1/{n}")(tied) for n in range(40)]
    assert takes == [spec.shuffle(SEED, f"tie/1/{n}", tied)[0] for n in range(40)]
    assert set(takes) == set(tied)


@given(seeds, codes)
def test_final_ranks_are_the_indexes_of_the_final_shuffle(seed: bytes, codes: set[str]) -> None:
    shuffled = spec.shuffle(seed, "final", codes)
    assert chance.final_ranks(seed, [*codes, *codes]) == {code: shuffled.index(code) for code in codes}


def test_the_list_hash_is_of_this_very_text() -> None:
    lines = [ListLine("E002", "G02", "reserve"), ListLine("E001", "G01", "entry"), ListLine("E010", "G02", "entry")]
    text = b"draw\tknockout\t48\t12,4,1\tno\nE001\tG01\tentry\nE002\tG02\treserve\nE010\tG02\tentry\n"
    answer = chance.list_hash(form="knockout", size=48, plan=(12, 4, 1), redraw=False, lines=lines)
    assert answer == hashlib.sha256(text).hexdigest()


@given(
    st.sampled_from(["knockout", "rotation", "single"]),
    st.integers(2, 999),
    st.lists(st.integers(1, 99), min_size=1, max_size=6),
    st.booleans(),
    lines,
)
def test_the_list_hash_is_the_same_as_in_the_record(
    form: str, size: int, plan: list[int], redraw: bool, lines: list[ListLine]
) -> None:
    answer = chance.list_hash(form=form, size=size, plan=plan, redraw=redraw, lines=lines)
    assert answer == spec.list_hash(form, size, plan, redraw, lines)


def test_the_commitment_is_of_the_salts_64_characters() -> None:
    salt = "0123456789abcdef" * 4
    assert chance.commitment(salt) == hashlib.sha256(salt.encode("ascii")).hexdigest()
    assert chance.commitment(salt) == "a8ae6e6ee929abea3afcfc5258c8ccd6f85273e0d4626d26c7279f3250f77c8e"


@given(st.text("0123456789abcdef", min_size=64, max_size=64), st.text("0123456789 ,ñễ李🎲", min_size=1, max_size=30))
@example("ab" * 32, "4 6 1 1 3")
def test_the_seed_is_the_same_as_in_the_record(salt: str, public: str) -> None:
    fixed = chance.commitment("0" * 64)
    assert chance.seed(list_hash=fixed, salt=salt, public=public) == spec.seed(fixed, salt, public)


def test_the_seed_is_of_this_very_text() -> None:
    text = "turntable-draw/1\n" + "a" * 64 + "\n" + "b" * 64 + "\n4 6 1 1 3\n"
    seed = chance.seed(list_hash="a" * 64, salt="b" * 64, public="4 6 1 1 3")
    assert seed == hashlib.sha256(text.encode()).digest()


@pytest.mark.parametrize(
    ("typed", "public"),
    [
        pytest.param("  4 6 1 1 3 \n", "4 6 1 1 3", id="RECORD 1: spaces at the ends are cut"),
        pytest.param("4  6", "4  6", id="RECORD 1: those inside stay"),
        pytest.param("\u00a04 6\u3000", "4 6", id="RECORD 1: spaces of any kind"),
        pytest.param("Nguye\u0302\u0303n 7", "Nguyễn 7", id="RECORD 1: NFC"),
        pytest.param("٤ ٦ 🎲", "٤ ٦ 🎲", id="any script"),
        pytest.param("7" * 200, "7" * 200, id="200 characters are allowed"),
    ],
)
def test_the_numbers_from_the_hall_as_they_go_into_the_seed(typed: str, public: str) -> None:
    assert chance.public_numbers(typed) == public
    assert unicodedata.is_normalized("NFC", chance.public_numbers(typed))


@pytest.mark.parametrize("typed", ["", "   ", "\n\t", "\u00a0"])
def test_it_refuses_a_draw_without_numbers_from_the_hall(typed: str) -> None:
    with refused(DrawRefused, "Type the numbers from the hall first, for example what the dice show."):
        chance.public_numbers(typed)


@pytest.mark.parametrize("typed", ["4\n6", "4\t6", "4\x006", "4\u20286", "4\u20296", "4\x856", "7" * 201, "4\ud8006"])
def test_it_refuses_numbers_that_are_not_one_readable_line(typed: str) -> None:
    with refused(DrawRefused, "Write the numbers from the hall on one line, 200 characters at most."):
        chance.public_numbers(typed)
