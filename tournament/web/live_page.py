"""What every live page carries so that it can listen for changes (static/js/live.js)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest

from tournament import live
from tournament.live.topics import staff
from tournament.permissions import Actor


def live_context(topics: Sequence[str], *, by: Actor | None = None, spread: int = 0) -> dict[str, Any]:
    """The page's ticket to the stream of these topics, and how new the page is.

    Call it before anything else is read, so that no change falls between reading and listening. After a change each
    device asks for the page again within `spread` milliseconds, so that a whole hall does not ask at once. Without
    topics there is nothing to listen to, and no ticket. `by` is the member of the team whose page it is: it hears
    nothing any more once they are removed.
    """
    holder = live.Holder(by.account, by.scope) if by and by.account and by.scope else None
    return {
        "seen_json": json.dumps(live.seen(topics)),
        "ticket": live.ticket(topics, holder) if topics else "",
        "spread": spread,
    }


def listen_for_team(request: HttpRequest, event: int, by: Actor) -> None:
    """Let every page of an event's team hear what the MC says to everybody, also while somebody types.

    `team_base.html` finds the ticket at the request; a page that follows more than that has one of its own.
    """
    request.team_hears = live_context([staff(event)], by=by)  # type: ignore[attr-defined]


SPREAD_OF_PHONES: Final = 5000
"""Milliseconds over which a hall's phones ask after something changed."""


def live_for_phones(topics: Sequence[str]) -> dict[str, Any]:
    """The live context of a page that a whole hall may have open."""
    return live_context(topics, spread=SPREAD_OF_PHONES)
