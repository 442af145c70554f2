"""`make lint` looks the locked packages up. A known weakness fails it; that nobody can be asked does not."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.backends import free_port
from tests.programs import PROJECT

BAD = ("django", "5.0")
DATED = {"id": "TEST-1", "modified": "2026-01-01T00:00:00Z"}


class Advisories(BaseHTTPRequestHandler):
    """A service that knows one bad version of one package, in the words of osv.dev."""

    asked: list[tuple[str, str]]
    nonsense = False

    def do_POST(self) -> None:
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        packages = [(query["package"]["name"], query["version"]) for query in queries]
        self.asked += packages
        self.answer({"results": [{"vulns": [DATED]} if package == BAD else {} for package in packages]})

    def do_GET(self) -> None:
        self.answer({**DATED, "summary": "Lets everybody in", "affected": []})

    def answer(self, words: Any) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>Welcome to our Wi-Fi" if self.nonsense else json.dumps(words).encode())

    def log_message(self, *_: Any) -> None: ...


@contextmanager
def advisories(*, nonsense: bool = False) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Its address, and what it was asked."""
    handler = type("Service", (Advisories,), {"asked": [], "nonsense": nonsense})
    with HTTPServer(("127.0.0.1", 0), handler) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{service.server_port}/", handler.asked
        service.shutdown()


def look_up(address: str, requirements: Path | None = None) -> tuple[int, str]:
    env = {**os.environ, "ADVISORIES": address, "UV_HTTP_RETRIES": "0"}
    env |= {"REQUIREMENTS": str(requirements)} if requirements else {}
    done = subprocess.run([".ci/advisories"], cwd=PROJECT, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def requirements(tmp_path):
    def write(*lines: str) -> Path:
        file = tmp_path / "requirements.txt"
        file.write_text("".join(f"{line} \\\n    --hash=sha256:00\n" for line in lines))
        return file

    return write


def test_every_locked_package_is_looked_up():
    locked = re.findall(
        r"^([\w-]+)==([^ ;]+)", "".join(map(Path.read_text, PROJECT.glob("requirements/*.txt"))), re.MULTILINE
    )
    with advisories() as (address, asked):
        assert look_up(address) == (0, f"None of {len(set(locked))} locked packages is known to be vulnerable.\n")
    assert set(asked) == set(locked) > {("uv", dict(locked)["uv"]), ("uvicorn", dict(locked)["uvicorn"])}


def test_a_version_that_is_known_to_be_bad_fails(requirements):
    with advisories() as (address, _):
        status, told = look_up(address, requirements("click==8.0", "django==5.0", "redis==7.0 ; python_version > '3'"))
        assert look_up(address, requirements("django==5.1"))[0] == 0
    assert (status, "django 5.0 has 1 known vulnerability" in told, "TEST-1" in told) == (1, True, True)


def test_without_a_network_it_says_so_and_fails_nothing(requirements):
    told = "Known vulnerabilities were not looked up: the advisory data can't be reached from here.\n"
    assert look_up(f"http://127.0.0.1:{free_port()}/", requirements("django==5.0")) == (0, told)


def test_whatever_else_goes_wrong_fails(requirements):
    """What is skipped in silence for a year is no check."""
    with advisories(nonsense=True) as (address, _):
        assert look_up(address, requirements("django==5.1"))[0] == 1
        assert look_up(address, requirements("django==five"))[0] == 1
