"""The real things that tests may ask for; the fixtures' names say what they get.

    server          `manage.py serve` with its own data folder, as `make run` starts it
    used            the data folder of a server that was started before
    deployed        web, worker and beat with the commands of docker-compose.yml, on real Postgres and Redis
    commits         everything a test writes is really committed, for threads that must see it
    site            the whole site inside the test's process, so that a test can write rows and open pages
    browser, page   a real Chromium, in tests/browser; `page` fails the test if the browser's console shows an error
    postgres        a real Postgres; postgres.new_database() is the address of an empty database
    redis_url       a real Redis, empty
    database_of_a_program   the environment of a program with a database of its own, on SQLite and on Postgres
    both_databases  runs every test of a module twice, on SQLite and on Postgres
    on_postgres     runs the tests of a module on Postgres only

Tests marked django_db run on SQLite unless their module asks for one of the last two:
`pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]`.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.management import call_command
from django.core.signals import setting_changed
from django.db import connection, connections
from django.db.utils import ConnectionHandler
from django.test import TransactionTestCase
from django.test.client import ClientHandler
from hypothesis import HealthCheck
from hypothesis import settings as examples
from pytest_django import DjangoDbBlocker
from xdist.scheduler.loadfile import LoadFileScheduling

from tests.backends import Postgres, SharedPostgres, postgres_server, redis_server
from tests.compose import Deployed, deployment
from tests.databases import default_database, empty_all_tables
from tests.programs import MANAGE, PROJECT, StartedServer, environment, serving, wait_until
from tests.scheduling import TwoEndedScheduling, put_the_longest_first
from tests.shared import kept_between_runs, once_for_all
from tests.sites import Site, site_in_process
from tournament.call_stack import with_room
from tournament.environment import parsed_postgres

pytest_plugins = ["tests.costs"]
SHARED = pytest.StashKey[SharedPostgres]()

# The same examples in every run: a test that passed yesterday passes today.
examples.register_profile(
    "same",
    max_examples=50,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
examples.load_profile("same")


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Postgres]:
    """The one that all workers share, or one of this process's own."""
    workerinput = getattr(request.config, "workerinput", {})
    if "postgres" not in workerinput:
        with postgres_server() as server:
            yield server
        return
    shared = Postgres(workerinput["postgres"], workerinput["workerid"])
    assert wait_until(shared.answers)
    yield shared


@pytest.fixture(scope="session")
def redis_for_all() -> Iterator[str]:
    with redis_server() as server:
        yield server.connection_url


@pytest.fixture
def redis_url(redis_for_all: str) -> str:
    with redis.Redis.from_url(redis_for_all) as client:
        client.flushall()
    return redis_for_all


def pytest_configure(config: pytest.Config) -> None:
    """Tests started in the background, or with nohup, are deaf to Ctrl-C or to a terminal that closes, and so would be
    the programs they start."""
    gc.disable()  # until all tests are read: none of that is garbage, and to look for it took a quarter of the time
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)
    if config.getoption("tx", None):  # workers
        config.stash[SHARED] = SharedPostgres()
        config.add_cleanup(config.stash[SHARED].stop)


def pytest_configure_node(node: Any) -> None:
    """What every worker is told when it begins."""
    node.workerinput["postgres"] = node.config.stash[SHARED].port


def pytest_sessionstart(session: pytest.Session) -> None:
    """Where nothing is compiled yet, each worker would prepare the asserts of all tests, eight seconds' work. So each
    begins with a share of the modules, and finds those of the others ready."""
    worker = getattr(session.config, "workerinput", None)
    tests = Path(__file__).parent
    if worker is None or [Path(name).resolve() for name in session.config.args] != [tests]:
        return
    own = sorted(tests.rglob("test_*.py"))[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]
    for path in own:
        with suppress(Exception):  # pytest says it when it reads the module
            import_module(".".join(path.relative_to(PROJECT).with_suffix("").parts))


