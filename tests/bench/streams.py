"""From a clock's change, which the MC's button made, to the last of many open streams, beside a bare ASGI server that
sends the same bytes; and saving a hand while they are open. Run by the bench on a laptop and on servers:

    python -m tests.bench.streams laptop|servers
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import django

from tests import phones
from tests.backends import free_port
from tests.bench.measure import PLACES, Measurement, in_place, percentiles, show, used_by
from tests.crowd import ListeningCrowd, crowd
from tests.hall import RemoteTablet, make_hall
from tests.parts import Parts, on_a_laptop, on_servers
from tests.programs import PATIENCE, environment, get, program

SIZES = (500, 2000)
CHANGES = 40
WARM = 5
"""So often each process is asked first: what it does once is no part of what it does each time."""
CONTEXT = multiprocessing.get_context("fork")
WORD = b'"kind":"clock"'


def measure() -> Iterator[Measurement]:
    for place, where in PLACES.items():
        outcome = in_place(__name__, place)
        for size in SIZES:
            yield from rows_of(outcome[str(size)], f"streams: a clock’s change to the last of {size:,} {where}")
        yield from hand_rows(outcome, where)


def rows_of(outcome: dict[str, Any], job: str) -> Iterator[Measurement]:
    ours, floor = outcome["ours"], outcome["floor"]
    of = "a bare ASGI server, the same bytes"
    for name in ("p50", "p99"):
        yield Measurement(f"{job}, {name}", ours[name], floor[name], of, aim="telling streams")
    note = f"{ours['memory'] / 1e6:.0f} MB in all, the bare one {floor['memory'] / 1e6:.0f} MB"
    yield Measurement(f"{job} (CPU of the server)", ours["cpu"], floor["cpu"], of, note, "telling streams")
    press = outcome["press"]
    of = f"a bare server, and the MC’s press with no stream open ({show(press)})"
    yield Measurement(f"{job} (CPU of the server)", ours["cpu"], floor["cpu"] + press, of, aim="telling streams")


def hand_rows(outcome: dict[str, Any], where: str) -> Iterator[Measurement]:
    note = f"{phones.TABLES} tables, a hand each every {phones.EVERY} s"
    job = f"streams: saving a hand beside {max(SIZES):,} {where}"
    alone, beside = outcome["alone"], outcome["beside"]
    of = "saving with no stream open, in the same run"
    for name in ("p50", "p99"):
        yield Measurement(f"{job}, {name}", beside[name], alone[name], of, note)
    yield Measurement(f"{job} (CPU of the server)", beside["cpu"], alone["cpu"], of, "telling them included")


def main() -> None:
    with (on_a_laptop if sys.argv[1] == "laptop" else on_servers)() as parts:
        django.setup()
        json.dump(evening(parts), sys.stdout)


def evening(parts: Parts) -> dict[str, Any]:
    """Hands are saved, first with nobody listening; then the MC pauses and resumes before every crowd."""
    day, places = make_hall(phones.TABLES)
    port = int(parts.url.rpartition(":")[2])
    stream = f"/live/events?t={quote(ticket(day))}"
    tablets = [RemoteTablet(port, place).open() for place in places]
    outcome = {"alone": save(parts, tablets, 1)}
    with audience(parts.url, stream, max(SIZES)):
        outcome["beside"] = save(parts, tablets, 2)
    desk = PressedDesk(port, day)
    press = pressed(desk, parts.web)
    for size in SIZES:
        with crowd(parts.url, stream, size) as listeners:
            ours = told(listeners, parts.web, desk.press, desk.changed)
        with bare_server() as (url, group), crowd(url, "/events", size) as others:
            floor = told(others, group, partial(say, url, message_in(listeners.last)), None)
        outcome[str(size)] = {"ours": ours, "floor": floor, "press": press}
    return outcome


def ticket(day: Any) -> str:
    from tournament import live
    from tournament.live.topics import everyone

    return live.ticket([everyone(day.pk)])


# Saving


def save(parts: Parts, tablets: list[RemoteTablet], turn: int) -> dict[str, Any]:
    outcome = phones.save(lambda: used_by(parts.web).cpu, tablets, turn)
    assert set(outcome["statuses"]) == {"200"}, outcome["statuses"]
    return {**outcome["figures"], "cpu": outcome["cpu"] / (phones.HANDS * phones.TABLES)}


@contextmanager
def audience(url: str, path: str, size: int) -> Iterator[None]:
    """In a process of its own, which does nothing but listen."""
    ready = CONTEXT.Event()
    process = CONTEXT.Process(target=listen, args=(url, path, size, ready), daemon=True)
    process.start()
    try:
        assert ready.wait(PATIENCE)
        yield
    finally:
        process.kill()
        process.join()


def listen(url: str, path: str, size: int, ready: Any) -> None:
    with crowd(url, path, size) as listeners:
        assert set(listeners.answers) == {"HTTP/1.1 200 OK"}, listeners.answers
        ready.set()
        while True:
            listeners.read(1.0)


# Telling


def told(
    listeners: ListeningCrowd,
    group: int,
    change: Callable[[], http.client.HTTPConnection],
    changed: Callable[[], float] | None,
) -> dict[str, float]:
    """How long each change takes to the last of the listeners, since it was `changed` or else asked for; and what one
    costs the server, asking included."""
    took = []
    before = used_by(group)
    for _ in range(CHANGES):
        begun = time.time()
        asked = change()
        last = listeners.hear(WORD)
        assert asked.getresponse().status in (200, 302)
        asked.close()
        took.append(last - (changed() if changed else begun))
    after = used_by(group)
    return {**percentiles(took), "cpu": (after.cpu - before.cpu) / CHANGES, "memory": after.memory}


def pressed(desk: PressedDesk, group: int) -> float:
    """What a press costs the server while nobody listens."""
    for turn in range(2 * WARM + CHANGES):
        if turn == 2 * WARM:
            before = used_by(group).cpu
        asked = desk.press()
        assert asked.getresponse().status in (200, 302)
        asked.close()
    return (used_by(group).cpu - before) / CHANGES


class PressedDesk:
    """The MC's, whose one button pauses and resumes."""

    def __init__(self, port: int, day: Any) -> None:
        from django.conf import settings
        from django.test import Client

        from tournament.models import Account, Membership

        competition = day.competition
        self.changes = day.round.clock.changes
        self.port, self.path = port, f"/mc/{competition.event.slug}/{competition.slug}/"
        account = Account.objects.create(username="mc", first_name="Sam")
        Membership.objects.create(account=account, event=competition.event, role="mc")
        client = Client()
        client.force_login(account)
        self.key = secrets.token_hex(16)
        client.cookies[settings.CSRF_COOKIE_NAME] = self.key
        self.cookies = client.cookies.output(attrs=[], header="", sep=";")
        self.verbs = cycle(["pause", "resume"])

    def press(self) -> http.client.HTTPConnection:
        """Sent, and not yet answered."""
        form = {"do": next(self.verbs), "request": secrets.token_hex(16), "csrfmiddlewaretoken": self.key}
        headers = {
            "Host": "localhost",
            "Cookie": self.cookies,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return sent(self.port, self.path, urlencode(form).encode(), headers)

    def changed(self) -> float:
        """When the clock was changed last, as its history has it."""
        return float(self.changes.latest("at").at.timestamp())


def sent(port: int, path: str, body: bytes, headers: dict[str, str]) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", path, body, headers)
    return connection


def message_in(heard: bytes) -> bytes:
    """Without what HTTP puts around it."""
    return heard[heard.index(b"event: told") : heard.index(b"\n\n") + 2]


@contextmanager
def bare_server() -> Iterator[tuple[str, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench.bare", str(port)]
        with program(command, environment(Path(folder)), Path(folder) / "output") as server:
            url = f"http://127.0.0.1:{port}"
            server.wait_for(lambda: get(f"{url}/tell", body=b"")[0] == 200)
            yield url, server.process.pid


def say(url: str, message: bytes) -> http.client.HTTPConnection:
    return sent(int(url.rpartition(":")[2]), "/tell", message, {})


if __name__ == "__main__":
    main()
