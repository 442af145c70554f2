"""A whole SYG event of 64 with real play, against the same hands only played and barely inserted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scoring.rehearsal.director import Director, summarise
from scoring.rehearsal.script import plain
from scoring.rules.play import play_hand
from tests.bench.hands import insert, make_table
from tests.bench.measure import Measurement, cpu


def bare(hands: int) -> None:
    rng = Random(1)
    for _ in range(hands):
        play_hand(players=4, dealer=0, rng=rng)
    insert(hands)


def measure() -> Iterator[Measurement]:
    script = plain("Bench event", "syg", 64, None, 0)
    played = []
    ours = cpu(lambda: played.append(Director(script, Random(1)).play()), runs=2)
    hands = summarise(played[0]).hands
    make_table()
    floor = cpu(lambda: bare(hands), runs=2)
    note = f"{hands} hands, entries and draw included"
    of = "its hands only played and inserted"
    yield Measurement("a whole syg event of 64 with real play", ours, floor, of, note, "a rehearsed event")
