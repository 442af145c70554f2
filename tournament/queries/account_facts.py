"""Somebody who signs in, as pages know them."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Account


@dataclass(frozen=True, slots=True)
class AccountFacts:
    """What the page says on which somebody comes in."""

    name: str
    first_name: str
    """Empty for the keeper who has never said it."""
    has_usable_password: bool

    def __str__(self) -> str:
        return self.name


def account_facts(account: Account) -> AccountFacts:
    """The facts of an account's row."""
    return AccountFacts(str(account), account.first_name, account.has_usable_password())
