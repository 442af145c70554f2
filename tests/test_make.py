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


# A browser


@pytest.fixture
def tools(tmp_path):
    """A PATH with a few tools and no browser; sudo, where it is asked, allows everything."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("sh", "id", "env", "tail", "true", "touch", "dirname"):
        (folder / name).symlink_to(shutil.which(name))
    script(folder / "sudo", "shift", 'exec "$@"')
    return folder


def which_browser(tools):
    """What the tests would drive with nothing but these tools, and nothing that was fetched before."""
    env = {"PATH": str(tools), "PLAYWRIGHT_BROWSERS_PATH": str(tools / "playwright")}
    program = f"import sys; from tests import browsers; browsers.WITHOUT_WINDOWS = '{tools}/without-windows'"
    command = [sys.executable, "-c", f"{program}; sys.exit(browsers.main())"]
    return subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, text=True)


def test_a_browser_that_only_says_how_to_install_it_is_passed_over(tools):
    script(tools / "chromium", "echo requires the chromium snap to be installed", "exit 1")
    (tools / "chromium-browser").write_text("neither a program nor a script")
    (tools / "chromium-browser").chmod(0o755)
    result = which_browser(tools)
    assert (result.returncode, result.stdout, result.stderr) == (1, "No Chromium runs here.\n", "")
    script(tools / "google-chrome", '[ "$*" = --version ]')
    result = which_browser(tools)
    assert (result.returncode, result.stdout) == (0, f"{tools}/google-chrome\n")
    script(tools / "without-windows", '[ "$*" = --version ]')
    assert which_browser(tools).stdout == f"{tools}/without-windows\n"


@pytest.fixture
def get_browser(copy, tools):
    """.ci/browser where there is a browser as soon as the file `browser` is there; what Playwright is asked for
    is written down, and `from_playwright` is what it does."""

    def run(from_playwright="exit 1"):
        (copy / ".venv/bin").mkdir(parents=True, exist_ok=True)
        asked = f'echo "$@" >> {copy}/asked'
        script(
            copy / ".venv/bin/python",
            f'[ "$2" = tests.browsers ] && exec test -e {copy}/browser',
            asked,
            from_playwright,
        )
        if not (tools / "test").exists():
            (tools / "test").symlink_to(shutil.which("test"))
        return subprocess.run([copy / ".ci/browser"], env={"PATH": str(tools)}, capture_output=True, text=True)

    return run


PLAYWRIGHTS = "-m playwright install --no-shell chromium\n"
DEBIANS = "update -q\ninstall -qy --no-install-recommends chromium\n"
NO_BROWSER = (
    "The browser tests need Chromium, and none could be fetched: "
    "install Chromium or Google Chrome, then run make test again.\n"
)


def test_a_browser_that_is_there_is_used(copy, get_browser):
    (copy / "browser").touch()
    result = get_browser()
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert not (copy / "asked").exists()


@pytest.mark.parametrize("comes", [True, False])
def test_the_one_without_windows_is_asked_for_once(copy, tools, get_browser, comes):
    """In the version of the Chromium that is installed, and whether it comes or not."""
    (copy / "browser").touch()
    for name in ("mktemp", "mkdir", "rm"):
        (tools / name).symlink_to(shutil.which(name))
    script(tools / "timeout", "shift", 'exec "$@"')
    script(tools / "dpkg-query", "printf 156.0-1")
    script(tools / "apt-get", f'echo "$@" >> {copy}/asked', f"exit {0 if comes else 1}")
    script(tools / "dpkg-deb", "exit 0")
    script(tools / "cp", f"touch {copy}/.venv/share/chromium/chromium-headless-shell")
    for _ in range(2):
        result = get_browser()
        assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert (copy / "asked").read_text() == "download -q chromium-headless-shell=156.0-1\n"
    assert (copy / ".venv/share/chromium/chromium-headless-shell").exists() == comes


def test_playwrights_browser_is_fetched_if_there_is_none(copy, tools, get_browser):
    script(tools / "apt-get", f'echo "$@" >> {copy}/asked')
    assert get_browser(f"touch {copy}/browser").returncode == 0
    assert (copy / "asked").read_text() == PLAYWRIGHTS


@pytest.mark.parametrize("fetched", ["exit 1", "echo it came, but a library is missing"])
def test_debians_browser_is_installed_if_playwrights_does_not_come_or_run(copy, tools, get_browser, fetched):
    script(tools / "apt-get", f'echo "$@" >> {copy}/asked', f'[ "$1" = update ] || touch {copy}/browser')
    assert get_browser(fetched).returncode == 0
    assert (copy / "asked").read_text() == PLAYWRIGHTS + DEBIANS


def test_a_browser_that_cannot_be_had_is_said_in_one_sentence(get_browser):
    result = get_browser("echo getaddrinfo failed; exit 1")
    assert (result.returncode, result.stderr) == (1, NO_BROWSER)


def test_without_rights_nothing_is_installed_and_the_sentence_is_the_same(copy, tools, get_browser):
    script(tools / "apt-get", f'echo "$@" >> {copy}/asked')
    script(tools / "sudo", "echo sudo: a password is required >&2", "exit 1")
    (tools / "id").unlink()
    script(tools / "id", "echo 1000")
    result = get_browser()
    assert (result.returncode, result.stderr) == (1, NO_BROWSER)
    assert (copy / "asked").read_text() == PLAYWRIGHTS


def test_an_installation_that_fails_shows_why(tools, get_browser):
    script(tools / "apt-get", "echo E: no network", "exit 100")
    result = get_browser()
    assert (result.returncode, result.stderr) == (1, f"E: no network\n{NO_BROWSER}")


@pytest.fixture
def run_tests(copy):
    """`.ci/tests` over a module of its own, with the real pytest."""
    (copy / ".venv").symlink_to(sys.prefix)
    (copy / "pytest.ini").touch()

    def run(*lines):
        (copy / "test_own.py").write_text("\n".join(["import os", *lines, ""]))
        own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "DJANGO"))}
        return subprocess.run([copy / ".ci/tests", "-p", "no:django"], env=own, capture_output=True, text=True)

    return run


BESIDE_OTHERS = "'PYTEST_XDIST_WORKER' in os.environ"


@pytest.mark.parametrize("failing", [1, 5, 6])
def test_the_few_that_fail_beside_others_are_tried_once_more_alone(run_tests, failing):
    result = run_tests(*(f"def test_{n}(): assert not ({BESIDE_OTHERS})" for n in range(failing)))
    names = [f"test_own.py::test_{n}" for n in range(failing)]
    if failing > 5:
        assert result.returncode == 1 and "once more" not in result.stdout
        return
    assert result.returncode == 0 and "All of these passed alone." in result.stdout
    assert sorted(result.stdout.splitlines()[-failing:]) == names


def test_what_fails_alone_too_fails_the_run(run_tests):
    assert run_tests("def test_wrong(): assert False", f"def test_late(): assert not ({BESIDE_OTHERS})").returncode == 1


def test_a_module_that_cannot_be_read_fails_the_run(run_tests):
    assert run_tests("nonsense").returncode == 1
