"""What a page costs where people use it: over HTTP, on servers with Postgres, nothing remembered. Counted is what the
web processes and Postgres worked. The floor is a view that asks nothing, and the page's bare statements. Run by the
bench:

    python -m tests.bench.served servers
"""

from __future__ import annotations

import http.client
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import django

from tests.bench.aims import AIMS
from tests.bench.measure import Measurement, in_place, used_by
from tests.costs import cpu_of, descendants
from tests.parts import Parts, on_servers
from tests.programs import PATIENCE

PEOPLE, REQUESTS, RUNS = 64, 40, 3
SETTLED = 0.3
"""Seconds until what the processes did for the last request is over."""


def measure() -> Iterator[Measurement]:
    outcome = in_place(__name__, "servers")
    for page, asked in outcome.items():
        job, of = f"served: {page}, {PEOPLE} people (CPU with Postgres)", "an empty view and the bare statements"
        note, aim = f"Postgres {asked['postgres'] * 1000:.1f} ms", f"served: {page}"
        yield Measurement(
            job, asked["cpu"], asked["floor"], of, note, aim if aim in AIMS else "", asked["statements"],
            kilobytes=asked["size"] // 1000,
        )  # fmt: skip


def main() -> None:
    with on_servers(env={"DJANGO_SETTINGS_MODULE": "tests.bench.uncached"}) as parts:
        django.setup()
        json.dump(ask_for_each(parts), sys.stdout)


def ask_for_each(parts: Parts) -> dict[str, Any]:
    from tests.bench.large import make_event, pages_of, sign_in

    made = make_event(PEOPLE)
    cookie = sign_in([made.event])
    port, postgres = int(parts.url.rpartition(":")[2]), postgres_process()
    nothing = spent(parts.web, postgres, lambda: ask(port, "/robots.txt", "", REQUESTS))
    found = {}
    for page, address in pages_of(made):
        whose = cookie if address.startswith("/organise/") else ""
        size = ask(port, address, whose, 2)
        cost = spent(parts.web, postgres, lambda: ask(port, address, whose, REQUESTS))  # noqa: B023 (called at once)
        statements = statements_of(address, whose)
        bare = spent(os.getpgid(0), postgres, lambda: carry_out(statements, REQUESTS))  # noqa: B023 (called at once)
        found[page] = {
            "size": size,
            "cpu": sum(cost),
            "postgres": cost[1],
            "floor": sum(nothing) + sum(bare),
            "statements": len(statements),
        }
    return found


def ask(port: int, path: str, cookie: str, times: int) -> int:
    """How large the answer is."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    size = 0
    for _ in range(times):
        connection.request("GET", path, headers={"Host": "localhost", "Cookie": cookie})
        answer = connection.getresponse()
        size = len(answer.read())
        assert answer.status == 200, (path, answer.status)
    connection.close()
    return size


def statements_of(path: str, cookie: str) -> list[tuple[str, Any]]:
    """What a page asks the database, as it asks it."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.db import connection
    from django.test import RequestFactory

    asked: list[tuple[str, Any]] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    request = RequestFactory().get(path, headers={"host": "localhost", "cookie": cookie})
    with connection.execute_wrapper(listen):
        answer = WSGIHandler().get_response(request)
    assert answer.status_code == 200, (path, answer.status_code)
    return asked


def carry_out(statements: Sequence[tuple[str, Any]], times: int) -> None:
    """The bare statements, by the driver alone, with every row read."""
    from django.db import connection

    connection.ensure_connection()
    with connection.connection.cursor() as cursor:
        for _ in range(times):
            for sql, params in statements:
                cursor.execute(sql, params)
                cursor.fetchall()


def spent(group: int, postgres: str, work: Any) -> tuple[float, float]:
    """Seconds that a process group and Postgres worked for one of the requests: the least of some runs."""
    costs = []
    for _ in range(RUNS):
        before = used_by(group).cpu, postgres_cpu(postgres)
        work()
        time.sleep(SETTLED)
        after = used_by(group).cpu, postgres_cpu(postgres)
        costs.append(tuple((late - early) / REQUESTS for late, early in zip(after, before, strict=True)))
    return min(costs, key=sum)  # type: ignore[return-value]


def postgres_process() -> str:
    """The server that our own connection goes to: the parent of its backend."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    return Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1]


def postgres_cpu(server: str) -> float:
    return cpu_of(server) + sum(map(cpu_of, descendants(server)))


if __name__ == "__main__":
    main()
