"""Twenty coordinators race for the last place of a competition. Run as a program by a test:

    python -m tests.coordinators [--through pages|"own pages"] [--without lock]

Each enters somebody of their own group at the same moment: as a process of its own through the action, or through the
pages of the real site (the organiser's, or the coordinators' own), where two server processes answer as on servers.
What came of it is printed as JSON. `--without lock` takes the protection out, to prove that the test would notice.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import re
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import urlencode

from tests.hall import load_everything
from tests.web.reading import seen_at_first

COORDINATORS = 20
CAP = 3
CONTEXT = multiprocessing.get_context("fork")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--through", choices=["action", "pages", "own pages"], default="action")
    parser.add_argument("--without", choices=["lock"], action="append", default=[])
    arguments = parser.parse_args()
    load_everything()
    place = make_place()
    take_out(arguments.without)
    place["own"] = arguments.through == "own pages"
    race = race_through_action if arguments.through == "action" else race_through_pages
    json.dump({"answers": dict(Counter(race(place))), **count_rows()}, sys.stdout)


def make_place() -> dict[str, Any]:
    """A competition with one place left, and twenty groups that want it."""
    from django.core.management import call_command
    from django.db import connections
    from django.test import Client

    from tests.cast import Day
    from tournament.models import Account, Membership

    call_command("migrate", verbosity=0)
    day = Day("syg", cap=CAP, real=True).people(CAP - 1)
    groups = [day.group(f"Group {number}") for number in range(COORDINATORS)]
    account = Account.objects.create(username="ruth", first_name="Ruth")
    Membership.objects.create(account=account, event_id=day.event, role="organiser")
    client = Client()
    client.force_login(account)
    competition = day.competition
    cookie = cookies(client)
    own = {group: cookies(phone_of(day, group)) for group in groups}
    connections.close_all()  # a connection must not be shared with a forked process
    return {
        "own cookies": own,
        "slug": competition.slug,
        "competition": day.pk,
        "groups": groups,
        "at": f"/organise/{competition.event.slug}/{competition.slug}/",
        "cookie": cookie,
    }


def phone_of(day: Any, group: int) -> Any:
    """A coordinator who came in by the group's link."""
    from django.test import Client

    from tests.web.visitors import come_in, invited

    phone = Client(headers={"host": "localhost"})
    assert come_in(phone, invited(day.event, "coordinator", group)).status_code == 302
    return phone


def cookies(client: Any) -> str:
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


def take_out(protections: list[str]) -> None:
    """Remove what protects, and always widen the moment in which it is needed.

    Noting a request id is a write, which on SQLite takes the lock too; so that goes as well."""
    from django.db import connections
    from django.db.models import QuerySet

    from tournament.actions import base, registration

    check = registration._check_limits

    def check_slowly(*arguments: Any) -> None:
        check(*arguments)
        time.sleep(0.5)

    registration._check_limits = check_slowly  # type: ignore[assignment]
    if "lock" in protections:
        QuerySet.select_for_update = lambda self, **_: self  # type: ignore[method-assign]
        connections.settings["default"]["OPTIONS"].pop("transaction_mode", None)
        base.first_time = lambda *_: True


def count_rows() -> dict[str, int]:
    """What stands in the database afterwards."""
    from tournament.models import Competitor, Entry, LogEntry

    return {
        "entries": Entry.objects.filter(kind="entry").count(),
        "people": Competitor.objects.count(),
        "logged": LogEntry.objects.filter(what="entered").count(),
    }


# Through the action, each in a process of its own


def race_through_action(place: dict[str, Any]) -> list[str]:
    answers: Any = CONTEXT.Queue()
    start = CONTEXT.Barrier(COORDINATORS)
    racers = [CONTEXT.Process(target=enter, args=(place, group, start, answers)) for group in place["groups"]]
    for racer in racers:
        racer.start()
    heard = [answers.get(timeout=120) for _ in racers]
    for racer in racers:
        racer.join()
    return heard


def enter(place: dict[str, Any], group: int, start: Any, answers: Any) -> None:
    from django.db import connection

    from tournament.actions import registration
    from tournament.permissions import Actor, Role
    from tournament.rules.errors import EntryRefused

    connection.ensure_connection()
    by = Actor(Role.COORDINATOR, group, "Coordinator")
    start.wait()
    try:
        entry = {"by": by, "competition": place["competition"], "group": group, "request": f"race-{group}"}
        registration.enter(**entry, name="Ivy King")
        answers.put("entered")
    except EntryRefused as refused:
        answers.put(str(refused))
    except Exception as error:  # whatever else comes is what the test must see
        answers.put(type(error).__name__)


# Through the pages, each over a connection of its own


def race_through_pages(place: dict[str, Any]) -> list[str]:
    door = socket.create_server(("127.0.0.1", 0), backlog=100)
    port = door.getsockname()[1]
    servers = [CONTEXT.Process(target=serve, args=(door,)) for _ in range(2)]
    for server in servers:
        server.start()
    try:
        wait_until_served(port)
        return race_over_http(place, port)
    finally:
        for server in servers:
            server.terminate()
            server.join(10)


def serve(door: socket.socket) -> None:
    import uvicorn

    config = uvicorn.Config("tournament.asgi:application", log_config=None, timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[door])


def wait_until_served(port: int) -> None:
    for _ in range(200):
        try:
            if ask(port, "GET", "/health", {})[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    sys.exit("The server did not come up.")


def race_over_http(place: dict[str, Any], port: int) -> list[str]:
    answers: list[str] = []
    start = threading.Barrier(COORDINATORS)

    def racer(group: int) -> None:
        send = prepare(place, port, group)
        start.wait()
        answers.append(send())

    racers = [threading.Thread(target=racer, args=(group,)) for group in place["groups"]]
    for thread in racers:
        thread.start()
    for thread in racers:
        thread.join(120)
    return answers


def prepare(place: dict[str, Any], port: int, group: int) -> Callable[[], str]:
    """Open the form of this group, type a name; what is returned presses the button."""
    to, form_at, own = f"{place['at']}enter/", f"{place['at']}enter/?group={group}&kind=entry", place["cookie"]
    if place["own"]:
        to = form_at = f"/group/{group}/add/{place['slug']}/entry/"
        own = place["own cookies"][group]
    status, headers, text = ask(port, "GET", form_at, {"Cookie": own})
    assert status == 200, text
    form = re.search(rf'<form[^>]*action="{to}".*?</form>', text, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'<input[^>]*name="(\w+)" value="([^"]*)"', form[0])) | {"name": "Ivy King"}
    csrf = re.search(r"turntable_csrf=[^;]*", headers.get("Set-Cookie", ""))
    cookie = f"{own}; {csrf[0] if csrf else ''}"
    form_type = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}

    def send() -> str:
        status, _, text = ask(port, "POST", to, form_type, urlencode(fields))
        if status == 302:
            return "entered"
        why = re.search(r'class="trouble-words">.*?<span>(.*?)</span>', seen_at_first(text), re.DOTALL)
        return unescape(why[1]) if status == 422 and why else str(status)

    return send


def ask(port: int, method: str, path: str, headers: dict[str, str], body: str = "") -> tuple[int, Any, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body or None, {"Host": "localhost", **headers})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        connection.close()


if __name__ == "__main__":
    main()
