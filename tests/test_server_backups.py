"""The dumps that docker-compose.yml makes of Postgres: checked, let go in time, restored as docs/servers.md says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.backends import Postgres, programs_and_rights
from tests.compose import services
from tests.programs import PROJECT, Program, program, wait_until

DAY = 24 * 60 * 60


@pytest.fixture
def env(postgres: Postgres, migrated_postgres: str, tmp_path: Path) -> dict[str, str]:
    """Of the service, with a database of its own and a folder in place of its volume."""
    database = urlsplit(postgres.new_database(like=migrated_postgres))
    with psycopg.connect(database.geturl()) as connection:
        connection.execute("INSERT INTO auth_group (name) VALUES ('umpires')")
    folder = tmp_path / "backups"
    folder.mkdir()
    programs = tmp_path / "programs"
    programs.mkdir()
    return {
        "PATH": f"{programs_and_rights(programs)[0]}:{os.environ['PATH']}",
        "PGHOST": str(database.hostname),
        "PGPORT": str(database.port),
        "PGUSER": str(database.username),
        "PGDATABASE": database.path.strip("/"),
        "BACKUPS": str(folder),
    }


@contextmanager
def service(env: dict[str, str]) -> Iterator[Program]:
    """As compose starts it, which makes one dollar of two."""
    command = [part.replace("$$", "$") for part in services()["backup"]["command"]]
    with program(command, env, Path(env["BACKUPS"]).with_name("output")) as running:
        yield running


def dumps(env: dict[str, str], kind: str = "turntable") -> list[str]:
    return sorted(path.name for path in Path(env["BACKUPS"]).glob(f"{kind}-*.dump"))


def groups(env: dict[str, str]) -> list[str]:
    url = f"postgres://{env['PGUSER']}@{env['PGHOST']}:{env['PGPORT']}/{env['PGDATABASE']}"
    with psycopg.connect(url) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM auth_group")]


def is_healthy(env: dict[str, str]) -> bool:
    script = services()["backup"]["healthcheck"]["test"][1].replace("$$", "$")
    return subprocess.run(["sh", "-c", script], env=env).returncode == 0


def test_a_dump_is_made_at_once_checked_and_restored_as_the_page_says(env):
    assert not is_healthy(env)
    with service(env):
        assert wait_until(lambda: dumps(env, "daily"))
    assert (len(dumps(env)), len(dumps(env, "daily")), is_healthy(env)) == (1, 1, True)
    file = Path(env["BACKUPS"], dumps(env)[0])
    assert file.stat().st_mode & 0o777 == 0o600
    with psycopg.connect(f"postgres://{env['PGUSER']}@{env['PGHOST']}:{env['PGPORT']}/{env['PGDATABASE']}") as database:
        database.execute("DELETE FROM auth_group")
        database.execute("INSERT INTO auth_group (name) VALUES ('since')")
    page = (PROJECT / "docs/servers.md").read_text()
    told = re.search(r"^docker compose run --rm backup (pg_restore .*)$", page, re.M)[1]
    command = told.replace("--dbname turntable", f"--dbname {env['PGDATABASE']}").replace("/backups/FILE", str(file))
    subprocess.run(shlex.split(command), env=env, check=True)
    assert groups(env) == ["umpires"]


def test_old_ones_go_once_a_new_one_is_good(env):
    old = {
        "turntable-2026-05-14-100000": 2,
        "turntable-2026-05-16-090000": 0.5,
        "daily-2026-05-15": 20,
        "daily-2026-03-15": 32,
    }
    for name, days in old.items():
        path = Path(env["BACKUPS"], f"{name}.dump")
        path.touch()
        os.utime(path, (time.time() - days * DAY, time.time() - days * DAY))
    with service({**env, "PGDATABASE": "nowhere"}) as failing:
        assert wait_until(lambda: "The backup failed; it is tried again in a minute." in failing.output)
        assert len(dumps(env)) + len(dumps(env, "daily")) == 4
    with service(env):
        assert wait_until(lambda: "turntable-2026-05-14-100000.dump" not in dumps(env))
        assert wait_until(lambda: len(dumps(env, "daily")) == 2)
    assert "turntable-2026-05-16-090000.dump" in dumps(env)
    assert "daily-2026-05-15.dump" in dumps(env, "daily")
