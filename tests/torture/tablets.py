"""Tablets that save one hand after the other, and write down what the server acknowledged and how long it took."""

from __future__ import annotations

import http.client
import json
import random
import socket
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.hall import RemoteTablet, TablePlace

SECONDS_UNTIL_IT_GIVES_UP = 15
"""As a tablet's page does; then it sends the same hand again."""
SECONDS_BETWEEN_TRIES = (0.25, 0.5, 1.0)


class Written(NamedTuple):
    """A hand as it is written down anywhere: at which table (as the database calls it), as which, and what everybody
    held who held anything."""

    table: int
    number: int
    held: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, table: int, number: int, held: Iterable[tuple[int, int]]) -> Written:
        return cls(table, number, frozenset((player, points) for player, points in held if points))


@dataclass
class SavedHand:
    """One hand: when it was first sent, what came back each time, and when it was acknowledged."""

    table: int
    number: int
    request: str
    held: dict[str, int]
    sent_at: float
    statuses: list[int] = field(default_factory=list)
    acknowledged_at: float | None = None
    refusal: str = ""

    @property
    def written(self) -> Written:
        return Written.of(self.table, self.number, ((int(player), points) for player, points in self.held.items()))

    @property
    def wait(self) -> float | None:
        return None if self.acknowledged_at is None else self.acknowledged_at - self.sent_at


HANDS_OF_A_TABLE = 40
"""A table plays ten to thirty in a round. Each costs a little more than the one before."""


class HurriedUmpire(threading.Thread):
    """One umpire's tablets: where a table has played enough, the next one's is taken up. One hand in five is sent twice
    at once; while the network is cut the tablet hears no answer."""

    def __init__(self, tablets: Sequence[RemoteTablet], *, seed: int, pace: float) -> None:
        super().__init__(daemon=True)
        self.tablet, *self.next_tablets = tablets
        self.pace = pace
        self.chance = random.Random(seed)
        self.hands: list[SavedHand] = []
        self.is_cut = threading.Event()
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.wait(self.chance.uniform(0.5, 1.5) * self.pace):
            if self.next_number > HANDS_OF_A_TABLE and self.next_tablets:
                self.tablet = self.next_tablets.pop(0)
            number = self.next_number
            body = self.tablet.hand(number, f"torture-{self.table}-{len(self.hands) + 1}")
            body["held"] = unlike_others(body["held"], len(self.hands))
            self.hands.append(SavedHand(self.table, number, body["request"], body["held"], time.monotonic()))
            self.save(self.hands[-1], body)

    @property
    def table(self) -> int:
        return self.tablet.place.pk

    @property
    def next_number(self) -> int:
        return sum(hand.table == self.table and hand.refusal == "" for hand in self.hands) + 1

    def save(self, hand: SavedHand, body: dict[str, Any]) -> None:
        """Send it until the server itself has answered, as the page does."""
        tries = 0
        while hand.acknowledged_at is None and not hand.refusal and not self.is_over.is_set():
            if self.is_cut.is_set() and self.chance.random() < 0.7:
                self.send_and_lose(body)
            else:
                self.send_and_hear(hand, body)
            if hand.acknowledged_at is None:
                time.sleep(SECONDS_BETWEEN_TRIES[min(tries, len(SECONDS_BETWEEN_TRIES) - 1)])
                tries += 1

    def send_and_hear(self, hand: SavedHand, body: dict[str, Any]) -> None:
        if self.chance.random() < 0.2:
            threading.Thread(target=self.tablet.record, args=(body,), daemon=True).start()
        status, answer = self.tablet.record(body)
        hand.statuses.append(status)
        if answer is not None and answer.get("ok"):
            hand.acknowledged_at = time.monotonic()
        elif answer is not None and 400 <= status < 500:
            hand.refusal = json.dumps(answer)

    def send_and_lose(self, body: dict[str, Any]) -> None:
        """The network fails half-way through the request, or before the answer."""
        raw = json.dumps(body).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in self.tablet.cookies.items())
        lines = [
            f"POST {self.tablet.place.path}do/record HTTP/1.1",
            "Host: localhost",
            f"Cookie: {cookies}",
            f"X-CSRFToken: {self.tablet.token}",
            "Content-Type: application/json",
            f"Content-Length: {len(raw)}",
        ]
        half = self.chance.random() < 0.5
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.tablet.port), timeout=2) as wire:
            wire.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + (raw[: len(raw) // 2] if half else raw))
            time.sleep(self.chance.uniform(0, 0.05))


def unlike_others(held: Mapping[str, int], number: int) -> dict[str, int]:
    """The same players, with points that no other hand of the table has, so that each is known wherever it is found."""
    return {player: 10 + number // 100**place % 100 for place, player in enumerate(held)}


def open_all(port: int, places: Iterable[Sequence[TablePlace]], *, seed: int, pace: float) -> list[HurriedUmpire]:
    """Every umpire's tablets, for the tables that each has in turn, signed in and at work."""
    umpires = []
    for number, tables in enumerate(places, start=1):
        tablets = [RemoteTablet(port, table, patience=SECONDS_UNTIL_IT_GIVES_UP).open() for table in tables]
        umpires.append(HurriedUmpire(tablets, seed=seed * 1000 + number, pace=pace))
    for umpire in umpires:
        umpire.start()
    return umpires


def is_answering(port: int) -> bool:
    """Whether anybody answers at all."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/health", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
