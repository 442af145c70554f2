"""The commands: rehearse whole events, rank plans, write the open record; and what they say when they cannot."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.management.commands import rehearse
from tests.cast import LONG_NAME, Day, a_day
from tests.databases import database_in_memory
from tests.programs import MANAGE, PROJECT, environment, program
from tests.refusals import everything
from tournament.models import Competition, LogEntry
from tournament.rules.errors import DrawRefused
from tournament.rules.presets import PRESETS

pytestmark = pytest.mark.django_db
on_both = pytest.mark.usefixtures("both_databases")


def run(*words: Any) -> str:
    """What the command prints."""
    out = StringIO()
    call_command(*map(str, words), stdout=out, stderr=StringIO())
    return out.getvalue()


def complaint(*words: Any) -> str:
    """What the command says when it cannot; nothing is changed."""
    before = everything()
    with pytest.raises(CommandError) as caught:
        run(*words)
    assert everything() == before
    return str(caught.value)


# Rehearse one event

SUMMARIES = {
    "syg": (3, "SYG knockout rehearsal", "3 players, 1 round, 1 table, N hands, 0 ties", "Champion: "),
    "syg-60": (3, "SYG knockout, 60 minutes rehearsal", "3 players, 1 round, 1 table, N hands, 0 ties", "Champion: "),
    "bac": (4, "BAC rotation rehearsal", "4 players, 4 rounds, 4 tables, N hands, 0 ties", "Champion: "),
    "classic-500": (2, "Classic 500 rehearsal", "2 players, 1 round, 1 table, N hands, 0 ties", "Champion: "),
    "classroom": (
        2,
        "Classroom rehearsal",
        "2 players, 1 round, 1 table, N hands, 0 ties",
        "Every table has its own winner.",
    ),
}


@on_both
@pytest.mark.parametrize("preset", list(PRESETS))
def test_one_event_is_played_to_the_end_and_summed_up(preset):
    players, name, numbers, winner = SUMMARIES[preset]
    told = run("rehearse", "--preset", preset, "--players", players, "--name", "friday-night", "--seed", "7").split(
        "\n"
    )
    assert [told[0], re.sub(r"\d+ hands", "N hands", told[1])] == [f"{name} (friday-night), seed 7", f"  {numbers}"]
    assert re.fullmatch(r"  Time: entries \d+\.\d s, draw \d+\.\d s(, (round \d|final) \d+\.\d s)+", told[2])
    assert told[3].startswith(f"  {winner}")
    assert told[4:] == ["  To see it: make run, then open /c/friday-night/", ""]
    competition = Competition.objects.get(slug="friday-night")
    assert (competition.finished_at is not None, competition.event.fictional) == (True, True)


@on_both
def test_the_same_seed_is_the_same_event(tmp_path):
    for seed, name in [("7", "a"), ("7", "b"), ("8", "c")]:
        run("rehearse", "--preset", "classroom", "--players", 3, "--seed", seed, "--record", tmp_path / name)
    first, again, other = ((tmp_path / name).read_bytes() for name in "abc")
    assert first == again != other
    assert json.loads(first)["competition"]["preset"] == "classroom"
    assert list(Competition.objects.values_list("slug", flat=True).order_by("pk")) == [
        "classroom-rehearsal", "classroom-rehearsal-2", "classroom-rehearsal-3",
    ]  # fmt: skip


def test_groups_and_reserves_can_be_chosen_beyond_a_preset_s_limits():
    run("rehearse", "--preset", "syg", "--players", 4, "--groups", 2, "--reserves", 2, "--seed", "7")
    competition = Competition.objects.get()
    assert (competition.event.groups.count(), competition.entries_per_group) == (2, 2)
    assert competition.entries.filter(kind="reserve").count() == 2


OF_ONE_EVENT = ("preset", "players", "groups", "reserves", "name", "record")
NOT_WITH_RANDOM = "doesn’t go with --random, which invents every event itself."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Give a --preset and a number of --players, or --random."),
        (["--preset", "syg"], "Give a --preset and a number of --players, or --random."),
        (["--players", 4], "Give a --preset and a number of --players, or --random."),
        (
            ["--preset", "syg", "--players", 1],
            "Choose 2 to 10,000 players, at least one group, and up to 10,000 reserves.",
        ),
        (
            ["--preset", "syg", "--players", 4, "--groups", 0],
            "Choose 2 to 10,000 players, at least one group, and up to 10,000 reserves.",
        ),
        (
            ["--preset", "syg", "--players", 4, "--reserves", -1],
            "Choose 2 to 10,000 players, at least one group, and up to 10,000 reserves.",
        ),
        (
            ["--preset", "syg", "--players", 4, "--name", "Friday Night"],
            "Write the short name in small letters, digits and hyphens, for example “friday-night”.",
        ),
        (["--preset", "syg", "--players", 4, "--events", 2], "--events goes with --random."),
        (["--preset", "syg", "--players", 4, "--records", "here"], "--records goes with --random."),
        (["--preset", "poker", "--players", 4], f"There is no preset “poker”. There are: {', '.join(PRESETS)}."),
        *((["--random", f"--{option}", 4], f"--{option} {NOT_WITH_RANDOM}") for option in OF_ONE_EVENT),
        (["--random"], "--random needs --events K and --records DIR."),
        (["--random", "--events", 0, "--records", "here"], "--random needs --events K and --records DIR."),
        (["--random", "--events", 2], "--random needs --events K and --records DIR."),
    ],
)
def test_what_cannot_be_rehearsed_is_said_in_a_sentence(words, sentence):
    assert complaint("rehearse", *words) == sentence


@on_both
def test_a_short_name_that_is_taken_is_refused():
    run("rehearse", "--preset", "classroom", "--players", 2, "--name", "friday-night")
    told = complaint("rehearse", "--preset", "classroom", "--players", 2, "--name", "friday-night")
    assert told == "There is already a competition called “friday-night”. Choose another short name."


def test_a_record_that_cannot_be_written_is_said_before_anything_is_played(tmp_path):
    file = tmp_path / "nowhere" / "record.json"
    told = complaint("rehearse", "--preset", "classroom", "--players", 2, "--record", file)
    assert told == f"{file} can’t be written: No such file or directory."


@contextmanager
def stopped_before(statement: str, problem: BaseException) -> Iterator[None]:
    """Something stops the rehearsal when it is about to tell the database this, in the middle of an action."""

    def stop(execute, sql, params, many, context):
        if sql.startswith(statement):
            raise problem
        return execute(sql, params, many, context)

    with connection.execute_wrapper(stop):
        yield


def left() -> dict[str, list[Any]]:
    return {name: rows for name, rows in everything().items() if rows and name != "LogEntry"}


@on_both
@pytest.mark.parametrize("table", ["tournament_competition", "tournament_entry", "tournament_round", "scoring_hand"])
def test_a_rehearsal_that_is_interrupted_is_removed_again(table, tmp_path):
    statement = f'INSERT INTO "{table}"'
    with stopped_before(statement, KeyboardInterrupt()), pytest.raises(CommandError) as caught:
        run("rehearse", "--preset", "syg", "--players", 5, "--record", tmp_path / "record.json")
    assert (type(caught.value).__name__, str(caught.value), caught.value.returncode) == (
        "Stopped",
        "the half-played rehearsal was removed again.",
        130,
    )
    assert (left(), list(tmp_path.iterdir())) == ({}, [])


@on_both
def test_a_rehearsal_that_is_refused_half_way_is_removed_too():
    too_many = DrawRefused("These are too many.")
    with stopped_before('INSERT INTO "tournament_round"', too_many), pytest.raises(CommandError) as caught:
        run("rehearse", "--preset", "syg", "--players", 5)
    assert str(caught.value) == "These are too many."
    assert left() == {}
    assert LogEntry.objects.order_by("pk").last().what == "event removed"


def test_ctrl_c_ends_a_rehearsal_on_a_fresh_machine_with_one_sentence(tmp_path):
    """As people start it: nothing is set up yet, and so many players that it is far from its end."""
    command = [*MANAGE, "rehearse", "--preset", "classroom", "--players", "5000"]

    def rows(table: str) -> int:
        file = f"file:{tmp_path / 'turntable.sqlite3'}?mode=ro"  # to look must not make it
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(file, uri=True)) as database:
            return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        return 0

    with program(command, environment(tmp_path), tmp_path / "output") as rehearsal:
        rehearsal.wait_for(lambda: rows("tournament_entry"))
        rehearsal.send(signal.SIGINT)
        assert rehearsal.wait() == 130
    assert rehearsal.output == "Stopped: the half-played rehearsal was removed again.\n"
    assert (rows("tournament_event"), rows("tournament_entry")) == (0, 0)
    assert rows("tournament_logentry") > 0


# Forget it again


@on_both
def test_rehearsals_are_forgotten_by_name_or_all_together():
    for name in ("a", "b", "c"):
        run("rehearse", "--preset", "classroom", "--players", 2, "--name", name)
    assert run("forget_rehearsal", "b") == "1 rehearsal removed.\n"
    assert list(Competition.objects.order_by("pk").values_list("slug", flat=True)) == ["a", "c"]
    real = Day("syg", real=True)
    assert run("forget_rehearsal", "--all") == "2 rehearsals removed.\n"
    assert list(Competition.objects.all()) == [real.competition]
    assert run("forget_rehearsal", "--all") == "0 rehearsals removed.\n"


def test_a_real_event_is_never_forgotten():
    Day("syg", real=True)
    Day("syg", name="Walk")
    sentence = "“Youth weekend” isn’t a rehearsal, so it stays. Events never played can be removed in their settings."
    assert complaint("forget_rehearsal", "walk", "uno-open") == sentence


def test_what_cannot_be_forgotten_is_said_in_a_sentence():
    which = "Give the short names of the rehearsals, as in their addresses, or --all."
    assert complaint("forget_rehearsal") == complaint("forget_rehearsal", "--all", "walk") == which
    assert complaint("forget_rehearsal", "nothing") == "There is no competition “nothing”."
    Day("syg", name="Walk")
    Day("syg", real=True)
    told = complaint("forget_rehearsal", "walk", "nothing")
    assert told == "There is no competition “nothing”. There is one rehearsal: walk."


def test_without_a_database_there_is_nothing_to_forget(tmp_path):
    command = [*MANAGE, "forget_rehearsal", "--all"]
    result = subprocess.run(command, cwd=PROJECT, env=environment(tmp_path), capture_output=True, text=True)
    sentence = "CommandError: The database isn’t set up, or is an older one: `make run` puts that right.\n"
    assert (result.returncode, result.stdout, result.stderr) == (1, "", sentence)


# Rehearse many


def records(folder: Path, seed: str) -> list[tuple[str, bytes]]:
    told = run("rehearse", "--random", "--events", 1, "--records", folder, "--seed", seed)
    assert re.fullmatch(rf"1 events of up to 200 people in \d+\.\d s, seed {seed}: {re.escape(str(folder))}\n", told)
    return [(file.name, file.read_bytes()) for file in folder.iterdir()]


def test_random_events_are_the_same_for_the_same_seed(tmp_path, monkeypatch):
    """One database is made for all three runs; what was played in it before does not matter."""
    with database_in_memory():
        monkeypatch.setattr(rehearse, "scratch_database", nullcontext)
        first, again, other = (
            records(tmp_path / "new" / name, seed) for name, seed in [("a", "215"), ("b", "215"), ("c", "20")]
        )
    assert first == again != other
    [(name, text)] = first
    assert (name, json.loads(text)["record"]) == ("event-0001.json", 1)


def test_random_events_that_are_interrupted_leave_the_records_of_whole_events(tmp_path):
    records = tmp_path / "records"
    command = [*MANAGE, "rehearse", "--random", "--events", "100000", "--records", str(records), "--seed", "215"]
    with program(command, environment(tmp_path), tmp_path / "output") as rehearsal:
        rehearsal.wait_for((records / "event-0002.json").exists)
        rehearsal.send(signal.SIGINT)
        assert rehearsal.wait() == 130
    whole = [json.loads(file.read_text()) for file in records.iterdir()]
    told = f"Stopped: {len(whole)} of 100000 events were played; their records are in {records}.\n"
    assert rehearsal.output == told


@on_both
def test_random_events_leave_nothing_in_the_database(tmp_path):
    a_day("syg", 2, "finished")
    before = everything()
    assert len(records(tmp_path / "a", "215")) == 1
    assert everything() == before


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").touch()
    told = complaint("rehearse", "--random", "--events", 1, "--records", tmp_path / "file" / "folder")
    assert told == f"{tmp_path}/file/folder can’t be made: Not a directory."


# Rank plans


def test_plans_are_ranked_for_a_person_to_read():
    assert run("plan", 47, "--reserves", 9, "--cap", 64, "--few", 1) == (
        "48 players: 47 entries and 1 of 9 reserves, by lot (taking everyone would be 56).\n"
        "\n"
        "1. 12 → 4 → 1   Every player has the same chance, 1 in 48. 12 tables at once.\n"
        "     Round 1: 12 tables of 4\n"
        "     Round 2: 4 tables of 3\n"
        "     Final: 1 table of 4\n"
    )


def test_thousands_are_planned_for_a_person_to_read():
    assert run("plan", 5000, "--reserves", 5000, "--few", 1) == (
        "9,216 players: 5,000 entries and 4,216 of 5,000 reserves, by lot (taking everyone would be 10,000).\n"
        "\n"
        "1. 2304 → 576 → 144 → 36 → 12 → 4 → 1   "
        "Every player has the same chance, 1 in 9,216. 2,304 tables at once.\n"
        "     Round 1: 2,304 tables of 4\n"
        "     Round 2: 576 tables of 4\n"
        "     Round 3: 144 tables of 4\n"
        "     Round 4: 36 tables of 4\n"
        "     Round 5: 12 tables of 3\n"
        "     Round 6: 4 tables of 3\n"
        "     Final: 1 table of 4\n"
    )


def test_an_uneven_plan_says_so_and_too_many_entries_too():
    assert run("plan", 9, "--cap", 5).splitlines() == [
        "5 players: 5 of 9 entries.",
        "",
        "1. 2 → 1   Uneven, from 1 in 4 to 1 in 6 (evenness 2/3). 2 tables at once.",
        "     Round 1: 1 table of 3, 1 table of 2",
        "     Final: 1 table of 2",
    ]


def test_plans_for_a_program_have_an_exact_shape():
    assert json.loads(run("plan", 10, "--json")) == {
        "size": 10,
        "plans": [
            {"tables": [3, 1], "sizes": [[4, 3, 3], [3]], "evenness": "3/4"},
            {"tables": [4, 1], "sizes": [[3, 2, 3, 2], [4]], "evenness": "2/3"},
            {"tables": [4, 2, 1], "sizes": [[3, 2, 3, 2], [2, 2], [2]], "evenness": "2/3"},
            {"tables": [5, 2, 1], "sizes": [[2, 2, 2, 2, 2], [3, 2], [2]], "evenness": "2/3"},
        ],
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([1], "A draw needs at least two players."),
        ([-1], "Players: 0 or more, please."),
        ([8, "--reserves", -1], "Reserves: 0 or more, please."),
        ([8, "--cap", 1], "Cap: 2 or more, please."),
        ([8, "--tables", 0], "Tables: 1 or more, please."),
        ([8, "--few", 0], "Few: 1 or more, please."),
        ([8, "--largest", 1], "Largest: 2 or more, please."),
        ([8, "--largest", 6], "A knockout has tables of 2 to 5."),
        ([64, "--tables", 3], "64 players need at least 16 tables of up to 4; there are only 3."),
    ],
)
def test_numbers_that_make_no_plan_are_refused(words, sentence):
    assert complaint("plan", *words) == sentence


# Write the record


@on_both
def test_a_record_is_written_without_names_unless_they_are_asked_for(tmp_path):
    day = a_day("syg", 8, "finished")
    plain, named = run("export_record", "uno-open"), run("export_record", "uno-open", "--names")
    assert (LONG_NAME in plain, LONG_NAME in named, "Nguyễn Thị Ánh" in named) == (False, True, True)
    assert plain.endswith("}\n")
    file = tmp_path / "record.json"
    assert run("export_record", "uno-open", "--out", file) == ""
    assert file.read_text() == plain
    without = [{k: v for k, v in entry.items() if k != "name"} for entry in json.loads(named)["entries"]]
    assert without == json.loads(plain)["entries"]
    assert len(without) == day.competition.entries.count()


def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path):
    assert complaint("export_record", "uno-open") == "There is no competition “uno-open”."
    a_day("syg", 2, "round closed")
    assert (
        complaint("export_record", "nothing")
        == "There is no competition “nothing”. There is one competition: uno-open."
    )
    assert complaint("export_record", "uno-open") == "Uno Open isn’t finished yet. Its record is complete once it is."


def test_of_many_competitions_a_few_are_named_and_the_rest_counted():
    for number in range(13):
        Day("syg", name=f"Grade {number}")
    latest = ", ".join(f"grade-{number}" for number in range(12, 2, -1))
    told = complaint("export_record", "nothing")
    assert told == f"There is no competition “nothing”. There are 13 competitions: {latest} and 3 more."


def test_a_file_that_cannot_be_written_is_said(tmp_path):
    a_day("syg", 2, "finished")
    told = complaint("export_record", "uno-open", "--out", tmp_path)
    assert told == f"{tmp_path} can’t be written: Is a directory."
