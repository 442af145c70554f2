"""What the way in costs: a kept page over HTTP beside a bare ASGI server that sends the same bytes, the smallest view
through Django, and phones that follow somebody. Run by the bench on a laptop and on servers:

    python -m tests.bench.door laptop|servers
"""

from __future__ import annotations

import http.client
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import django
import uvicorn

from tests.backends import free_port
from tests.bench.measure import PLACES, Measurement, in_place, show, used_by
from tests.hall import make_hall, make_round
from tests.parts import Parts, on_a_laptop, on_servers
from tests.programs import PATIENCE, environment, get, program

TABLES, TABLES_FOLLOWED = 16, 125
PHONES = 2_000
"""Which follow one of five hundred people each, and look when they are told where to sit."""
CONNECTIONS = 16
REQUESTS = 1_000
"""On each connection, one after the other: processors are counted in hundredths of a second."""
REQUESTS_OF_A_SENDER = 500
"""Less than what tournament/asgi/budgets.py lets one address ask at once, however quick the machine is."""
SENDERS = count(1)
HEADERS = {"Host": "localhost", "Accept-Encoding": "gzip"}
AS_PAGES_ASK = HEADERS | {"HX-Request": "true"}
"""When they are told something (htmx)."""


def measure() -> Iterator[Measurement]:
    for place, where in PLACES.items():
        outcome = in_place(__name__, place)
        of = "a bare ASGI server, the same bytes"
        for job, aim in (
            ("a kept page", "the door: a kept page"),
            ("a view without a query", "the door: a view without a query"),
        ):
            ours, floor = outcome[job], outcome["bare"]
            note = f"{ours['rate']:,.0f} a second on {CONNECTIONS} connections, the bare one {floor['rate']:,.0f}"
            yield Measurement(f"door: {job} {where} (CPU of the server)", ours["cpu"], floor["cpu"], of, note, aim)
        phones, empty = outcome["phones"]["cpu"], outcome["a view without a query"]["cpu"]
        note = f"without that {show(phones)}: {PHONES:,} phones that look cost {phones * PHONES:.1f} s of one processor"
        job = f"door: a phone that follows somebody, its own part {where} (CPU of the server)"
        of = "a view without a query, taken off"
        yield Measurement(job, phones - empty, empty, of, note, "door: a phone that follows")


def main() -> None:
    if sys.argv[1] == "bare":
        serve_bare(int(sys.argv[2]), Path(sys.argv[3]).read_bytes())
        return
    with (on_a_laptop if sys.argv[1] == "laptop" else on_servers)() as parts:
        django.setup()
        json.dump(asked(parts), sys.stdout)


def asked(parts: Parts) -> dict[str, Any]:
    day, _ = make_hall(TABLES)
    port = int(parts.url.rpartition(":")[2])
    kept = ask_often(port, [f"/c/{day.competition.slug}/draw/"] * REQUESTS, parts.web)
    with bare_server(kept["body"]) as (bare_port, group):
        bare = ask_often(bare_port, ["/"] * REQUESTS, group)
    view = ask_often(port, ["/robots.txt"] * REQUESTS, parts.web)
    followed, _ = make_round(TABLES_FOLLOWED)
    phones = ask_often(port, own_pages(followed)[: PHONES // CONNECTIONS], parts.web, AS_PAGES_ASK)
    found = {"a kept page": kept, "a view without a query": view, "bare": bare, "phones": phones}
    return {job: {name: each[name] for name in ("cpu", "rate")} for job, each in found.items()}


def own_pages(day: Any) -> list[str]:
    """Of everybody."""
    from django.db import connections

    from tests.followed import code_of

    event, people = day.competition.event.slug, day.competition.entries.values_list("competitor_id", flat=True)
    pages = [f"/e/{event}/me/{code_of(person)}" for person in people]
    connections.close_all()
    return pages


def ask_often(port: int, paths: Sequence[str], group: int, headers: Mapping[str, str] = HEADERS) -> dict[str, Any]:
    """What one answer costs the server, and how many it gives in a second. The first ones are not counted."""
    body = [ask(port, paths[:5], headers) for _ in range(CONNECTIONS)][-1]
    begun, before = time.monotonic(), used_by(group).cpu
    with ThreadPoolExecutor(CONNECTIONS) as phones:
        list(phones.map(lambda _: ask(port, paths, headers), range(CONNECTIONS)))
    answers = CONNECTIONS * len(paths)
    spent, took = used_by(group).cpu - before, time.monotonic() - begun
    return {"body": body, "cpu": spent / answers, "rate": answers / took}


def ask(port: int, paths: Sequence[str], headers: Mapping[str, str]) -> bytes:
    """One after the other, some on each connection. Every connection is a sender of its own: no address may ask Django
    for as much as is measured."""
    return [
        ask_from(next(SENDERS), port, paths[first : first + REQUESTS_OF_A_SENDER], headers)
        for first in range(0, len(paths), REQUESTS_OF_A_SENDER)
    ][-1]


def ask_from(sender: int, port: int, paths: Iterable[str], headers: Mapping[str, str]) -> bytes:
    source = f"127.1.{sender // 250}.{sender % 250 + 1}", 0
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=source)
    body = b""
    for path in paths:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, answer.status
    connection.close()
    return body


@contextmanager
def bare_server(body: bytes) -> Iterator[tuple[int, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page"
        page.write_bytes(body)
        command = [sys.executable, "-m", "tests.bench.door", "bare", str(port), str(page)]
        with program(command, environment(Path(folder)), Path(folder) / "output") as server:
            server.wait_for(lambda: get(f"http://127.0.0.1:{port}/ready")[0] == 204)
            yield port, server.process.pid


def serve_bare(port: int, body: bytes) -> None:
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["path"] == "/ready":
            await send({"type": "http.response.start", "status": 204})
            await send({"type": "http.response.body"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    uvicorn.run(application, port=port, log_config=None, access_log=False, server_header=False, lifespan="off")


if __name__ == "__main__":
    main()
