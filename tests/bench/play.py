"""Hands of pure play, four bots, against shuffling and dealing a deck."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scoring.rules.play import play_hand
from tests.bench.measure import Measurement, cpu

HANDS = 1000


def play(rng: Random) -> None:
    for n in range(HANDS):
        play_hand(players=4, dealer=n % 4, rng=rng)


def deal(rng: Random) -> list[list[int]]:
    for _ in range(HANDS):
        deck = list(range(108))
        rng.shuffle(deck)
        dealt = [deck[player : player + 28 : 4] for player in range(4)]
    return dealt


def measure() -> Iterator[Measurement]:
    ours = cpu(lambda: play(Random(1)), units=HANDS)
    floor = cpu(lambda: deal(Random(1)), units=HANDS)
    yield Measurement(
        "a hand of pure play, 4 players", ours, floor, "shuffling and dealing a deck", aim="a hand of pure play"
    )
