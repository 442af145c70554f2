"""A refusal says why, in one sentence, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model

from tournament.rules.errors import TurntableError


def everything() -> dict[str, list[Any]]:
    """Every row of every table: two of these are equal when nothing was changed."""
    rows = {}
    with connection.cursor() as cursor:
        for model in models():
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY 1')
            rows[model.__name__] = cursor.fetchall()
    return rows


def models() -> list[type[Model]]:
    """Everything we store."""
    return [model for app in ("tournament", "scoring") for model in apps.get_app_config(app).get_models()]


@contextmanager
def refused(kind: type[TurntableError], sentence: str) -> Iterator[Any]:
    """What is done inside is refused in exactly these words, and not one row is changed."""
    before = everything()
    with pytest.raises(kind) as caught:
        yield caught
    assert (type(caught.value), str(caught.value)) == (kind, sentence)
    assert everything() == before
