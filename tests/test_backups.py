"""Backups of the real program: beside 64 tablets that save, killed half-way, restored elsewhere and by the page."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.hall import TABLES
from tests.plain_browser import PlainBrowser
from tests.programs import MANAGE, PATIENCE, PROJECT, StartedServer, environment, get, serving, wait_until


def what_came_of(what: str, data: Path) -> dict:
    data.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "tests.backed_up", what]
    env = environment(data, DJANGO_SETTINGS_MODULE="tournament.settings")
    result = subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_a_backup_beside_64_tablets_lacks_nothing_and_the_hall_goes_on_with_it(tmp_path):
    """It holds every hand acknowledged before it began. Restored into an empty folder, printed codes open, open tablets
    go on, and what they send again is saved once."""
    found = what_came_of("saving", tmp_path / "data")
    assert found["lacking"] == [0, 0, 0]
    assert (found["codes that open"], found["went on"], found["doubled"]) == (TABLES, {"as before": TABLES}, 0)
    assert found["hands"] > TABLES


def test_killed_at_any_moment_nothing_half_is_called_good_and_a_second_try_ends_it(tmp_path):
    found = what_came_of("killed", tmp_path / "data")
    for work, moments in found.items():
        assert sum(moments.values()) == 30, work
        killed = sum(times for what, times in moments.items() if what.startswith("killed"))
        assert killed > 5, (work, moments)  # the others had ended: a busy machine is slower at one moment than another


# On a laptop


def test_a_server_that_stops_makes_one_if_something_changed_and_the_next_start_none(used):
    """Somebody may take the stick and go."""
    add_line(used)
    with serving(used) as server:
        wait_for_backups(used, 1)
        assert server.stop() == 0
    assert reasons(used) == ["regular"]
    (used / "output").unlink()
    with serving(used) as server:
        add_line(used)
        assert server.stop() == 0
    assert reasons(used) == ["regular", "regular"]


def test_a_server_with_nothing_in_it_makes_none(server):
    assert server.stop() == 0
    assert reasons(server.data) == []


def test_the_keeper_restores_one_on_the_page_and_the_same_port_goes_on(used):
    """Whoever asks while the server starts anew waits at its door."""
    add_line(used)
    key = (used / "secret-key").read_text()
    with serving(used) as server:
        keeper = signed_in(server)
        run(used, "backup")
        add_line(used)
        number = int(newest(used, "by-hand").name.split("-")[1])
        page = opened(keeper, f"/backups/{number}/")
        assert "1 log line would be lost" in page
        request = re.search(r'name="request" value="(\w+)"', page)[1]
        assert keeper.submit(f"/backups/{number}/", request=request) == 200
        server.wait_for(lambda: "The backup was restored." in server.output)
        assert get(f"{server.url}/health")[0] == 200
        server.wait_for(lambda: server.output.count("Stop with Ctrl-C") == 2)
        assert lines(used / "turntable.sqlite3") == lines(newest(used, "by-hand")) == 1
        assert "Last backup" in opened(keeper, "/backups/")  # still signed in
        keeper.connection.close()
        assert server.stop() == 0
    assert lines(newest(used, "before-restoring")) == 2
    assert (used / "secret-key").read_text() == key


def signed_in(server: StartedServer) -> PlainBrowser:
    """The keeper, by the link in the terminal."""
    browser = PlainBrowser(int(server.url.rpartition(":")[2]))
    browser.ask("GET", re.search(r"(/login/\S+)", server.output)[1])
    assert browser.submit("/welcome/", name="Ruth Katoa") == 302
    return browser


def opened(browser: PlainBrowser, path: str) -> str:
    """A page. A connection that ended meanwhile is opened anew, as browsers do."""
    wait_until(lambda: browser.ask("GET", path)[0])
    page = browser.ask("GET", path)[1].decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    browser.token = token[1] if token else browser.token
    return page


def test_a_backup_with_another_key_is_restored_beside_a_running_server(used, tmp_path):
    add_line(used)
    other = tmp_path / "other"
    with serving(other) as server:
        run(used, "backup")
        told = run(other, "restore", str(newest(used, "by-hand")), "--yes")
        assert "Turntable is starting again with the backup." in told.stdout
        server.wait_for(lambda: server.output.count("Stop with Ctrl-C") == 2)
        assert get(f"{server.url}/health")[0] == 200
        assert server.stop() == 0
    assert (other / "secret-key").read_text().strip() == (used / "secret-key").read_text().strip()
    assert lines(other / "turntable.sqlite3") == lines(used / "turntable.sqlite3")
    assert (other / "turntable.sqlite3").stat().st_mode & 0o777 == 0o600


def test_two_programs_that_make_one_at_once_make_two(used):
    add_line(used)
    command = [*MANAGE, "backup"]
    programs = [subprocess.Popen(command, cwd=PROJECT, env=environment(used), stdout=subprocess.DEVNULL) for _ in "ab"]
    assert [each.wait(PATIENCE) for each in programs] == [0, 0]
    names = sorted(path.name[:15] for path in (used / "backups").glob("turntable-*"))
    assert names == ["turntable-00001", "turntable-00002"]


def test_on_a_new_laptop_numbers_go_on_so_that_a_stick_of_the_old_one_is_in_order(used, tmp_path):
    add_line(used)
    for _ in range(3):
        run(used, "backup")
    new = tmp_path / "new"
    new.mkdir()
    run(new, "restore", str(newest(used, "by-hand")), "--yes")
    run(new, "backup")
    assert newest(new, "by-hand").name.startswith("turntable-00004-")


def test_the_terminal_says_what_would_be_lost_and_asks(used):
    add_line(used)
    run(used, "backup")
    add_line(used)
    backup, database = newest(used, "by-hand"), used / "turntable.sqlite3"
    told = run(used, "restore", str(backup), status=1)
    assert "1 log line would be lost: it was saved since." in told.stdout
    assert told.stderr == "CommandError: Nobody can be asked here. To restore it without a question, add --yes.\n"
    assert lines(database) == 2
    assert "The backup is restored." in run(used, "restore", str(backup), "--yes").stdout
    assert lines(database) == 1
    assert b"turntable_backup" not in database.read_bytes()  # nor the key, which has a file of its own


def test_a_copy_of_the_database_by_hand_is_restored_with_the_present_key(used, tmp_path):
    """As earlier versions made them, and their docs told people to."""
    add_line(used)
    copy, key = tmp_path / "turntable-before-2026.sqlite3", (used / "secret-key").read_text()
    with closing(sqlite3.connect(used / "turntable.sqlite3")) as database, closing(sqlite3.connect(copy)) as target:
        database.backup(target)
    add_line(used)
    told = run(used, "restore", str(copy), "--yes")
    assert "It has no secret key, so the present one stays" in told.stdout
    assert (lines(used / "turntable.sqlite3"), (used / "secret-key").read_text()) == (1, key)


def test_a_database_that_cannot_be_read_is_put_aside_for_the_backup(used):
    add_line(used)
    run(used, "backup")
    database = used / "turntable.sqlite3"
    database.write_bytes(b"not a database at all" * 1000)
    told = run(used, "restore", str(newest(used, "by-hand")), "--yes")
    assert "What is there now can’t be read, so nobody can say what would be lost." in told.stdout
    assert lines(database) == 1
    [aside] = used.glob("turntable-damaged-*.sqlite3")
    assert aside.read_bytes().startswith(b"not a database")


def test_what_cannot_be_restored_changes_nothing(used, tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("milk, eggs")
    before = (used / "turntable.sqlite3").read_bytes()
    for file, sentence in (
        (text, f"{text} isn’t a backup of Turntable."),
        (used / "turntable.sqlite3", "That’s the database itself. Choose a backup."),
    ):
        told = run(used, "restore", str(file), "--yes", status=1)
        assert told.stderr == f"CommandError: Nothing was restored: {sentence}\n"
    assert (used / "turntable.sqlite3").read_bytes() == before
    assert reasons(used) == []


def test_a_staged_backup_that_turned_out_damaged_costs_nothing(used):
    add_line(used)
    (used / "restore.sqlite3").write_bytes(b"SQLite format 3\0" + b"\0" * 5000)
    with serving(used) as server:
        assert "Nothing was restored: " in server.output
        assert not (used / "restore.sqlite3").exists()
    assert lines(used / "turntable.sqlite3") == 1


def test_another_secret_key_from_outside_is_named(used):
    add_line(used)
    run(used, "backup")
    env = {"TURNTABLE_SECRET_KEY": "from-outside-" + "0123456789abcdef" * 4}
    told = run(used, "restore", str(newest(used, "by-hand")), "--yes", status=1, **env)
    assert "This backup has another secret key than TURNTABLE_SECRET_KEY." in told.stderr


def test_a_folder_that_cannot_be_written_stops_no_server(used):
    add_line(used)
    (used / "backups").write_text("in the way")
    with serving(used) as server:
        assert wait_until(lambda: "The backup failed" in (used / "turntable.log").read_text())
        assert get(f"{server.url}/health")[0] == 200
        assert server.stop() == 0


def add_line(data: Path) -> None:
    """Something happened: a line of the log."""
    with closing(sqlite3.connect(data / "turntable.sqlite3", timeout=PATIENCE)) as database, database:
        database.execute(
            "INSERT INTO tournament_logentry (at, by, role, what, facts, request, event_id)"
            " VALUES ('2026-05-16 10:00:00', 'Ruth Katoa', 'organiser', 'entries closed', '{}', '', 1)"
        )


def lines(database: Path) -> int:
    with closing(sqlite3.connect(database)) as rows:
        return rows.execute("SELECT count(*) FROM tournament_logentry").fetchone()[0]


def reasons(data: Path) -> list[str]:
    names = sorted(path.name for path in (data / "backups").glob("turntable-*.sqlite3"))
    return [re.fullmatch(r"turntable-\d{5}-[\d-]{17}-(.*)\.sqlite3", name)[1] for name in names]


def newest(data: Path, reason: str) -> Path:
    return sorted((data / "backups").glob(f"turntable-*-{reason}.sqlite3"))[-1]


def wait_for_backups(data: Path, number: int) -> None:
    assert wait_until(lambda: len(reasons(data)) == number)


def run(data: Path, *words: str, status: int = 0, **more: str) -> subprocess.CompletedProcess:
    command = [*MANAGE, *words]
    told = subprocess.run(command, cwd=PROJECT, env=environment(data, **more), capture_output=True, text=True)
    assert told.returncode == status, told.stdout + told.stderr
    return told
