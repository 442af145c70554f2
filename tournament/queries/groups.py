"""An event's groups with what each has done so far, and one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from tournament.log_kinds import Happened
from tournament.models import Entry, Event, Group, Invitation, LogEntry, Membership
from tournament.queries.event_facts import KnownEvent, event_facts
from tournament.queries.group_facts import GroupFacts
from tournament.queries.invitation_facts import InvitationFacts, open_invitations
from tournament.queries.search import look_alike, natural_of_group
from tournament.rules.entries import Kind
from tournament.rules.travel_ids import names_in_log


@dataclass(frozen=True)
class GroupLine:
    """A group as the organiser's list shows it."""

    group: GroupFacts
    entries: int
    reserves: int
    invitation: InvitationFacts | None
    coordinators: int
    """Coordinators with an account of their own. People who come by the link are not counted."""

    @property
    def is_empty(self) -> bool:
        return self.entries + self.reserves == 0


def read_groups(event: KnownEvent) -> list[GroupLine]:
    """Every group, by name, in four queries however many they are."""
    standing = Entry.objects.filter(Q(code="") | Q(listed=True), group__event=event.pk, withdrawn_at__isnull=True)
    counted = {
        (group, kind): number
        for group, kind, number in standing.values_list("group", "kind").annotate(number=Count("pk")).order_by()
    }
    invitations = {invitation.group: invitation for invitation in open_invitations(event)}
    members = Counter(Membership.objects.filter(event=event.pk).values_list("group", flat=True))
    return [
        GroupLine(
            group=group,
            entries=counted.get((group.pk, Kind.ENTRY), 0),
            reserves=counted.get((group.pk, Kind.RESERVE), 0),
            invitation=invitations.get(group.pk),
            coordinators=members[group.pk],
        )
        for group in _in_order(event, Group.objects.filter(event=event.pk))
    ]


def read_links(event: KnownEvent) -> list[tuple[GroupFacts, InvitationFacts | None]]:
    """Every group, by name, with its open link if it has one. In two queries."""
    invitations = {invitation.group: invitation for invitation in open_invitations(event)}
    return [(group, invitations.get(group.pk)) for group in _in_order(event, Group.objects.filter(event=event.pk))]


def _in_order(event: KnownEvent, groups: QuerySet[Group]) -> list[GroupFacts]:
    """By name, as people count: group 2 before group 10."""
    facts = event_facts(event)
    return sorted(
        (GroupFacts(pk, name, facts) for pk, name in groups.values_list("pk", "name")),
        key=lambda group: (natural_of_group(group.name), group.pk),
    )


def find_twin(lines: Sequence[GroupLine], place: int) -> GroupFacts | None:
    """A group that looks like the one at this place of the list and stands just before or after it: perhaps a group is
    there twice."""
    name = lines[place].group.name
    beside = [lines[other].group for other in (place + 1, place - 1) if 0 <= other < len(lines)]
    return next((group for group in beside if look_alike(name, group.name)), None)


@dataclass(frozen=True)
class InvitingNumbers:
    """How far the inviting is."""

    groups: int
    without_link: int
    entered: dict[int, int]
    """How many groups have somebody in each competition."""


def read_numbers(event: Event) -> InvitingNumbers:
    """In three queries."""
    groups = Group.objects.filter(event=event).count()
    invited = Invitation.objects.filter(event=event, group__isnull=False, revoked_at__isnull=True).count()
    standing = Entry.objects.filter(competition__event=event, withdrawn_at__isnull=True)
    entered = standing.values_list("competition").annotate(number=Count("group", distinct=True)).order_by()
    return InvitingNumbers(groups, groups - invited, dict(entered))


# One group


class GroupEntry(NamedTuple):
    """Somebody whom a group has entered."""

    name: str
    competition: str
    kind: Kind


@dataclass(frozen=True)
class LastMail:
    """When a group's link was last mailed, or could not be."""

    at: datetime
    failed: bool


def read_entries_of_group(group: Group) -> list[GroupEntry]:
    """Whom the group has entered in all competitions, in one query."""
    standing = Entry.objects.filter(group=group, withdrawn_at__isnull=True).select_related("competition", "competitor")
    return [
        GroupEntry(str(entry.competitor), entry.competition.name, Kind(entry.kind))
        for entry in standing.order_by("competition", "kind", "pk")
    ]


def read_other_groups(group: Group) -> list[GroupFacts]:
    """The event's other groups, by name."""
    return _in_order(group.event, Group.objects.filter(event=group.event_id).exclude(pk=group.pk))


def last_mail(invitation: int) -> LastMail | None:
    """When this link was last mailed, or could not be; the address itself is kept nowhere."""
    kinds = (Happened.INVITATION_MAILED.stored, Happened.MAIL_FAILED.stored)
    names = names_in_log(Invitation.objects.values_list("travel_id", flat=True).get(pk=invitation))
    about = LogEntry.objects.filter(event__invitations=invitation, facts__invitation__in=names, what__in=kinds)
    last = about.last()
    return LastMail(last.at, last.what == Happened.MAIL_FAILED.stored) if last is not None else None
