"""An evening, squeezed into minutes, in as many halls as there are events.

Each hall begins at a moment of its own within the first sixth. Its clock runs five twelfths of the time, so that the
bell is in the middle; then every table counts, the sheets are agreed upon, the round is closed, the next one is seated,
everybody's phone looks where to go, and the tables play on. What is squeezed is the round: hands keep the pace of
people.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tests.hall import TablePlace
from tests.load.audience import ClockDesk, FollowingPhone, HallScreen, RoundCloser
from tests.load.devices import HallSide, Ledger
from tests.load.tables import PlayingTablet
from tests.load.wire import Wire

SECONDS_TO_COUNT = 10.0
"""How long after the bell the last table of a hall has counted what is held."""
OPENED_AT_ONCE = 16
SECONDS_BETWEEN_SAMPLES = 5.0


@dataclass(frozen=True)
class Pace:
    """How long the evening is, and how many seconds a table takes for a hand, on average."""

    seconds: float
    hand: float

    @property
    def clock(self) -> int:
        """Seconds of a round's clock."""
        return max(2, round(self.seconds * 5 / 12))

    @property
    def counting(self) -> float:
        return min(SECONDS_TO_COUNT, self.seconds / 12)


@dataclass(frozen=True)
class EventPlace:
    """Where the devices of one event find their pages."""

    tables: Sequence[TablePlace]
    phones: Sequence[str]
    screens: Sequence[str]
    """Their keys."""
    desk: str
    board: str
    sessions: Sequence[str]
    """The MC's and the organiser's."""


@dataclass
class LoadedHall:
    """One event's devices."""

    side: HallSide
    tablets: list[PlayingTablet]
    phones: list[FollowingPhone]
    screens: list[HallScreen]
    desk: ClockDesk
    closer: RoundCloser

    @classmethod
    def of(cls, place: EventPlace, port: int, number: int, pace: Pace, ledger: Ledger, seed: int) -> LoadedHall:
        wire = Wire(port, f"127.77.{number // 250}.{number % 250 + 1}")
        side = HallSide(wire, ledger, random.Random(seed * 10_000 + number))
        mc, organiser = place.sessions
        return cls(
            side,
            [PlayingTablet(side, table, pace=pace.hand, counting=pace.counting) for table in place.tables],
            [FollowingPhone(side, path) for path in place.phones],
            [HallScreen(side, key) for key in place.screens],
            ClockDesk(side, place.desk, mc),
            RoundCloser(side, place.board, organiser),
        )

    def opening(self) -> list[Callable[[], Awaitable[None]]]:
        """What everybody does first."""
        return [device.open for device in (*self.tablets, *self.screens, self.desk, *self.phones)]

    async def play(self, pace: Pace) -> None:
        await asyncio.sleep(self.side.chance.uniform(0, pace.seconds / 6))
        for tablet in self.tablets:
            self.side.start(tablet.play())
        await asyncio.sleep(pace.counting)
        round_ = 1
        while True:
            await self.desk.start_clock()
            await self._accepted(round_)
            await self.closer.go_on()
            await asyncio.sleep(pace.counting)
            round_ += 1

    async def _accepted(self, round_: int) -> None:
        for tablet in self.tablets:
            await tablet.until(lambda tablet=tablet: tablet.accepted_round >= round_)  # type: ignore[misc]


@dataclass(frozen=True)
class Evening:
    """What came of it."""

    ledger: Ledger
    streams: int
    """Open at its end."""
    saved: int
    """Hands that tablets had acknowledged."""
    begun: float


@dataclass
class Doors:
    """The halls while their pages are opened and played. `sample` is called when all are open, every few seconds from
    then on, and at the end."""

    pace: Pace
    sample: Callable[[], None]
    ledger: Ledger = field(default_factory=Ledger)

    async def hold(self, places: Iterable[EventPlace], port: int, seed: int) -> Evening:
        halls = [
            LoadedHall.of(place, port, number, self.pace, self.ledger, seed) for number, place in enumerate(places)
        ]
        try:
            await self._open(halls)
            begun = time.monotonic()
            self.sample()
            for hall in halls:
                hall.side.start(hall.play(self.pace))
            while (left := begun + self.pace.seconds - time.monotonic()) > 0:
                await asyncio.sleep(min(left, SECONDS_BETWEEN_SAMPLES))
                self.sample()
            streams = self.ledger.streams.total()
        finally:
            for hall in halls:
                await hall.side.leave()
        saved = sum(tablet.saved for hall in halls for tablet in hall.tablets)
        return Evening(self.ledger, streams, saved, begun)

    async def _open(self, halls: Sequence[LoadedHall]) -> None:
        few = asyncio.Semaphore(OPENED_AT_ONCE)

        async def open_in_turn(work: Callable[[], Awaitable[None]]) -> None:
            async with few:
                await work()

        await asyncio.gather(*(open_in_turn(work) for hall in halls for work in hall.opening()))
