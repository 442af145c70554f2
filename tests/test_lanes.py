"""Score entry comes first: who gets into which lane, and what waits in the event loop instead of in a thread."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from typing import Any

import pytest
import uvicorn
from django.core import signing
from uvicorn.server import ServerState

from tests.programs import PATIENCE
from tournament.asgi import bodies, connections, lanes, turns
from tournament.asgi.bridge import Request, ask
from tournament.web import badges
from tournament.web.waiting import PAUSE_HEADER

BADGE = signing.TimestampSigner(salt="turntable.badge").sign("tablet-7")
FORGED = signing.TimestampSigner(key="another key", salt="turntable.badge").sign("tablet-7")


def request(path: str, method: str = "GET", *, badge: str = "", query: str = "", sender: str = "192.0.2.1") -> Request:
    cookie = f"turntable_session=x; {badges.COOKIE}={badge}" if badge else "turntable_session=x"
    headers = [(b"host", b"localhost"), (b"cookie", cookie.encode())]
    scope = {"method": method, "path": path, "query_string": query.encode(), "headers": headers, "client": (sender, 1)}
    return Request(scope)


def test_a_badge_is_known_by_its_name_under_https_too():
    for name in (badges.COOKIE, f"__Host-{badges.COOKIE}"):
        cookie = f"a=b; {name}={BADGE}"
        assert Request({"headers": [(b"cookie", cookie.encode())]}).badge == "tablet-7"


# Which lane


@pytest.mark.parametrize(
    ("method", "path", "lane"),
    [
        ("POST", "/table/open/1/do/record", lanes.hands),
        ("GET", "/table/open/1/state.json", lanes.states),
        ("GET", "/table/open/1/", lanes.hands),
        ("GET", "/table/open/", lanes.states),
        ("GET", "/organise/youth/open/check-in/", lanes.states),
        ("POST", "/organise/youth/open/check-in/person/7/", lanes.hands),
        ("POST", "/organise/youth/open/board/3/paper/", lanes.hands),
        ("POST", "/mc/youth/open/", lanes.hands),
        ("GET", "/mc/youth/open/", lanes.pages),
        ("GET", "/organise/youth/open/", lanes.pages),
        ("POST", "/organise/youth/open/enter/", lanes.forms),
        ("GET", "/c/open/record.json", lanes.slow),
        ("POST", "/login/", lanes.passwords),
    ],
)
def test_a_tablet_or_desk_with_a_badge_has_threads_that_nobody_else_gets(method, path, lane):
    assert lanes.choose_lane(request(path, method, badge=BADGE)) is lane


@pytest.mark.parametrize(
    "badge",
    ["", "x", FORGED, BADGE[:-1], "a tablet:1:" + "x" * 5000],
    ids=["none", "nonsense", "of another key", "cut off", "endless"],
)
def test_without_a_badge_of_ours_a_hand_goes_with_everything_else(badge):
    assert lanes.choose_lane(request("/table/open/1/do/record", "POST", badge=badge)) is lanes.forms
    assert lanes.choose_lane(request("/table/open/1/state.json", badge=badge)) is lanes.pages


@pytest.mark.parametrize(
    ("method", "path", "query", "lane"),
    [
        ("GET", "/", "", lanes.pages),
        ("GET", "/c/open/draw/", "", lanes.pages),
        ("GET", "/screen", "", lanes.forms),
        ("GET", "/t/token", "", lanes.forms),
        ("GET", "/login/", "", lanes.pages),
        ("GET", "/login/token", "", lanes.forms),
        ("POST", "/table/", "", lanes.forms),
        ("POST", "/welcome/", "", lanes.passwords),
        ("POST", "/account/", "", lanes.passwords),
        ("POST", "/group/7/password/", "", lanes.passwords),
        ("GET", "/e/youth/", "q=ann", lanes.slow),
        ("GET", "/e/youth/", "a=b&%71=ann", lanes.slow),
        ("GET", "/e/youth/", "", lanes.pages),
        ("GET", "/organise/youth/open/entries.xlsx", "", lanes.slow),
        ("GET", "/check-record.pyz", "", lanes.slow),
        ("GET", "/static/some.json", "", lanes.pages),
    ],
)
def test_what_takes_long_or_waits_has_a_lane_of_its_own(method, path, query, lane):
    assert lanes.choose_lane(request(path, method, query=query)) is lane


def test_a_password_is_hashed_one_at_a_time_and_so_is_what_takes_long():
    assert (lanes.passwords.threads, lanes.slow.threads) == (1, 1)


def test_a_tablet_that_sends_without_end_does_not_fill_the_lane():
    wearer = request("/table/open/1/do/record", "POST", badge=BADGE)
    lanes.hands.under_way[wearer.badge] = lanes.hands.threads // 2
    try:
        assert lanes.choose_lane(wearer) is lanes.forms
    finally:
        del lanes.hands.under_way[wearer.badge]


# The line before a lane


async def never() -> dict[str, Any]:
    await asyncio.sleep(PATIENCE)
    return {"type": "http.disconnect"}


async def gone() -> dict[str, Any]:
    return {"type": "http.disconnect"}


def answers(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"answered"]


class Taken:
    """A lane of one thread that somebody else has, until `over` is set."""

    def __init__(self, seconds_in_line: float = PATIENCE) -> None:
        self.lane = lanes.Lane("test", 1, seconds_in_line)
        self.over = threading.Event()
        self.asked: list[str] = []

    def django(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        self.asked.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] == "/first":
            self.over.wait(PATIENCE)
        return answers(environ, start_response)

    async def ask(self, path: str, receive: Any = never) -> Any:
        return await self.lane.answer(request(path), self.django, receive)

    async def first(self) -> asyncio.Task[Any]:
        task = asyncio.create_task(self.ask("/first"))
        while not self.asked:
            await asyncio.sleep(0.01)
        return task


def test_whoever_waits_too_long_in_line_is_told_to_send_again_and_takes_no_thread():
    async def story() -> list[str]:
        taken = Taken(seconds_in_line=0.05)
        task = await taken.first()
        with pytest.raises(lanes.LaneIsFull):
            await taken.ask("/second")
        taken.over.set()
        await task
        assert (await taken.ask("/third")).body == b"answered"
        return taken.asked

    assert asyncio.run(story()) == ["/first", "/third"]


def test_whoever_went_away_while_waiting_is_not_answered():
    async def story() -> list[str]:
        taken = Taken()
        task = await taken.first()
        with pytest.raises(ConnectionError):
            await taken.ask("/second", receive=gone)
        taken.over.set()
        await task
        return taken.asked

    assert asyncio.run(story()) == ["/first"]


def test_a_thread_stays_taken_until_it_is_done_whoever_still_waits_for_it():
    async def story() -> None:
        taken = Taken(seconds_in_line=0.05)
        task = await taken.first()
        task.cancel()
        with pytest.raises(lanes.LaneIsFull):
            await taken.ask("/second")
        taken.over.set()
        await asyncio.sleep(0.05)
        assert (await taken.ask("/third")).status == 200
        assert not taken.lane.under_way

    asyncio.run(story())


# Turns


def guess(sender: str = "192.0.2.1", badge: str = "", path: str = "/table/") -> Request:
    return request(path, "POST", sender=sender, badge=badge)


def test_from_one_address_one_guess_comes_after_the_other_and_nobody_else_waits():
    async def story() -> list[str]:
        order = []
        over = asyncio.Event()

        async def come(name: str, who: Request) -> None:
            async with turns.turn_of(who):
                order.append(name)
                if name == "first":
                    await over.wait()

        first = asyncio.create_task(come("first", guess()))
        await asyncio.sleep(0)
        second = asyncio.create_task(come("second", guess()))
        await asyncio.gather(
            come("another address", guess("192.0.2.2")),
            come("a desk at the same address", guess(badge=BADGE)),
            come("a password", guess(path="/login/")),
            come("a page", request("/table/")),
        )
        over.set()
        await asyncio.gather(first, second)
        return order

    assert asyncio.run(story()) == [
        "first", "another address", "a desk at the same address", "a password", "a page", "second",
    ]  # fmt: skip
    assert not turns._lines


def test_when_the_line_of_an_address_is_full_the_next_is_asked_to_come_back():
    async def story() -> None:
        async def come() -> None:
            async with turns.turn_of(guess()):
                await asyncio.sleep(PATIENCE)

        waiting = [asyncio.create_task(come()) for _ in range(turns.MOST_IN_LINE)]
        await asyncio.sleep(0)
        with pytest.raises(turns.TooManyWait):
            async with asyncio.timeout(1), turns.turn_of(guess()):
                pass
        async with turns.turn_of(guess("192.0.2.2")):
            pass
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(story())


def test_a_pause_is_for_the_event_loop_and_never_leaves_the_server():
    def django(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("403 Forbidden", [(PAUSE_HEADER, "3"), ("Set-Cookie", " x=1")])
        return [b"no"]

    answer = ask(django, request("/login/", "POST"))
    assert (answer.status, answer.pause, answer.headers) == (403, 3.0, [(b"set-cookie", b"x=1")])


# Bodies together


def arriving(*sizes: int) -> Any:
    parts = [{"type": "http.request", "body": b"x" * size, "more_body": True} for size in sizes]

    async def receive() -> dict[str, Any]:
        return parts.pop(0) if parts else await never()

    return receive


def test_unfinished_bodies_have_a_limit_together_and_small_ones_always_find_room():
    """Thirty files that are begun and never finished took 300 MB."""
    large, small = 9 * 2**20, 2000

    async def begin(sender: str, size: int) -> int:
        """How many bytes are held of it."""
        with bodies.counted(sender) as body:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await body.arrive(arriving(size))
            return len(body.whole())

    async def story(*sent: tuple[str, int]) -> list[int]:
        return await asyncio.gather(*(begin(sender, size) for sender, size in sent))

    same_address = [("192.0.2.1", large)] * 5
    others = [(f"192.0.2.{number}", large) for number in range(2, 7)]
    tablets = [(f"192.0.2.{number}", small) for number in range(1, 7)]
    assert (
        asyncio.run(story(*same_address, *others, *tablets))
        == [large] * 2 + [0] * 3 + [large] * 2 + [0] * 3 + [small] * 6
    )
    assert not bodies._taken


def test_what_is_not_counted_is_less_than_a_connection_takes_for_itself():
    """Whoever holds thousands of connections fills the memory with those, not with what was sent over them."""
    taken: list[int] = []

    async def watch() -> None:
        with bodies.counted("192.0.2.1") as body:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await body.arrive(arriving(9000))
            taken.append(bodies._taken["192.0.2.1"])

    asyncio.run(watch())
    assert taken == [9000]


def test_what_finds_no_room_is_read_to_its_end_so_that_its_sender_hears_why(monkeypatch):
    monkeypatch.setattr(bodies, "MOST_BYTES_TOGETHER", 100_000)
    parts = [{"type": "http.request", "body": b"x" * 60_000, "more_body": more} for more in (True, True, False)]

    async def receive() -> dict[str, Any]:
        return parts.pop(0)

    async def story() -> None:
        with bodies.counted("192.0.2.1") as body, pytest.raises(bodies.Unfinished) as caught:
            await body.arrive(receive)
        assert (caught.value.status, parts) == (503, [])

    asyncio.run(story())


# Over real connections


@pytest.fixture
def door(site, monkeypatch) -> tuple[str, int]:
    """A server that waits for headers only for a moment."""
    monkeypatch.setattr(connections, "SECONDS_FOR_HEADERS", 0.3)
    return "localhost", int(site.url.rpartition(":")[2])


def test_headers_that_never_end_are_given_up(door):
    """Also those of the second request of a connection that was kept."""
    with socket.create_connection(door, PATIENCE) as fresh, socket.create_connection(door, PATIENCE) as kept:
        kept.sendall(b"GET /live/time HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert kept.recv(15) == b"HTTP/1.1 200 OK"
        for sender in (fresh, kept):
            sender.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        heard = fresh.makefile("rb").read(), kept.makefile("rb").read()
    assert [words.count(b"HTTP/1.1 408") for words in heard] == [1, 1]


def test_an_answer_is_sent_without_waiting_for_its_head_to_be_received():
    """Else every answer on a kept connection takes 40 ms longer, where uvloop is not to be had."""

    async def accept() -> int:
        config = uvicorn.Config(lambda: None, http=connections.Connection)
        make = lambda: connections.Connection(config, ServerState(), {})  # noqa: E731 (one line says it)
        with socket.create_server(("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            transport, _ = await asyncio.get_running_loop().connect_accepted_socket(make, accepted)
            option = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            transport.close()
            return option

    assert asyncio.run(accept()) != 0


def test_a_body_may_take_longer_than_headers(door):
    with socket.create_connection(door, PATIENCE) as sender:
        sender.sendall(b"POST /table/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n")
        time.sleep(0.5)
        sender.sendall(b"code")
        assert sender.recv(12) == b"HTTP/1.1 403"
