"""The Makefile and the setup script, in a copy where they cannot touch the environment the tests run in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.programs import PROJECT


@pytest.fixture
def copy(tmp_path):
    for name in ("Makefile", ".ci", "requirements"):
        source = PROJECT / name
        shutil.copytree(source, tmp_path / name) if source.is_dir() else shutil.copy(source, tmp_path / name)
    return tmp_path


def make(folder, *arguments):
    return subprocess.run(
        ["make", *arguments], cwd=folder, capture_output=True, text=True, env={"PATH": os.environ["PATH"]}
    )


def script(path, *lines):
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return path


def test_help_is_the_default_and_lists_every_target(copy):
    promised = re.search(r"^\.PHONY: (.*)", (PROJECT / "Makefile").read_text(), re.MULTILINE)[1].split()
    listed = re.findall(r"^  make (\w+) ", make(copy).stdout, re.MULTILINE)
    assert listed == [name for name in promised if name != "repair"]


def test_an_old_python_is_refused_in_one_sentence(copy):
    old = script(copy / "old", '[ "$1" = --version ] && echo Python 3.9.2', "exit 1")
    old.write_text(old.read_text().replace("exit 1", '[ "$1" = --version ]'))
    result = make(copy, "setup", f"PYTHON={old}")
    assert result.returncode != 0
    assert result.stderr.splitlines()[0] == (
        "Turntable needs Python 3.11 or newer and found Python 3.9.2. "
        "Install one, or name it: make PYTHON=/path/to/python3.12"
    )
    assert not (copy / ".venv").exists()


def test_a_python_without_venv_is_refused_in_one_sentence(copy):
    bare = script(copy / "bare", 'case "$2" in *ensurepip*) exit 1;; esac', f'exec {sys.executable} "$@"')
    result = make(copy, "setup", f"PYTHON={bare}")
    assert result.returncode != 0
    version = ".".join(map(str, sys.version_info[:3]))
    assert result.stderr.splitlines()[0] == (
        f"Python {version} has no venv module. On Debian or Ubuntu: apt-get install python3-venv"
    )


def test_nothing_is_done_when_everything_is_up_to_date(copy):
    (copy / ".venv/bin").mkdir(parents=True)
    (copy / ".venv/bin/python").symlink_to(sys.executable)
    (copy / ".venv/.run").touch()
    assert make(copy, "--question", "setup").returncode == 0
    (copy / ".venv/bin/python").unlink()
    (copy / ".venv/bin/python").symlink_to("/nowhere/python3")
    assert make(copy, "--question", "setup").returncode == 1


def test_a_newer_lock_is_installed(copy):
    (copy / ".venv/bin").mkdir(parents=True)
    (copy / ".venv/bin/python").symlink_to(sys.executable)
    (copy / ".venv/.run").touch()
    os.utime(copy / ".venv/.run", (0, 0))
    assert make(copy, "--question", "setup").returncode == 1


@pytest.fixture
def tools(tmp_path):
    """A PATH with a few tools and no browser; sudo, where it is asked, allows everything."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("sh", "id", "env", "tail", "true"):
        (folder / name).symlink_to(shutil.which(name))
    script(folder / "sudo", "shift", 'exec "$@"')
    return folder


def get_browser(tools):
    return subprocess.run([PROJECT / ".ci/browser"], env={"PATH": str(tools)}, capture_output=True, text=True)


def test_a_browser_that_is_there_is_used(tools):
    script(tools / "chromium")
    result = get_browser(tools)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_debians_browser_is_installed_if_there_is_none(tools):
    script(tools / "apt-get", f'echo "$@" >> {tools}/asked')
    assert get_browser(tools).returncode == 0
    assert (tools / "asked").read_text() == "update -q\ninstall -qy --no-install-recommends chromium\n"


def test_a_browser_that_cannot_be_had_is_said_in_one_sentence(tools):
    result = get_browser(tools)
    assert (result.returncode, result.stderr) == (
        1,
        "The browser tests need Chromium, which cannot be installed from here: install it, then run make test again.\n",
    )


def test_an_installation_that_fails_shows_why(tools):
    script(tools / "apt-get", "echo E: no network", "exit 100")
    result = get_browser(tools)
    assert (result.returncode, result.stderr) == (
        1,
        "E: no network\nThe browser tests need Chromium, and installing Debian's failed as shown above.\n",
    )
