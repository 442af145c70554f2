"""Score entry comes first: who gets into which lane, and what waits in the event loop instead of in a thread."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
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
        assert Request({"headers": [(b"cookie", cookie.encode())]}).badge.right == "tablet-7"


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

    def __init__(self, seconds_in_line: float = PATIENCE, **limits: int) -> None:
        self.lane = lanes.Lane("test", limits.pop("threads", 1), seconds_in_line, **limits)
        self.over = threading.Event()
        self.asked: list[str] = []

    def django(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        self.asked.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] == "/first":
            self.over.wait(PATIENCE)
        return answers(environ, start_response)

    async def ask(self, path: str, receive: Any = never, sender: str = "192.0.2.1", badge: str = "") -> Any:
        return await self.lane.answer(request(path, sender=sender, badge=badge), self.django, receive)

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


def test_senders_take_turns_so_a_flood_waits_behind_itself():
    async def story() -> list[str]:
        taken = Taken()
        task = await taken.first()
        flood = [asyncio.create_task(taken.ask(f"/flood/{number}")) for number in range(50)]
        await asyncio.sleep(0)
        others = [
            asyncio.create_task(taken.ask("/phone", sender="192.0.2.2")),
            asyncio.create_task(taken.ask("/desk", badge=BADGE)),
        ]
        await asyncio.sleep(0)
        taken.over.set()
        await asyncio.gather(task, *others, *flood)
        return taken.asked

    asked = asyncio.run(story())
    assert asked[:5] == ["/first", "/flood/0", "/phone", "/desk", "/flood/1"]
    assert len(asked) == 53


def test_a_tablet_that_sends_without_end_waits_behind_itself_and_stays_in_its_lane():
    """Among what others write it made the database busier, and hands of other tables waited a second."""
    other = signing.TimestampSigner(salt="turntable.badge").sign("tablet-8")

    async def story() -> list[str]:
        taken = Taken()
        task = await taken.first()
        flood = [asyncio.create_task(taken.ask(f"/flood/{number}", badge=BADGE)) for number in range(50)]
        await asyncio.sleep(0)
        hand = asyncio.create_task(taken.ask("/hand", badge=other))
        await asyncio.sleep(0)
        taken.over.set()
        await asyncio.gather(task, hand, *flood)
        return taken.asked

    assert asyncio.run(story())[:4] == ["/first", "/flood/0", "/hand", "/flood/1"]
    for _ in range(50):
        assert lanes.choose_lane(request("/table/open/1/do/record", "POST", badge=BADGE)) is lanes.hands


def test_browsers_that_came_in_by_one_key_take_turns_when_it_is_the_turn_of_that_key():
    """The table's own tablet does not stand behind all that somebody sends who photographed its code."""
    thief, tablet, other = (
        signing.TimestampSigner(salt="turntable.badge").sign(name) for name in ("7.a", "7.b", "8.a")
    )

    async def story() -> list[str]:
        taken = Taken()
        task = await taken.first()
        flood = [asyncio.create_task(taken.ask(f"/flood/{number}", badge=thief)) for number in range(50)]
        await asyncio.sleep(0)
        hands = [asyncio.create_task(taken.ask(path, badge=worn)) for path, worn in (("/7", tablet), ("/8", other))]
        await asyncio.sleep(0)
        taken.over.set()
        await asyncio.gather(task, *hands, *flood)
        return taken.asked

    assert asyncio.run(story())[:5] == ["/first", "/flood/0", "/8", "/7", "/flood/1"]


def test_a_sender_without_a_badge_who_has_too_many_in_line_is_told_at_once():
    async def story() -> None:
        taken = Taken(most_of_one_sender=2)
        task = await taken.first()
        waiting = [asyncio.create_task(taken.ask("/flood")) for _ in range(2)]
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE / 2):
            with pytest.raises(lanes.LaneIsFull):
                await taken.ask("/flood")
        others = [
            asyncio.create_task(taken.ask("/phone", sender="192.0.2.2")),
            asyncio.create_task(taken.ask("/desk", badge=BADGE)),
        ]
        taken.over.set()
        assert [answer.status for answer in await asyncio.gather(task, *others, *waiting)] == [200] * 5

    asyncio.run(story())


