"""Every action must hold on both databases: their locks and their constraints differ."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="module")
def on_both(both_databases: str) -> None:
    """Runs each test of this folder once on SQLite and once on Postgres."""
