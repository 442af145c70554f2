"""A laptop’s backups: whole, checked, thinned, in two places, and gone when names are erased."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day
from tests.small_disk import fill, small_disk
from tournament import disk_space
from tournament.actions import erasing, removing
from tournament.actions.remains import clear_remains
from tournament.backups import contents, copying, making, restoring, second, status
from tournament.backups.contents import BadBackup, check
from tournament.backups.files import (
    BackupReason,
    backups_in,
    folder_inside,
    name_of,
    own_folder,
    read_notes,
    write_notes,
)
from tournament.management.commands.forget_rehearsal import forget
from tournament.models import Event
from tournament.rules.errors import Refused

pytestmark = [ON_SQLITE, pytest.mark.usefixtures("commits")]


@pytest.fixture(autouse=True)
def no_backups_of_others(commits: None) -> Iterator[None]:
    """Each test begins and ends without any."""

    def forget() -> None:
        shutil.rmtree(own_folder(), ignore_errors=True)
        Path(settings.DATA, "backups.json").unlink(missing_ok=True)
        while not making.asked.empty():
            making.asked.get_nowait()
        status.note_success(status.LAPTOP)
        status.note_success(status.SECOND)

    forget()
    yield
    forget()


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, as a USB stick is."""
    with small_disk(tmp_path / "STICK", 30) as folder:
        yield folder


def pull_out(stick: Path) -> None:
    """Its folder stays, empty, on the laptop's own disk."""
    subprocess.run(["umount", "--lazy", str(stick)], check=True)


def reasons(folder: Path | None = None) -> list[str]:
    return [backup.reason.value for backup in backups_in(folder or own_folder())]


def on_stick(stick: Path) -> list[int]:
    return [backup.number for backup in backups_in(folder_inside(stick))]


# Making one


def test_a_backup_holds_all_there_is_and_the_key_and_is_for_its_owner_alone():
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 20, 30])
    backup = making.make(BackupReason.BY_HAND)
    found = check(backup.path)
    assert (found.contents.hands, found.contents.entries, found.contents.events) == (1, 4, ("Youth weekend",))
    assert found.contents.log_lines > 4
    assert found.key == settings.SECRET_KEY
    assert [backup.path.stat().st_mode & 0o777, own_folder().stat().st_mode & 0o777] == [0o600, 0o700]
    assert sorted(file.name for file in own_folder().iterdir()) == ["lock", backup.path.name]


def test_what_is_saved_while_it_is_made_neither_disturbs_it_nor_is_half_in_it(monkeypatch):
    """Without a transaction of its own SQLite would begin again after each write, for ever while tablets save."""
    day = a_day("syg", 4, "running")
    monkeypatch.setattr(copying, "PAGES_IN_A_STEP", 16)
    steps = []

    def save(pace: object, *_: int) -> None:
        steps.append(len(steps))
        if len(steps) <= 12:
            day.hand(1, [OUT, 10, 20, 30])

    monkeypatch.setattr(copying._Pace, "step", save)
    found = check(making.make(BackupReason.REGULAR).path)
    assert found.contents.hands == 0
    assert len(steps) < 200
    assert contents.read_contents(connection.connection).hands == 12


def test_one_that_does_not_hold_what_the_database_held_is_never_called_good(monkeypatch):
    a_day("syg", 4, "entries open")
    held = contents.Contents(hands=1)
    monkeypatch.setattr(copying, "_copy", lambda *_, **__: held)
    with pytest.raises(BadBackup):
        making.make(BackupReason.REGULAR)
    assert [file.name for file in own_folder().iterdir()] == ["lock"]


