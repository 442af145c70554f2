"""What groups ask of the organiser, as long as it can still come true."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from tournament.models import Competition, Entry, Round, Wish
from tournament.queries.entries import is_sealed
from tournament.queries.standing import is_open


def latest_round(competition: Competition) -> Round | None:
    """The round with the highest number: the one that is played or prepared, or the last that was."""
    return competition.round_set.order_by("-number").first()


class Askable(NamedTuple):
    """What decides whether a group may ask for a substitution (rules.attendance.asking)."""

    finished: bool
    entries_open: bool
    has_seat: bool | None


def read_askable(entry: Entry, now: datetime) -> Askable:
    """The facts about asking for somebody else in this entry's place."""
    competition, latest = entry.competition, latest_round(entry.competition)
    has_seat = latest.seats.filter(entry=entry).exists() if latest else None
    return Askable(competition.finished_at is not None, is_open(competition, now), has_seat)


class Grantable(NamedTuple):
    """What decides whether a wish can be granted (rules.attendance.asking)."""

    sealed: bool
    closed_round: str


def read_grantable(competition: Competition, latest: Round | None) -> Grantable:
    """The facts about granting any wish now."""
    sealed = latest is None and is_sealed(competition)
    return Grantable(sealed, str(latest) if latest and latest.closed_at is not None else "")


def count_open_wishes(competitions: Iterable[Competition]) -> dict[int, int]:
    """How many groups wait for an answer in each of these; one query where nobody does."""
    by_pk = {competition.pk: competition for competition in competitions}
    asked = Wish.objects.filter(entry__competition__in=by_pk, answered_at__isnull=True)
    waiting = set(asked.values_list("entry__competition", flat=True))
    return {pk: _count(by_pk[pk]) for pk in waiting}


def _count(competition: Competition) -> int:
    round_ = latest_round(competition)
    seated = set(round_.seats.values_list("entry", flat=True)) if round_ else set()
    return len(read_open_wishes(competition, round_, seated))


def read_open_wishes(competition: Competition, round_: Round | None, seated: Collection[int]) -> list[Wish]:
    """The unanswered ones, oldest first. `seated` are the entries with a seat in this round. Somebody who has none was
    replaced meanwhile, or is out, and what was asked for them is settled."""
    asked = Wish.objects.filter(entry__competition=competition, answered_at__isnull=True)
    wishes = asked.select_related("entry__competitor", "entry__group")
    return [wish for wish in wishes if round_ is None or wish.entry_id in seated]
