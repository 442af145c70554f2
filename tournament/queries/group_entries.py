"""Looking up what belongs to one group: its entries, its people, the competitions of its event."""

from __future__ import annotations

from typing import Final

from tournament.models import Competition, Competitor, Entry, Group, Invitation, Wish

MOST_KNOWN_NAMES: Final = 200
"""So many names are offered while somebody types one."""


def read_competitions(group: Group) -> list[int]:
    """The competitions of the group's event."""
    return list(Competition.objects.filter(event=group.event_id).values_list("pk", flat=True))


def find_competition_of(group: Group, slug: str) -> Competition | None:
    """A competition of the group's own event."""
    return Competition.objects.select_related("event").filter(event=group.event_id, slug=slug).first()


def find_entry_of(group: Group, entry: int) -> Entry | None:
    """An entry of the group's own people, withdrawn or not."""
    own = Entry.objects.filter(pk=entry, group=group).select_related("competition", "competitor", "group")
    return own.first()


def read_person(entry: int) -> Competitor:
    """The person of an entry that is known to exist."""
    return Competitor.objects.get(entries=entry)


def read_known_names(group: Group, competition: Competition) -> list[str]:
    """The group's people who are not in this competition, so that nobody is typed twice in two ways."""
    entered = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True).values("competitor")
    others = Competitor.objects.filter(group=group).exclude(pk__in=entered).exclude(name="")
    return list(others.order_by("name").values_list("name", flat=True)[:MOST_KNOWN_NAMES])


def read_home(entry: Entry, code: str) -> Group:
    """The group of the person with this code in the entry's competition."""
    return Group.objects.get(entries__competition=entry.competition_id, entries__code=code)


def find_open_wish(entry: Entry) -> Wish | None:
    """What the group asks for in this entry's place and nobody has answered yet."""
    return Wish.objects.filter(entry=entry, answered_at__isnull=True).first()


def find_standing_link(group: Group, opened: list[int]) -> Invitation | None:
    """The group's link by which this browser came in, unless it was ended since."""
    return Invitation.objects.filter(pk__in=opened, group=group, revoked_at__isnull=True).first()
