"""A hall full of tablets that talk to a real server over real HTTP. Run as a program by tests and by the bench:

    python -m tests.hall bell       64 tables count their last hand within two seconds of the bell, one in five twice;
                                    before it, one hand in the same moment
    python -m tests.hall killed     the server is killed with SIGKILL while it saves, at 30 seeded moments

What came of it is printed as JSON. The servers are forked from this process, so that a killed one is back in a moment.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import random
import re
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

import django

from tests.programs import wait_until
from tournament.rules.travel_ids import number_told

CONTEXT = multiprocessing.get_context("fork")
TABLES = 64
WITHIN = 2.0
TWICE = 0.2
MOMENTS = 30
SETTLED, SPREAD = 0.06, 1.5
"""How long a page waits before it asks again: for its own table, and at most for what concerns all of them."""
PATIENCE = 60


def main() -> None:
    load_everything()
    json.dump({"bell": bell, "killed": killed}[sys.argv[1]](), sys.stdout)


def load_everything() -> None:
    """Once: servers that are forked from here begin at once, and their first answer takes no longer than the others."""
    django.setup()
    import_module("tournament.asgi")
    import_module("tournament.urls")


# The hall, and its servers


@dataclass
class TablePlace:
    """One table: where its tablet finds it, by which key, who sits there, and its number in the database."""

    path: str
    key: str
    players: list[int]
    pk: int = 0


def make_hall(tables: int) -> tuple[Any, list[TablePlace]]:
    """A knockout in its first round, with the clock running."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return make_round(tables)


def make_round(tables: int, preset: str = "syg") -> tuple[Any, list[TablePlace]]:
    """The same where there are others already."""
    from django.db import connections

    from scoring.queries.keys import keys_of
    from tests.cast import Day

    day = Day(preset, cap=tables * 4).people(tables * 4).until("entries closed").choose().until("running")
    competition = day.competition
    keys = keys_of(competition)
    places = [
        TablePlace(
            f"/table/{competition.slug}/{table.number}/",
            keys[table.number].path,
            [number_told(seat.entry.travel_id) for seat in table.seats.all()],
            table.pk,
        )
        for table in day.round.tables.prefetch_related("seats__entry")
    ]
    connections.close_all()  # a connection must not be shared with a forked process
    return day, places


class Servers:
    """So many processes that answer at one port, as on servers; on a laptop it is one."""

    def __init__(self, processes: int) -> None:
        self.door = socket.create_server(("127.0.0.1", 0), backlog=500)
        self.port: int = self.door.getsockname()[1]
        self.processes = processes
        self.running: list[Any] = []

    def start(self) -> None:
        self.running = [CONTEXT.Process(target=self._serve, daemon=True) for _ in range(self.processes)]
        for server in self.running:
            server.start()

    def _serve(self) -> None:
        import uvicorn
        from django.urls import path

        from tests.bench.pages import empty
        from tournament.urls import urlpatterns

        urlpatterns.append(path("empty", empty))
        uvicorn.Server(uvicorn.Config("tournament.asgi:application", log_config=None)).run(sockets=[self.door])

    def kill(self) -> None:
        for server in self.running:
            with suppress(ProcessLookupError):
                os.kill(server.pid, signal.SIGKILL)
        for server in self.running:
            server.join()


@contextmanager
def serving(processes: int) -> Iterator[Servers]:
    servers = Servers(processes)
    servers.start()
    try:
        yield servers
    finally:
        servers.kill()


# A tablet