def test_whoever_leaves_the_line_leaves_no_trace_in_it():
    async def story() -> lanes.Line:
        taken = Taken(seconds_in_line=0.05)
        task = await taken.first()
        for receive, end in ((never, lanes.LaneIsFull), (gone, ConnectionError)):
            with pytest.raises(end):
                await taken.ask("/second", receive)
        waiting = asyncio.create_task(taken.ask("/third"))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        taken.over.set()
        await task
        await asyncio.sleep(0.05)
        return taken.lane._lines[asyncio.get_running_loop()][0]

    line = asyncio.run(story())
    assert (line.free, line._waiting) == (1, {})


def test_a_page_begins_beside_another_only_if_that_takes_long(monkeypatch):
    """Four at once answer no more than one, and the event loop, through which every hand comes, waits behind them."""

    async def story() -> list[list[str]]:
        taken = Taken(threads=4, at_once=1)
        task = await taken.first()
        second = asyncio.create_task(taken.ask("/second"))
        found = []
        for seconds in (0.1, lanes.SECONDS_TO_STAND_BACK):
            await asyncio.sleep(seconds)
            found.append(list(taken.asked))
        taken.over.set()
        await asyncio.gather(task, second)
        return found

    assert asyncio.run(story()) == [["/first"], ["/first", "/second"]]
    assert (lanes.pages.at_once, lanes.forms.at_once) == (1, lanes.forms.threads)


def test_while_the_event_loop_is_late_no_page_begins(monkeypatch):
    """It is, where connections come faster than it can take them in."""
    monkeypatch.setattr(lanes, "TIMES_TO_CATCH_UP", 4)
    turns_of_the_loop = [1.0, 1.0, 0.0]
    slept: list[float] = []

    async def turn() -> float:
        return turns_of_the_loop.pop(0)

    async def story() -> None:
        monkeypatch.setattr(lanes, "_turn_of_the_loop", turn)
        sleep = asyncio.sleep

        async def noted(seconds: float) -> None:
            slept.append(seconds)
            await sleep(0)

        monkeypatch.setattr(asyncio, "sleep", noted)
        taken = Taken()
        assert (await taken.ask("/page")).status == 200

    asyncio.run(story())
    assert (slept, turns_of_the_loop) == ([lanes.SECONDS_TO_GIVE_WAY] * 2, [])


# Turns


def guess(sender: str = "192.0.2.1", badge: str = "", path: str = "/table/", browser: str = "") -> Request:
    found = request(path, "POST", sender=sender, badge=badge)
    found.headers[b"cookie"] += f"; turntable_csrf={browser}".encode()
    return found


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
        second = asyncio.create_task(come("second", guess(browser="another")))
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


def test_when_the_line_of_an_address_is_full_whoever_came_first_is_asked_to_come_back():
    """Whoever keeps it full would otherwise keep everybody else out."""

    async def story() -> list[str]:
        order: list[str] = []
        over = asyncio.Event()

        async def come(browser: str) -> None:
            try:
                async with turns.turn_of(guess(browser=browser)):
                    await over.wait()
                    order.append(browser)
            except turns.TooManyWait:
                order.append(f"{browser} has to go")

        names = [f"b{number}" for number in range(turns.MOST_IN_LINE + 2)]
        coming = [asyncio.create_task(come(name)) for name in names]
        await asyncio.sleep(0.05)
        over.set()
        await asyncio.gather(*coming)
        assert order == ["b1 has to go", "b0", *names[2:]]
        return order

    asyncio.run(story())
    assert not turns._lines


def test_a_browser_has_its_latest_guess_in_the_line_and_nothing_is_left_of_those_that_went():
    async def story() -> None:
        over = asyncio.Event()

        async def come(browser: str) -> str:
            async with turns.turn_of(guess(browser=browser)):
                await over.wait()
                return browser

        first, twice = asyncio.create_task(come("first")), []
        for _ in range(2):
            twice.append(asyncio.create_task(come("twice")))
            await asyncio.sleep(0)
        gone = asyncio.create_task(come("gone"))
        await asyncio.sleep(0)
        gone.cancel()
        over.set()
        found = await asyncio.gather(first, *twice, gone, return_exceptions=True)
        assert [type(each) for each in found] == [str, turns.TooManyWait, str, asyncio.CancelledError]

    asyncio.run(story())
    assert not turns._lines


