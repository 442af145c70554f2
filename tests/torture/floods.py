"""What others send meanwhile, from a process of their own:

    python -m tests.torture.floods KIND PORT SECONDS SEED [PATH]

An attacker's processors are their own, so this one is as nice as it can be and takes nothing from the server. Half of
the senders have an address each, as phones in a hall have; the others share that of the tablets. It ends by itself,
with everybody still sending, and talks to this machine only.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import socket
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from typing import NamedTuple
from urllib.parse import quote, urlencode

HOST = {"Host": "localhost"}
CONNECTIONS = {
    "sign-ins": 12,
    "codes": 20,
    "records": 20,
    "searches": 20,
    "pages": 20,
    "forged hands": 20,
    "badged hands": 20,
    "half requests": 30,
    "streams": 20,
    "slow readers": 20,
    "new connections": 20,
}
"""How many send at once."""
ANSWERS_LEFT_UNREAD = 25
"""By each slow reader at a time."""
SECONDS_FOR_A_FIRST_ANSWER = 30
"""A flood that nobody has answered yet was none, so it goes on."""
NEW_CONNECTIONS = 600
"""Every second, all senders together."""


class Browser(NamedTuple):
    """Somebody whom a table's key has let in."""

    path: str
    headers: dict[str, str]


statuses: Counter[str] = Counter()
browsers: dict[int, Browser] = {}
"""By thread."""
tickets: dict[str, str] = {}
unread: dict[int, deque[socket.socket]] = {}


def main() -> None:
    kind, port, seconds, seed = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    path = sys.argv[5] if len(sys.argv) > 5 else "/"
    os.nice(19)
    end = time.monotonic() + seconds
    for number in range(CONNECTIONS[kind]):
        chance = random.Random(seed * 100 + number)
        threading.Thread(target=send, args=(kind, port, address_of(number), chance, path), daemon=True).start()
    while time.monotonic() < end or (not statuses and time.monotonic() < end + SECONDS_FOR_A_FIRST_ANSWER):
        time.sleep(0.05)
    print(json.dumps(dict(statuses)), flush=True)  # noqa: T201
    os._exit(0)


def address_of(number: int) -> str:
    """Where a sender is: every second one at an address of its own."""
    return f"127.0.0.{number + 2}" if number % 2 else "127.0.0.1"


def send(kind: str, port: int, address: str, chance: random.Random, path: str) -> None:
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(address, 0))
        try:
            while True:
                statuses[str(SENDERS[kind](connection, chance, path))] += 1
        except (OSError, http.client.HTTPException) as problem:
            statuses[type(problem).__name__] += 1
            time.sleep(0.05)
        finally:
            connection.close()


def answered(connection: http.client.HTTPConnection) -> int:
    answer = connection.getresponse()
    answer.read()
    return answer.status


def sign_in(connection: http.client.HTTPConnection, chance: random.Random, _path: str) -> int:
    """A password at random."""
    return fill_in(connection, "/login/", sign_in="organiser", password=f"{chance.random()}")


def try_code(connection: http.client.HTTPConnection, chance: random.Random, _path: str) -> int:
    """A table's code at random."""
    return fill_in(connection, "/table/", code="".join(chance.choices("23456789abcdefghjkmnpqrstuvwxyz", k=7)))


def fill_in(connection: http.client.HTTPConnection, path: str, **fields: str) -> int:
    """Send a form with its own keys."""
    connection.request("GET", path, headers=HOST)
    page = connection.getresponse()
    cookie = (page.getheader("set-cookie") or "").partition(";")[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)"', page.read().decode())
    headers = {**HOST, "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", path, urlencode({**dict(hidden), **fields}), headers)
    return answered(connection)


def fetch(connection: http.client.HTTPConnection, _chance: random.Random, path: str) -> int:
    """The same large file again and again."""
    connection.request("GET", path, headers=HOST)
    return answered(connection)


def open_page(connection: http.client.HTTPConnection, chance: random.Random, path: str) -> int:
    """A page that is kept for nobody: a browser with a cookie has it made for itself."""
    connection.request("GET", path, headers={**HOST, "Cookie": f"turntable_session={chance.getrandbits(120):032x}"})
    return answered(connection)


def search(connection: http.client.HTTPConnection, chance: random.Random, path: str) -> int:
    """Somebody whose name nobody has looked for yet."""
    name = "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=4))
    connection.request("GET", f"{path}?{urlencode({'q': name})}", headers=HOST)
    return answered(connection)


