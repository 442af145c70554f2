"""What groups ask of the organiser, as long as it can still come true."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tournament.models import Competition, Round, Wish
from tournament.queries.entries import is_sealed


def latest_round(competition: Competition) -> Round | None:
    """The round with the highest number: the one that is played or prepared, or the last that was."""
    return competition.round_set.order_by("-number").first()


def why_not_grant(competition: Competition, round_: Round | None) -> str:
    """What prevents granting any wish now; empty if nothing does. Feeds the guard and the button's explanation. Until
    the draw is sealed the list itself is changed."""
    if round_ is None:
        sealed = "The draw is sealed, so the list stays as it is. Grant it when the draw is published."
        return sealed if is_sealed(competition) else ""
    if round_.closed_at is not None:
        return f"Round {round_.number} is closed. Grant it when the next round is made."
    return ""


def count_open_wishes(competitions: Iterable[Competition]) -> dict[int, int]:
    """How many groups wait for an answer in each of these; one query where nobody does."""
    by_pk = {it.pk: it for it in competitions}
    asked = Wish.objects.filter(entry__competition__in=by_pk, answered_at__isnull=True)
    waiting = set(asked.values_list("entry__competition", flat=True))
    return {pk: _count(by_pk[pk]) for pk in waiting}


def _count(competition: Competition) -> int:
    round_ = latest_round(competition)
    seated = set(round_.seats.values_list("entry", flat=True)) if round_ else set()
    return len(read_open_wishes(competition, round_, seated))


def read_open_wishes(competition: Competition, round_: Round | None, seated: Collection[int]) -> list[Wish]:
    """The unanswered ones, oldest first. `seated` are the entries with a seat in this round: whoever has none has
    been replaced meanwhile, or is out, and what was asked for them is settled."""
    asked = Wish.objects.filter(entry__competition=competition, answered_at__isnull=True)
    wishes = asked.select_related("entry__competitor", "entry__group")
    return [wish for wish in wishes if round_ is None or wish.entry_id in seated]
