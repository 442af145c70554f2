"""Whether something could be done now, and if not why: the guard itself answers for the button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db import transaction

from tournament.rules.errors import TurntableError

SOMEBODY_NEW: Final = "Somebody who was never here"
"""A name for asking whether anybody at all could come."""


def why_not(action: Callable[..., Any], **said: Any) -> str:
    """The sentence with which this would be refused; empty if it would be done. Whatever it did is undone."""
    with transaction.atomic():
        try:
            action(**said)
            return ""
        except TurntableError as refused:
            return str(refused)
        finally:
            transaction.set_rollback(True)
