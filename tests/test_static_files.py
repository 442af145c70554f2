"""Scripts and styles: kept by browsers for ever, and still there for a page that was opened before an upgrade."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from tests.programs import get
from tests.test_kept import no_thread_for_pages
from tournament import static_files
from tournament.asgi import sent_files

STYLE = "css/base.css"


def ask(path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """What the event loop answers."""
    told: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    asked = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(sent_files.answer({"path": path, "method": method, "headers": asked}, send))
    return told[0]["status"], {key.decode(): value.decode() for key, value in told[0]["headers"]}, told[1]["body"]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """A project with one style and one script that imports another."""
    made = Project(tmp_path / "static", tmp_path / "kept")
    made.write(STYLE, "first")
    with override_settings(STATICFILES_DIRS=[made.static], STATIC_KEPT=made.kept):
        made.starts()
        yield made
    forget()


class Project:
    def __init__(self, static: Path, kept: Path) -> None:
        self.static, self.kept = static, kept

    def write(self, name: str, content: str) -> None:
        (self.static / name).parent.mkdir(parents=True, exist_ok=True)
        (self.static / name).write_text(content)

    def starts(self) -> str:
        """A new process begins, with the files as they are; the address of its style."""
        forget()
        static_files.keep(self.kept)
        return static_files.VersionedStorage().url(STYLE)

    def is_upgraded(self, content: str) -> str:
        self.write(STYLE, content)
        return self.starts()


def forget() -> None:
    for remembered in (static_files.files, static_files.version, sent_files._read):
        remembered.cache_clear()


@pytest.mark.django_db
def test_a_page_names_files_that_its_browser_may_keep_for_ever(client):
    page = client.get("/").content.decode()
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(addresses) > 3
    for address in addresses:
        status, headers, body = ask(address)
        assert (status, headers["cache-control"]) == (200, "max-age=31536000, public, immutable"), address
        assert body == static_files.files()[address.split("/", 3)[3]].read_bytes()


def test_files_travel_packed_to_browsers_that_can_unpack_them():
    address = static_files.VersionedStorage().url(STYLE)
    _, plain, whole = ask(address)
    _, packed, sent = ask(address, accept_encoding="gzip, br")
    assert (plain["content-length"], packed["content-length"]) == (str(len(whole)), str(len(sent)))
    assert packed["content-encoding"] == "gzip"
    assert "content-encoding" not in plain
    assert gzip.decompress(sent) == whole
    assert len(sent) < len(whole) / 2


def test_what_a_browser_has_is_not_sent_again():
    address = static_files.VersionedStorage().url(STYLE)
    tag = ask(address)[1]["etag"]
    assert ask(address, if_none_match=tag)[::2] == (304, b"")
    assert ask(address, if_none_match='"other"')[0] == 200


def test_every_file_of_ours_and_of_our_packages_says_what_it_is():
    for name in static_files.files():
        if not name.endswith(".d.ts"):  # for the tools that check scripts
            assert ask(f"/static/{static_files.version()}/{name}")[1]["content-type"] != "application/octet-stream", (
                name
            )


def test_a_worker_may_listen_to_this_server_and_to_nothing_else():
    """Browsers hold a worker to the policy that its script came with."""
    policy = ask(static_files.VersionedStorage().url("js/live-worker.js"))[1]["content-security-policy"]
    assert policy.split("; ")[0] == "default-src 'self'"


def test_they_need_neither_a_thread_nor_django(site):
    address = static_files.VersionedStorage().url(STYLE)
    with no_thread_for_pages():
        status, body, headers = get(site.url + address)
    assert (status, body) == (200, static_files.files()[STYLE].read_text())
    assert headers["x-content-type-options"] == "nosniff"


def test_a_page_that_was_opened_before_an_upgrade_still_finds_the_files_it_was_made_with(project):
    before = static_files.VersionedStorage().url(STYLE)
    after = project.is_upgraded("second")
    assert before != after
    assert [ask(address)[2] for address in (before, after)] == [b"first", b"second"]
    assert ask(before)[1]["cache-control"].endswith("immutable")


def test_of_old_versions_a_few_are_kept_and_pages_that_are_older_get_the_files_of_today(project):
    oldest = static_files.VersionedStorage().url(STYLE)
    addresses = [project.is_upgraded(f"version {number}") for number in range(static_files.VERSIONS_KEPT)]
    assert len(list(project.kept.iterdir())) == static_files.VERSIONS_KEPT
    assert [ask(address)[2].decode() for address in addresses] == [f"version {n}" for n in range(len(addresses))]
    assert ask(oldest)[2] == ask(addresses[-1])[2]
    assert ask(oldest)[1]["cache-control"] == "no-cache"


def test_a_version_that_is_used_again_is_not_taken_for_an_old_one(project):
    first = static_files.VersionedStorage().url(STYLE)
    for number in range(static_files.VERSIONS_KEPT - 1):
        project.is_upgraded(f"version {number}")
    assert project.is_upgraded("first") == first
    project.is_upgraded("the newest")
    assert ask(first)[2] == b"first"


@pytest.mark.parametrize(
    "address", [f"/static/{STYLE}", "/static/css/base.0f3a6c1d2e4b.css", f"/static/{16 * 'a'}/{STYLE}"]
)
def test_addresses_of_before_lead_to_the_files_of_today(address):
    """Version 0.1 had plain names on a laptop, and names with a sign in them on servers."""
    status, headers, body = ask(address)
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert body == static_files.files()[STYLE].read_bytes()


NOT_FILES = (
    "/static/",
    "/static/nothing.css",
    "/static/{today}/nothing.css",
    "/static/../manage.py",
    "/static/{today}/../../secret-key",
    "/static/{before}/../../secret-key",
    "/static/{before}/../secret-key",
    "/static/{before}//etc/hostname",
    "/static/{before}/css",
    "/static/a\0b",
)


@pytest.mark.parametrize("path", NOT_FILES)
def test_nothing_else_can_be_read(project, path):
    (project.kept / "secret-key").write_text("secret")
    (project.kept.parent / "secret-key").write_text("secret")
    before = static_files.version()
    project.is_upgraded("second")
    assert ask(path.format(today=static_files.version(), before=before))[0] == 404


def test_files_are_only_read():
    assert ask(static_files.VersionedStorage().url(STYLE), method="POST")[0] == 404


def test_a_page_that_names_a_file_which_is_not_there_fails_where_it_is_tried():
    with pytest.raises(ValueError, match=r"There is no file “css/nothing\.css” for browsers"):
        static_files.VersionedStorage().url("css/nothing.css")


def test_processes_that_start_together_keep_one_whole_version(project, tmp_path):
    folder = tmp_path / "together"
    with ThreadPoolExecutor(8) as processes:
        list(processes.map(static_files.keep, [folder] * 8))
    assert [path.name for path in folder.iterdir()] == [static_files.version()]
    assert {path.relative_to(folder / static_files.version()).as_posix() for path in folder.rglob("*.css")} == {STYLE}


def test_a_folder_that_cannot_be_written_stops_nothing(project, tmp_path, caplog):
    (tmp_path / "file").write_text("")
    static_files.keep(tmp_path / "file")
    assert "Pages that are open during the next upgrade may lack files" in caplog.text
    assert ask(static_files.VersionedStorage().url(STYLE))[2] == b"first"
