"""Seed, streams and shuffle against a few lines of plain hashing."""

import hashlib

from scoring.record.check import chance
from scoring.record.check.parse import parse

from . import known

SEED = bytes(range(32))


def first_words(label, count):
    blocks = [hashlib.sha256(SEED + label + n.to_bytes(8, "big")).digest() for n in range(2)]
    joined = b"".join(blocks)
    return [int.from_bytes(joined[8 * i : 8 * i + 8], "big") for i in range(count)]


def test_a_stream_is_the_hashes_of_seed_label_and_counter_joined():
    stream = chance.numbers(SEED, "final")
    assert [next(stream) for _ in range(6)] == first_words(b"final", 6)


def test_a_stream_by_its_bytes():
    """Computed with `sha256sum`: no Python stands between the specification and this number."""
    assert next(chance.numbers(SEED, "final")) == 0x1B910443827AFFD6


def test_below_takes_the_remainder():
    assert chance.below(iter([10, 11]), 4) == 2


def test_below_reads_on_where_the_remainder_would_favour_the_small():
    """2^64 mod 3 is 1, so the very last number would be one 0 too many."""
    assert chance.below(iter([2**64 - 1, 5]), 3) == 2
    assert chance.below(iter([2**64 - 2, 5]), 3) == (2**64 - 2) % 3
    assert chance.below(iter([2**64 - 1]), 2**63) == 2**63 - 1


def test_a_shuffle_sorts_and_then_swaps_from_the_end():
    x, y, z = first_words(b"lot/entries", 3)
    items = ["E1", "E2", "E3", "E4"]
    for i, number in ((3, x), (2, y), (1, z)):
        j = number % (i + 1)
        items[i], items[j] = items[j], items[i]
    assert chance.shuffle(SEED, "lot/entries", ["E3", "E1", "E4", "E2"]) == items


def test_a_shuffle_of_nobody_and_of_one():
    assert chance.shuffle(SEED, "final", []) == []
    assert chance.shuffle(SEED, "final", ["E1"]) == ["E1"]


def test_a_shuffle_from_the_end_tells_the_last_place_first():
    order = chance.shuffle(SEED, "final", ["a", "b", "c"])
    assert list(chance.from_the_end(SEED, "final", ["a", "b", "c"])) == [(2, order[2]), (1, order[1]), (0, order[0])]


def test_the_list_hash_is_that_of_the_text_in_the_specification():
    record, _ = parse(known.at_the_bell())
    text = "draw\tknockout\t4\t1\tno\nE001\tG01\tentry\nE002\tG02\tentry\nE003\tG03\tentry\nE004\tG04\tentry\n"
    assert chance.list_hash(record) == hashlib.sha256(text.encode()).hexdigest()


def test_the_seed_is_that_of_the_text_in_the_specification():
    record, _ = parse(known.at_the_bell())
    text = f"turntable-draw/1\n{record.chance.list_hash}\n{'0123456789abcdef' * 4}\n4 6 1 1 3\n"
    assert chance.seed(record.chance) == hashlib.sha256(text.encode()).digest()
    assert chance.seeds(record) == [hashlib.sha256(text.encode()).digest()]
