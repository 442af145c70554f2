"""Scripts, styles and pictures, answered by the event loop: read and packed once, without a thread and without Django.

At an address of a known version a file never changes, so a browser keeps it for ever. Any other address (a name without
a version, one of before version 0.2, or a version that is no longer kept) gets the file of today and asks again each
time.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any, Final

from django.conf import settings

from tournament import static_files
from tournament.asgi.sentences import say

ADDRESS: Final = re.compile(r"/static/(?:([0-9a-f]{16})/)?(.+)", re.DOTALL)
_SIGN_IN_A_NAME: Final = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")
"""Version 0.1 on servers had names such as base.0f3a6c1d2e4b.css."""

_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
}
"""Not the machine's own list, which may say otherwise. A test asks for every kind there is."""

_POLICY: Final = b"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
"""A worker goes by the policy of its own script: it has to reach this server's streams."""

_FOR_EVER: Final = b"max-age=31536000, public, immutable"
_ASK_EACH_TIME: Final = b"no-cache"
_NOT_FOUND: Final = "There is no file at this address."
_SMALLEST_PACKED: Final = 0.95
"""Pictures hardly get smaller: they are sent as they are."""


@dataclass(frozen=True)
class SentFile:
    """A file as it is sent, also packed where that helps."""

    body: bytes
    packed: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    tag: bytes

    def for_browser(self, has: bytes, takes: bytes) -> tuple[int, bytes, list[tuple[bytes, bytes]]]:
        """Status, body and headers for one that `has` files with these ETags and `takes` these encodings."""
        if self.tag in has:
            return 304, b"", list(self.headers)
        body = self.packed if self.packed and b"gzip" in takes else self.body
        encoding = [(b"content-encoding", b"gzip")] if body is self.packed else []
        return 200, body, [*self.headers, *encoding, (b"content-length", b"%d" % len(body))]


async def answer(scope: dict[str, Any], send: Any) -> None:
    found = _find(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
    if found is None:
        await say(send, 404, _NOT_FOUND)
        return
    asked = dict(scope["headers"])
    status, body, headers = found.for_browser(asked.get(b"if-none-match", b""), asked.get(b"accept-encoding", b""))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _find(path: str) -> SentFile | None:
    """The file of that version, else today's of that name."""
    asked = ADDRESS.fullmatch(path)
    if asked is None or "\0" in path:
        return None
    of_version, name = asked.groups()
    if of_version and (found := _file(name, of_version, _FOR_EVER)):
        return found
    name = _SIGN_IN_A_NAME.sub("", name)
    return _file(name, static_files.version(), _ASK_EACH_TIME)


def _file(name: str, of_version: str, may_keep: bytes) -> SentFile | None:
    try:
        return _read(name, of_version, may_keep)
    except (LookupError, OSError):
        return None


@lru_cache(maxsize=400)
def _read(name: str, of_version: str, may_keep: bytes) -> SentFile:
    """Raises LookupError for what is not there, so that only what is there is kept."""
    body = static_files.content_of(name, of_version, settings.STATIC_KEPT)
    if body is None:
        raise LookupError(name)
    packed = gzip.compress(body, 9, mtime=0)
    tag = b'"%s"' % hashlib.sha256(body).hexdigest()[:24].encode()
    headers = (
        (b"content-type", _KINDS.get(PurePosixPath(name).suffix, "application/octet-stream").encode()),
        (b"cache-control", may_keep),
        (b"content-security-policy", _POLICY),
        (b"vary", b"Accept-Encoding"),
        (b"etag", tag),
    )
    return SentFile(body, packed if len(packed) < len(body) * _SMALLEST_PACKED else b"", headers, tag)
