"""What all our commands share: plain sentences for what was typed wrongly, Ctrl-C at any moment, files left whole."""

from __future__ import annotations

import subprocess
from contextlib import nullcontext
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.management.commands import rehearse
from scoring.management.commands.export_record import check_file, write_file
from tests.programs import MANAGE, PROJECT, environment
from tournament.management.plain_command import in_our_words

RANDOM = ("rehearse", "--random", "--seed", "7")


def typed(tmp_path: Path, *words: str, **more: str) -> tuple[int, str, str]:
    """As in a terminal: the exit status, and what was printed where."""
    command = [*MANAGE, *words]
    result = subprocess.run(command, cwd=PROJECT, env=environment(tmp_path, **more), capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["plan", "many"], "N: a whole number, please, not “many”."),
        (["plan"], "Missing: N."),
        (["plan", "8", "--cap"], "--cap needs a value after it."),
        (["plan", "8", "--json=2"], "--json takes no value: leave out “2”."),
        (["plan", "8", "--verbosity", "7"], "-v/--verbosity: one of 0, 1, 2, 3, please."),
        (["rehearse", "here"], "Not understood: here."),
        (["rehearse", "--re", "3"], "--re could mean --reserves, --record, --records. Write it out, please."),
        (["export_record"], "Missing: COMPETITION."),
        (["check_record"], "Missing: FILE."),
        (["serve", "--port"], "--port needs a value after it."),
        (["login_link", "now"], "Not understood: now."),
        (["forget_rehearsal", "--none"], "Not understood: --none."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_was_typed_wrongly_is_said_in_a_plain_sentence(words, sentence):
    with pytest.raises(CommandError) as caught:
        call_command(*words)
    assert str(caught.value) == f"{sentence} `manage.py help {words[0]}` shows the options."


def test_in_a_terminal_it_is_that_one_line(tmp_path):
    told = "CommandError: N: a whole number, please, not “many”. `manage.py help plan` shows the options.\n"
    assert typed(tmp_path, "plan", "many") == (2, "", told)


def test_what_we_have_no_words_for_is_a_sentence_too():
    assert in_our_words("not allowed with argument --a") == "Not allowed with argument --a."


def test_ctrl_c_in_the_first_moments_is_quiet(tmp_path):
    """Somebody presses it while Django is still being read."""
    (tmp_path / "django.py").write_text("raise KeyboardInterrupt")
    assert typed(tmp_path, "plan", "8", PYTHONPATH=str(tmp_path)) == (130, "", "")


# Files


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path, monkeypatch):
    file = tmp_path / "record.json"
    write_file(file, "first")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "replace", interrupted)
        write_file(file, "second")
    assert (names(tmp_path), file.read_text()) == (["record.json"], "first")
    write_file(file, "second")
    assert (names(tmp_path), file.read_text()) == (["record.json"], "second")


def test_what_a_link_leads_to_is_written_and_a_device_is_written_into(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "record.json")
    write_file(tmp_path / "link", "all of it")
    assert ((tmp_path / "link").is_symlink(), (tmp_path / "record.json").read_text()) == (True, "all of it")
    check_file(Path("/dev/null"))
    write_file(Path("/dev/null"), "all of it")
    assert Path("/dev/null").is_char_device()


def test_asking_whether_a_file_can_be_written_leaves_nothing(tmp_path):
    check_file(tmp_path / "record.json")
    assert names(tmp_path) == []


# The records of random events


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """It has the first and the ninth record of an earlier run; new ones are made in no time."""
    for number in (1, 9):
        rehearse.record_of(tmp_path, number).write_text("old")
    monkeypatch.setattr(rehearse, "scratch_database", nullcontext)
    monkeypatch.setattr(rehearse, "random_record", lambda _seed, number: f"new {number}")
    return tmp_path


def written(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text() for name in names(folder)}


def test_records_of_an_earlier_run_are_told_from_the_new_ones(folder):
    out = StringIO()
    call_command(*RANDOM, "--events", "2", "--records", str(folder), stdout=out)
    assert out.getvalue().splitlines()[1:] == ["The folder also holds 1 record from an earlier run."]
    assert written(folder) == {"event-0001.json": "new 1", "event-0002.json": "new 2", "event-0009.json": "old"}


@pytest.mark.parametrize(
    ("at", "told", "left"),
    [
        (1, "0 of 3 events were played; their records are in {}. The folder also holds 2 records", {"1": "old"}),
        (2, "1 of 3 events were played; their records are in {}. The folder also holds 1 record", {"1": "new 1"}),
    ],
)
def test_interrupted_it_takes_nothing_of_an_earlier_run_away(folder, monkeypatch, at, told, left):
    def played(seed: str, number: int) -> str:
        if number == at:
            raise KeyboardInterrupt
        return f"new {number}"

    monkeypatch.setattr(rehearse, "random_record", played)
    with pytest.raises(CommandError) as caught:
        call_command(*RANDOM, "--events", "3", "--records", str(folder), stdout=StringIO())
    assert str(caught.value) == f"{told.format(folder)} from an earlier run."
    assert written(folder) == {f"event-000{n}.json": text for n, text in left.items()} | {"event-0009.json": "old"}
