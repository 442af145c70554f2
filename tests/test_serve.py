"""`make run` on a laptop: it starts, says where it is, stops when told, and refuses in one sentence."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from tests.backends import free_port
from tests.compose import SECRET
from tests.programs import MANAGE, PATIENCE, PROJECT, StartedServer, environment, get, program, serving, wait_until
from tests.terminals import at_terminal
from tournament import addresses
from tournament.server import run, welcome

ADD_A_GROUP = "from django.contrib.auth.models import Group; Group.objects.create(name='umpires')"


def refusal(data, *options, **env):
    """What a server says that cannot start; it must say nothing else, and end with an error."""
    server = StartedServer(data, *options, **env)
    try:
        assert server.wait() == 1, server.output
    finally:
        server.kill()
    return server.output


def test_it_says_where_it_is_and_answers_there(tmp_path):
    """From nothing, as on a new machine."""
    with serving(tmp_path / "data") as server:
        port = server.url.rpartition(":")[2]
        assert f"On this laptop  http://localhost:{port}/" in server.output
        assert re.search(rf"Organiser       http://localhost:{port}/\S+", server.output)
        assert "\x1b" not in server.output  # no QR code in a file
        assert get(f"{server.url}/health")[0] == 200
        every_address_belongs_to_this_machine(server)
        many_are_let_in_at_once(server)
        the_log_holds_no_link_that_signs_in(server)


def test_commands_know_where_it_listens_while_it_runs(tmp_path):
    """Codes printed from the command line lead to the server that is there, whatever its port."""
    with serving(tmp_path / "data") as server:
        assert addresses.port_of_running_server(server.data) == int(server.url.rpartition(":")[2])
        assert f"(process {server.process.pid})" in refusal(server.data)
    assert addresses.port_of_running_server(tmp_path / "data") is None
    assert addresses.port_of_running_server(tmp_path / "nowhere") is None


def the_log_holds_no_link_that_signs_in(server):
    """Django names the address of a form that comes without its cookie."""
    link = re.search(r"http://\S+/login/(\S+)", server.output)
    assert get(link[0], body=b"")[0] == 403
    log = (server.data / "turntable.log").read_text()
    assert "Forbidden (CSRF cookie not set.): /login/…\n" in log
    assert link[1] not in log
    assert server.output.count(link[1]) == 1  # only where it is given to the organiser


def many_are_let_in_at_once(server):
    """As Linux tells of every file that a process has open: one door, as often as the server can let somebody in."""
    files = Path("/proc", str(server.process.pid), "fd")
    if files.exists():
        open_files = Counter(os.path.realpath(link) for link in files.iterdir())
        assert max(count for name, count in open_files.items() if "socket:" in name) == run.LET_IN_AT_ONCE


def every_address_belongs_to_this_machine(server):
    shown = re.findall(r"http://(\d+\.\d+\.\d+\.\d+):", server.output)
    assert shown == addresses.in_the_hall()
    for address in shown:
        with socket.socket() as taken:
            taken.bind((address, 0))
        assert not address.startswith("127.")


def test_what_was_erased_and_is_still_on_disk_goes_when_it_stops_and_when_it_starts(used):
    """A reader was in the way while it ran; or it was killed before it could be done."""

    def remains() -> int:
        with closing(sqlite3.connect(used / "turntable.sqlite3")) as database:
            return database.execute("SELECT count(*) FROM tournament_remains").fetchone()[0]

    def leave_remains() -> None:
        with closing(sqlite3.connect(used / "turntable.sqlite3", timeout=PATIENCE)) as database, database:
            database.execute("INSERT INTO tournament_remains (due_at, held_up_by) VALUES ('2999-01-01 00:00:00', '')")

    leave_remains()
    with serving(used) as server:
        assert remains() == 0
        leave_remains()
        server.send(signal.SIGINT)
        assert server.wait() == 0
    assert remains() == 0


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_it_cleanly(server, sig):
    """The last one comes when the terminal's window is closed."""
    server.send(sig)
    assert server.wait() == 0
    assert server.output.endswith("Stop with Ctrl-C; everything is kept.\n\nStopped.\n")


def test_it_ends_with_its_terminal_where_no_signal_comes(used):
    with at_terminal(used) as server:
        server.wait_until_ready()
        os.close(server.screen)
        assert server.wait() == 0
    assert "Traceback" not in (used / "turntable.log").read_text()


