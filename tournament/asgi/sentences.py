"""What the event loop answers by itself: one sentence, as plain text, as a page or as a tablet's JSON."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from django.template.loader import render_to_string

from tournament.web.busy import BUSY, SECONDS_UNTIL_AGAIN, busy_message, is_from_outbox
from tournament.web.headers import PLAIN

if TYPE_CHECKING:
    from tournament.asgi.bridge import Request

CLOSE: Final = (b"connection", b"close")
RETRY_AFTER: Final = (b"retry-after", str(SECONDS_UNTIL_AGAIN).encode())
NOT_OUR_NAME: Final = (
    "This server doesn’t know that name. Open it by its address, or add the name to TURNTABLE_ALLOWED_HOSTS."
)


async def say(send: Any, status: int, sentence: str, request: Request | None = None) -> None:
    """Answer with one sentence. A browser that sent a form (`request` says so) gets it as a page with a way back."""
    asked = request.headers if request else {}
    is_page = b"text/html" in asked.get(b"accept", b"")
    headers = [(b"content-type", b"text/%s; charset=utf-8" % (b"html" if is_page else b"plain")), CLOSE]
    if is_page:
        headers.append((b"content-security-policy", b"default-src 'none'; style-src 'self'; img-src 'self'"))
    if status in (429, 503):
        headers.append(RETRY_AFTER)
    template = "too_long.html" if status == 413 else "try_again.html"
    body = page(template, sentence, asked.get(b"referer", b"").decode("latin-1")) if is_page else f"{sentence}\n"
    await _send(send, status, headers, body.encode())


def page(template: str, sentence: str, came_from: str) -> str:
    """The sentence on a page like our other refusals, with a way back to the form.

    Only the path of where the browser came from counts, so that the link never leads to another site.
    """
    path = urlsplit(came_from).path
    back = path if path.startswith("/") and not path.startswith("//") else "/"
    return render_to_string(template, {"sentence": sentence, "back": back})


async def say_busy(send: Any, request: Request) -> None:
    """Ask to send again: a tablet in words that its outbox takes as "not yet"."""
    if is_from_outbox(request.path):
        await _send(send, 503, [(b"content-type", b"application/json"), RETRY_AFTER], busy_message().encode())
    else:
        await say(send, 503, BUSY, request)


async def say_too_often(send: Any, request: Request, sentence: str) -> None:
    """Tell a sender who asks for too much; a tablet's outbox, which sends again by itself, that the server is busy."""
    if is_from_outbox(request.path):
        await say_busy(send, request)
    else:
        await say(send, 429, sentence, request)


async def say_goodbye(send: Any) -> None:
    """Answer when the server was told to stop and has waited long enough, unless an answer has begun already."""
    with suppress(RuntimeError):
        await say(send, 503, "The server is stopping. Send it again in a moment.")


def plain_answer(status: str, sentence: str) -> bytes:
    """A whole answer, for a client that is turned away before there is a request."""
    body = f"{sentence}\n".encode()
    about = {b"content-type": b"text/plain; charset=utf-8", b"content-length": b"%d" % len(body), **PLAIN}
    headers = [*about.items(), CLOSE]
    return b"".join([b"HTTP/1.1 %s\r\n" % status.encode(), *(b"%s: %s\r\n" % pair for pair in headers), b"\r\n", body])


async def _send(send: Any, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
