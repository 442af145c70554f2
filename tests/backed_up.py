"""Backups of a hall that plays, and programs that are killed while they make or restore one. Run as a program by tests:

    python -m tests.backed_up saving     64 tablets save; backups are made; the last is restored into an empty folder
    python -m tests.backed_up killed     making and restoring are killed with SIGKILL at 30 seeded moments each

What came of it is printed as JSON.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import django

from tests.hall import CONTEXT, TABLES, RemoteTablet, TablePlace, make_hall
from tests.programs import MANAGE, PROJECT, environment, serving, wait_until
from tests.torture.tablets import HurriedUmpire, SavedHand, open_all
from tests.torture.torment import HANDS_OF_ROUND_1

BACKUPS = 3
SECONDS_BETWEEN_HANDS = 3.0
MOMENTS = 30


def main() -> None:
    django.setup()
    json.dump({"saving": saving, "killed": killed}[sys.argv[1]](), sys.stdout)


# While tablets save


def saving() -> dict[str, Any]:
    """What the backups lacked, and how tablets went on with the last one."""
    data = Path(os.environ["TURNTABLE_DATA"])
    _, places = make_hall(TABLES)
    with serving(data) as server:
        port = int(server.url.rpartition(":")[2])
        umpires = open_all(port, [[place] for place in places], seed=64, pace=SECONDS_BETWEEN_HANDS)
        assert wait_until(lambda: all(umpire.hands for umpire in umpires))
        lacking = [hands_that_lack(data, umpires) for _ in range(BACKUPS)]
        for umpire in umpires:
            umpire.is_over.set()
        for umpire in umpires:
            umpire.join()
        assert server.stop() == 0
    newest = sorted((data / "backups").glob("*-by-hand.sqlite3"))[-1]
    elsewhere = data.with_name("elsewhere")
    elsewhere.mkdir()
    restore(elsewhere, newest)
    with serving(elsewhere, "--port", str(port)):
        went_on = Counter(go_on(umpire, resends=number % 2 == 0) for number, umpire in enumerate(umpires))
        opened = sum(opens(port, place) for place in places)
    return {
        "hands": sum(len(umpire.hands) for umpire in umpires),
        "lacking": lacking,
        "codes that open": opened,
        "went on": dict(went_on),
        "doubled": doubled(elsewhere / "turntable.sqlite3"),
    }


def hands_that_lack(data: Path, umpires: list[HurriedUmpire]) -> int:
    """Make a backup as people do, beside the server: how many hands it lacks of those acknowledged before it began."""
    known = {
        (hand.table, hand.number)
        for umpire in umpires
        for hand in list(umpire.hands)
        if hand.acknowledged_at is not None
    }
    command = [*MANAGE, "backup"]
    told = subprocess.run(command, cwd=PROJECT, env=environment(data), check=True, capture_output=True, text=True)
    file = Path(told.stdout.splitlines()[0].partition(": ")[2])
    return len(known - set(rows(file, HANDS_OF_ROUND_1)))


def restore(data: Path, backup: Path) -> None:
    command = [*MANAGE, "restore", str(backup), "--yes"]
    subprocess.run(command, cwd=PROJECT, env=environment(data), check=True, capture_output=True)


def rows(file: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def go_on(umpire: HurriedUmpire, *, resends: bool) -> str:
    """The tablet that was open all the while, with its cookies of before. One that never heard that its hands were
    saved sends them again; another asks how the table is and enters the next hand."""
    tablet = umpire.tablet
    if resends:
        for hand in umpire.hands:
            status, answer = tablet.record(body_of(tablet, hand))
            if answer is None or not answer.get("ok"):
                return f"sent again: {status} {answer}"
    number = len(tablet.look()["hands"]) + 1
    status, answer = tablet.record(tablet.hand(number, f"after-{tablet.place.pk}"))
    return "as before" if answer is not None and answer.get("ok") else f"next hand: {status} {answer}"


def body_of(tablet: RemoteTablet, hand: SavedHand) -> dict[str, Any]:
    known = asdict(hand)
    return {**tablet.hand(hand.number, hand.request), "held": known["held"]}


def opens(port: int, place: TablePlace) -> bool:
    """A printed code, scanned by a device that was never here."""
    return bool(RemoteTablet(port, place).open().look()["id"])


def doubled(database: Path) -> int:
    """Hands that a table has twice, or requests that were carried out twice."""
    twice = f"SELECT id FROM ({HANDS_OF_ROUND_1}) GROUP BY id, number HAVING count(*) > 1"
    logged = "SELECT request FROM tournament_logentry WHERE what = 'hand recorded' GROUP BY request HAVING count(*) > 1"
    return len(rows(database, twice)) + len(rows(database, logged))


# Killed


def killed() -> dict[str, Any]:
    """Backups and restores that are interrupted at any moment, and tried again."""
    from django.db import connections

    from tournament.backups import copying, making
    from tournament.backups.files import BackupReason

    make_hall(4)
    copying.PAGES_IN_A_STEP = 8  # type: ignore[misc]
    copying.SECONDS_BETWEEN_STEPS = 0.0005  # type: ignore[misc]
    old = making.make(BackupReason.BY_HAND)
    carried = old.path.with_name("carried.sqlite3")
    shutil.copy(old.path, carried)
    connections.close_all()
    chance = random.Random(17)
    return {"making": dict(killed_making(chance)), "restoring": dict(killed_restoring(chance, carried))}


def die_in(job: Callable[[], object], seconds: float) -> bool:
    """Do it in a process that is killed after so long; whether it was at work until then."""
    child = CONTEXT.Process(target=job)
    child.start()
    time.sleep(seconds)
    was_at_work = child.is_alive()
    child.kill()
    child.join()
    return was_at_work


def usual_seconds(job: Callable[[], object]) -> float:
    begun = time.perf_counter()
    child = CONTEXT.Process(target=job)
    child.start()
    child.join()
    assert child.exitcode == 0
    return time.perf_counter() - begun


def killed_making(chance: random.Random) -> Counter[str]:
    from tournament.backups import making
    from tournament.backups.contents import check
    from tournament.backups.files import BackupReason, backups_in, own_folder

    def make() -> None:
        making.make(BackupReason.REGULAR)

    usual, found = usual_seconds(make), Counter[str]()
    for _ in range(MOMENTS):
        before = len(backups_in(own_folder()))
        was_at_work = die_in(make, chance.uniform(0, 1.1) * usual)
        for backup in backups_in(own_folder()):
            check(backup.path)
        is_new = len(backups_in(own_folder())) > before
        found[f"{'killed' if was_at_work else 'done'}, {'a good one' if is_new else 'none'} more"] += 1
        check(making.make(BackupReason.REGULAR).path)
        assert not [*own_folder().glob("*.unfinished*")]
    return found


def killed_restoring(chance: random.Random, carried: Path) -> Counter[str]:
    """The state of before has an entry more than the backup, and another key. Killed at any moment, the folder has one
    or the other, and a second try has the backup."""
    from django.conf import settings

    from tournament.backups import restoring

    key = settings.DATA / "secret-key"
    database = settings.DATA / "turntable.sqlite3"
    right = key.read_text()

    def do() -> None:
        restoring.stage(carried, sure=True)
        restoring.finish()

    def spoil() -> None:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("INSERT INTO auth_group (name) VALUES ('since')")
        key.write_text("another-key-" + "0123456789abcdef" * 4 + "\n")

    def is_spoilt() -> bool:
        assert rows(database, "PRAGMA integrity_check") == [("ok",)]
        return bool(rows(database, "SELECT 1 FROM auth_group WHERE name = 'since'"))

    spoil()
    usual, found = usual_seconds(do), Counter[str]()
    for _ in range(MOMENTS):
        assert not is_spoilt()
        spoil()
        was_at_work = die_in(do, chance.uniform(0, 1.1) * usual)
        decided = restoring.staged_file().exists()
        before = ("of before" if is_spoilt() else "restored") if database.exists() else "decided"
        found[f"{'killed' if was_at_work else 'done'}, {before}{', decided' if decided else ''}"] += 1
        if restoring.finish() is None and is_spoilt():
            do()
        assert (is_spoilt(), key.read_text()) == (False, right)
        assert [path.name for path in settings.DATA.glob("restore.*")] in ([], leftovers(settings.DATA))
    return found


def leftovers(data: Path) -> list[str]:
    """What a killed copy left under a name that nobody takes for a backup."""
    return [path.name for path in data.glob("restore.sqlite3.*.unfinished*")]


if __name__ == "__main__":
    main()