def test_a_server_that_was_started_to_outlive_its_terminal_does(used):
    with program(["nohup", *MANAGE, "serve", "--port", "0"], environment(used), used / "output") as server:
        server.wait_for(lambda: "Stop with Ctrl-C" in server.output)
        url = re.search(r"On this laptop  (\S+)/\n", server.output)[1]
        server.send(signal.SIGHUP)
        assert not wait_until(lambda: "Shutting down" in (used / "turntable.log").read_text(), seconds=2)
        assert get(f"{url}/health")[0] == 200
        assert server.stop() == 0


def has_open(process, file):
    """Whether the process has this file open; where the system does not tell, nobody can wait for it."""
    files = Path("/proc", str(process.pid), "fd")
    return not files.exists() or any(os.path.realpath(link) == str(file) for link in files.iterdir())


@contextmanager
def held(file):
    """Somebody else holds the database: whoever wants to use it waits, for up to five seconds."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        yield


def test_a_signal_while_it_still_starts_leaves_no_traceback(used):
    """The start waits for the database, and so can be interrupted."""
    file = used / "turntable.sqlite3"
    with ExitStack() as stack:
        with held(file):
            starting = stack.enter_context(
                program([*MANAGE, "serve", "--port", "0"], environment(used), used / "output")
            )
            starting.wait_for(lambda: has_open(starting.process, file))
            starting.send(signal.SIGINT)
        assert starting.wait() == 130
    assert starting.output == ""


def test_it_stops_while_somebody_is_still_sending(server):
    with server.connect() as idle, server.post_slowly() as sending:
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(15, socket.MSG_WAITALL) == b"HTTP/1.1 200 OK"
        sending.sendall(b"half")
        server.send(signal.SIGTERM)
        assert server.wait() == 0
        assert sending.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 503"
    assert "Traceback" not in server.output


def test_it_stops_while_an_answer_takes_its_time(server):
    """Somebody holds the database, so that the page waits for it; whoever stops the server does not: otherwise the
    answer would be what the database says in the end."""
    with held(server.data / "turntable.sqlite3"), server.post_slowly("/c/syg/", method="GET", length=1) as waiting:
        waiting.sendall(b"x")
        server.send(signal.SIGTERM)
        assert server.wait() == 0
        answer = waiting.makefile("rb").read().decode()
    assert answer.startswith("HTTP/1.1 503")
    assert "The server is stopping. Send it again in a moment." in answer
    assert "Traceback" not in server.output


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGKILL])
def test_starting_again_goes_on_where_it_was(used, sig):
    file = used / "turntable.sqlite3"
    with serving(used) as first:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("INSERT INTO auth_group (name) VALUES ('umpires')")
        first.send(sig)
        first.wait()
    (used / "output").unlink()
    with serving(used) as second:
        assert get(f"{second.url}/health")[0] == 200
        assert count_groups(file) == 1


def count_groups(file):
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("SELECT count(*) FROM auth_group").fetchone()[0]


def test_a_second_server_on_the_same_data_is_refused(server, tmp_path):
    command = [*server.command[:3], "--port", "0"]
    with program(command, server.env, tmp_path / "second") as second:
        assert second.wait() == 1
    assert second.output == (
        f"Turntable is already running on {server.data} (process {server.process.pid}). "
        "Stop it first, or set TURNTABLE_DATA to another folder.\n"
    )
    assert get(f"{server.url}/health")[0] == 200


def test_many_who_come_at_once_are_let_in_together():
    """With 600 a second a hand waited behind all who had come before it, each of whom took a turn of the event loop."""
    uvloop = pytest.importorskip("uvloop")
    let_in: list[asyncio.BaseTransport] = []

    class Visitor(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            let_in.append(transport)

    async def turns_until_all_are_in(doors: Sequence[socket.socket]) -> int:
        loop = asyncio.get_running_loop()
        servers = [await loop.create_server(Visitor, sock=door) for door in doors]
        turns = 0
        while len(let_in) < 4 * run.LET_IN_AT_ONCE:
            await asyncio.sleep(0)
            turns += 1
        for open_one in (*servers, *let_in):
            open_one.close()
        await asyncio.gather(*(server.wait_closed() for server in servers))
        return turns

    with closing(run.listen(0)) as door, ExitStack() as visitors:
        for _ in range(4 * run.LET_IN_AT_ONCE):
            visitors.enter_context(socket.create_connection(("127.0.0.1", door.getsockname()[1])))
        assert uvloop.run(turns_until_all_are_in(run.doors(door))) < run.LET_IN_AT_ONCE


def test_a_taken_port_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        expected = f"Port {port} is in use by another program. Choose another: make run PORT=8080\n"
        assert refusal(tmp_path, "--port", str(port)) == expected


@pytest.mark.parametrize("port", ["abc", "65536", "８０"])
def test_a_port_that_is_none_is_refused(tmp_path, port):
    assert refusal(tmp_path, f"--port={port}") == f"The port must be a number from 0 to 65535, not “{port}”.\n"


def test_the_port_can_come_from_the_environment(used):
    port = free_port()
    server = StartedServer(used, "-v", "1", PORT=str(port))
    try:
        assert server.wait_until_ready().url == f"http://localhost:{port}"
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("folder", "reason"), [("/sys/turntable", "can’t be made"), ("/dev/null/turntable", "can’t be made")]
)
def test_a_data_folder_that_cannot_be_written_is_named(tmp_path, folder, reason):
    printed = refusal(tmp_path, TURNTABLE_DATA=folder)
    assert printed.startswith(f"TURNTABLE_DATA: the data folder {folder} {reason} (")
    assert printed.count("\n") == 1


def test_a_file_that_is_no_database_is_named(tmp_path):
    file = tmp_path / "turntable.sqlite3"
    file.write_bytes(b"not a database at all" * 100)
    (tmp_path / "secret-key").write_text(SECRET)
    sentence = f"The database {file} can’t be used: file is not a database. Put a good copy in its place.\n"
    assert refusal(tmp_path) == sentence
    assert file.read_bytes() == b"not a database at all" * 100


def test_a_damaged_database_is_noticed_before_the_first_round(used):
    file = used / "turntable.sqlite3"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] + b"\xff" * 4096 + whole[len(whole) // 2 + 4096 :])
    sentence = rf"The database {file} can’t be used: [^\n]+ Put a good copy in its place\.\n"
    assert re.fullmatch(sentence, refusal(used))


@pytest.mark.parametrize("lock", ["PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"])
def test_a_database_that_another_program_holds_is_healthy_and_not_to_be_replaced(used, lock):
    """Only whoever is told to close that program keeps what people entered."""
    file = used / "turntable.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        for statement in lock.split("; "):
            holder.execute(statement)
        sentence = "another program holds it. Close that program and start again."
        assert refusal(used) == f"The database {file} can’t be used: {sentence}\n"


def test_a_database_of_a_newer_version_is_left_alone(used):
    file = used / "turntable.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_later', '2099-01-01')"
        )
    database.close()
    assert refusal(used) == (
        f"The database {file} was made by a newer Turntable; start that one, or set TURNTABLE_DATA to another folder.\n"
    )


def without_newest_migration(data):
    """The database as it was before the newest migration, which it still has to go through. Answers its name."""
    *_, before, newest = sorted(path.stem for path in (PROJECT / "tournament/migrations").glob("0*.py"))
    subprocess.run([*MANAGE, "migrate", "tournament", before, "-v0"], cwd=PROJECT, env=environment(data), check=True)
    return newest


def test_before_a_database_is_updated_a_checked_backup_of_it_is_made_and_named(used):
    file = used / "turntable.sqlite3"
    newest = without_newest_migration(used)
    (used / "backups").mkdir()
    (used / "backups/turntable-00001-2026-01-01-000000-regular.sqlite3.1.unfinished").touch()  # a start that was killed
    with serving(used) as server:
        copy = Path(re.search(r"A backup of it as it was: (\S+)", server.output)[1])
        assert [*used.glob("backups/turntable-*")] == [copy]
        assert copy.stat().st_mode & 0o777 == 0o600
        server.stop()
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert (newest,) not in database.execute("SELECT name FROM django_migrations").fetchall()
    with sqlite3.connect(file) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999', '2099-01-01')"
        )
    database.close()
    assert refusal(used).endswith(f" A backup from before its update is {copy}.\n")


def test_a_database_that_needs_no_update_is_not_copied(server):
    assert not [*server.data.glob("backups/turntable-*")]


def test_where_the_copy_does_not_fit_the_database_stays_as_it_is(used):
    file = used / "turntable.sqlite3"
    without_newest_migration(used)
    before = file.read_bytes()
    command = ["sh", "-c", 'ulimit -f 512 && exec "$@"', "sh", *MANAGE, "serve", "--port", "0"]
    with program(command, environment(used), used / "output") as server:
        assert server.wait() == 1
    assert re.fullmatch(
        r"The database must be updated, and the backup that is made first failed \([^\n]+\)\. "
        r"Free at least 1 MB and start again\.\n",
        server.output,
    )
    assert file.read_bytes() == before
    assert not [*used.glob("backups/turntable-*")]


def test_a_lock_or_a_log_that_is_no_file_is_named(used):
    for name in ("serve.lock", "turntable.log"):
        (used / name).mkdir()
        assert refusal(used) == f"{used / name} is a folder, but must be a file. Move it away and start again.\n"
        (used / name).rmdir()
        (used / "output").unlink()


def test_a_new_secret_is_made_beside_a_database_only_if_somebody_agrees(used):
    key = used / "secret-key"
    before = key.read_text()
    key.write_text("half of i")
    with at_terminal(used) as server:
        server.wait_for(lambda: "Go on with a new key?\n[y/N] " in server.output)
        assert "With a new key everybody must sign in again" in server.output
        server.type("")
        server.wait_for(lambda: "Not started. Put the secret key back" in server.output)
        assert (server.wait(), key.read_text()) == (1, "half of i")
    with at_terminal(used) as server:
        server.wait_for(lambda: "[y/N] " in server.output)
        server.type("y")
        server.wait_until_ready()
        assert len(key.read_text()) > 50
        assert key.read_text() != before
        assert (used / "secret-key.damaged").read_text() == "half of i"


def test_it_refuses_to_be_a_server_for_servers(tmp_path):
    urls = {"TURNTABLE_DATABASE_URL": "postgres://u:p@h/d", "TURNTABLE_REDIS_URL": "redis://h"}
    assert refusal(tmp_path, TURNTABLE_ALLOWED_HOSTS="a.example", **urls) == (
        "With TURNTABLE_REDIS_URL set, web, worker and beat run as processes of their own; "
        "docker-compose.yml shows their commands.\n"
    )


SHOW = """
import sys
from tournament.server import welcome
welcome.show(sys.stdout, port=8000, hall=["192.168.1.7", "10.0.0.3"], login_path="/x")
"""


def shown_in_a_terminal(**env):
    """What `welcome.show` prints into a real terminal, read back from its other end."""
    master, slave = pty.openpty()
    subprocess.run([sys.executable, "-c", SHOW], cwd=PROJECT, env=environment(PROJECT, **env), stdout=slave, check=True)
    os.close(slave)
    with os.fdopen(master, "rb", buffering=0) as terminal:
        return terminal.read(100_000).decode().replace("\r\n", "\n")


def read_by_phone(text):
    """Draws what a terminal would draw, and reads it as a phone's camera app would."""
    lines = re.findall(r"\x1b\[38;5;16;48;5;231m(.*?)\x1b\[0m", text)
    picture = Image.new("L", (len(lines[0]), 2 * len(lines)), 255)
    for y, line in enumerate(lines):
        for x, block in enumerate(line):
            for half, dark in enumerate((block in "█▀", block in "█▄")):
                picture.putpixel((x, 2 * y + half), 0 if dark else 255)
    (code,) = zxingcpp.read_barcodes(picture.resize((picture.width * 6, picture.height * 6)))
    return code.text


def test_a_terminal_shows_a_code_that_phones_can_read():
    text = shown_in_a_terminal(TERM="xterm-256color")
    assert read_by_phone(text) == "http://192.168.1.7:8000/"
    assert "  In the hall     http://192.168.1.7:8000/\n                  http://10.0.0.3:8000/\n" in text


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"TERM": "xterm", "PYTHONIOENCODING": "latin-1"}])
def test_a_simple_terminal_shows_no_code(env):
    text = shown_in_a_terminal(**env)
    assert "http://192.168.1.7:8000/" in text
    assert "\x1b" not in text


def test_without_a_network_it_says_so(capsys):
    welcome.show(sys.stdout, port=8000, hall=[], login_path="/x")
    assert "In the hall     this laptop isn’t on a network; connect to one and restart" in capsys.readouterr().out
