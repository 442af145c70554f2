"""A tablet at its table, at the pace of people: it ticks who sits down, saves hands, counts what is held at the bell,
and lets the players agree. Meanwhile it does what its page does (static/js/umpire/known.js and report.js)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.hall import SETTLED, SPREAD, RemoteTablet, TablePlace
from tests.load.devices import Device, HallSide, Soon, attribute, page_in

SECONDS_BETWEEN_HEARTBEATS = 10
HEARTBEATS_UNTIL_IT_LOOKS_AGAIN = 3
SECONDS_UNTIL_TOLD = 1.5
"""After an acknowledgement the stream tells of the change; without it the tablet looks."""
TIME_UP = "time up"
"""Nothing else is the bell: an answer that was on its way when the clock started still says that it has not."""
SECONDS_BETWEEN_TAPS = 0.5
"""Four wristbands are looked at, and four players agree, one after the other."""


class PlayingTablet(Device):
    """One table's tablet. `counting` is within how many seconds of the bell its umpire has counted."""

    name = "tablets"

    def __init__(self, hall: HallSide, place: TablePlace, *, pace: float, counting: float) -> None:
        super().__init__(hall)
        self.sheet = RemoteTablet(hall.wire.port, place)
        self.pace, self.counting = pace, counting
        self.known: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.again = Soon(hall, self.look)
        self.accepted_round = 0
        self.sent = 0
        self.saved = 0

    async def open(self) -> None:
        place = self.sheet.place
        await self.ask("a tablet’s page", "GET", place.key, good=(302,))
        answer = await self.ask("a tablet’s page", "GET", place.path)
        if answer is None:
            return
        ticket = attribute(page_in(answer), "data-ticket")
        await self.look()
        self.hall.start(self.listen(ticket))
        self.hall.start(self.report())

    # What the page does by itself

    def hear(self, name: str, message: dict[str, Any]) -> None:
        kind = message.get("kind")
        if kind == "table" and message.get("table") == self.known.get("id"):
            self.again.within(SETTLED)
        elif name == "look" or kind in ("seats", "round", "clock", "message"):
            self.again.within(self.hall.chance.uniform(0, SPREAD))
        if message.get("clock") and self.known:
            self.take({**self.known, "clock": message["clock"]})

    async def look(self) -> None:
        """What was asked for before the last hand was acknowledged may be without it, so it is asked for again."""
        age = self.saved
        answer = await self.ask("a table’s state", "GET", self.sheet.place.path + "state.json")
        if answer is not None and age == self.saved:
            self.take(json.loads(page_in(answer)))
        elif answer is not None:
            self.again.within(0)

    def take(self, known: dict[str, Any]) -> None:
        self.known = known
        self.news.set()

    async def report(self) -> None:
        beats = 0

        async def beat() -> None:
            nonlocal beats
            beats += 1
            await self.send("a heartbeat", "here", request="here", counting=None, trouble=None)
            if beats % HEARTBEATS_UNTIL_IT_LOOKS_AGAIN == 0:
                self.again.within(0)

        await self.every(SECONDS_BETWEEN_HEARTBEATS, beat)

    async def until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self.news.clear()
            await self.news.wait()

    @property
    def state(self) -> str:
        """Of the round's clock."""
        return str((self.known.get("clock") or {}).get("state", ""))

    # What its umpire does

    async def play(self) -> None:
        """Round after round, as long as there are any."""
        await self.until(lambda: bool(self.known))
        while True:
            number = int(self.known["round"])
            await self.seat_everybody()
            await self.until(lambda: self.state == "running")
            await self.save_hands()
            await asyncio.sleep(self.hall.chance.uniform(self.counting / 5, self.counting))
            await self.save(complete=False)
            await self.agree()
            self.accepted_round = number
            self.news.set()
            await self.until(lambda number=number: self.known["round"] > number)  # type: ignore[misc]

    async def seat_everybody(self) -> None:
        for player in self.players():
            await asyncio.sleep(self.hall.chance.uniform(0.5, 1.5) * SECONDS_BETWEEN_TAPS)
            await self.send("a tap", "sit", entry=player, here=True)

    async def save_hands(self) -> None:
        """Until the bell: what is on the table then is counted as it is."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.hall.chance.uniform(0.5, 1.5) * self.pace):
                    await self.until(lambda: self.state == TIME_UP)
            if self.state == TIME_UP:
                return
            await self.save(complete=True)

    async def save(self, *, complete: bool) -> None:
        self.sheet.place.players = self.players()
        number = len(self.known["hands"]) + 1
        body = self.sheet.hand(number, "", complete=complete)
        acknowledged = await self.send("a hand", "record", **body)
        if acknowledged is not None:
            self.saved += 1
            self.take({**self.known, "hands": [*self.known["hands"], acknowledged["answer"]]})
            self.again.within(SECONDS_UNTIL_TOLD)

    async def agree(self) -> None:
        """Each player in turn; the last one's yes accepts the sheet."""
        seen = [hand["version"] for hand in self.known["hands"]]
        for player in self.players():
            await asyncio.sleep(self.hall.chance.uniform(0.5, 1.5) * SECONDS_BETWEEN_TAPS)
            await self.send("a tap", "nod", entry=player, seen=seen)

    def players(self) -> list[int]:
        return [seat["entry"] for seat in self.known["seats"] if not seat["absent"]]

    async def send(self, what: str, verb: str, **body: Any) -> dict[str, Any] | None:
        """The server's own words, if it acknowledged it."""
        self.sent += 1
        own = {"request": f"{self.sheet.place.pk}-{self.sent}"} if body.get("request") != "here" else {}
        sent = json.dumps({**body, "round": self.known["round"], **own}).encode()
        answer = await self.ask(what, "POST", f"{self.sheet.place.path}do/{verb}", body=sent)
        return dict(json.loads(page_in(answer))) if answer is not None else None