@dataclass
class RemoteTablet:
    """Keeps what it sends until the server itself acknowledges it, as the page does."""

    port: int
    place: TablePlace
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    ticket: str = ""
    looked: list[int] = field(default_factory=list)
    """What came of asking for the table's state, each time."""
    patience: float = PATIENCE
    """Seconds until it gives a request up."""

    def ask(
        self, method: str, path: str, body: bytes | None = None, kind: str = "application/json"
    ) -> tuple[int, bytes]:
        headers = {"Host": "localhost", "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers |= {"Content-Type": kind, "X-CSRFToken": self.token}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    cookie, _, _ = value.partition(";")
                    self.cookies.__setitem__(*cookie.split("=", 1))
            return answer.status, answer.read()
        finally:
            connection.close()

    def open(self) -> RemoteTablet:
        self.ask("GET", self.place.key)
        _, page = self.ask("GET", self.place.path)
        self.token = re.search(rb'data-token="(\w+)"', page)[1].decode()  # type: ignore[index]
        self.ticket = unescape(re.search(rb'data-ticket="([^"]+)"', page)[1].decode())  # type: ignore[index]
        return self

    def follow(self) -> RemoteTablet:
        """Listen as the page does: ask for the state when something at this table changed, or for every table."""
        table = self.look()["id"]
        opened = threading.Event()
        threading.Thread(target=self._listen, args=(table, opened), daemon=True).start()
        assert opened.wait(PATIENCE)
        return self

    def look(self) -> dict[str, Any]:
        status, body = self.ask("GET", self.place.path + "state.json")
        self.looked.append(status)
        return dict(json.loads(body))

    def _listen(self, table: int, opened: threading.Event) -> None:
        stream = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with suppress(OSError, http.client.HTTPException):  # until the server is stopped
            stream.request("GET", f"/live/events?t={quote(self.ticket)}", headers={"Host": "localhost"})
            for line in stream.getresponse():
                opened.set()
                if line.startswith(b"data: "):
                    self._hear(json.loads(line[6:]), table)

    def _hear(self, message: dict[str, Any], table: int) -> None:
        if message.get("kind") == "table" and message.get("table") == table:
            time.sleep(SETTLED)
            self.look()
        elif message.get("kind") in ("clock", "round", "seats"):
            time.sleep(random.uniform(0, SPREAD))
            self.look()

    def record(self, body: dict[str, Any]) -> tuple[int, dict[str, Any] | None]:
        """The status, and the server's own answer to this very request; (0, None) if nobody answered."""
        try:
            status, received = self.ask("POST", self.place.path + "do/record", json.dumps(body).encode())
            answer = json.loads(received)
        except (OSError, http.client.HTTPException):
            return 0, None
        except ValueError:
            return status, None
        return status, answer if answer.get("request") == body["request"] else None

    def hand(self, number: int, request: str, *, complete: bool = True) -> dict[str, Any]:
        """A hand in which the first player went out, or nobody did."""
        held = {str(player): 10 + number % 100 for player in self.place.players[1 if complete else 0 :]}
        out = self.place.players[0] if complete else None
        return {"request": request, "round": 1, "number": number, "out": out, "held": held}


# The bell


def bell() -> dict[str, Any]:
    """Every table has two hands; at the bell all count what is held, and every page follows its own
    table. The floor is an empty view, asked just so; `alone`: the first hand, while no page listens; `at once`: the
    second, which all send in the same moment."""
    from tournament.actions import clock

    day, places = make_hall(TABLES)
    with serving(2 if os.environ.get("TURNTABLE_DATABASE_URL") else 1) as servers:
        tablets = [RemoteTablet(servers.port, place).open() for place in places]
        first = all_at_once(servers, tablets, lambda tablet: tablet.record(tablet.hand(1, f"one-{tablet.place.path}")))
        second = all_at_once(
            servers, tablets, lambda tablet: tablet.record(tablet.hand(2, f"two-{tablet.place.path}")), within=0
        )
        for tablet in tablets:
            tablet.follow()
        clock.end_clock(by=day.mc, competition=day.pk)
        floor = all_at_once(servers, tablets, lambda tablet: (tablet.ask("GET", "/empty")[0], {}))
        last = all_at_once(
            servers,
            tablets,
            lambda tablet: tablet.record(tablet.hand(3, f"three-{tablet.place.path}", complete=False)),
            follows=lambda: all(len(tablet.looked) > 1 for tablet in tablets),
        )
    return {
        "statuses": dict(Counter(str(status) for status, _ in first.heard + second.heard + last.heard)),
        "answers": dict(Counter(json.dumps(answer and answer.get("answer")) for _, answer in last.heard)),
        "sent": len(last.heard),
        "looked": dict(Counter(str(status) for tablet in tablets for status in tablet.looked)),
        **count_hands(),
        **last.figures(),
        **{f"floor {name}": figure for name, figure in floor.figures().items()},
        **{f"alone {name}": figure for name, figure in first.figures().items()},
        **{f"at once {name}": figure for name, figure in second.figures().items()},
    }


@dataclass
class Rush:
    """What came of many requests within two seconds: what was heard, how long each took, how much the server worked."""

    heard: list[tuple[int, dict[str, Any] | None]] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    cpu: float = 0

    def figures(self) -> dict[str, float]:
        took = sorted(self.took)
        return {"p50": took[len(took) // 2], "p99": took[int(len(took) * 0.99)], "cpu": self.cpu / len(took)}


def all_at_once(
    servers: Servers,
    tablets: list[RemoteTablet],
    job: Callable[[RemoteTablet], tuple[int, dict[str, Any] | None]],
    follows: Callable[[], bool] = lambda: True,
    within: float = WITHIN,
) -> Rush:
    """Each tablet at its own moment, one in five twice at once; over when all that follows is done."""
    chance = random.Random(64)
    rush = Rush()
    ready = threading.Event()

    def send(tablet: RemoteTablet, after: float) -> None:
        ready.wait()
        time.sleep(after)
        begun = time.perf_counter()
        rush.heard.append(job(tablet))
        rush.took.append(time.perf_counter() - begun)

    senders = []
    for tablet in tablets:
        after = chance.uniform(0, within)
        times = 2 if chance.random() < TWICE else 1
        senders += [threading.Thread(target=send, args=(tablet, after)) for _ in range(times)]
    used = cpu_of(servers)
    for sender in senders:
        sender.start()
    ready.set()
    for sender in senders:
        sender.join()
    assert wait_until(follows)
    rush.cpu = cpu_of(servers) - used
    return rush


def cpu_of(servers: Servers) -> float:
    """Seconds that the servers have worked so far."""
    ticks = 0
    for server in servers.running:
        fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def count_hands() -> dict[str, int]:
    from scoring.models import Hand
    from tournament.models import LogEntry

    return {"hands": Hand.objects.count(), "logged": LogEntry.objects.filter(what="hand recorded").count()}


# Killed while saving


OUTCOMES = ("unknown, there 0 times", "unknown, there 1 times", "acknowledged, there 1 times")


def is_acknowledged(tablet: RemoteTablet, body: dict[str, Any]) -> bool:
    """Whether the server answers when the hand is sent once more."""
    return tablet.record(body)[1] is not None


def killed() -> dict[str, Any]:
    """A tablet sends one hand after the other; each time the server is killed at a moment of its own, is started
    again, and the tablet sends the same hand until it is acknowledged."""
    from scoring.models import Hand

    _, places = make_hall(1)
    before: Counter[str] = Counter()
    acknowledged = 0
    servers = Servers(1)
    servers.start()
    tablet = RemoteTablet(servers.port, places[0]).open()
    moments = Moments(tablet)
    for number in range(2, MOMENTS + 2):
        body = tablet.hand(number, f"hand-{number}")
        answers: list[Any] = []
        sender = threading.Thread(target=lambda body=body, answers=answers: answers.append(tablet.record(body)[1]))
        sender.start()
        time.sleep(moments.next())
        servers.kill()
        sender.join(0.3)  # unless it still waits at the door, for the next server
        known = bool(answers) and answers[0] is not None
        stored = Hand.objects.filter(number=number).count()
        servers.start()
        sender.join()
        moments.learn(stored=bool(stored), known=known)
        before[f"{'acknowledged' if known else 'unknown'}, there {stored} times"] += 1
        acknowledged += known or wait_until(partial(is_acknowledged, tablet, body))
    servers.kill()
    return {"moments": sum(before.values()), "acknowledged": acknowledged, "before": dict(before), **count_hands()}


class Moments:
    """When to kill: by turns at any moment of a saving, and about where the commit was met before, which is between
    the moments that came too early and those that came too late."""

    def __init__(self, tablet: RemoteTablet) -> None:
        begun = time.perf_counter()
        tablet.record(tablet.hand(1, "hand-1"))
        self.usual = self.commit = time.perf_counter() - begun
        self.chance = random.Random(9)
        self.turn = 0

    def next(self) -> float:
        self.turn += 1
        if self.turn % 2:
            return self.chance.uniform(0, 1.5) * self.usual
        return max(0.0, self.commit * self.chance.uniform(0.9, 1.1))

    def learn(self, *, stored: bool, known: bool) -> None:
        """Later, if nothing was stored yet; earlier, if it was even acknowledged."""
        if self.turn % 2 == 0 and stored == known:
            self.commit *= 0.9 if known else 1.15


if __name__ == "__main__":
    main()
