"""Tables that are looked at and people who are checked in meanwhile: how long that takes, beside the hands.

What a tablet shows and what a check-in desk sends go first as hands do, so they are measured as well.
"""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.hall import RemoteTablet, TablePlace
from tests.torture.tablets import SECONDS_UNTIL_IT_GIVES_UP

TABLES_LOOKED_AT = 4
SECONDS_BETWEEN = 0.5
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Asked:
    """One answer, or none: then it was given up."""

    sent_at: float
    wait: float
    worked: bool
    heard: str = ""
    """Its status, or why there was none."""


class Watcher(threading.Thread):
    """Asks the same again and again. `ask` says what was answered, which should be `good`."""

    def __init__(self, what: str, ask: Callable[[], int], good: int = 200) -> None:
        super().__init__(daemon=True)
        self.what, self.ask, self.good = what, ask, good
        self.asked: list[Asked] = []
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.wait(SECONDS_BETWEEN):
            begun = time.monotonic()
            try:
                heard = str(self.ask())
            except (OSError, http.client.HTTPException) as problem:
                heard = type(problem).__name__
            self.asked.append(Asked(begun, time.monotonic() - begun, heard == str(self.good), heard))


STATES, DESK = "states", "check-in"


def watch(port: int, day: Any, places: Sequence[TablePlace]) -> list[Watcher]:
    """Some tables, and one desk."""
    watchers = [Watcher(STATES, _look_at(port, place)) for place in places[:TABLES_LOOKED_AT]]
    watchers.append(Watcher(DESK, _check_in(port, day), good=302))
    for watcher in watchers:
        watcher.start()
    return watchers


def _look_at(port: int, place: TablePlace) -> Callable[[], int]:
    tablet = RemoteTablet(port, place, patience=SECONDS_UNTIL_IT_GIVES_UP).open()
    return lambda: tablet.ask("GET", place.path + "state.json")[0]


def _check_in(port: int, day: Any) -> Callable[[], int]:
    """Gives one person another wristband each time, which is a write like any other at the desk."""
    from django.db import connections

    from tests.web.visitors import organiser

    competition, person = day.competition, day.competition.entries.first().competitor_id
    session = organiser(day.event).cookies["turntable_session"].value
    connections.close_all()
    token = "x" * 32
    desk = RemoteTablet(port, TablePlace("", "", []), {"turntable_session": session, "turntable_csrf": token}, token)
    desk.patience = SECONDS_UNTIL_IT_GIVES_UP
    at = f"/organise/{competition.event.slug}/{competition.slug}/check-in/"
    desk.ask("GET", at)  # brings the badge
    numbers = count(1)

    def check_in() -> int:
        typed = f"do=band&number={next(numbers)}".encode()
        return desk.ask("POST", f"{at}person/{person}/", typed, FORM)[0]

    return check_in
