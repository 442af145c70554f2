"""Every page of an event of 1,000 and of 5,000 beside the same page of an event of 64: how much more it takes, and how
large it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.bench.large import make_event, make_events, other_pages_of, pages_of, sign_in
from tests.bench.measure import Measurement, cpu
from tournament.live import streams

SMALL, LARGE = 64, (1_000, 5_000)
EVENTS = (12, 200, 1_000)
RUNS = 5


def measure() -> Iterator[Measurement]:
    made = {people: make_event(people) for people in (SMALL, *LARGE)}
    cookie = sign_in([event.event for event in made.values()])
    streams._loop = asyncio.new_event_loop()  # as if a server heard what changes: what all pages share is kept
    try:
        pages = {people: [*pages_of(event), *other_pages_of(event)] for people, event in made.items()}
        for place, (page, address) in enumerate(pages[SMALL]):
            small = PageOfSize(address, cookie)
            yield small.row(f"{page}, {SMALL} people")
            for people in LARGE:
                yield PageOfSize(pages[people][place][1], cookie).row(f"{page}, {people:,} people", small)
        few, *many = (PageOfSize("/organise/", sign_in(make_events(events))) for events in EVENTS)
        yield few.row(f"your events, {EVENTS[0]} events")
        for events, asked in zip(EVENTS[1:], many, strict=True):
            yield asked.row(f"your events, {events:,} events", few)
    finally:
        streams._loop.close()


class PageOfSize:
    """A page that was asked for some times by somebody who is signed in, so that it is drawn each time."""

    def __init__(self, address: str, cookie: str) -> None:
        self.handler, self.address, self.cookie = WSGIHandler(), address, cookie
        self.ask()
        with CaptureQueriesContext(connection) as queries:
            self.size = len(self.ask().content)
        self.statements = len(queries)
        self.cpu = cpu(self.ask, runs=RUNS)

    def ask(self) -> HttpResponse:
        request = RequestFactory().get(self.address, headers={"host": "localhost", "cookie": self.cookie})
        answer = self.handler.get_response(request)
        assert isinstance(answer, HttpResponse)
        assert answer.status_code == 200, (self.address, answer.status_code)
        return answer

    def row(self, job: str, small: PageOfSize | None = None) -> Measurement:
        """Beside the same page of a small event; a small one has nothing to be compared with."""
        floor, aim = (small or self).cpu, "a large event’s page" if small else ""
        kilobytes = self.size // 1000
        return Measurement(
            f"growth: {job}", self.cpu, floor, "the page when small", "", aim, self.statements, kilobytes=kilobytes
        )
