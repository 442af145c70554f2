"""What the program has loaded is not gone through each time Python looks for garbage."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from tests.programs import wait_until
from tournament.asgi import garbage


class Loaded:
    """Something that is gone through for garbage, as most objects are."""

    def __init__(self) -> None:
        self.itself = self


def is_gone_through(thing: object) -> bool:
    return any(each is thing for each in gc.get_objects())


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(garbage, "SECONDS_UNTIL_LOADED", (0.0, 0.0))


def test_what_a_server_has_loaded_is_set_aside(at_once, request):
    loaded = Loaded()
    assert is_gone_through(loaded)
    request.getfixturevalue("site")
    assert wait_until(lambda: not is_gone_through(loaded))


def test_it_is_done_again_for_what_is_loaded_when_it_is_used_first(monkeypatch):
    monkeypatch.setattr(garbage, "SECONDS_UNTIL_LOADED", (0.0, 0.02))

    async def serve() -> None:
        garbage.start()
        await asyncio.sleep(0.01)
        loaded = Loaded()
        assert is_gone_through(loaded)
        await asyncio.sleep(0.03)
        assert not is_gone_through(loaded)

    asyncio.run(serve())


def test_garbage_is_not_kept():
    gone = weakref.ref(Loaded())
    assert gone() is not None
    garbage.set_aside()
    assert gone() is None
