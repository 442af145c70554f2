"""Public pages from the event loop: as Django would answer, for as long as they are good, and nobody's own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, repeat

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.test import RequestFactory, override_settings

from tests.cast import Day
from tests.programs import get, wait_until
from tests.web import visitors
from tournament import asgi
from tournament.actions import looking_after
from tournament.asgi import kept, lanes
from tournament.asgi.bridge import DjangoAnswer, Request
from tournament.live import publish, streams
from tournament.models import Account, Competitor
from tournament.web.everyone import for_everyone
from tournament.web.following import COOKIE
from tournament.web.remembered import find_kept

ON = override_settings(SECONDS_REMEMBERED=60)
_numbers = count(1)
PAGES = ("", "draw/", "standings/", "rounds/1/", "results/")


@contextmanager
def no_thread_for_pages() -> Iterator[None]:
    """Django answers nobody meanwhile: all threads that read for it are taken."""
    over = threading.Event()
    taken = [lanes.pages.executor.submit(over.wait) for _ in range(lanes.pages.threads)]
    try:
        yield
    finally:
        over.set()
        for each in taken:
            each.result()


@pytest.fixture
def day(site) -> Day:
    """At an address of its own: which competition an address means is looked up once for all pages."""
    return Day("syg", name=f"Uno {next(_numbers)}").people(8).until("running")


@ON
def test_each_page_of_a_long_list_is_kept_by_itself(site):
    day = Day("syg", name=f"Uno {next(_numbers)}", cap=None).people(136).until("published")
    first = f"{site.url}/c/{day.competition.slug}/draw/"
    for _ in range(2):
        for address, table in ((first, 1), (f"{first}2/", 33)):
            status, page, _ = get(address)
            assert (status, f'id="table-{table}"' in page) == (200, True)
        assert get(f"{first}3/")[0] == 404


@ON
@pytest.mark.parametrize("page", [*PAGES, "event"])
def test_a_page_that_was_drawn_once_needs_neither_a_thread_nor_django(site, day, page):
    competition = day.competition
    url = f"{site.url}/e/{competition.event.slug}/" if page == "event" else f"{site.url}/c/{competition.slug}/{page}"
    accepts = {"Accept-Encoding": "identity"}
    first = get(url, accepts)
    with no_thread_for_pages():
        second = get(url, accepts)
        unchanged = get(url, accepts | {"If-None-Match": first[2]["etag"]})
    assert first[0] == second[0] == 200
    assert second[1] == first[1]
    assert {**second[2], "date": ""} == {**first[2], "date": ""}, "its headers are those that Django sends"
    assert unchanged[:2] == (304, "")
    assert unchanged[2]["content-security-policy"] == first[2]["content-security-policy"]


@ON
@pytest.mark.parametrize("page", ["c/{0.slug}/draw/", "e/{0.event.slug}/"])
def test_who_is_signed_in_gets_the_same_bytes_as_everybody(site, day, page):
    """From the event loop, and also if they are the first who ask."""
    url = f"{site.url}/{page.format(day.competition)}"
    session = visitors.organiser(day.event).cookies[settings.SESSION_COOKIE_NAME].value
    theirs = {"Cookie": f"a=b; {settings.SESSION_COOKIE_NAME}={session}", "Accept-Encoding": "identity"}
    first, everyone = get(url, theirs), get(url, {"Accept-Encoding": "identity"})
    with no_thread_for_pages():
        again = get(url, theirs)
    assert first[0] == 200 and first[1] == again[1] == everyone[1]
    assert "Signed in" not in first[1] and "Ruth" not in first[1]


@ON
def test_what_a_browser_asks_for_and_whom_it_follows_leads_to_django(site, day):
    path = f"/c/{day.competition.slug}/draw/"
    for asked, cookie in ((path, f"{COOKIE}=1-abc"), (f"{path}?page=2", "")):
        assert kept.is_personal(request_for(asked, cookie))
    assert not kept.is_personal(request_for(path, f"{settings.SESSION_COOKIE_NAME}=abc; csrftoken=abc"))


@ON
def test_a_hidden_event_is_kept_for_nobody(site, day):
    """Its team sees it, with who is signed in; whoever asks after them finds nothing."""
    day.until("finished")
    looking_after.hide_event(by=day.organiser, event=day.event)
    session = visitors.organiser(day.event).cookies[settings.SESSION_COOKIE_NAME].value
    for page in (f"/c/{day.competition.slug}/draw/", f"/e/{day.competition.event.slug}/"):
        status, body, headers = get(f"{site.url}{page}", {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"})
        assert (status, "Signed in as <bdi>Ruth Katoa</bdi>" in body) == (200, True)
        assert "private" in headers["cache-control"]
        assert get(f"{site.url}{page}")[0] == 404
        assert find_kept(page) is None and page not in kept._noted


def request_for(address: str, cookie: str = "") -> Request:
    path, _, query = address.partition("?")
    headers = [(b"cookie", cookie.encode())] if cookie else []
    return Request({"path": path, "query_string": query.encode(), "method": "GET", "headers": headers})


@pytest.mark.parametrize(
    ("cookie", "answer"),
    [
        ("", DjangoAnswer(200, [(b"set-cookie", b"a=b")], is_kept=True)),
        ("", DjangoAnswer(200, [])),
        ("", DjangoAnswer(404, [], is_kept=True)),
        ("any=abc", DjangoAnswer(200, [], is_kept=True)),
    ],
)
def test_nothing_is_noted_that_could_be_somebodys_own(cookie, answer):
    kept.note(request_for("/c/nobodys/", cookie), answer, asgi.always())
    assert "/c/nobodys/" not in kept._noted


@for_everyone
def tell_all(request: HttpRequest, slug: str) -> HttpResponse:
    """A careless page, which shows whatever it is told."""
    about = [request.user, request.COOKIES, request.GET, request.headers, getattr(request, "session", None)]
    return render(request, "refused.html", {"sentence": f"{about}"})


@ON
def test_a_page_for_everybody_is_drawn_for_a_browser_that_says_nothing_of_itself(site, day):
    """So nothing personal can be kept, whatever a view or a template looks at."""
    request = RequestFactory().get(
        "/careless/", headers={"accept-language": "secret", "referer": "/secret/", "cookie": "messages=secret"}
    )
    request.user = Account.objects.create(username="secret")
    request.session = {"secret": "secret"}
    assert "Anonymous" in tell_all(request, slug=day.competition.slug).content.decode()
    page = find_kept("/careless/")
    assert b"Anonymous" in page.body and b"secret" not in page.body


@ON
def test_hidden_pages_are_gone_at_once(site, day):
    day.until("finished")
    url = f"{site.url}/c/{day.competition.slug}/draw/"
    assert get(url)[0] == get(url)[0] == 200
    looking_after.hide_event(by=day.organiser, event=day.event)
    assert wait_until(lambda: get(url)[0] == 404), "what was told ends it, long before it grows old"


@ON
def test_whoever_was_told_by_another_process_gets_nothing_older_and_made_up_numbers_get_nothing_newer(site, day):
    url = f"{site.url}/c/{day.competition.slug}/draw/"
    topic = f"competition:{day.pk}"
    publish(["what came before is heard"], {})
    assert wait_until(lambda: streams.seen(["what came before is heard"])["what came before is heard"])
    assert "Zed B." not in get(url)[1]
    person = Competitor.objects.filter(pk=day.competition.entries.order_by("pk")[0].competitor_id)
    person.update(name="Zed Behind")
    newest = streams.hub.latest
    late = threading.Timer(0.3, publish, ([topic], {"kind": "table"}))
    late.start()
    assert "Zed B." in get(url, {"X-Heard": str(newest + 1)})[1], "it waits until this process has heard of it"
    person.update(name="Ann Later")
    for heard in ("9" * 15, "9" * 400, "-1", "one", *repeat("9" * 14, 2)):
        assert "Zed B." in get(url, {"X-Heard": heard})[1]