def test_a_damaged_copy_is_never_called_good(monkeypatch):
    """The disk may lie: what it gives back is read, not what it was given."""
    a_day("syg", 4, "entries open")
    write = copying._write_to_disk

    def damage(path: Path) -> None:
        if path.suffix == ".unfinished":
            with path.open("r+b") as file:
                file.seek(path.stat().st_size // 2)
                file.write(b"\xff" * 9000)
        write(path)

    monkeypatch.setattr(copying, "_write_to_disk", damage)
    with pytest.raises(BadBackup, match="damaged"):
        making.make(BackupReason.REGULAR)
    assert [file.name for file in own_folder().iterdir()] == ["lock"]


def test_old_ones_are_let_go_but_one_from_before_an_update_stays():
    now = timezone.now()
    for number, (hours, reason) in enumerate(
        [(99 * 24, BackupReason.UPDATE), (99 * 24 - 1, BackupReason.REGULAR), (1, BackupReason.ROUND)], 1
    ):
        with time_machine.travel(now - timedelta(hours=hours)):
            making.make(reason)
        assert max(backup.number for backup in backups_in(own_folder())) == number
    making.make(BackupReason.REGULAR)
    assert reasons() == ["regular", "after-a-round", "before-an-update"]


def test_a_number_is_never_used_twice_even_if_the_files_are_gone():
    assert making.make(BackupReason.REGULAR).number == 1
    shutil.rmtree(own_folder())
    assert making.make(BackupReason.REGULAR).number == 2


def test_what_a_killed_program_left_is_taken_away():
    own_folder().mkdir()
    (own_folder() / "turntable-00001-2026-05-16-100000-regular.sqlite3.4711.unfinished").write_bytes(b"half")
    making.make(BackupReason.REGULAR)
    assert len([*own_folder().iterdir()]) == 2


# When


def test_before_an_event_is_removed_one_is_made():
    day = a_day("syg", 4, "entries open")
    removing.remove_event(by=day.organiser, event=day.event, name="Youth weekend")
    assert reasons() == ["before-removing"]
    assert check(backups_in(own_folder())[0].path).contents.events == ("Youth weekend",)


def test_before_several_rehearsals_are_forgotten_together_one_is_made():
    """Not one for each, in the middle of the transaction: hands would wait."""
    for name in ("First", "Second"):
        Day("syg", name=name).until("entries closed")
    Event.objects.update(fictional=True)
    forget(list(Event.objects.all()))
    assert reasons() == ["before-removing"]
    assert len(check(backups_in(own_folder())[0].path).contents.events) == 2


def test_before_names_are_erased_one_is_made_and_goes_with_all_others_once_they_are():
    day = a_day("syg", 4, "finished")
    making.make(BackupReason.REGULAR)
    erasing.erase_names(by=day.organiser, event=day.event)
    assert reasons() == ["before-erasing", "regular"]
    assert clear_remains()
    assert reasons() == []
    assert [making.asked.get_nowait() for _ in range(making.asked.qsize())][-1] is BackupReason.ERASED


def test_a_closed_round_asks_for_one():
    day = a_day("syg", 4, "running")
    while not making.asked.empty():
        making.asked.get_nowait()
    day.until("round closed")
    assert making.asked.get_nowait() is BackupReason.ROUND


def test_names_are_erased_even_if_no_backup_can_be_made(caplog):
    day = a_day("syg", 4, "finished")
    own_folder().write_text("in the way")
    try:
        assert erasing.erase_names(by=day.organiser, event=day.event) == 4
    finally:
        own_folder().unlink()
    assert any("The backup failed" in record.getMessage() for record in caplog.records)
    assert status.read_status().laptop.trouble is status.BackupTrouble.FAILED


# The second folder


def test_each_backup_goes_to_the_stick_too_and_is_checked_there(stick):
    second.name_second(str(stick))
    backup = making.make(BackupReason.REGULAR)
    assert second.bring_up_to_date()
    assert on_stick(stick) == [1]
    copy = folder_inside(stick) / backup.path.name
    assert check(copy).key == settings.SECRET_KEY
    assert status.read_status().second.newest.number == 1
    assert second.bring_up_to_date()
    assert on_stick(stick) == [1]


def test_a_page_and_the_thread_that_copy_at_once_do_not_disturb_each_other(tmp_path):
    second.name_second(str(tmp_path))
    for number in range(1, 6):
        making.make(BackupReason.REGULAR)
        with ThreadPoolExecutor(4) as threads:
            assert [*threads.map(lambda _: second.bring_up_to_date(), range(4))] == [True] * 4
        assert on_stick(tmp_path)[0] == number
    assert status.read_status().is_fine


def test_a_stick_that_was_pulled_out_is_said_and_used_again_when_it_is_back(stick):
    second.name_second(str(stick))
    making.make(BackupReason.REGULAR)
    pull_out(stick)
    assert not second.bring_up_to_date()
    assert [*stick.iterdir()] == []  # nothing goes to the laptop's disk under its name
    assert status.read_status().second.trouble is status.BackupTrouble.AWAY
    making.make(BackupReason.REGULAR)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=30m", "stick", str(stick)], check=True)
    assert second.bring_up_to_date()
    assert on_stick(stick) == [2]
    assert status.read_status().is_fine


def test_a_stick_pulled_out_in_the_middle_of_a_copy_leaves_nothing_that_looks_good(stick, monkeypatch):
    second.name_second(str(stick))
    making.make(BackupReason.REGULAR)

    def pull(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(copying._Pace, "step", pull)
    assert not second.bring_up_to_date()
    assert on_stick(stick) == []
    assert status.read_status().second.trouble is status.BackupTrouble.FAILED
    monkeypatch.undo()
    assert second.bring_up_to_date()
    assert on_stick(stick) == [1]


def test_a_full_stick_is_said_and_stops_nothing(stick):
    second.name_second(str(stick))
    film = fill(stick)
    making.make(BackupReason.REGULAR)
    assert not second.bring_up_to_date()
    found = status.read_status()
    assert (found.laptop.trouble, found.second.trouble) == (None, status.BackupTrouble.FULL)
    assert found.second.megabytes_wanted >= 1
    film.unlink()
    assert second.bring_up_to_date()
    assert status.read_status().is_fine


def test_on_a_full_stick_old_backups_give_way_to_the_newest(stick):
    second.name_second(str(stick))
    for _ in range(3):
        making.make(BackupReason.REGULAR)
        second.bring_up_to_date()
    assert on_stick(stick) == [3, 2, 1]
    size = backups_in(own_folder())[0].size
    room = shutil.disk_usage(stick).free - size // 2
    (stick / "film").write_bytes(b"\0" * room)
    making.make(BackupReason.REGULAR)
    assert second.bring_up_to_date()
    assert on_stick(stick)[0] == 4
    assert len(on_stick(stick)) < 4


def test_another_laptop_s_backups_on_the_same_stick_are_left_alone(stick, settings):
    second.name_second(str(stick))
    making.make(BackupReason.REGULAR)
    second.bring_up_to_date()
    mine = folder_inside(stick)
    settings.SECRET_KEY = "another laptop's " + "0123456789abcdef" * 4
    assert folder_inside(stick) != mine
    write_notes({"erased up to": 99})
    second.bring_up_to_date()
    assert len(backups_in(mine)) == 1


def test_when_the_laptop_has_no_room_it_is_made_on_the_stick(stick, monkeypatch):
    second.name_second(str(stick))
    usage = shutil.disk_usage
    monkeypatch.setattr(
        shutil,
        "disk_usage",
        lambda path: usage(path) if str(path).startswith(str(stick)) else usage(path)._replace(free=disk_space.LOW),
    )
    assert making.try_to_make(BackupReason.REGULAR) is None
    assert status.read_status().laptop.trouble is status.BackupTrouble.FULL
    assert second.make_there(BackupReason.REGULAR)
    assert on_stick(stick) == [1]
    assert making.try_to_make(BackupReason.BY_HAND)  # who asks for one gets it as long as it fits


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("STICK", "Type the whole path of the folder"),
        ("/nowhere/at/all", "There is no folder /nowhere/at/all."),
        ("/dev/null", "There is no folder /dev/null."),
        ("/" + "x" * 2000, "Type the whole path"),
        ("/media/\x00", "Type the whole path"),
        ("/proc/self", "Turntable may not write to|can’t be read"),
    ],
)
def test_a_folder_that_cannot_be_used_is_refused_in_a_sentence(typed, sentence):
    if typed == "/proc/self" and os.geteuid() == 0:
        pytest.skip("An administrator may write everywhere.")
    with pytest.raises(Refused, match=sentence):
        second.name_second(typed)
    assert not read_notes().get("second")


