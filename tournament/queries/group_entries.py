"""Looking up what belongs to one group: its entries, its people, the competitions of its event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef

from tournament.models import Competition, Competitor, Entry, Group, Invitation, Wish
from tournament.queries.event_facts import CompetitionFacts, competition_facts, event_facts
from tournament.queries.grades import read_withdrawals
from tournament.queries.group_facts import EntryFacts, find_entry_facts

MOST_KNOWN_NAMES: Final = 200
"""How many names are offered while somebody types one."""


def find_competition_of(group: Group, slug: str) -> CompetitionFacts | None:
    """A competition of the group's own event, which the group has with it."""
    competition = Competition.objects.filter(event=group.event_id, slug=slug).first()
    return competition_facts(competition, event_facts(group.event)) if competition is not None else None


def find_entry_of(group: Group, entry: int) -> EntryFacts | None:
    """An entry of the group's own people, withdrawn or not."""
    return find_entry_facts(Entry.objects.filter(pk=entry, group=group))


def read_name(entry: int) -> str:
    """What the person of an entry is called that is known to exist."""
    return str(Competitor.objects.get(entries=entry))


class OfferedPerson(NamedTuple):
    """Somebody of the group who is not in a competition, or not any more."""

    name: str
    withdrew_from: Sequence[str]
    """The event's competitions from which they withdrew; empty for most."""


def read_offered_people(group: Group, competition: int) -> list[OfferedPerson]:
    """The group's people who are not in this competition, so that nobody is typed twice in two ways."""
    of_competition = Entry.objects.filter(competition=competition, competitor=OuterRef("pk"))
    others = Competitor.objects.filter(~Exists(of_competition.filter(withdrawn_at__isnull=True)), group=group)
    known = others.exclude(name="").order_by("name").values_list("pk", "name")[:MOST_KNOWN_NAMES]
    withdrawals = read_withdrawals(group.event_id, group=group.pk)
    return [OfferedPerson(name, withdrawals.get(pk, ())) for pk, name in known]


class HomeGroup(NamedTuple):
    """The group that somebody's seat belongs to, for the right to fill it."""

    pk: int
    event_id: int


def read_home(competition: int, code: str) -> HomeGroup:
    """The group of the person with this code in a competition."""
    groups = Group.objects.filter(entries__competition=competition, entries__code=code)
    return HomeGroup(*groups.values_list("pk", "event_id").get())


class AskedWish(NamedTuple):
    """Who is to take somebody's seat, or that nobody is, or how the name is to be spelt; and why."""

    kind: str
    name: str
    why: str


def find_open_wish(entry: int) -> AskedWish | None:
    """What the group asks for in this entry's place and nobody has answered yet."""
    row = Wish.objects.filter(entry=entry, answered_at__isnull=True).values_list("kind", "name", "why").first()
    return AskedWish(*row) if row is not None else None


def find_standing_link(group: Group, opened: list[int]) -> int | None:
    """The number of the group's link by which this browser came in, unless it was ended since."""
    links = Invitation.objects.filter(pk__in=opened, group=group, revoked_at__isnull=True).order_by("pk")
    return links.values_list("pk", flat=True).first()
