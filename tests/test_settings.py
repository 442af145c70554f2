"""The environment is read strictly: what cannot be meant is refused in one sentence that names the variable."""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import re
import stat
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.compose import SECRET
from tests.programs import MANAGE, PATIENCE, PROJECT, environment
from tournament.data_files import find_trouble
from tournament.environment import secret

SHOW = """
import json, tournament.settings as settings
print(json.dumps({name: value for name, value in vars(settings).items() if name.isupper()}, default=str))
"""
ON_SERVERS = {
    "TURNTABLE_DATABASE_URL": "postgres://cards:p%40ss@db.example:5433/hall?sslmode=require",
    "TURNTABLE_REDIS_URL": "redis://redis.example:6379/0",
    "TURNTABLE_SECRET_KEY": SECRET,
    "TURNTABLE_ALLOWED_HOSTS": "cards.example, .club.example",
    "TURNTABLE_HTTPS": "1",
}


def load(data: Path, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SHOW]
    return subprocess.run(command, cwd=PROJECT, env=environment(data, **env), capture_output=True, text=True)


def settings(data: Path, **env: str) -> dict:
    result = load(data, **env)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


POSTGRES = "postgres://user:password@host:5432/database"
MAIL = "smtp://user:password@mail.example:587?from=uno@club.example"


@pytest.mark.parametrize(
    ("variable", "value", "rest"),
    [
        ("DEBUG", "yes", " must be 0 or 1, not “yes”."),
        ("HTTPS", "on", " must be 0 or 1, not “on”."),
        ("TIME_ZONE", "Berlin", " must be a time zone such as Europe/Berlin, not “Berlin”."),
        ("TIME_ZONE", "../x", " must be a time zone such as Europe/Berlin, not “../x”."),
        ("ALLOWED_HOSTS", "a,*", " must be host names such as “cards.example,.club.example”, not “*”."),
        ("ALLOWED_HOSTS", "http://a", " must be host names such as “cards.example,.club.example”, not “http://a”."),
        ("DATABASE_URL", "mysql://u:secret@h/d", f" must look like {POSTGRES}"),
        ("DATABASE_URL", "postgres://u:secret@h:x/d", f" must look like {POSTGRES}"),
        ("DATABASE_URL", "postgres://u:secret@h/", f" doesn’t say which database: {POSTGRES}"),
        ("DATABASE_URL", POSTGRES, " and TURNTABLE_REDIS_URL go together: set both for servers, none for a laptop."),
        ("REDIS_URL", "localhost:6379", " must look like redis://host:6379/0"),
        *(
            ("EMAIL_URL", url, f" must look like {MAIL}")
            for url in (
                "mail.example",
                "http://mail.example?from=a@b",
                "smtp://mail.example",
                "smtp://?from=a@b.example",
                "smtp://u:secret@mail.example:x?from=a@b.example",
                "smtp://mail.example/inbox?from=a@b.example",
                "smtp://mail.example?from=nobody",
                "smtp://mail.example?from=a@b.example&tls=maybe",
                "smtp://mail.example?from=a@b.example&password=secret",
            )
        ),
        ("SECRET_KEY", "short", " is too short for a secret: use at least 50 random characters."),
        *(
            ("SECRET_KEY", key, " repeats itself too much for a secret: use at least 50 random characters.")
            for key in ("x" * 64, "abc123" * 10, "0123456789abcdef" * 4, "change-me-please " * 4)
        ),
        ("ALOWED_HOSTS", "a.example", " isn’t a Turntable setting; docs/servers.md lists them all."),
        ("DATA", "/dev/null/x", ": the data folder /dev/null/x can’t be made (Not a directory)."),
    ],
)
def test_a_wrong_value_is_refused_in_one_sentence(tmp_path, variable, value, rest):
    result = load(tmp_path, **{f"TURNTABLE_{variable}": value})
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"TURNTABLE_{variable}{rest}\n")


def test_a_file_where_the_data_folder_should_be_is_left_alone(tmp_path):
    file = tmp_path / "data"
    file.write_text("somebody’s")
    result = load(tmp_path, TURNTABLE_DATA=str(file))
    assert (result.returncode, result.stderr) == (1, f"TURNTABLE_DATA: {file} is a file, not a folder.\n")
    assert file.read_text() == "somebody’s"


def test_servers_need_to_know_their_name(tmp_path):
    result = load(tmp_path, **ON_SERVERS | {"TURNTABLE_ALLOWED_HOSTS": ""})
    sentence = "TURNTABLE_ALLOWED_HOSTS must name the host people open, such as cards.example.\n"
    assert (result.returncode, result.stderr) == (1, sentence)


def test_a_laptop_gets_sqlite_that_many_tablets_can_write_to(tmp_path):
    found = settings(tmp_path)
    assert found["DATABASES"]["default"] == {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(tmp_path / "turntable.sqlite3"),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        },
    }
    assert (found["CELERY_BROKER_URL"], found["DEBUG"], found["SESSION_COOKIE_SECURE"]) == (
        "memory://localhost/",
        False,
        False,
    )


