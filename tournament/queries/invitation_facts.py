"""The links that invite people, as pages and papers know them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Group, Invitation
from tournament.queries.event_facts import EventFacts, KnownEvent, event_facts


@dataclass(frozen=True, slots=True)
class InvitationFacts:
    """A link that lets somebody in. The link itself is made again from a secret and `nonce`, and checked against its
    hash."""

    pk: int
    role: str
    group: int | None
    """Whose coordinator it invites."""
    made_at: datetime
    opened_at: datetime | None
    """When somebody first came in by it."""
    nonce: str
    token_hash: str
    token: str
    """The link's secret part, if an earlier version made it from the server's secret."""
    secret: str
    """The event's."""


@dataclass(frozen=True, slots=True)
class InvitedTo:
    """What a link offers to the person who opens it: a role in an event, and to a coordinator a group."""

    role: str
    group: str
    """Empty for organisers and MCs."""
    event: EventFacts


def invited_to(invitation: Invitation) -> InvitedTo:
    """The facts of an invitation's row, which has its event and group with it."""
    group = str(invitation.group) if invitation.group is not None else ""
    return InvitedTo(invitation.role, group, event_facts(invitation.event))


_COLUMNS = ("pk", "role", "group_id", "made_at", "opened_at", "nonce", "token_hash", "token", "event__secret")


def open_invitations(event: KnownEvent) -> list[InvitationFacts]:
    """Those whose link still works: a group's until it is revoked, an organiser's or MC's until it was used."""
    standing = Invitation.objects.filter(event=event.pk, revoked_at__isnull=True)
    links = [InvitationFacts(*row) for row in standing.values_list(*_COLUMNS)]
    return [link for link in links if link.group is not None or link.opened_at is None]


def find_open_link(group: Group) -> InvitationFacts | None:
    """The group's link that works, if it has one."""
    row = Invitation.objects.filter(group=group, revoked_at__isnull=True).values_list(*_COLUMNS).first()
    return InvitationFacts(*row) if row is not None else None
