"""Whom the log names, and which requests were answered: what is found through the log.

Only requests that a tablet made travel. All others come from pages, whose sessions stay where they are, and their
answers are numbers of this installation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tournament.models import Account, Answered, LogEntry, MemberName
from tournament.rules.roles import Role
from tournament.rules.travel_ids import travel_id_of
from tournament.travel.nameless import member_without_names
from tournament.travel.people_rows import FiledMemberName, FiledRequest
from tournament.travel.stored import Arriving, Leaving, Stored, Values

NUMBERS_ASKED_AT_ONCE: Final = 500


def _read_team(leaving: Leaving) -> list[Values]:
    """Everybody whom the log names: as the event knows them from elsewhere, or by their account here."""
    event = leaving.event
    names: dict[int, str] = dict(MemberName.objects.filter(event=event).values_list("account", "name"))
    facts = LogEntry.objects.filter(event=event, what__in=NAMING_ACCOUNTS).values_list("facts", flat=True)
    named = {travel_id_of(number, event.travel_id) for line in facts for number in accounts_in(line)}
    for account in Account.objects.filter(travel_id__in=named - names.keys()):
        names[account.travel_id] = str(account)
    return [{"id": account, "name": names[account]} for account in sorted(names)]


NAMING_ACCOUNTS: Final = ("invited", "invitation revoked", "joined", "member removed")
"""The kinds of lines that name accounts."""


def accounts_in(facts: Mapping[str, Any]) -> Iterable[int]:
    """The accounts that a line names."""
    return (number for number in (facts.get("account"), *(facts.get("members") or ())) if isinstance(number, int))


def _read_requests(leaving: Leaving) -> list[Values]:
    """In the order of the log."""
    lines = LogEntry.objects.filter(event=leaving.event, role=Role.UMPIRE).exclude(request="").order_by("pk")
    asked = list(dict.fromkeys(lines.values_list("request", flat=True)))
    answered: dict[str, Values] = {}
    for first in range(0, len(asked), NUMBERS_ASKED_AT_ONCE):
        rows = Answered.objects.filter(pk__in=asked[first : first + NUMBERS_ASKED_AT_ONCE])
        answered |= {row["request"]: {**row} for row in rows.values("request", "travels", "answer", "at")}
    return [answered[request] for request in asked if request in answered]


def _known_elsewhere(columns: Values, _: Arriving) -> Values:
    """This installation has never seen the request: it knows it by what travels."""
    return {**columns, "fingerprint": ""}


TEAM: Final = Stored(
    MemberName, FiledMemberName, columns={"id": "account"}, read=_read_team, without_names=member_without_names
)
REQUESTS: Final = Stored(Answered, FiledRequest, read=_read_requests, arrives=_known_elsewhere, only_with_names=True)
