"""/health, answered from a thread of its own: a server that is busy is not a server that is ill.

A checking program knows neither our host name nor https, so this comes before all other checks. No matter how many ask
at once, the parts are checked at most once a second.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, Final

from tournament.asgi.lanes import ALL
from tournament.asgi.lanes import health as own
from tournament.web import health
from tournament.web.health import HealthReport

SECONDS_A_REPORT_IS_GOOD: Final = 1.0
SECONDS_UNTIL_NO_ANSWER: Final = 2.0
"""Less than checking programs wait: docker-compose.yml gives three seconds."""

_report: tuple[float, HealthReport] | None = None
_looking: asyncio.Future[HealthReport] | None = None


async def tell(send: Any) -> None:
    """Answer with what was found: 200 if this process can do its work, 503 if not."""
    report = await _look()
    process = {"ok": True, "requests": {lane.name: lane.under_way for lane in ALL if lane is not own}}
    body = json.dumps({"ok": report.ok, "process": process, **report.parts}, indent=1, ensure_ascii=False) + "\n"
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200 if report.works else 503, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})


async def _look() -> HealthReport:
    """The newest report. If it does not come in time, the report says so."""
    global _looking, _report
    if _report is not None and time.monotonic() - _report[0] < SECONDS_A_REPORT_IS_GOOD:
        return _report[1]
    loop = asyncio.get_running_loop()
    if _looking is None or _looking.done() or _looking.get_loop() is not loop:
        _looking = loop.run_in_executor(own.executor, health.look)
    try:
        report = await asyncio.wait_for(asyncio.shield(_looking), SECONDS_UNTIL_NO_ANSWER)
    except TimeoutError:
        return health.NO_ANSWER
    _report = time.monotonic(), report
    return report
