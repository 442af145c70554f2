"""One connection: what is turned away before it is read, and who may take their time with an answer."""

from __future__ import annotations

import asyncio
import http.client
import http.cookies
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import quote

import pytest
import uvicorn
from django.core import signing
from uvicorn.server import ServerState

from tests.backends import address_of_this_process
from tests.programs import PATIENCE, wait_until
from tournament.asgi import connections, heads, open_connections, unread
from tournament.asgi.bridge import Request
from tournament.live import ticket
from tournament.live.streams import MOST_TICKETS
from tournament.live.tickets import Holder
from tournament.web import badges

BADGE = signing.TimestampSigner(salt="turntable.badge").sign("tablet-7")


@pytest.fixture
def door(site) -> tuple[str, int]:
    return "localhost", int(site.url.rpartition(":")[2])


def told(door: tuple[str, int], sent: bytes) -> bytes:
    """Everything that comes back until the connection is closed."""
    with socket.create_connection(door, PATIENCE) as sender:
        sender.sendall(sent)
        return sender.makefile("rb").read()


# Heads


@pytest.mark.parametrize(
    "head",
    [
        b"GET /live/events?" + b"t=%41&" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 12_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"a=b; " * 12_000 + b"\r\n\r\n",
    ],
    ids=["an address", "headers", "cookies"],
)
def test_a_head_that_is_too_long_is_refused_in_a_sentence_and_never_parsed(door, monkeypatch, head):
    """The event loop, through which every hand goes, stood still for up to 90 ms for each of them."""
    parsed: list[bytes] = []
    monkeypatch.setattr(heads, "length_of_body", lambda head: parsed.append(head) or 0)
    answer = told(door, head)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert answer.endswith("Delete this site’s cookies, then open it again.\n".encode())
    assert parsed == []


def test_a_browser_with_twenty_tabs_and_every_cookie_of_ours_is_heard(door):
    tabs = [ticket([f"event:{n}", f"competition:{n}"], Holder(10**6, 10**6 + n)) for n in range(MOST_TICKETS - 1)]
    query = "&".join(f"t={quote(text)}" for text in [*tabs, ticket(["competition:7"])])
    follows = ".".join(["123456-0123456789ab"] * 8)
    cookies = f"turntable_session={'x' * 32}; turntable_csrf={'x' * 64}; turntable_follows={follows}; " * 3
    lines = [f"GET /live/events?{query} HTTP/1.1", "Host: localhost", f"Cookie: {cookies}{badges.COOKIE}={BADGE}"]
    with socket.create_connection(door, PATIENCE) as sender:
        sender.sendall(("\r\n".join([*lines, f"User-Agent: {'x' * 300}"]) + "\r\n\r\n").encode())
        assert sender.recv(15) == b"HTTP/1.1 200 OK"


def test_a_head_may_come_letter_by_letter(door):
    with socket.create_connection(door, PATIENCE) as sender:
        for letter in b"GET /live/time HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n":
            sender.sendall(bytes([letter]))
        assert sender.makefile("rb").read().startswith(b"HTTP/1.1 200 OK")


def test_a_browser_that_tries_https_first_hears_at_once_that_there_is_none(door):
    assert told(door, b"\x16\x03\x01\x02\x00\x01").startswith(b"HTTP/1.1 400 ")


def test_a_body_of_unknown_length_is_not_taken(door):
    head = b"POST /table/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert told(door, head + b"0\r\n\r\n").startswith(b"HTTP/1.1 411 ")


