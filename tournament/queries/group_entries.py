"""Looking up what belongs to one group: its entries, its people, the competitions of its event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef

from tournament.models import Competition, Competitor, Entry, Group, Invitation, Wish
from tournament.queries.grades import read_withdrawals

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


def read_name(entry: int) -> str:
    """What the person of an entry is called that is known to exist."""
    return str(Competitor.objects.get(entries=entry))


class OfferedPerson(NamedTuple):
    """Somebody of the group who is not in a competition, or not any more."""

    name: str
    withdrew_from: Sequence[str]
    """The event's competitions from which they withdrew; empty for most."""


def read_offered_people(group: Group, competition: Competition) -> list[OfferedPerson]:
    """The group's people who are not in this competition, so that nobody is typed twice in two ways."""
    of_competition = Entry.objects.filter(competition=competition, competitor=OuterRef("pk"))
    others = Competitor.objects.filter(~Exists(of_competition.filter(withdrawn_at__isnull=True)), group=group)
    known = others.exclude(name="").order_by("name").values_list("pk", "name")[:MOST_KNOWN_NAMES]
    withdrawals = read_withdrawals(group.event_id, group=group.pk)
    return [OfferedPerson(name, withdrawals.get(pk, ())) for pk, name in known]


def read_home(entry: Entry, code: str) -> Group:
    """The group of the person with this code in the entry's competition."""
    return Group.objects.get(entries__competition=entry.competition_id, entries__code=code)


class AskedWish(NamedTuple):
    """Who is to take somebody's seat, or that nobody is, or how the name is to be spelt; and why."""

    kind: str
    name: str
    why: str


def find_open_wish(entry: Entry) -> AskedWish | None:
    """What the group asks for in this entry's place and nobody has answered yet."""
    row = Wish.objects.filter(entry=entry, answered_at__isnull=True).values_list("kind", "name", "why").first()
    return AskedWish(*row) if row is not None else None


def find_standing_link(group: Group, opened: list[int]) -> Invitation | None:
    """The group's link by which this browser came in, unless it was ended since."""
    return Invitation.objects.filter(pk__in=opened, group=group, revoked_at__isnull=True).first()
