"""Saving a hand while the laptop makes a backup every second, against the same without, by turns in one run."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

from tests.bench.measure import Measurement
from tests.hall import CONTEXT, TABLES, Servers, make_hall
from tests.programs import wait_until
from tests.torture.tablets import HurriedUmpire, open_all

TURNS = 3
SECONDS_OF_A_TURN = 4.0
SECONDS_BETWEEN_HANDS = 2.0
SECONDS_BETWEEN_BACKUPS = 1.0
"""On a laptop it is five minutes: then hardly a hand would meet one."""
HANDS_TO_WARM_UP = 2


class BackedUpServers(Servers):
    """A laptop's server with a thread as `make run` has it, which makes backups while it is told to."""

    def __init__(self) -> None:
        super().__init__(1)
        self.backing_up, self.made = CONTEXT.Event(), CONTEXT.Value("i", 0)

    def _serve(self) -> None:
        threading.Thread(target=self._make_backups, daemon=True).start()
        super()._serve()

    def _make_backups(self) -> None:
        from tournament.backups import making
        from tournament.backups.files import BackupReason

        making.own_priority_is_low()
        while True:
            self.backing_up.wait()
            making.make(BackupReason.BY_HAND)
            self.made.value += 1
            time.sleep(SECONDS_BETWEEN_BACKUPS)


def measure() -> Iterator[Measurement]:
    _, places = make_hall(TABLES)
    servers = BackedUpServers()
    servers.start()
    try:
        umpires = open_all(servers.port, [[place] for place in places], seed=17, pace=SECONDS_BETWEEN_HANDS)
        assert wait_until(lambda: all(len(umpire.hands) > HANDS_TO_WARM_UP for umpire in umpires))
        turns = [turn(servers, backing_up=number % 2 == 1) for number in range(2 * TURNS)]
        for umpire in umpires:
            umpire.is_over.set()
        for umpire in umpires:
            umpire.join()
    finally:
        servers.kill()
    without, beside = (waits(umpires, turns[first::2]) for first in (0, 1))
    note = f"{len(beside)} and {len(without)} hands, {servers.made.value} backups"
    for share in (0.5, 0.99):
        yield Measurement(
            f"backups: saving a hand while one is made every second, p{share:.0%}".rstrip("%"),
            beside[int(len(beside) * share)],
            without[int(len(without) * share)],
            "the same while none is made",
            note,
            aim="a hand beside a backup, p99" if share == 0.99 else "",
        )


def turn(servers: Any, *, backing_up: bool) -> tuple[float, float]:
    """When it began and when it ended; the last backup may end a little later."""
    (servers.backing_up.set if backing_up else servers.backing_up.clear)()
    time.sleep(0.5)
    begun = time.monotonic()
    time.sleep(SECONDS_OF_A_TURN)
    return begun, time.monotonic()


def waits(umpires: list[HurriedUmpire], turns: list[tuple[float, float]]) -> list[float]:
    """How long each hand waited that was sent within these turns."""
    hands = [hand for umpire in umpires for hand in umpire.hands if hand.wait is not None]
    within = [hand for hand in hands if any(begun <= hand.sent_at <= ended for begun, ended in turns)]
    return sorted(hand.wait for hand in within if hand.wait is not None)
