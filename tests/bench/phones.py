"""Everybody's phone: what a public page costs when many ask, and saving a hand while five hundred phones refresh."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext, override_settings

from tests import phones
from tests.bench.measure import Measurement, cpu
from tests.cast import Day
from tests.followed import code_of
from tournament.live import streams

REQUESTS = 50


def measure() -> Iterator[Measurement]:
    day = Day("syg", real=True, cap=None).people(200).until("running")
    competition = day.competition
    handler = WSGIHandler()
    streams._loop = asyncio.new_event_loop()  # as if a server heard what changes

    def ask(address: str, urlconf: str | None = None) -> HttpResponse:
        request = RequestFactory().get(address, headers={"host": "localhost", "accept-encoding": "gzip"})
        if urlconf:
            request.urlconf = urlconf
        answer = handler.get_response(request)
        assert isinstance(answer, HttpResponse)
        assert answer.status_code == 200
        return answer

    floor = cpu(lambda: [ask("/", "tests.bench.pages") for _ in range(REQUESTS)], units=REQUESTS)
    person = competition.entries.order_by("pk")[7].competitor_id
    for page, address in {
        "the event’s": f"/e/{competition.event.slug}/",
        "the event’s, searching": f"/e/{competition.event.slug}/?q=mia",
        "somebody’s own": f"/e/{competition.event.slug}/me/{code_of(person)}",
        "the draw": f"/c/{competition.slug}/draw/",
        "the bracket": f"/c/{competition.slug}/standings/",
    }.items():
        for kept, seconds in (("not kept", 0), ("kept", 60)):
            with override_settings(SECONDS_REMEMBERED=seconds):
                ask(address)
                with CaptureQueriesContext(connection) as queries:
                    size = len(ask(address).content)
                ours = cpu(lambda: [ask(address) for _ in range(REQUESTS)], units=REQUESTS)  # noqa: B023 (at once)
            job, of = f"phone: {page} page, 200 players, {kept} (CPU)", "an empty Django view"
            aim = f"phone: {page}" if kept == "not kept" else "a kept page"
            yield Measurement(job, ours, floor, of, f"{size / 1000:.0f} kB", aim, len(queries))
    streams._loop.close()
    yield from refreshing()


def refreshing() -> Iterator[Measurement]:
    outcome = phones.refresh()
    assert set(outcome["hands saved"]) == set(outcome["phones answered"]) == {"200"}, json.dumps(outcome)
    note = f"{phones.PHONES} phones within {phones.WITHIN:.0f} s, {phones.TABLES} tables, {os.cpu_count()} cores"
    for name in ("p50", "p99"):
        job = f"phone: saving a hand while phones refresh, {name}"
        yield Measurement(job, outcome["beside"][name], outcome["alone"][name], "saving alone, in the same run", note)
    each = (outcome["cpu beside"] - outcome["cpu alone"]) / phones.PHONES
    hand = outcome["cpu alone"] / (phones.HANDS * phones.TABLES)
    yield Measurement("phone: one phone’s refresh (CPU of the server)", each, hand, "saving one hand")
