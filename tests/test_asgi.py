"""The one way in: who is turned away before Django, and what may not hold a thread."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.http import StreamingHttpResponse

from tests.conftest import default_database
from tests.programs import PATIENCE, get, wait_until
from tournament import asgi, disk_space, environment, hosts, tasks
from tournament.asgi import bodies, lanes, sentences, watch
from tournament.asgi.bridge import Request, ask
from tournament.web import health
from tournament.web.headers import PLAIN
from tournament.web.waiting import PIECES_HEADER, send_in_pieces


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.7", True),
        ("[fe80::1]:8000", True),
        ("laptop.local:8000", True),
        ("evil.example", False),
        ("192.168.1.7.evil.example", False),
        ("localhost.evil.example", False),
        ("192.168.1.7@evil.example", False),
        ("", False),
    ],
)
def test_a_laptop_answers_to_addresses_and_its_own_name(host, own):
    """A foreign name that was pointed at the hall's address (DNS rebinding) is not ours."""
    assert hosts.is_own(host, names=["localhost", "laptop.local"], addresses=True) is own


@pytest.mark.parametrize(("host", "own"), [("cards.example", True), ("a.club.example", True), ("10.0.0.1", False)])
def test_a_server_answers_only_to_the_names_it_was_given(host, own):
    assert hosts.is_own(host, names=["cards.example", ".club.example"], addresses=False) is own


def test_a_foreign_name_is_turned_away_from_pages_and_streams(server):
    for path in ("/", "/live/clock"):
        status, text, _ = get(server.url + path, {"Host": "evil.example"})
        assert (status, text) == (400, f"{sentences.NOT_OUR_NAME}\n")


def test_health_is_told_to_anybody_and_says_how_each_part_is(server):
    def parts() -> dict[str, Any]:
        status, text, _ = get(f"{server.url}/health", {"Host": "evil.example"})
        assert status == 200
        return dict(json.loads(text))

    assert wait_until(lambda: "seconds ago" in parts()["sweep"])
    found = parts()
    assert [found[part]["ok"] for part in ("process", "database", "disk", "sweep")] == [True] * 4
    assert found["ok"] is True
    assert found["disk"]["megabytes free"] > 1


def test_health_says_when_the_database_is_gone(db):
    nowhere = environment.parsed_postgres("nowhere", "postgres://a:b@127.0.0.1:1/c")
    with default_database(type(connections)({"default": nowhere}).settings["default"]):
        report = health.look()
    assert (report.works, report.database) == (False, {"ok": False, "words": "The database isn’t answering."})


def test_health_says_when_the_disk_is_full(db, monkeypatch):
    monkeypatch.setattr(disk_space, "FULL", 2**60)
    report = health.look()
    assert (report.works, report.disk["ok"], report.database["ok"]) == (False, False, True)


def test_a_sweep_that_stopped_is_told_but_this_process_works(db, monkeypatch):
    """Starting a web process again because the worker stands still would help nobody."""
    monkeypatch.setattr(tasks, "_swept_at", time.monotonic() - 60)
    report = health.look()
    assert (report.ok, report.works, report.sweep["ok"]) == (False, True, False)
    tasks._note_sweep()
    assert health._sweep()["ok"]


def test_health_answers_while_the_database_does_not(monkeypatch):
    """Whoever watches waits for three seconds, and then starts a healthy server again."""
    hangs = threading.Event()
    monkeypatch.setattr(watch, "SECONDS_UNTIL_NO_ANSWER", 0.05)
    monkeypatch.setattr(health, "look", lambda: hangs.wait(PATIENCE) and health.NO_ANSWER)
    assert told({"path": "/health"}, hangs=True)[0] == 503
    hangs.set()


