"""The least that any server would have to do to tell many streams something: the floor of tests/bench/streams.py.

    python -m tests.bench.bare PORT

GET /events opens a stream; POST /tell sends its body to all of them. Nothing is asked, checked, kept or measured.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import uvicorn

HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
told: asyncio.Future[bytes] | None = None


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    if scope["path"] == "/tell":
        tell((await receive())["body"])
        await send({"type": "http.response.body", "body": b""})
        return
    await send({"type": "http.response.body", "body": b"event: hello\n\n", "more_body": True})
    while True:
        await send({"type": "http.response.body", "body": await next_told(), "more_body": True})


async def next_told() -> bytes:
    global told
    if told is None:
        told = asyncio.get_running_loop().create_future()
    return await told


def tell(message: bytes) -> None:
    global told
    if told is not None:
        told.set_result(message)
        told = None


if __name__ == "__main__":
    uvicorn.run(
        application, port=int(sys.argv[1]), log_config=None, access_log=False, server_header=False, lifespan="off"
    )
