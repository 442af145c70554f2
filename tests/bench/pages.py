"""The pages of a competition of 64, against an empty Django view through the same middleware."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import path

from scoring.rehearsal.director import Director
from scoring.rehearsal.script import plain
from tests.bench.measure import Measurement, cpu
from tests.cast import Day
from tournament.models import Account, Membership

REQUESTS = 50


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("", empty)]


def entries_board() -> tuple[str, str]:
    """The organiser's board of 64 groups, each with its entry, most with a reserve; and their session."""
    day = Day("syg", real=True).people(64, reserves=48)
    account = Account.objects.create(username="organiser", first_name="Ruth")
    Membership.objects.create(account=account, event_id=day.event, role="organiser")
    client = Client()
    client.force_login(account)
    competition = day.competition
    return f"/organise/{competition.event.slug}/{competition.slug}/", client.cookies.output(header="", sep=";")


def measure() -> Iterator[Measurement]:
    board, cookie = entries_board()
    slug = Director(plain("Pages", "syg", 64, None, 0), Random(1), slug="bench-pages").play().slug
    handler = WSGIHandler()

    def ask(address: str, urlconf: str | None = None) -> HttpResponse:
        request = RequestFactory().get(address, headers={"host": "localhost", "cookie": cookie})
        if urlconf:
            request.urlconf = urlconf
        answer = handler.get_response(request)
        assert isinstance(answer, HttpResponse)
        assert answer.status_code == 200
        return answer

    floor = cpu(lambda: [ask("/", __name__) for _ in range(REQUESTS)], units=REQUESTS)
    for aim, page, address in (
        ("the draw", "the draw, 64 entrants at 16 tables", f"/c/{slug}/draw/"),
        ("a round", "a round with its hands, 16 tables", f"/c/{slug}/rounds/1/"),
        ("the results", "the results of 64", f"/c/{slug}/results/"),
        ("the entries board", "the entries board, 64 entries", board),
    ):
        with CaptureQueriesContext(connection) as queries:
            ask(address)
        ours = cpu(lambda: [ask(address) for _ in range(REQUESTS)], units=REQUESTS)  # noqa: B023 (called at once)
        yield Measurement(f"page: {page} (CPU)", ours, floor, "an empty Django view", aim=aim, statements=len(queries))
