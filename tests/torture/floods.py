"""What others send meanwhile, from a process of their own:

    python -m tests.torture.floods KIND PORT SECONDS SEED [PATH]

An attacker's processors are their own, so this one is as nice as it can be and takes nothing from the server. It ends
by itself, and talks to this machine only.
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
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlencode

HOST = {"Host": "localhost"}
CONNECTIONS = {"sign-ins": 12, "records": 20, "searches": 20, "forged hands": 20, "half requests": 30}
"""How many send at once."""

statuses: Counter[str] = Counter()


def main() -> None:
    kind, port, seconds, seed = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    path = sys.argv[5] if len(sys.argv) > 5 else "/"
    os.nice(19)
    end = time.monotonic() + seconds
    senders = [
        threading.Thread(target=send_until, args=(kind, port, end, random.Random(seed * 100 + number), path))
        for number in range(CONNECTIONS[kind])
    ]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    json.dump(statuses, sys.stdout)


def send_until(kind: str, port: int, end: float, chance: random.Random, path: str) -> None:
    while time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            while time.monotonic() < end:
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
    """A password at random, with the form's own keys."""
    connection.request("GET", "/login/", headers=HOST)
    page = connection.getresponse()
    cookie = (page.getheader("set-cookie") or "").partition(";")[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)"', page.read().decode())
    fields = {**dict(hidden), "sign_in": "organiser", "password": f"{chance.random()}"}
    headers = {**HOST, "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/login/", urlencode(fields), headers)
    return answered(connection)


def fetch(connection: http.client.HTTPConnection, _chance: random.Random, path: str) -> int:
    """The same large file again and again."""
    connection.request("GET", path, headers=HOST)
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


def begin(connection: http.client.HTTPConnection, _chance: random.Random, path: str) -> int:
    """A request whose head, or whose body of ten megabytes, is never finished."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", connection.port), timeout=5) as wire:
        wire.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n".encode())
        wire.sendall(b"x" * 1_000_000)
        time.sleep(2)
    return 0


SENDERS: dict[str, Callable[[http.client.HTTPConnection, random.Random, str], int]] = {
    "sign-ins": sign_in,
    "records": fetch,
    "searches": search,
    "forged hands": forge,
    "half requests": begin,
}


if __name__ == "__main__":
    main()