def test_requests_that_do_not_wait_for_an_answer_are_not_heard(door):
    """No browser sends them, and thousands fit into what is received at once."""
    answer = told(door, b"GET /live/time HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300)
    assert answer.count(b"HTTP/1.1 200 OK") == 1


def test_a_connection_is_kept_for_the_next_request_with_and_without_a_body(door):
    connection = http.client.HTTPConnection(*door, timeout=PATIENCE)
    connection.connect()
    socket_of_it = connection.sock
    for method, body in (("POST", b"code"), ("POST", b"code"), ("GET", None), ("GET", None)):
        connection.request(method, "/table/", body, {"Host": "localhost"})
        answer = connection.getresponse()
        answer.read()
        assert (answer.status, connection.sock) == (403 if body else 200, socket_of_it)
    connection.close()


def test_strangers_write_nothing_into_terminal_or_log(door, caplog):
    """A browser that tries https first does it by itself."""
    for nonsense in (
        b"\x16\x03\x01\x02\x00\x01",
        b"NONSENSE\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        b"GET /live/time HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n",
        b"GET /live/time HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n",
    ):
        told(door, nonsense)
    assert [record.getMessage() for record in caplog.records if record.name != "uvicorn.access"] == []


def test_a_badge_is_found_without_reading_the_other_cookies(monkeypatch):
    """Thousands of them held up the event loop."""
    monkeypatch.setattr(http.cookies, "_unquote", lambda _: pytest.fail("another cookie was read"))

    def badge(cookies: str) -> str:
        return Request({"headers": [(b"cookie", cookies.encode())]}).badge.right

    worn = f"{badges.COOKIE}={BADGE}"
    assert badge(f"{'a=b; ' * 1000}{worn}; c=d") == "tablet-7"
    assert badge(worn) == "tablet-7"
    assert badge(f"{worn};{badges.COOKIE}=forged") == ""
    assert badge(f"x{worn}") == badge("a=b") == ""


# How many

PHONE, TABLET = "127.0.0.77", "127.0.0.78"


def come_in(door: tuple[str, int], address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", door[1]), PATIENCE, source_address=(address, 0))


def is_let_in(wire: socket.socket) -> bool:
    try:
        wire.sendall(b"GET /live/time HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return wire.recv(15) == b"HTTP/1.1 200 OK"
    except ConnectionError:
        return False


def open_ones() -> dict[str, int]:
    return {address: open_connections._open[address] for address in (PHONE, TABLET)}


def test_an_address_has_so_many_connections_and_no_more(door, monkeypatch):
    """However idle they are. Whoever is at another address is let in, and a place that is left is free again."""
    monkeypatch.setattr(open_connections, "MOST_OF_ONE_SENDER", 3)
    with ExitStack() as stack:
        phones = [stack.enter_context(come_in(door, PHONE)) for _ in range(5)]
        assert [is_let_in(wire) for wire in phones] == [True] * 3 + [False] * 2
        assert is_let_in(stack.enter_context(come_in(door, TABLET)))
        phones[0].close()
        assert wait_until(lambda: open_ones()[PHONE] == 2)
        assert is_let_in(stack.enter_context(come_in(door, PHONE)))
    assert wait_until(lambda: open_ones() == {PHONE: 0, TABLET: 0})
    assert open_connections._together == open_connections._open.total()


def test_when_half_is_taken_those_with_few_are_let_in_and_then_nobody(monkeypatch, settings):
    monkeypatch.setattr(open_connections, "_open", Counter())
    monkeypatch.setattr(open_connections, "_together", 0)
    monkeypatch.setattr(open_connections, "MOST_TOGETHER", 240)
    assert [open_connections.let_in(PHONE) for _ in range(130)] == [PHONE] * 120 + [None] * 10
    assert [open_connections.let_in(TABLET) for _ in range(60)] == [TABLET] * 50 + [None] * 10
    settings.HTTPS = True
    assert [open_connections.let_in(PHONE) for _ in range(80)] == [""] * 70 + [None] * 10


def test_whoever_comes_in_costs_no_question_to_the_system(door, monkeypatch):
    """Threads that wait for the interpreter go first at each: twice for each connection, of 600 a second."""
    asked: list[socket.socket] = []
    for question in ("getsockname", "getpeername"):
        usual = getattr(socket.socket, question)
        monkeypatch.setattr(socket.socket, question, lambda wire, ask=usual: asked.append(wire) or ask(wire))
    with come_in(door, PHONE) as wire:
        assert is_let_in(wire)
    assert asked == []


@pytest.mark.parametrize(("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_a_connection_knows_both_addresses(family, host):
    async def meet() -> None:
        config = uvicorn.Config(lambda: None, http=connections.Connection)
        make = lambda: connections.Connection(config, ServerState(), {})  # noqa: E731 (one line says it)
        with socket.create_server((host, 0), family=family) as door, socket.socket(family) as visitor:
            visitor.connect(door.getsockname())
            transport, met = await asyncio.get_running_loop().connect_accepted_socket(make, door.accept()[0])
            assert (met.client, met.server) == (visitor.getsockname()[:2], door.getsockname()[:2])
            transport.close()

    try:
        asyncio.run(meet())
    except OSError as problem:
        pytest.skip(f"this machine has no {family.name}: {problem}")


def test_an_ipv6_network_is_one_sender():
    addresses = ["2001:db8::1", "2001:db8::2"]
    try:
        assert {open_connections.let_in(address) for address in addresses} == {"2001:db8::/64"}
    finally:
        for _ in addresses:
            open_connections.let_out("2001:db8::/64")


# Answers


LARGE = b"x" * 1_000_000
"""More than the system's buffers of a connection take here."""


@pytest.fixture
def large(monkeypatch) -> Iterator[tuple[str, int]]:
    """A server whose every answer is large, and who waits for a reader only for moments."""
    monkeypatch.setattr(connections, "SECONDS_BETWEEN_LOOKS", 0.1)
    door = socket.create_server(address_of_this_process(), backlog=100)
    config = uvicorn.Config(
        answer_largely, http=connections.Connection, log_config=None, lifespan="off", timeout_keep_alive=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([door],), daemon=True)
    thread.start()
    try:
        assert wait_until(lambda: server.started)
        yield door.getsockname()
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


async def answer_largely(_scope: dict[str, Any], _receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"%d" % len(LARGE))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": LARGE})


def ask(large: tuple[str, int], times: int = 1) -> socket.socket:
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.settimeout(PATIENCE)
    reader.connect(large)
    reader.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * times)
    return reader


def read_on(reader: socket.socket) -> int:
    """How many bytes still come."""
    length = 0
    try:
        while part := reader.recv(65536):
            length += len(part)
    except ConnectionError:
        pass
    return length


def test_an_answer_that_nobody_reads_is_let_go(large):
    with ask(large) as reader:
        assert wait_until(lambda: unread._bytes)
        assert wait_until(lambda: not unread._bytes)
        assert read_on(reader) < len(LARGE)
    assert not unread._waiting


def test_whoever_reads_slowly_but_steadily_gets_all_of_it(large, monkeypatch):
    """Also if it takes longer than anybody may go without reading, and the connection is long idle for uvicorn."""
    monkeypatch.setattr(connections, "LOOKS_WITHOUT_READING", 20)
    begun, length = time.monotonic(), 0
    most = 1.5 * connections.LOOKS_WITHOUT_READING * connections.SECONDS_BETWEEN_LOOKS
    with ask(large) as reader:
        while time.monotonic() < begun + most:
            length += len(reader.recv(20_000))
            time.sleep(0.1)
        assert length < len(LARGE)
        assert length + read_on(reader) > len(LARGE)
    assert wait_until(lambda: not unread._bytes)


def test_a_request_before_the_last_answer_was_read_makes_no_second_answer(large):
    """Its answer would wait in memory behind the first one, uncounted."""
    with ask(large, times=3) as reader:
        assert len(LARGE) < read_on(reader) < 2 * len(LARGE)


def test_a_sender_for_whom_too_much_waits_loses_what_was_read_the_longest_ago(large, monkeypatch):
    monkeypatch.setattr(connections, "SECONDS_BETWEEN_LOOKS", PATIENCE)
    monkeypatch.setattr(unread, "MOST_BYTES_OF_ONE_SENDER", 2 * len(LARGE))
    first = ask(large)
    assert wait_until(lambda: unread._bytes.total())
    second = ask(large)
    assert wait_until(lambda: unread._bytes.total() > len(LARGE))
    third = ask(large)
    with first, second, third:
        assert read_on(first) < len(LARGE)
        assert wait_until(lambda: sum(map(len, unread._waiting.values())) == 2)


class FakeReader:
    is_gone = False

    def let_go(self) -> None:
        self.is_gone = True


def test_together_the_sender_for_whom_most_waits_loses_first(monkeypatch):
    monkeypatch.setattr(unread, "MOST_BYTES_TOGETHER", 1000)
    phone, *hoarded = readers = [FakeReader() for _ in range(4)]
    unread.keep("192.0.2.1", phone, 100)
    for reader in hoarded[:2]:
        unread.keep("192.0.2.2", reader, 400)
    unread.keep("192.0.2.2", hoarded[0], 390)  # has read a little
    unread.keep("192.0.2.3", hoarded[2], 300)
    assert [reader.is_gone for reader in readers] == [False, False, True, False]
    unread.forget("192.0.2.1", phone)
    unread.forget("192.0.2.2", hoarded[0])
    unread.forget("192.0.2.3", hoarded[2])
    assert not unread._waiting and not unread._bytes
