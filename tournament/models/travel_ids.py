"""The column that holds a row's travel id (rules/travel_ids.py)."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from django.db import models

from tournament.rules.travel_ids import LARGEST_ID, SMALLEST_RANDOM_ID, TravelId

if TYPE_CHECKING:
    NumberField = models.BigIntegerField[TravelId, TravelId]
else:
    NumberField = models.BigIntegerField


def new_travel_id() -> TravelId:
    """A random one. Two rows of a database cannot have the same, and of two databases it is not to be expected."""
    return TravelId(SMALLEST_RANDOM_ID + secrets.randbelow(LARGEST_ID - SMALLEST_RANDOM_ID + 1))


def new_secret() -> str:
    """What the keys of a new event are made from."""
    return secrets.token_urlsafe(32)


class TravelIdField(NumberField):
    """A row's travel id: given to it when it is made, and kept for ever."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        defaults: dict[str, Any] = {"default": new_travel_id, "unique": True, "editable": False}
        super().__init__(*args, **(defaults | kwargs))
