"""A hall full of phones beside the tablets, over real HTTP. Run as a program by a test and by the bench:

    python -m tests.phones refresh

Sixteen tables save hand after hand, first alone and then while five hundred phones ask for the draw's page, the round's
and their own within the seconds over which they spread. What came of it is printed as JSON.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.hall import PATIENCE, RemoteTablet, Servers, count_hands, cpu_of, load_everything, make_hall, serving

TABLES = 16
HANDS = 6
EVERY = 0.9
"""Seconds between a table's hands: far quicker than anybody plays."""
PHONES = 500
WITHIN = 5.0


def main() -> None:
    load_everything()
    json.dump({"refresh": refresh}[sys.argv[1]](), sys.stdout)


def refresh() -> dict[str, Any]:
    """Saving alone, saving beside the phones, and the phones' own answers."""
    from django.db import connections

    from tests.followed import code_of
    from tournament.models import Competitor

    day, places = make_hall(TABLES)
    competition = day.competition
    people = list(Competitor.objects.filter(event=competition.event).order_by("pk").values_list("pk", flat=True))
    pages = [f"/c/{competition.slug}/draw/", f"/c/{competition.slug}/rounds/1/", f"/e/{competition.event.slug}/"]
    own = [f"/e/{competition.event.slug}/me/{code_of(person)}" for person in people]
    paths = [pages[n % 4] if n % 4 < 3 else own[n % len(own)] for n in range(PHONES)]
    connections.close_all()  # a connection must not be shared with a forked process
    with serving(2 if os.environ.get("TURNTABLE_DATABASE_URL") else 1) as servers:
        tablets = [RemoteTablet(servers.port, place).open() for place in places]
        alone = save(lambda: cpu_of(servers), tablets, 1)
        phones = Phones(servers, paths)
        beside = save(lambda: cpu_of(servers), tablets, 2, phones)
    return {
        "hands saved": dict(alone["statuses"] + beside["statuses"]),
        "phones answered": dict(phones.statuses),
        "phones": phones.figures(),
        "alone": alone["figures"],
        "beside": beside["figures"],
        "cpu beside": beside["cpu"],
        "cpu alone": alone["cpu"],
        **count_hands(),
    }


class Phones:
    """Five hundred phones, each of which asks once, at its own moment."""

    def __init__(self, servers: Servers, paths: list[str]) -> None:
        self.servers = servers
        chance = random.Random(500)
        self.due = sorted((chance.uniform(0, WITHIN), path) for path in paths)
        self.statuses: Counter[str] = Counter()
        self.took: list[float] = []
        self.threads = [threading.Thread(target=self._ask, args=moment) for moment in self.due]

    def _ask(self, after: float, path: str) -> None:
        time.sleep(after)
        begun = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.servers.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={"Host": "localhost", "Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            body = answer.read()
            self.statuses[f"{answer.status}" if body else "empty"] += 1
        except (OSError, http.client.HTTPException):
            self.statuses["nobody answered"] += 1
        finally:
            connection.close()
        self.took.append(time.perf_counter() - begun)

    def figures(self) -> dict[str, float]:
        return figures(self.took)


def save(
    cpu: Callable[[], float], tablets: list[RemoteTablet], turn: int, phones: Phones | None = None
) -> dict[str, Any]:
    """Every tablet saves its hands one after the other, at its own pace. `cpu` tells what the servers have worked."""
    statuses: Counter[str] = Counter()
    took: list[float] = []

    def play(tablet: RemoteTablet, at: float) -> None:
        time.sleep(at)
        for hand in range((turn - 1) * HANDS + 1, turn * HANDS + 1):
            begun = time.perf_counter()
            status, _ = tablet.record(tablet.hand(hand, f"{hand}-{tablet.place.path}"))
            took.append(time.perf_counter() - begun)
            statuses[str(status)] += 1
            time.sleep(EVERY)

    chance = random.Random(16)
    threads = [threading.Thread(target=play, args=(tablet, chance.uniform(0, EVERY))) for tablet in tablets]
    threads += phones.threads if phones else []
    used = cpu()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"statuses": statuses, "figures": figures(took), "cpu": cpu() - used}


def figures(took: list[float]) -> dict[str, float]:
    ordered = sorted(took)
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(len(ordered) * 0.99)]}


if __name__ == "__main__":
    main()
