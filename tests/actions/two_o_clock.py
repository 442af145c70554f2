"""When the tests of the clock happen, and how they press its buttons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from tests.cast import Day

TWO: Final = datetime(2026, 11, 21, 14, 0, tzinfo=timezone.get_default_timezone())


def minutes(n: float) -> timedelta:
    return timedelta(minutes=n)


def run(day: Day, action: Callable[..., object], **more: Any) -> None:
    """The MC presses a button."""
    action(by=day.mc, competition=day.pk, **more)
