"""Competitions for pages to show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from scoring.rehearsal.director import Director
from tests.rendering import faults, watched_templates
from tests.web import rehearsals


@pytest.fixture(scope="session")
def templates() -> Iterator[None]:
    with watched_templates():
        yield


@pytest.fixture(autouse=True)
def pages_are_rendered_from_facts(templates: None) -> Iterator[None]:
    faults.clear()
    yield
    assert faults == []


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What a module's fixtures make after this one stays for all its tests; what a test changes is undone as ever."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def rehearsed(db: None, django_db_blocker: DjangoDbBlocker, shared_folder: Path) -> None:
    """Finished competitions of every format, small and large, smooth and rough: rehearsals.SCRIPTS lists them."""
    rehearsals.copy(django_db_blocker, shared_folder)


@pytest.fixture
def walk(db: None) -> Director:
    """A knockout with entries and reserves, set up; a test takes it from stage to stage."""
    director = Director(rehearsals.script("Walk", "syg", 9, 6), Random("walk"), slug="walk")
    director.set_up()
    return director


@pytest.fixture
def queries(client: Client) -> Callable[[str], int]:
    """How many queries a page takes."""

    def count(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        return len(captured)

    return count
