"""The shape of docker-compose.yml on real Postgres and Redis, with its own commands and health checks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import ExitStack
from http.client import HTTPConnection

import psycopg
import pytest

from tests.backends import free_port
from tests.compose import SECRET, services
from tests.listening import listening
from tests.plain_browser import PlainBrowser
from tests.printing.reading import PrintedDocument
from tests.programs import MANAGE, PATIENCE, PROJECT, get, program, wait_until


def watch(name, data):
    """Runs the health check of a service; 0 means healthy."""
    kind, script = services()[name]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    command = ["sh", "-c", script.replace("$$", "$")]
    return subprocess.run(command, env={**os.environ, "TURNTABLE_DATA": str(data)}, capture_output=True).returncode


def test_web_answers_with_several_processes(deployed):
    assert wait_until(lambda: len(set(re.findall(r"Started server process \[(\d+)\]", deployed.web.output))) == 2)
    for _ in range(10):
        assert get(f"{deployed.url}/health")[0] == 200


def test_web_answers_only_to_its_name(deployed):
    assert get(f"{deployed.url}/", {"Host": "127.0.0.1"})[0] == 400
    assert get(f"{deployed.url}/", {"Host": "evil.example"})[0] == 400


def test_the_database_is_migrated(deployed):
    with psycopg.connect(deployed.env["TURNTABLE_DATABASE_URL"]) as database:
        applied = database.execute("SELECT count(*) FROM django_migrations WHERE app = 'tournament'").fetchone()
    assert applied[0] >= 1


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_the_sweep_runs_again_and_again_and_the_health_check_sees_it(deployed, name):
    alive = deployed.data / f"{name}.alive"
    assert wait_until(alive.exists)
    before = alive.stat().st_mtime
    assert wait_until(lambda: alive.stat().st_mtime > before)
    assert wait_until(lambda: watch(name, deployed.data) == 0)


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_the_health_check_sees_when_the_sweep_stopped(tmp_path, name):
    assert watch(name, tmp_path) != 0
    (tmp_path / f"{name}.alive").touch()
    os.utime(tmp_path / f"{name}.alive", (time.time() - 60,) * 2)
    assert watch(name, tmp_path) != 0


def test_files_for_browsers_have_addresses_that_change_with_their_content(deployed):
    """And every web process puts them where they are found after the next upgrade."""
    style = re.search(r'href="(/static/([0-9a-f]{16})/(css/[^"]+))"', get(f"{deployed.url}/")[1])
    status, _, headers = get(deployed.url + style[1])
    assert (status, "immutable" in headers["cache-control"]) == (200, True)
    assert (deployed.data / "static" / style[2] / style[3]).exists()


def test_nothing_is_waiting_to_be_migrated(deployed):
    command = [*MANAGE, "migrate", "--check"]
    assert subprocess.run(command, cwd=PROJECT, env=deployed.env, capture_output=True).returncode == 0


def test_the_sweep_comes_back_when_redis_was_away(deployed):
    parts = (deployed.web, deployed.worker, deployed.beat)
    before = {part: len(part.output) for part in parts}
    deployed.redis.stop()
    for part in parts:
        assert wait_until(lambda part=part: "Redis doesn’t answer." in part.output[before[part] :])
    assert get(f"{deployed.url}/health")[0] == 200
    time.sleep(SECONDS_OF_AN_OUTAGE)
    for part in parts:
        outage_is_told_briefly(part.output[before[part] :])
    back = time.time()
    deployed.redis.start()
    assert wait_until(lambda: (deployed.data / "worker.alive").stat().st_mtime > back)


def test_while_redis_is_away_codes_sign_in_screens_and_searches_go_on(deployed):
    """Each process counts wrong ones for itself."""
    browser = PlainBrowser(int(deployed.url.rpartition(":")[2]))
    deployed.redis.stop()
    try:
        forms = [("/table/", {"code": "ABC-DEFG"}), ("/login/", {"sign_in": "ruth", "password": "guess"})]
        assert [browser.submit(path, **fields) for path, fields in forms] == [403, 403]
        assert [browser.ask("GET", path)[0] for path in ("/screen", "/e/nothing/?q=ann", "/health")] == [200, 404, 200]
    finally:
        deployed.redis.start()
        browser.connection.close()


SECONDS_OF_AN_OUTAGE = 3
"""In which every part of the servers tries again several times."""


def outage_is_told_briefly(output: str) -> None:
    """One line a minute from each process, of which web has two; a library may add how it starts over."""
    assert "Traceback" not in output
    assert len([line for line in output.splitlines() if "ERROR" in line or "WARNING" in line]) <= 2, output


def test_an_outage_of_the_database_is_told_in_a_sentence_and_passes(deployed):
    url = deployed.env["TURNTABLE_DATABASE_URL"]
    server, _, name = url.rpartition("/")
    parts = (deployed.web, deployed.worker, deployed.beat)
    before = {part: len(part.output) for part in parts}
    with psycopg.connect(f"{server}/postgres", autocommit=True) as keeper:
        keeper.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        try:
            keeper.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
            assert wait_until(
                lambda: "The database doesn’t answer." in deployed.worker.output[before[deployed.worker] :]
            )
            for _ in range(10):
                status, page, _ = get(f"{deployed.url}/")
                assert (status, "reach its database right now" in page) == (503, True)
            time.sleep(SECONDS_OF_AN_OUTAGE)
        finally:
            keeper.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert wait_until(lambda: get(f"{deployed.url}/")[0] == 200)
    for part in parts:
        outage_is_told_briefly(part.output[before[part] :])


ASK_FOR_PAPER = """
import django; django.setup()
from scoring import tasks
from tests.cast import Day
from tournament.actions import prints
day = Day("syg").people(8).until("published")
said = {"competition": day.pk, "what": "scoresheets", "paper": "a4", "site": "https://uno.example", "round_number": 1}
tasks.work_on_paper(prints.ask_paper(by=day.organiser, **said))
"""


def test_the_worker_makes_a_paper_and_any_web_process_finds_it(deployed):
    env = {**deployed.env, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    subprocess.run([sys.executable, "-c", ASK_FOR_PAPER], cwd=PROJECT, env=env, check=True, capture_output=True)
    with psycopg.connect(deployed.env["TURNTABLE_DATABASE_URL"], autocommit=True) as database:
        made = "SELECT step, pages, working, content FROM tournament_print"
        assert wait_until(lambda: database.execute(made).fetchone()[0] != "making")
        step, pages, working, content = database.execute(made).fetchone()
    assert (step, pages, working) == ("ready", 4, False)
    assert len(PrintedDocument(content).check().pages) == 4


def ask(url, **headers):
    """Status and headers, without following where they point."""
    connection = HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE)
    connection.request("GET", "/nothing-is-here/", headers=headers)
    answer = connection.getresponse()
    connection.close()
    return answer.status, dict(answer.getheaders())


def test_behind_a_proxy_nothing_travels_without_https(deployed, tmp_path):
    url = f"http://localhost:{(port := free_port())}"
    env = {**deployed.env, "TURNTABLE_HTTPS": "1", "UVICORN_PORT": str(port), "WEB_CONCURRENCY": "1"}
    with program(services()["web"]["command"], env, tmp_path / "web") as web:
        web.wait_for(lambda: get(f"{url}/health")[0] == 200)
        status, headers = ask(url)
        assert (status, headers["location"]) == (301, f"https://localhost:{port}/nothing-is-here/")
        assert ask(url, X_Forwarded_Proto="https")[0] == 301
        status, headers = ask(url, **{"X-Forwarded-Proto": "https"})
        assert (status, headers["strict-transport-security"]) == (404, "max-age=31536000")


@pytest.mark.parametrize("name", ["beat", "worker", "web"])
def test_each_stops_when_told(deployed, name):
    """The last test of the module: nothing is running afterwards. Open streams do not hold web back."""
    told = getattr(deployed, name)
    said_before = len(told.output)
    with ExitStack() as stack:
        for _ in range(20 if name == "web" else 0):
            stack.enter_context(listening(deployed.url, "competition:7", secret=SECRET)).hear("hello")
        assert told.stop() == 0
    assert "Traceback" not in told.output[said_before:]
