"""An event's organisers and MCs, and what somebody organises or coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, Q

from tournament.models import Account, Event, Group, Invitation, Membership
from tournament.queries.event_facts import EventFacts, event_facts
from tournament.queries.group_facts import GroupFacts, group_facts
from tournament.queries.search import holds
from tournament.rules.roles import Invited


def read_own_groups(account: Account | None, opened: Sequence[int]) -> list[GroupFacts]:
    """Every group this browser coordinates: by the links it opened, or by its account."""
    by_link = Invitation.objects.filter(pk__in=opened, revoked_at__isnull=True).values("group")
    by_account = Membership.objects.filter(account=account, group__isnull=False).values("group")
    mine = Q(pk__in=by_link) | Q(pk__in=by_account) if account else Q(pk__in=by_link)
    groups = Group.objects.filter(mine).select_related("event").order_by("name", "pk")
    return [group_facts(group) for group in groups]


def read_account(pk: int) -> Account:
    """The account with this number, as it is stored now."""
    return Account.objects.get(pk=pk)


def read_group_of_link(invitation: int) -> int | None:
    """The group whose coordinator came in by this invitation."""
    return Invitation.objects.get(pk=invitation).group_id


def find_group(pk: int) -> Group | None:
    """The group with this number, its event included."""
    return Group.objects.select_related("event").filter(pk=pk).first()


def came_by_link_of(group: Group, opened: Sequence[int]) -> bool:
    """Whether this browser once came in by a link of the group, even one that is revoked now. Then it may be told what
    happened to the link."""
    return Invitation.objects.filter(pk__in=opened, group=group).exists()


def merged_into(group: int, account: Account | None, opened: Sequence[int]) -> GroupFacts | None:
    """The group into which this one was merged. None unless the visitor came by a link of either group, or coordinates
    one."""
    theirs = Q(invitations__in=opened)
    if account is not None:
        theirs |= Q(members__account=account)
    groups = Group.objects.filter(theirs).select_related("event").distinct()
    return next((group_facts(kept) for kept in groups if group in kept.merged), None)


def may_set_up(account: Account) -> bool:
    """Whether this account may set up a new event: the server's keeper may, and everybody who organises one already."""
    return account.is_superuser or Membership.objects.filter(account=account, role=Invited.ORGANISER).exists()


class OrganisedEvent(NamedTuple):
    """An event of somebody's list, before it is read whole."""

    pk: int
    name: str
    place: str


def find_organised_events(account: Account, words: str = "") -> list[OrganisedEvent]:
    """The events this account organises whose name or place has these words: real ones before rehearsals, the latest
    day first."""
    events = Event.objects.filter(unfinished_since=None)
    if not account.is_superuser:
        events = events.filter(members__account=account, members__role=Invited.ORGANISER)
    in_order = events.order_by("fictional", F("date").desc(nulls_last=True), "-pk").values_list("pk", "name", "place")
    found = [OrganisedEvent(*row) for row in in_order]
    return [event for event in found if holds(f"{event.name}\n{event.place}", words)] if words.strip() else found


def read_found_events(found: Sequence[OrganisedEvent]) -> list[EventFacts]:
    """These events, in their order."""
    rows = Event.objects.in_bulk([event.pk for event in found])
    return [event_facts(rows[event.pk]) for event in found if event.pk in rows]


def announced_events(account: Account) -> list[EventFacts]:
    """The events of which this account is MC, the newest first."""
    events = Event.objects.filter(members__account=account, members__role=Invited.MC).order_by("-pk")
    return [event_facts(event) for event in events]


def helped_events(account: Account) -> list[EventFacts]:
    """The events at whose check-in desk this account helps, the newest first."""
    events = Event.objects.filter(members__account=account, members__role=Invited.HELPER).order_by("-pk")
    return [event_facts(event) for event in events]


@dataclass(frozen=True)
class Member:
    """Somebody of an event's team, for its page of people."""

    membership: int
    account: int
    name: str
    role: Invited
    invitation: int | None = None
    """The link by which a coordinator came."""


def read_coordinators(group: Group) -> list[Member]:
    """The coordinators of a group who set a password, and so do not need its link any more."""
    members = Membership.objects.filter(group=group).select_related("account")
    return [
        Member(m.pk, m.account_id, str(m.account), Invited(m.role), m.invitation_id) for m in members.order_by("pk")
    ]


def read_members(event: Event) -> list[Member]:
    """The event's organisers, MCs and helpers, in one query."""
    members = Membership.objects.filter(event=event, group__isnull=True).select_related("account")
    return [Member(m.pk, m.account_id, str(m.account), Invited(m.role)) for m in members.order_by("-role", "pk")]