def test_turntables_own_folder_is_no_second_one():
    own_folder().mkdir()
    with pytest.raises(Refused, match="inside Turntable’s own folder"):
        second.name_second(str(own_folder()))


def test_an_empty_field_ends_it(tmp_path):
    second.name_second(str(tmp_path))
    assert status.read_status().second is not None
    second.name_second("  ")
    assert status.read_status().second is None


# Erased names


def test_a_stick_that_is_away_while_names_are_erased_loses_them_when_it_is_back(tmp_path):
    """A folder that is moved away is a stick that is pulled out."""
    stick, drawer = tmp_path / "STICK", tmp_path / "drawer"
    stick.mkdir()
    second.name_second(str(stick))
    day = a_day("syg", 4, "finished")
    making.make(BackupReason.REGULAR)
    second.bring_up_to_date()
    stick.rename(drawer)
    erasing.erase_names(by=day.organiser, event=day.event)
    assert clear_remains()
    drawer.rename(stick)
    assert on_stick(stick) == [1]
    making.make(BackupReason.ERASED)
    assert second.bring_up_to_date()
    assert on_stick(stick) == [3]
    held = [file.read_bytes() for file in stick.rglob("*") if file.is_file()]
    assert not any(b"Mia O'Brien" in text for text in held)


# What can be restored