def forge(connection: http.client.HTTPConnection, chance: random.Random, path: str) -> int:
    """A hand from nobody: made-up cookies, and a body as large as a real one."""
    session = "".join(chance.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=32))
    cookies = f"turntable_session={session}; turntable_csrf={session}; turntable_table={session}"
    body = json.dumps({"request": session, "round": 1, "number": 1, "out": 1, "held": {"2": 10, "3": 20}})
    headers = {**HOST, "Cookie": cookies, "X-CSRFToken": session, "Content-Type": "application/json"}
    connection.request("POST", f"{path}do/record", body, headers)
    return answered(connection)


def send_badged(connection: http.client.HTTPConnection, chance: random.Random, key: str) -> int:
    """Hands that cannot be, by whoever photographed a table's code: each sender comes in anew now and then, as another
    browser."""
    browser = browsers.get(threading.get_ident())
    if browser is None or chance.random() < 0.02:
        browser = browsers[threading.get_ident()] = come_in(connection, key)
    body = json.dumps({"request": f"{chance.random()}", "round": 1, "number": 1, "out": None, "held": {"0": 10}})
    connection.request("POST", f"{browser.path}do/record", body, browser.headers)
    return answered(connection)


def come_in(connection: http.client.HTTPConnection, key: str) -> Browser:
    """By the table's link: what its page is given to send hands with."""
    connection.request("GET", key, headers=HOST)
    answer = connection.getresponse()
    answer.read()
    cookies, path = cookies_of(answer), answer.getheader("location") or ""
    connection.request("GET", path, headers={**HOST, "Cookie": cookies})
    page = connection.getresponse()
    token = re.search(r'data-token="(\w+)"', page.read().decode())
    sent = f"{cookies}; {cookies_of(page)}"
    headers = {"Cookie": sent, "X-CSRFToken": token[1] if token else "", "Content-Type": "application/json"}
    return Browser(path, {**HOST, **headers})


def cookies_of(answer: http.client.HTTPResponse) -> str:
    return "; ".join(cookie.partition(";")[0] for cookie in answer.headers.get_all("set-cookie", []))


def begin(connection: http.client.HTTPConnection, _chance: random.Random, path: str) -> int:
    """A request whose head, or whose body of ten megabytes, is never finished."""
    connection.connect()
    with suppress(OSError):
        connection.sock.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n".encode())
        connection.sock.sendall(b"x" * 1_000_000)
        time.sleep(2)
    connection.close()
    return 0


def listen(connection: http.client.HTTPConnection, _chance: random.Random, path: str) -> int:
    """A stream with the ticket that everybody's page has, dropped as soon as it says hello."""
    if path not in tickets:
        connection.request("GET", path, headers=HOST)
        found = re.search(r'data-ticket="([^"]+)"', connection.getresponse().read().decode())
        tickets[path] = unescape(found[1] if found else "")
    connection.request("GET", f"/live/events?t={quote(tickets[path])}", headers=HOST)
    answer = connection.getresponse()
    answer.readline()
    connection.close()
    return answer.status


def ask_and_not_read(connection: http.client.HTTPConnection, _chance: random.Random, path: str) -> int:
    """A large file that is asked for and never read; the oldest of them is dropped for the next."""
    ask_and_leave(connection, path)
    time.sleep(0.2)
    return 0


def connect_anew(connection: http.client.HTTPConnection, chance: random.Random, path: str) -> int:
    """A connection for each page, whether or not anything comes of the last one."""
    ask_and_leave(connection, chance.choice(("/", "/login/", path)))
    time.sleep(CONNECTIONS["new connections"] / NEW_CONNECTIONS)
    return 0


def ask_and_leave(connection: http.client.HTTPConnection, path: str) -> None:
    """A new connection with one request, whose answer waits; the oldest of them is dropped for it."""
    left = unread.setdefault(threading.get_ident(), deque(maxlen=ANSWERS_LEFT_UNREAD))
    if len(left) == ANSWERS_LEFT_UNREAD:
        left[0].close()
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.bind(vars(connection)["source_address"])
    wire.connect((connection.host, connection.port))
    wire.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    left.append(wire)


SENDERS: dict[str, Callable[[http.client.HTTPConnection, random.Random, str], int]] = {
    "sign-ins": sign_in,
    "codes": try_code,
    "records": fetch,
    "searches": search,
    "pages": open_page,
    "forged hands": forge,
    "badged hands": send_badged,
    "half requests": begin,
    "streams": listen,
    "slow readers": ask_and_not_read,
    "new connections": connect_anew,
}


if __name__ == "__main__":
    main()
