"""The kinds of people an event knows."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Who acts (the software itself too, when an alarm does)."""

    ORGANISER = "organiser"
    MC = "mc"
    HELPER = "helper"
    COORDINATOR = "coordinator"
    UMPIRE = "umpire"
    SYSTEM = "system"


class Invited(StrEnum):
    """Who comes by an invitation. Umpires open their table's code instead."""

    ORGANISER = "organiser"
    MC = "mc"
    HELPER = "helper"
    COORDINATOR = "coordinator"

    @property
    def as_role(self) -> Role:
        """The same, among all who act."""
        return Role(self.value)
