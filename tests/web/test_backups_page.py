"""The keeper’s page of backups, and what every organiser reads on the overview."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from tests.cast import OUT, a_day
from tests.web import visitors
from tests.web.reading import read_page
from tests.web.test_coordinator import text
from tests.web.test_new_event import text_of
from tournament.backups import making, restoring, second, status
from tournament.backups.contents import check
from tournament.backups.files import Backup, BackupReason, backups_in, own_folder
from tournament.backups.status import BackupPlace, BackupStatus, BackupTrouble
from tournament.web.organiser.backup_words import ago, status_in_words

pytestmark = pytest.mark.usefixtures("commits")
NOW = datetime(2026, 5, 16, 12, 0, tzinfo=timezone.get_default_timezone())


@pytest.fixture(autouse=True)
def without_backups() -> Iterator[None]:
    def forget() -> None:
        shutil.rmtree(own_folder(), ignore_errors=True)
        Path(settings.DATA, "backups.json").unlink(missing_ok=True)
        restoring.give_up()
        status.note_success(status.LAPTOP)

    forget()
    yield
    forget()


def place(
    number: int = 0, trouble: BackupTrouble | None = None, *, wanted: int = 0, is_stick: bool = True
) -> BackupPlace:
    made = Backup(Path("x"), number, NOW - timedelta(minutes=2), BackupReason.REGULAR, 1) if number else None
    return BackupPlace(Path("/media/jo/STICK"), made, trouble, wanted, is_stick)


@pytest.mark.parametrize(
    ("laptop", "stick", "unchanged", "words"),
    [
        (place(), None, False, ["No backup yet", "The first is made by itself once something is saved."]),
        (place(7), None, False, ["Last backup 2 minutes ago, checked", "On this laptop."]),
        (place(7), place(7), False, ["Last backup 2 minutes ago, checked", "On this laptop and the stick."]),
        (
            place(7),
            place(7),
            True,
            ["Last backup 2 minutes ago, checked", "On this laptop and the stick. Nothing has changed since."],
        ),
        (place(7), place(6), False, ["Last backup 2 minutes ago, checked", "On this laptop."]),
        (
            place(7),
            place(7, is_stick=False),
            False,
            ["Last backup 2 minutes ago, checked", "On this laptop and the second folder."],
        ),
        (
            place(7),
            place(0, BackupTrouble.AWAY),
            False,
            [
                "Last backup 2 minutes ago, checked",
                "On this laptop.",
                "The stick isn’t plugged in. Backups still go to this laptop.",
            ],
        ),
        (
            place(7),
            place(6, BackupTrouble.FULL, wanted=12),
            False,
            [
                "Last backup 2 minutes ago, checked",
                "On this laptop.",
                "The stick is full: make 12 MB of room on it. Backups still go to this laptop.",
            ],
        ),
        (
            place(6, BackupTrouble.FULL, wanted=80),
            place(7),
            False,
            [
                "Last backup 2 minutes ago, checked",
                "On the stick.",
                "This laptop’s disk has too little room for another backup. Free at least 80 MB.",
            ],
        ),
    ],
)
def test_how_the_backups_are_is_said_in_plain_words(laptop, stick, unchanged, words):
    told = status_in_words(BackupStatus(laptop, stick, unchanged), NOW)
    assert [told.headline, told.where, *told.troubles] == words


@pytest.mark.parametrize(
    ("past", "words"),
    [
        (timedelta(seconds=-90), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(hours=2, minutes=59), "2 hours ago"),
        (timedelta(days=2), "on 14 May at 12:00"),
    ],
)
def test_how_long_ago(past, words):
    assert ago(NOW - past, NOW) == words


def test_the_overview_says_it_to_organisers_and_only_the_keeper_goes_on_from_there():
    day = a_day("syg", 4, "entries open")
    making.make(BackupReason.REGULAR)
    mine, keeper = (
        client.get(f"/organise/{day.competition.event.slug}/")
        for client in (visitors.organiser(day.event), visitors.keeper())
    )
    for page in (mine, keeper):
        assert "Last backup just now, checked On this laptop." in text(page)
    assert ("/backups/" in read_page(mine), "/backups/" in read_page(keeper)) == (False, True)


def test_one_is_made_by_a_button_and_downloaded_whole(tmp_path):
    keeper = visitors.keeper()
    assert "No backup yet" in text_of(keeper.get("/backups/"))
    assert keeper.post("/backups/", {"do": "make", "request": "0" * 32})["Location"] == "/backups/"
    assert "The backup is made and checked." in text_of(keeper.get("/backups/"))
    answer = keeper.get("/backups/1/turntable.sqlite3")
    assert 'attachment; filename="turntable-00001-' in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    file = tmp_path / "carried.sqlite3"
    file.write_bytes(answer.content)
    assert check(file).key == settings.SECRET_KEY


def test_over_the_wi_fi_none_is_downloaded():
    """Plain http can be read by others, and the secret key is in the file."""
    keeper = visitors.keeper()
    making.make(BackupReason.REGULAR)
    from_phone = {"REMOTE_ADDR": "192.168.1.7"}
    assert "/backups/1/turntable.sqlite3" in text_of(keeper.get("/backups/"))
    page = text_of(keeper.get("/backups/", **from_phone))
    assert "Open this page on the laptop itself to download a backup" in page
    assert "/backups/1/turntable.sqlite3" not in page
    answer = keeper.get("/backups/1/turntable.sqlite3", **from_phone)
    assert (answer.status_code, "Nothing was downloaded." in text_of(answer)) == (403, True)
    assert keeper.get("/backups/1/turntable.sqlite3", secure=True, **from_phone).status_code == 200


def test_a_second_folder_is_named_used_and_given_up(tmp_path):
    keeper = visitors.keeper()
    making.make(BackupReason.REGULAR)

    def name(folder: object) -> str:
        answer = keeper.post("/backups/", {"do": "second", "second": str(folder), "request": "0" * 32})
        return text_of(answer if answer.status_code == 422 else keeper.get("/backups/"))

    wrong = name("stick")
    assert "Type the whole path of the folder, such as /media/jo/STICK." in wrong
    assert "The newest backup is there now" in name(tmp_path)
    assert [backup.number for backup in backups_in(next(tmp_path.iterdir()))] == [1]
    assert "on this laptop and in the second folder" in text_of(keeper.get("/backups/"))
    assert "From now on backups are on this laptop only." in name("")
    assert second.second_folder() is None


def test_before_one_is_restored_the_page_says_what_would_be_lost():
    day, keeper = a_day("syg", 4, "running"), visitors.keeper()
    making.make(BackupReason.REGULAR)
    assert "There’s nothing now that this backup doesn’t have." in text_of(keeper.get("/backups/1/"))
    day.hand(1, [OUT, 10, 20, 30])
    page = text_of(keeper.get("/backups/1/"))
    assert "1 hand and 1 log line would be lost: they were saved since." in page
    assert "Youth weekend" in page
    assert not restoring.staged_file().exists()


def test_restoring_backs_up_what_is_there_and_hands_the_rest_to_the_server():
    keeper = visitors.keeper()
    making.make(BackupReason.REGULAR)
    assert keeper.post("/backups/1/").status_code == 422  # a form that is not ours
    assert not restoring.staged_file().exists()
    answer = keeper.post("/backups/1/", {"request": "0" * 32})
    assert "Turntable starts again" in text_of(answer)
    assert check(restoring.staged_file()).key == ""  # it has a file of its own, as beside the database
    assert Path(settings.DATA, "restore.secret-key").read_text().strip() == settings.SECRET_KEY
    assert [backup.reason.value for backup in backups_in(own_folder())] == ["before-restoring", "regular"]


def test_if_what_is_there_cannot_be_backed_up_it_asks_once_more(monkeypatch):
    keeper = visitors.keeper()
    making.make(BackupReason.REGULAR)
    monkeypatch.setattr(making, "make_in", lambda *_: (_ for _ in ()).throw(status.NoRoom(12)))
    answer = keeper.post("/backups/1/", {"request": "0" * 32})
    assert answer.status_code == 409
    assert "can’t be backed up first (12 MB more must be free)" in text_of(answer)
    assert not restoring.staged_file().exists()
    keeper.post("/backups/1/", {"request": "0" * 32, "sure": "yes"})
    assert restoring.staged_file().exists()


def test_a_damaged_one_is_refused_on_the_page():
    keeper = visitors.keeper()
    path = making.make(BackupReason.REGULAR).path
    path.write_bytes(path.read_bytes()[:-4096])
    answer = keeper.get("/backups/1/")
    assert answer.status_code == 422
    assert "is damaged and can’t be restored. Choose another backup." in text_of(answer)
    assert keeper.get("/backups/99/").status_code == 404


def test_on_servers_there_is_no_such_page_and_nothing_is_said(settings):
    day, keeper = a_day("syg", 4, "entries open"), visitors.keeper()
    settings.EMBEDDED = False
    assert keeper.get("/backups/").status_code == 404
    assert "backup" not in text_of(keeper.get(f"/organise/{day.competition.event.slug}/")).lower()
