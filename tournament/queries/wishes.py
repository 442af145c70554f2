"""What groups ask of the organiser, as long as it can still come true."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from tournament.models import Competition, Seat, Wish
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.standing import read_standings
from tournament.rules.attendance.asking import WishKind
from tournament.rules.standing import Standing


class OpenWish(NamedTuple):
    """What a group asks for and nobody has answered yet."""

    pk: int
    entry: int
    group: str
    instead_of: str
    """Whose place it is about."""
    kind: str
    name: str
    """Who is to take it, or how the name is to be spelt; empty for an empty chair."""
    why: str


def has_seat(standing: Standing, entry: int) -> bool | None:
    """Whether this entry has a seat in the latest round; None while there is no round."""
    latest = standing.latest
    return Seat.objects.filter(round=latest.pk, entry=entry).exists() if latest is not None else None


def count_open_wishes(competitions: Iterable[KnownCompetition], now: datetime) -> dict[int, int]:
    """How many groups wait for an answer in each of these; one query where nobody does."""
    known = {competition.pk: competition for competition in competitions}
    asked = Wish.objects.filter(entry__competition__in=known, answered_at__isnull=True)
    asking = [known[competition] for competition in set(asked.values_list("entry__competition", flat=True))]
    return {competition: _count(standing) for competition, standing in read_standings(asking, now).items()}


def _count(standing: Standing) -> int:
    return how_many_ask(read_open_wishes(standing.competition, standing.latest.pk if standing.latest else None))


def how_many_ask(wishes: Iterable[OpenWish]) -> int:
    """How many groups ask for something; one may ask for several things."""
    return len({wish.group for wish in wishes})


def read_open_wishes(competition: int, round_: int | None) -> list[OpenWish]:
    """The unanswered ones, oldest first; `round_` is the latest, None while there is none. Somebody without a seat in
    it was replaced meanwhile, or is out, and what was asked about it is settled; a name can be spelt otherwise all the
    same. Who withdrew has no place that anything could be asked about."""
    asked = Wish.objects.filter(entry__competition=competition, answered_at__isnull=True)
    asked = asked.filter(entry__withdrawn_at__isnull=True)
    if round_ is not None:
        sits = Seat.objects.filter(round=round_, entry=OuterRef("entry"))
        asked = asked.filter(Q(kind=WishKind.SPELLING) | Exists(sits))
    rows = asked.values_list("pk", "entry", "entry__group__name", "entry__competitor__name", "kind", "name", "why")
    return [OpenWish(*row) for row in rows]


def find_wish(competition: Competition, wish: int) -> str | None:
    """The name of the person whose seat a wish of this competition is about; None if there is no such wish."""
    wishes = Wish.objects.filter(pk=wish, entry__competition=competition)
    return wishes.values_list("entry__competitor__name", flat=True).first()
