"""Short names for the constraints that many models share."""

from __future__ import annotations

from enum import StrEnum

from django.db.models import CheckConstraint, Q


def choices(enum: type[StrEnum]) -> list[tuple[str, str]]:
    """An enum's values as a field's choices."""
    return [(member.value, member.value) for member in enum]


def one_of(field: str, enum: type[StrEnum], *, empty: bool = False) -> CheckConstraint:
    """The field holds one of the enum's values, or, where allowed, nothing."""
    allowed = [member.value for member in enum] + ([""] if empty else [])
    return CheckConstraint(condition=Q(**{f"{field}__in": allowed}), name=f"%(class)s_{field}_known")


def at_least(field: str, least: int) -> CheckConstraint:
    """The number is not smaller than this (or is not set)."""
    return CheckConstraint(condition=Q(**{f"{field}__gte": least}), name=f"%(class)s_{field}_at_least_{least}")