def refusal(file: Path) -> str:
    with pytest.raises(BadBackup) as caught:
        restoring.plan(file)
    return str(caught.value)


def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path):
    good = making.make(BackupReason.BY_HAND).path
    text, nothing, other, cut, newer = (tmp_path / name for name in ("notes.txt", "none", "other", "cut", "newer"))
    text.write_text("milk, eggs" * 100)
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    cut.write_bytes(good.read_bytes()[:-5000])
    shutil.copy(good, newer)
    with closing(sqlite3.connect(newer)) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999', '2099-01-01')")
    assert refusal(text) == f"{text} isn’t a backup of Turntable."
    assert refusal(other) == f"{other} isn’t a backup of Turntable."
    assert refusal(nothing) == f"There is no file {nothing}."
    assert refusal(tmp_path) in (f"There is no file {tmp_path}.", f"{tmp_path} can’t be read: Is a directory.")
    assert refusal(cut) == f"{cut} is damaged and can’t be restored. Choose another backup."
    assert refusal(newer) == f"{newer} was made by a newer Turntable. Update this one first, then restore it."


def test_it_says_what_would_be_lost():
    day = a_day("syg", 4, "running")
    backup = making.make(BackupReason.BY_HAND)
    for _ in range(3):
        day.hand(1, [OUT, 10, 20, 30])
    plan = restoring.plan(backup.path)
    assert (plan.lost("hands"), plan.lost("entries"), plan.lost("log_lines")) == (3, 0, 3)


def test_a_file_whose_name_is_no_backups_is_not_listed():
    own_folder().mkdir()
    now = timezone.now()
    for name in (
        "turntable-1-2026-05-16-100000-regular.sqlite3",
        "turntable-00001-2026-13-16-100000-regular.sqlite3",
        "turntable-00001-2026-05-16-100000-other.sqlite3",
        "somebody.sqlite3",
        f"{name_of(1, now, BackupReason.ROUND)}.unfinished",
    ):
        (own_folder() / name).touch()
    (own_folder() / name_of(7, now, BackupReason.ROUND)).touch()
    assert [backup.number for backup in backups_in(own_folder())] == [7]