@pytest.mark.parametrize("browsers", [1, turns.MOST_IN_LINE], ids=["of one browser", "of as many browsers as fit"])
def test_the_right_code_comes_in_while_wrong_ones_from_its_address_keep_coming(monkeypatch, browsers):
    """Each wrong one held up everybody at that address for three seconds, and a full line kept newcomers out."""
    monkeypatch.setattr(turns, "SECONDS_IN_THE_WAY", 0.02)
    pause = 3.0

    async def keep_guessing(number: int) -> None:
        while True:
            with suppress(turns.TooManyWait):
                async with turns.turn_of(guess(browser=f"attacker{number % browsers}")) as turn:
                    turn.pause = pause
            await asyncio.sleep(0.2)

    async def story() -> float:
        loop = asyncio.get_running_loop()
        attackers = [asyncio.create_task(keep_guessing(number)) for number in range(turns.MOST_IN_LINE)]
        await asyncio.sleep(0.1)
        begun = loop.time()
        async with turns.turn_of(guess(browser="newcomer")):
            waited = loop.time() - begun
        for attacker in attackers:
            attacker.cancel()
        await asyncio.gather(*attackers, return_exceptions=True)
        return waited

    assert asyncio.run(story()) < pause / 2
    assert not turns._lines


def test_a_wrong_guess_holds_up_the_line_for_a_moment_and_its_browser_for_all_of_its_pause(monkeypatch):
    monkeypatch.setattr(turns, "SECONDS_IN_THE_WAY", 0.2)
    came: dict[str, float] = {}

    async def come(name: str, browser: str, pause: float = 0) -> None:
        async with turns.turn_of(guess(browser=browser)) as turn:
            came[name] = asyncio.get_running_loop().time()
            turn.pause = pause
        came[f"{name} is answered"] = asyncio.get_running_loop().time()

    async def story() -> None:
        first = asyncio.create_task(come("wrong", "a", pause=0.6))
        await asyncio.sleep(0)
        await asyncio.gather(first, come("the next of it", "a"), come("right", "b"))

    asyncio.run(story())
    after = {name: moment - came["wrong"] for name, moment in came.items()}
    assert 0.2 <= after["right"] < 0.6 <= after["the next of it"]
    assert after["wrong is answered"] >= 0.6


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


async def accepted(look: Callable[[connections.Connection, socket.socket], float]) -> float:
    """What there is to see at a connection that has just been made."""
    config = uvicorn.Config(lambda: None, http=connections.Connection)
    make = lambda: connections.Connection(config, ServerState(), {})  # noqa: E731 (one line says it)
    with socket.create_server(("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()):
        wire, _ = listening.accept()
        transport, connection = await asyncio.get_running_loop().connect_accepted_socket(make, wire)
        try:
            return look(connection, wire)
        finally:
            transport.close()


def test_headers_have_ten_seconds():
    """The tests above shorten it. A tablet on bad Wi-Fi needs some; whoever trickles must not have a minute."""

    def seconds_left(connection: connections.Connection, _: socket.socket) -> float:
        assert connection.deadline is not None
        return connection.deadline.when() - asyncio.get_running_loop().time()

    assert 9 < asyncio.run(accepted(seconds_left)) <= 10


def test_an_answer_is_sent_without_waiting_for_its_head_to_be_received():
    """Else every answer on a kept connection takes 40 ms longer, where uvloop is not to be had."""
    waits_for_nobody = lambda _, wire: wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)  # noqa: E731
    assert asyncio.run(accepted(waits_for_nobody)) != 0


def test_a_body_may_take_longer_than_headers(door):
    with socket.create_connection(door, PATIENCE) as sender:
        sender.sendall(b"POST /table/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n")
        time.sleep(0.5)
        sender.sendall(b"code")
        assert sender.recv(12) == b"HTTP/1.1 403"


def test_a_body_that_nobody_waits_for_does_not_hold_its_connection(door):
    """/health and kept pages are answered without it. A byte now and then kept the connection for ever."""
    with socket.create_connection(door, PATIENCE) as sender:
        sender.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n")
        assert sender.recv(15) == b"HTTP/1.1 200 OK"
        sender.sendall(b"x")
        assert sender.makefile("rb").read().endswith(b"0\r\n\r\n")  # and then its end