def test_servers_get_postgres_and_redis(tmp_path):
    found = settings(tmp_path, **ON_SERVERS)
    assert found["DATABASES"]["default"] == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "hall",
        "USER": "cards",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 5,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
            "options": "-c lock_timeout=5s",
            "sslmode": "require",
        },
    }
    assert found["CELERY_BROKER_URL"] == "redis://redis.example:6379/0"
    assert found["ALLOWED_HOSTS"] == ["cards.example", ".club.example"]
    assert not (tmp_path / "secret-key").exists()


def test_options_of_the_address_join_ours(tmp_path):
    url = "postgres://cards:x@db.example/hall?options=-c%20work_mem%3D8MB&tcp_user_timeout=3000"
    found = settings(tmp_path, **{**ON_SERVERS, "TURNTABLE_DATABASE_URL": url})
    options = found["DATABASES"]["default"]["OPTIONS"]
    assert (options["options"], options["tcp_user_timeout"]) == ("-c lock_timeout=5s -c work_mem=8MB", "3000")


def test_a_postgres_socket_can_be_given_as_host(tmp_path):
    url = "postgres:///hall?host=/run/postgresql&user=cards"
    found = settings(tmp_path, **ON_SERVERS | {"TURNTABLE_DATABASE_URL": url})["DATABASES"]["default"]
    assert (found["HOST"], found["OPTIONS"]["host"], found["OPTIONS"]["user"]) == ("", "/run/postgresql", "cards")


