"""Who looks on: everybody's phones, the hall's screens, and the MC, who presses start when a round is seated.

Each does what its page does: static/js/phone.js and live.js, static/js/screen.js, templates/mc/desk.html.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from tests.load.devices import FORM, TOKEN, Device, HallSide, Soon, attribute, page_in

SECONDS_BETWEEN_PICTURES = 15.0
SECONDS_BETWEEN_TABLES_ON_A_SCREEN = 3.0
SECONDS_BETWEEN_DESKS = 5.0
SECONDS_BETWEEN_PROGRAMMES = 20.0
HTMX = {"HX-Request": "true"}
_KINDS = re.compile(r"told:(\w+) from")
_SEEN = re.compile(r'id="seen"[^>]*value="([^"]*)"')
_PROGRAMME = re.compile(r'id="hall-desk"\s+hx-get="([^"]+)"')


class FollowingPhone(Device):
    """Somebody's phone: on its own person's page it asks when that person's table has news."""

    name = "phones"

    def __init__(self, hall: HallSide, path: str) -> None:
        super().__init__(hall)
        self.path = path
        self.again = Soon(hall, self.look)
        self.seen: dict[str, int] = {}
        self.spread = 0.0
        self.kinds: set[str] = set()
        self.tables: set[str] = set()
        self.heard = 0
        self.tag = ""

    async def open(self) -> None:
        answer = await self.ask("a phone’s page", "GET", self.path)
        if answer is None:
            return
        page = page_in(answer)
        self.tag = answer.header("etag")
        self.seen = json.loads(attribute(page, "data-seen") or "{}")
        self.spread = int(attribute(page, "data-spread") or 0) / 1000
        self.kinds = set(_KINDS.findall(page)) | {"look"}
        self.tables = set(attribute(page, "data-tables").split())
        self.hall.start(self.listen(attribute(page, "data-ticket")))

    def hear(self, name: str, message: dict[str, Any]) -> None:
        if name == "hello":
            newest = {topic: message["newest"].get(topic, 0) for topic in self.seen}
            if newest != self.seen:
                self.look_within(1)
            self.seen, self.heard = newest, max([0, *newest.values()])
        elif name == "look":
            self.look_within(1)
        else:
            self.be_told(message)

    def be_told(self, message: Mapping[str, Any]) -> None:
        if not any(topic in self.seen for topic in message["topics"]):
            return
        is_own = str(message.get("table")) in self.tables
        if is_own or message["kind"] in self.kinds:
            self.heard = message["version"]
        if is_own:
            self.look_within(0.2)
        elif message["kind"] in self.kinds:
            self.look_within(1)

    def look_within(self, part: float) -> None:
        """Of the time over which a hall's phones spread."""
        self.again.within(self.hall.chance.uniform(0, self.spread * part))

    async def look(self) -> None:
        headers = {**HTMX, "X-Heard": str(self.heard), "If-None-Match": self.tag}
        answer = await self.ask("a phone’s page", "GET", self.path, headers=headers, good=(200, 304))
        if answer is not None:
            self.tag = answer.header("etag")


class HallScreen(Device):
    """One of the hall's screens."""

    name = "screens"
    KINDS = frozenset({"screen", "message", "clock", "round", "seats", "draw", "entries"})

    def __init__(self, hall: HallSide, key: str) -> None:
        super().__init__(hall, {"turntable_screen": key})
        self.again = Soon(hall, self.look)
        self.shown = ""

    async def open(self) -> None:
        answer = await self.ask("a screen’s picture", "GET", "/screen")
        if answer is None:
            return
        page = page_in(answer)
        self.note(page)
        self.hall.start(self.listen(attribute(page, "data-ticket")))
        self.hall.start(self.every(SECONDS_BETWEEN_PICTURES, self.look))

    def note(self, page: str) -> None:
        found = _SEEN.search(page)
        self.shown = found[1] if found else ""

    def hear(self, name: str, message: dict[str, Any]) -> None:
        if name == "look" or message.get("kind") in self.KINDS:
            self.again.within(0)
        elif message.get("kind") == "table":
            self.again.within(SECONDS_BETWEEN_TABLES_ON_A_SCREEN)

    async def look(self) -> None:
        """Nothing comes for a screen that shows this already."""
        path = f"/screen?{urlencode({'seen': self.shown})}"
        answer = await self.ask("a screen’s picture", "GET", path, headers=HTMX, good=(200, 204))
        if answer is not None and answer.status == 200:
            self.note(page_in(answer))


class PressedButtons(Device):
    """Somebody of the team who presses a button."""

    async def press(self, path: str, verb: str) -> bool:
        """Whether it was done."""
        form = {"do": verb, "request": secrets.token_hex(16), "csrfmiddlewaretoken": TOKEN}
        body = urlencode(form).encode()
        return await self.ask("a press", "POST", path, body=body, kind=FORM, good=(302,)) is not None


class ClockDesk(PressedButtons):
    """The MC's desk, which is open all the time."""

    name = "desks"
    DELAYS = {"clock": 0.0, "table": 0.4, "seats": 0.4, "round": 0.0, "screen": 0.1, "message": 0.1, "event": 0.4}

    def __init__(self, hall: HallSide, path: str, session: str) -> None:
        super().__init__(hall, {"turntable_session": session})
        self.path = path
        self.again = Soon(hall, self.look)
        self.programme = ""

    async def open(self) -> None:
        answer = await self.ask("the MC’s desk", "GET", self.path)
        if answer is None:
            return
        page = page_in(answer)
        found = _PROGRAMME.search(page)
        self.programme = found[1] if found else ""
        self.hall.start(self.listen(attribute(page, "data-ticket")))
        self.hall.start(self.every(SECONDS_BETWEEN_DESKS, self.look))
        self.hall.start(self.every(SECONDS_BETWEEN_PROGRAMMES, self.look_at_programme))

    def hear(self, name: str, message: dict[str, Any]) -> None:
        kind = "clock" if name == "look" else message.get("kind", "")
        if kind in self.DELAYS:
            self.again.within(self.DELAYS[kind])

    async def look(self) -> None:
        await self.ask("the MC’s desk", "GET", self.path, headers={**HTMX, "HX-Target": "desk"})

    async def look_at_programme(self) -> None:
        await self.ask("the MC’s desk", "GET", self.programme, headers=HTMX)

    async def start_clock(self) -> None:
        await self.press(self.path, "start")


class RoundCloser(PressedButtons):
    """The organiser, who closes a round once its sheets are in, and has the next one seated."""

    def __init__(self, hall: HallSide, board: str, session: str) -> None:
        super().__init__(hall, {"turntable_session": session})
        self.board = board

    async def go_on(self) -> None:
        if await self.press(f"{self.board}round/", "close"):
            await asyncio.sleep(1)
            await self.press(f"{self.board}round/", "next")
