"""A refusal says why, in one sentence, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps

from tournament.rules.errors import TurntableError


def everything() -> dict[str, list[Any]]:
    """Every row of every table: two of these are equal when nothing was changed."""
    models = [*apps.get_app_config("tournament").get_models(), *apps.get_app_config("scoring").get_models()]
    return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in models}


@contextmanager
def refused(kind: type[TurntableError], sentence: str) -> Iterator[Any]:
    """What is done inside is refused in exactly these words, and not one row is changed."""
    before = everything()
    with pytest.raises(kind) as caught:
        yield caught
    assert (type(caught.value), str(caught.value)) == (kind, sentence)
    assert everything() == before