@pytest.mark.parametrize(
    ("url", "port", "user", "ssl", "tls"),
    [
        ("smtp://uno%40club:p%40ss@mail.example?from=uno@club.example", 587, ["uno@club", "p@ss"], False, True),
        ("smtp://mail.example:25?from=uno@club.example&tls=no", 25, ["", ""], False, False),
        ("smtps://uno:pass@mail.example?from=uno@club.example", 465, ["uno", "pass"], True, False),
    ],
)
def test_mail_goes_by_the_server_that_is_named(tmp_path, url, port, user, ssl, tls):
    found = settings(tmp_path, TURNTABLE_EMAIL_URL=url)
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example", port)
    assert [found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]] == user
    assert (found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == (ssl, tls)
    assert (found["DEFAULT_FROM_EMAIL"], found["EMAIL_BACKEND"].rpartition(".")[0]) == (
        "uno@club.example",
        "django.core.mail.backends.smtp",
    )


def test_without_a_mail_server_nothing_is_mailed(tmp_path):
    found = settings(tmp_path)
    assert (found["MAIL"], found["EMAIL_BACKEND"]) == (None, "django.core.mail.backends.dummy.EmailBackend")


def test_the_secret_is_made_once_for_the_owner_alone(tmp_path):
    data = tmp_path / "data"
    first, second = settings(data)["SECRET_KEY"], settings(data)["SECRET_KEY"]
    assert first == second
    assert len(first) >= 50
    assert stat.S_IMODE((data / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_of_two_first_starts_the_second_waits_and_takes_the_secret_of_the_first(tmp_path, monkeypatch):
    """The first has made the file and not yet written into it when the second asks for it."""
    asked, lock = threading.Event(), fcntl.flock

    def noticed(*arguments: Any) -> None:
        asked.set()
        lock(*arguments)

    with (tmp_path / "secret-key").open("w") as first, ThreadPoolExecutor(1) as second:
        lock(first, fcntl.LOCK_EX)
        monkeypatch.setattr(fcntl, "flock", noticed)
        answer = second.submit(secret, "TURNTABLE_SECRET_KEY", tmp_path)
        assert asked.wait(PATIENCE)
        first.write(SECRET)
        first.close()
        assert answer.result(PATIENCE) == SECRET


@pytest.mark.parametrize(
    ("left", "what"),
    [(None, "missing"), ("", "damaged"), ("half", "damaged"), (b"\xff\xfe", "damaged"), (b"\0" * 68, "damaged")],
)
def test_without_its_secret_a_database_is_not_opened_until_somebody_says_so(tmp_path, left, what):
    (tmp_path / "turntable.sqlite3").touch()
    key = tmp_path / "secret-key"
    if left is not None:
        key.write_bytes(left if isinstance(left, bytes) else left.encode())
    result = load(tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"The secret key {key} is {what}, but the database beside it was made with one. ")
    assert result.stderr.endswith(" To go on with a new key, set TURNTABLE_NEW_KEY=1 once.\n")
    assert key.exists() == (left is not None)
    found = settings(tmp_path, TURNTABLE_NEW_KEY="1")
    assert found["SECRET_KEY"] == key.read_text().strip()
    assert settings(tmp_path, TURNTABLE_NEW_KEY="1")["SECRET_KEY"] == found["SECRET_KEY"]  # a whole one stays


def seen_by(user: int, folder: Path) -> str:
    """What `find_trouble` says to this user; what a process may do is decided by who it is."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        if os.geteuid() == 0:
            os.setuid(user)
        os.write(writer, find_trouble(folder).encode() or b"none")
        os._exit(0)
    os.waitpid(child, 0)
    return os.read(reader, 10_000).decode()


NOBODY = pwd.getpwnam("nobody")


@pytest.mark.parametrize(
    "name", ["secret-key", "turntable.sqlite3", "turntable.sqlite3-wal", "serve.lock", "turntable.log"]
)
def test_files_of_somebody_else_are_named_with_what_helps(name):
    """After a start with sudo some files belong to root."""
    with tempfile.TemporaryDirectory() as made:  # not pytest's own, which others may not look into
        folder = Path(made)
        folder.chmod(0o777)
        assert seen_by(NOBODY.pw_uid, folder) == "none"
        file = folder / name
        file.touch(mode=0o400)
        told = seen_by(NOBODY.pw_uid, folder)
    if os.geteuid() == 0:
        assert (
            told
            == f"{file} belongs to root, so nobody can’t use it. Make it yours again: sudo chown -R nobody {folder}"
        )
    else:
        assert told == f"{file} can’t be written. Allow it again: chmod -R u+rwX {folder}"


@pytest.mark.parametrize("name", ["secret-key", "turntable.sqlite3"])
def test_a_file_of_somebody_else_that_all_may_write_to_is_named_too(name):
    """It is to be for its owner alone, and only its owner can see to that."""
    if os.geteuid() != 0:
        pytest.skip("Only an administrator can make a file for somebody else.")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o777)
        (folder / name).touch()
        (folder / name).chmod(0o666)
        assert seen_by(NOBODY.pw_uid, folder).startswith(f"{folder / name} belongs to root, so nobody can’t use it.")
        assert find_trouble(folder) == ""


def test_a_disk_that_can_only_be_read_is_named():
    told = seen_by(NOBODY.pw_uid, Path("/sys"))
    if os.statvfs("/sys").f_flag & os.ST_RDONLY:
        assert told == "/sys is on a disk that can only be read. Set TURNTABLE_DATA to a folder on another disk."
    else:
        assert told.startswith("/sys belongs to root, so ")


def test_servers_pass_djangos_own_check(tmp_path):
    command = [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"]
    result = subprocess.run(
        command, cwd=PROJECT, env=environment(tmp_path, **ON_SERVERS), capture_output=True, text=True
    )
    assert (result.returncode, result.stderr) == (0, "")


READ_IN = ("tournament/settings.py", "tournament/environment.py")


def test_every_variable_is_explained_in_the_readme():
    read = {name for file in READ_IN for name in re.findall(r"\"(TURNTABLE_[A-Z_]+)\"", (PROJECT / file).read_text())}
    explained = set(re.findall(r"^\| `(TURNTABLE_[A-Z_]+)`", (PROJECT / "docs/servers.md").read_text(), re.MULTILINE))
    assert read == explained


def test_browsers_are_told_to_trust_nothing_foreign(client):
    headers = client.get("/nothing-is-here/").headers
    assert sorted(headers["Content-Security-Policy"].split("; ")) == [
        "base-uri 'none'",
        "default-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "object-src 'none'",
    ]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Permissions-Policy"].startswith("camera=()")
    assert headers["X-Frame-Options"] == "DENY"


LOG = """
import django, logging, sys
django.setup()
name, token = sys.argv[1:]
log = logging.getLogger("tournament")
log.warning("Forbidden (CSRF cookie not set.): %s", f"/login/{token}")
try:
    raise ValueError(f"refused at http://hall/login/{token}?next=/\\nDETAIL:  Key (name)=({name}) already exists.")
except ValueError as problem:
    log.exception("Something failed.")
    log.error("Said again: %s", problem)
    log.error("Internal Server Error: %s", f"/join/{token}")
    log.error("Where: %r", f"/login/{token}", stack_info=True)
    log.error("Internal Server Error: %s", f"/t/{token}")
"""


def test_the_log_holds_no_name_that_the_database_quotes_and_no_link_to_come_in(tmp_path):
    """Postgres quotes the row it refuses, and rows hold names. Django names the address it refuses."""
    env = environment(tmp_path, DJANGO_SETTINGS_MODULE="tournament.settings")
    command = [sys.executable, "-c", LOG, "Lovelace", "s3cr3t-Token_9"]
    result = subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, text=True)
    for log in (result.stderr, (tmp_path / "turntable.log").read_text()):
        assert "ERROR tournament: Something failed." in log
        assert "ValueError: refused at http://hall/login/…\n" in log
        assert "WARNING tournament: Forbidden (CSRF cookie not set.): /login/…\n" in log
        assert "ERROR tournament: Internal Server Error: /join/…\n" in log
        assert "ERROR tournament: Internal Server Error: /t/…\n" in log
        assert "ERROR tournament: Where: '/login/…'\nStack (most recent call last)" in log
        assert "Lovelace" not in log
        assert "s3cr3t" not in log


def test_a_laptop_starts_without_the_library_of_redis(tmp_path):
    """It would cost each start of each command a tenth of a second."""
    program = (
        "import django, sys; django.setup(); import tournament.urls, tournament.asgi; print('redis' in sys.modules)"
    )
    env = environment(tmp_path, DJANGO_SETTINGS_MODULE="tournament.settings")
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, env=env, capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