def pytest_xdist_auto_num_workers() -> int:
    """Two for each processor, because tests that drive a browser or a server wait for a fifth of their time even then;
    and one that fills that in: see TwoEndedScheduling."""
    return 2 * (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Who runs what; another way than .ci/tests asks for stays xdist's own."""
    return TwoEndedScheduling(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    put_the_longest_first(items)


def pytest_collection_finish() -> None:
    """Thousands of tests have been read and stay: Python need not look through them for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """All tests, in a worker too, with the room that a server gives its requests: pytest and a client stand between
    them and the pages' loops. It saves up to a fifth of what pages cost here. The others' ways to run tests are
    asked without this one, which would ask for ever."""
    own = session.config.pluginmanager.getplugin(__file__)
    others = session.config.pluginmanager.subset_hook_caller("pytest_runtestloop", remove_plugins=[own])
    return with_room(partial(others, session=session))


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for all processes of this test run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def middleware_is_loaded_once() -> Iterator[None]:
    """For all clients of this process, as a server loads it for all visitors; anew once a setting is another. A client
    alone would look through all static files before its first page."""
    loaded: dict[str, Any] = {}
    load = ClientHandler.load_middleware

    def load_once(handler: ClientHandler, is_async: bool = False) -> None:
        if not loaded:
            load(handler, is_async)
            loaded.update({name: part for name, part in vars(handler).items() if "middleware" in name})
        vars(handler).update(loaded)

    def forget(**_: Any) -> None:
        loaded.clear()

    setting_changed.connect(forget)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "load_middleware", load_once)
        yield


@pytest.fixture(scope="session")
def migrated(request: pytest.FixtureRequest) -> Path:
    """A data folder whose database went through the migrations, to be copied."""
    assert request.config.cache
    return kept_between_runs(request.config.cache.mkdir("databases"), migrate)


@pytest.fixture
def used(tmp_path: Path, migrated: Path) -> Path:
    """A data folder in which a server was started before, so that its database has its tables."""
    return Path(shutil.copytree(migrated, tmp_path / "data"))


def migrate(folder: Path) -> None:
    folder.mkdir()
    subprocess.run([*MANAGE, "migrate", "-v0"], cwd=PROJECT, env=environment(folder), check=True)


@pytest.fixture
def server(used: Path) -> Iterator[StartedServer]:
    with serving(used) as running:
        yield running


@pytest.fixture(scope="module")
def deployed(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    folder, database = tmp_path_factory.mktemp("deployed"), postgres.new_database()
    with redis_server() as valkey, deployment(folder, database=database, redis=valkey) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def database_of_a_program(request: pytest.FixtureRequest, used: Path) -> dict[str, str]:
    variables = {**os.environ, "TURNTABLE_DATA": str(used), "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres")
        variables |= {
            "TURNTABLE_DATABASE_URL": server.new_database(like=request.getfixturevalue("migrated_postgres")),
            "TURNTABLE_REDIS_URL": request.getfixturevalue("redis_url"),
            "TURNTABLE_ALLOWED_HOSTS": "localhost",
        }
    return variables


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: DjangoDbBlocker, migrated: Path
) -> Iterator[None]:
    """Each process has its own database: a copy of one that went through the migrations, once for all."""
    own = connection.settings_dict["TEST"]["NAME"]
    shutil.copy(migrated / "turntable.sqlite3", own)
    connection.close()
    connections.settings["default"]["NAME"] = connection.settings_dict["NAME"] = own
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_all_tables())
        yield


@pytest.fixture
def commits(transactional_db: None) -> None:
    """For threads that must see each other: everything is really committed, and deleted afterwards."""


@pytest.fixture
def site(commits: None) -> Iterator[Site]:
    with site_in_process() as running:
        yield running


@pytest.fixture(scope="session")
def migrated_postgres(
    postgres: Postgres, shared_folder: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> str:
    """The name of a database with its tables, to be copied."""

    def make(file: Path) -> None:
        url = postgres.new_database()
        with django_db_blocker.unblock(), default_database(settings_of(url)):
            call_command("migrate", verbosity=0)
        file.write_text(url.rpartition("/")[2])

    return once_for_all(shared_folder / "migrated-postgres", make).read_text()


@pytest.fixture(scope="session")
def postgres_settings(postgres: Postgres, migrated_postgres: str) -> dict[str, Any]:
    """Django's settings for a migrated Postgres database."""
    return settings_of(postgres.new_database(like=migrated_postgres))


def settings_of(url: str) -> dict[str, Any]:
    parsed = parsed_postgres("postgres", url)
    settings: dict[str, Any] = ConnectionHandler({"default": {**parsed, "CONN_MAX_AGE": 0}}).settings["default"]
    return settings


@pytest.fixture(scope="module")
def on_postgres(postgres_settings: dict[str, Any]) -> Iterator[None]:
    with default_database(postgres_settings):
        yield


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def both_databases(request: pytest.FixtureRequest) -> Iterator[str]:
    """A module at a time: pytest opens what belongs to a module before what belongs to a test, so that the database
    is in place when pytest-django begins its transaction."""
    if request.param == "sqlite":
        yield "sqlite"
        return
    with default_database(request.getfixturevalue("postgres_settings")):
        yield "postgresql"
