"""Live pages: the streams under /live/, beside Django. asgi.py and the server call the two functions here."""

from __future__ import annotations

from typing import Any


async def stream(scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ARG001, the shape is ASGI's
    """Answers one request below /live/."""
    await send({"type": "http.response.start", "status": 404, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"There is no such stream.\n"})


def close_streams() -> None:
    """Ends every open stream, so that the server can stop. Called in the event loop's thread, once or twice."""
