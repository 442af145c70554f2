"""The computer's clock is set while a real server runs: a round keeps its length, and its alarms ring."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from html import unescape
from http.client import HTTPConnection
from io import StringIO
from urllib.parse import quote

import pytest
from django.core.signing import BadSignature, SignatureExpired
from django.db import OperationalError

from tests.backends import free_port
from tests.programs import PATIENCE, get, serving, wait_until
from tests.shifted_clock import ShiftedClock
from tests.terminals import at_terminal
from tournament import current_time
from tournament.server import last_seen
from tournament.server.watching import ComputerWatch
from tournament.steady_signing import SteadySigner

LENGTH = timedelta(seconds=8)
START_ROUND = f"""
import json
from tests.cast import Day
from tests.web.visitors import organiser
day = Day("syg", clock={LENGTH.seconds}, warning=3).people(4).until("published")
cookie = organiser(day.event, "mc").cookies["turntable_session"].value
day.start()
print(json.dumps([f"/mc/{{day.competition.event.slug}}/{{day.competition.slug}}/", cookie]))
"""


class Round:
    """A round that a running server counts down, and what its database knows of it."""

    def __init__(self, server) -> None:
        self.server = server
        self.desk, self.cookie = json.loads(server.manage("shell", "-v", "0", "-c", START_ROUND))

    def ask(self, query: str) -> list[tuple]:
        with closing(sqlite3.connect(self.server.data / "turntable.sqlite3")) as database:
            return database.execute(query).fetchall()

    def happened(self, what: str) -> int:
        return self.ask(f"SELECT count(*) FROM tournament_logentry WHERE what = '{what}'")[0][0]

    @property
    def length(self) -> timedelta:
        """How long it really lasted: what the clock on the wall says, less what it was set by."""
        at = {
            change: datetime.fromisoformat(at)
            for change, at in self.ask("SELECT change, at FROM tournament_clockchange")
        }
        [(steps,)] = self.ask("SELECT sum(amount) FROM tournament_clockchange WHERE change = 'moved'")
        return at["time up"] - at["started"] - timedelta(microseconds=steps)

    def desk_words(self) -> str:
        status, page, _ = get(self.server.url + self.desk, {"Cookie": f"turntable_session={self.cookie}"})
        assert status == 200
        return unescape(page)


def test_a_round_keeps_its_length_and_rings_however_the_clock_is_set(used, tmp_path):
    clock = ShiftedClock(tmp_path / "clock")
    with serving(used, **clock.env) as server:
        played = Round(server)
        clock.shift(600)
        assert wait_until(lambda: played.happened("clock moved") == 1)
        assert played.happened("clock time up") == 0
        clock.shift(-600)
        assert wait_until(lambda: played.happened("clock moved") == 2)
        assert wait_until(lambda: played.happened("clock time up") == 1)
        assert [played.happened(what) for what in ("clock moved", "clock warning", "clock time up")] == [2, 1, 1]
        assert LENGTH <= played.length < timedelta(minutes=2)
        assert (
            "The computer’s clock was set back by 20 minutes. Rounds and breaks keep their length"
            in played.desk_words()
        )
        assert server.stop() == 0
    for words in ("forward by 10 minutes", "back by 20 minutes"):
        told = f"The computer’s clock was set {words}. Rounds and breaks keep their length.\n"
        assert server.output.count(told) == 1
    assert "Traceback" not in (used / "turntable.log").read_text()


A_DAY_AND_MORE = 25 * 60 * 60
MONTHS = 100 * 24 * 60 * 60


def test_an_open_page_hears_again_after_a_step_of_a_day_and_after_a_restart(used, tmp_path):
    """Its ticket is good for a day: a clock that goes on by months would turn every open page of the hall away."""
    clock, port = ShiftedClock(tmp_path / "clock"), str(free_port())
    with serving(used, "--port", port, **clock.env) as server:
        played = Round(server)
        _, page, _ = get(f"{server.url}/e/{played.desk.split('/')[2]}/")
        ticket = unescape(re.search(r'data-ticket="([^"]+)"', page)[1])
        for times, step in enumerate((A_DAY_AND_MORE, MONTHS), start=1):
            clock.shift(step)
            server.wait_for(lambda times=times: server.output.count("clock was set forward by") == times)
            assert stream_status(server, ticket) == 200
        server.stop()
    clock.shift(2 * MONTHS)
    (used / "output").unlink()
    with serving(used, "--port", port, **clock.env) as server:
        assert stream_status(server, ticket) == 200


def stream_status(server, ticket: str) -> int:
    with closing(HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE)) as line:
        line.request("GET", f"/live/events?t={quote(ticket)}")
        return line.getresponse().status


def test_what_was_signed_grows_old_by_the_time_that_really_passes(now_kept):
    signer = SteadySigner(salt="tests")
    signed = signer.sign("tablet")
    current_time.move(MONTHS)
    assert signer.unsign(signed, max_age=60) == "tablet"
    current_time.keep(current_time.now().timestamp() + 61)  # a minute later
    assert signer.unsign(signed, max_age=timedelta(minutes=2)) == "tablet"
    with pytest.raises(SignatureExpired):
        signer.unsign(signed, max_age=60)
    with pytest.raises(BadSignature):
        signer.unsign(signed[:-1], max_age=60)


@pytest.fixture
def now_kept():
    current_time.keep()
    yield
    current_time.forget()


@pytest.fixture
def mac(tmp_path, monkeypatch):
    """A system without /proc, which tells by a program of its own which start of the computer it is."""
    program = tmp_path / "sysctl"
    program.write_text("#!/bin/sh\necho 6F1C0A5E-0000\n")
    program.chmod(0o755)
    monkeypatch.setattr(last_seen, "BOOT_ID", tmp_path / "nowhere")
    monkeypatch.setattr(last_seen, "BOOT_SESSION", (str(program), *last_seen.BOOT_SESSION[1:]))
    last_seen.boot.cache_clear()
    yield program
    last_seen.boot.cache_clear()


def test_on_a_mac_a_clock_that_was_set_meanwhile_is_known_exactly(mac, now_kept, tmp_path):
    """Without knowing that it was not restarted, nobody could tell a clock that was set forward from a long stop."""
    last_seen.note(tmp_path)
    current_time.keep(current_time.now().timestamp() + 600)
    step = last_seen.find_step(tmp_path)
    assert (step.is_exact, round(step.by.total_seconds())) == (True, 600)
    mac.unlink()
    last_seen.boot.cache_clear()
    assert last_seen.find_step(tmp_path) is None


@pytest.mark.parametrize("by", [-600, 600])
def test_a_clock_that_is_set_while_the_server_is_stopped_moves_the_round_where_nobody_can_be_asked(used, tmp_path, by):
    clock = ShiftedClock(tmp_path / "clock")
    with serving(used, **clock.env) as server:
        played = Round(server)
        assert wait_until((used / last_seen.FILE).exists)
        server.stop()
    clock.shift(by)
    (used / "output").unlink()
    with serving(used, **clock.env) as server:
        assert played.happened("clock moved") == 1
        assert wait_until(lambda: played.happened("clock time up") == 1)
        assert played.length >= LENGTH


@pytest.mark.parametrize(("answer", "moved"), [("", 1), ("n", 0)])
def test_whoever_starts_it_again_is_asked_what_the_round_goes_by(used, tmp_path, answer, moved):
    clock = ShiftedClock(tmp_path / "clock")
    with serving(used, **clock.env) as server:
        played = Round(server)
        assert wait_until((used / last_seen.FILE).exists)
        server.stop()
    clock.shift(-600)
    with at_terminal(used, **clock.env) as server:
        server.wait_for(lambda: "[Y/n]" in server.output)
        assert (
            "The computer’s clock was set back by 10 minutes while Turntable was stopped, "
            "and a round or a break is under way.\nShould it go on as if the clock hadn’t been set?\n[Y/n] "
        ) in server.output
        server.type(answer)
        server.wait_until_ready()
    assert played.happened("clock moved") == moved


def test_while_a_step_waits_for_somebody_who_writes_the_log_has_one_line(tmp_path, caplog):
    watch = ComputerWatch(tmp_path, StringIO())

    def find_it_held() -> None:
        with (
            closing(sqlite3.connect(tmp_path / "held")) as writer,
            closing(sqlite3.connect(tmp_path / "held")) as other,
        ):
            writer.execute("BEGIN IMMEDIATE")
            try:
                other.execute("PRAGMA busy_timeout = 0")
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise OperationalError from error

    for _ in range(3):
        watch.try_to(find_it_held)
    told = "The computer’s clock was set. The rounds move with it once the database is free."
    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == [(told, None)]
