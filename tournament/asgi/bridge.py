"""A request as the event loop knows it, and Django's answer to it, made in one step in a thread.

The whole request is there before the thread begins and the whole answer when it ends, so a thread never waits for
somebody's Wi-Fi, and crosses to the event loop once instead of once for each part.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from tournament.networks import sender_of
from tournament.web import badges
from tournament.web.waiting import AGAIN_HEADER, KEEP_HEADER, PAUSE_HEADER, PIECES_HEADER

_BADGE: Final = re.compile(rb"(?:^|;)\s*(?:__Host-)?%s\s*=\s*([^;\s]*)" % badges.COOKIE.encode())
_OWN_NAMES: Final = {"CONTENT-LENGTH": "CONTENT_LENGTH", "CONTENT-TYPE": "CONTENT_TYPE"}


@dataclass
class Request:
    """One HTTP request that has arrived."""

    scope: dict[str, Any]
    body: bytes = b""

    @property
    def path(self) -> str:
        return str(self.scope["path"])

    @property
    def is_read_only(self) -> bool:
        return self.scope["method"] in ("GET", "HEAD", "OPTIONS")

    @property
    def query(self) -> str:
        return str(self.scope.get("query_string", b"").decode("latin-1"))

    @cached_property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.scope["headers"])

    @cached_property
    def sender(self) -> str:
        """The address or network that it comes from; behind our proxy the one that the proxy wrote down."""
        return sender_of(self.scope)

    @cached_property
    def badge(self) -> badges.Badge:
        """The badge of a tablet or desk that was let in before, if its signature is ours. The other cookies are not
        read here: somebody may send thousands of them, and nothing else moves in the event loop meanwhile."""
        worn = _BADGE.findall(self.headers.get(b"cookie", b""))
        return badges.checked(worn[-1].decode("latin-1")) if worn else badges.Badge()

    def environ(self) -> dict[str, Any]:
        """The request in WSGI's words."""
        scope = self.scope
        server, port = scope.get("server") or ("localhost", 80)
        client = scope.get("client") or ("", 0)
        environ = {
            "REQUEST_METHOD": scope["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": scope["path"].encode().decode("latin-1"),
            "QUERY_STRING": self.query,
            "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
            "SERVER_NAME": server,
            "SERVER_PORT": str(port or 0),
            "REMOTE_ADDR": client[0],
            "REMOTE_PORT": str(client[1]),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": scope.get("scheme", "http"),
            "wsgi.input": io.BytesIO(self.body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        for raw, value in scope["headers"]:
            name = raw.decode("latin-1").upper()
            key = _OWN_NAMES.get(name) or f"HTTP_{name.replace('-', '_')}"
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
        return environ


@dataclass
class DjangoAnswer:
    """What Django answered, as a whole; `pause` says how many seconds it is held back, `is_being_made` that the same
    asked again in a moment is answered better, `is_kept` that it is the same for everyone (kept.py). `pieces` are what
    comes before the body, made while they are sent."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""
    pause: float = 0
    is_being_made: bool = False
    is_kept: bool = False
    in_pieces: bool = False
    pieces: Iterable[bytes] = ()

    async def send(self, send: Any) -> None:
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        for piece in self.pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": self.body})


def ask(django: Callable[..., Iterable[bytes]], request: Request) -> DjangoAnswer:
    """Django's answer; runs in a thread of a lane."""
    found = DjangoAnswer()

    def start_response(status: str, headers: Iterable[tuple[str, str]], _: object = None) -> None:
        found.status = int(status.partition(" ")[0])
        for name, value in headers:
            if name == PAUSE_HEADER:
                found.pause = float(value)
            elif name == AGAIN_HEADER:
                found.is_being_made = True
            elif name == KEEP_HEADER:
                found.is_kept = True
            elif name == PIECES_HEADER:
                found.in_pieces = True
            else:
                found.headers.append((name.lower().encode("latin-1"), value.strip().encode("latin-1")))

    parts = django(request.environ(), start_response)
    try:
        if found.in_pieces:
            found.pieces = parts
        else:
            found.body = b"".join(parts)
    finally:
        getattr(parts, "close", lambda: None)()
    return found