def test_requests_that_never_arrive_whole_hold_no_thread(server):
    """More tablets fade away half-way than there are threads, and the next one is still served. Their cookie makes
    Django look for its counterpart in the body, which never comes."""
    headers = {
        "Cookie": f"{settings.CSRF_COOKIE_NAME}={'x' * 32}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    fading = [server.post_slowly(**headers) for _ in range(2 * lanes.forms.threads)]
    for tablet in fading:
        tablet.sendall(b"half")
    assert get(f"{server.url}/login/", body=b"x")[0] == 403
    for tablet in fading:
        tablet.close()


def test_a_request_that_is_too_long_is_refused(server):
    with server.connect() as sender:
        sender.sendall(b"POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000000\r\n\r\n")
        try:
            for _ in range(200):
                sender.sendall(b"x" * 100_000)
        except ConnectionError:
            pass
        assert sender.recv(1000).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://localhost/organise/youth/open/import/", "/organise/youth/open/import/"),
        ("https://evil.example//evil.example/", "/"),
        ("", "/"),
    ],
)
def test_a_browser_that_sends_too_much_gets_a_page_with_a_way_back(came_from, back):
    heard: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        heard.append(message)

    headers = [(b"accept", b"text/html,*/*"), (b"referer", came_from.encode())]
    asyncio.run(sentences.say(send, 413, "More than 10 MB cannot be sent at once.", Request({"headers": headers})))
    start, body = heard
    answered = dict(start["headers"])
    assert (start["status"], answered[b"connection"]) == (413, b"close")
    assert answered[b"content-type"] == b"text/html; charset=utf-8"
    page = body["body"].decode()
    assert "<!DOCTYPE html>" in page and "More than 10 MB cannot be sent at once." in page
    assert f'href="{back}">Back' in page


def test_a_lookalike_of_a_proxys_header_is_dropped():
    scope = {"headers": [(b"x_forwarded_proto", b"https"), (b"host", b"localhost")]}
    assert asgi.without_lookalikes(scope) == {"headers": [(b"host", b"localhost")]}


# What browsers are told, whoever answers


def told(scope: dict[str, Any], *messages: dict[str, Any], hangs: bool = False) -> tuple[int, dict[bytes, bytes]]:
    """Status and headers of the application's answer to these messages."""
    sent: list[dict[str, Any]] = []
    waiting = list(messages)

    async def receive() -> dict[str, Any]:
        if not waiting and hangs:
            await asyncio.sleep(60)
        return waiting.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    whole = {"type": "http", "method": "POST", "path": "/", "headers": [(b"host", b"localhost")], **scope}
    asyncio.run(asgi.application(whole, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"])


def part(size: int = 0, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": b"x" * size, "more_body": more}


def test_plain_sentences_carry_the_headers_of_every_answer(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS_FOR_A_BODY", 0.01)
    answers = [
        told({"headers": [(b"host", b"evil.example")]}),
        told({}, part(1, more=True), hangs=True),
        told({}, part(settings.MAX_REQUEST_BYTES + 1)),
        told({"path": "/live/nothing"}, part()),
    ]
    assert [status for status, _ in answers][:3] == [400, 408, 413]
    for status, headers in answers:
        assert PLAIN.items() <= headers.items(), status


def test_pages_and_health_carry_them_too(server):
    for path in ("/", "/health", "/nothing-is-here/", "/static/css/base.css", "/login/"):
        status, _, headers = get(server.url + path)
        given = {name.lower().encode(): value for name, value in dict(headers).items()}
        assert PLAIN.keys() <= given.keys(), (path, status)
    page = {name.lower(): value for name, value in dict(get(server.url)[2]).items()}
    assert "default-src 'self'" in page["content-security-policy"]


def test_behind_https_a_plain_sentence_keeps_browsers_there(monkeypatch):
    monkeypatch.setattr(settings, "HTTPS", True)
    monkeypatch.setattr(settings, "SECURE_HSTS_SECONDS", 100)
    _, headers = told({"headers": [(b"host", b"evil.example")]})
    assert headers[b"strict-transport-security"] == b"max-age=100"


def test_an_answer_in_pieces_is_made_while_it_is_sent():
    """No piece before the one before it was taken, and none in the thread; nothing of Django's stays open meanwhile."""
    made: list[int] = []
    closed: list[bool] = []

    class Counted:
        def __iter__(self) -> Iterator[bytes]:
            for number in range(3):
                made.append(number)
                yield f"{number}".encode()

    def view(environ: dict[str, Any], start_response: Any) -> Any:
        answer = send_in_pieces(StreamingHttpResponse(Counted()))
        answer.close = lambda: closed.append(True)
        start_response("200 OK", answer.items())
        return answer

    found = ask(view, Request({"type": "http", "method": "GET", "path": "/", "headers": []}))
    assert (made, closed, found.body) == ([], [True], b"")
    assert PIECES_HEADER.lower().encode() not in dict(found.headers)
    sent: list[tuple[bytes, bool, int]] = []

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            sent.append((message["body"], message.get("more_body", False), len(made)))

    asyncio.run(found.send(send))
    assert sent == [(b"0", True, 1), (b"1", True, 2), (b"2", True, 3), (b"", False, 3)]
