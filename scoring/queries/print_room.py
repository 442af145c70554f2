"""What may be printed now, and which files are there."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Competition, Draw, Entry, Invitation, Table
from tournament.rules.presets import Format
from tournament.rules.rounds import how_many_rounds


@dataclass(frozen=True)
class There:
    """How far a competition is, as far as paper asks: a fixed number of queries."""

    entries: bool
    links: bool
    draw: Draw | None
    rounds: int
    seated: frozenset[int]
    """The rounds that have seats, or of which at least is known whose winners come."""
    sheets: frozenset[int]
    latest: int
    closed: bool
    """Whether the latest round is."""
    finished: bool


def read_there(competition: Competition) -> There:
    """Everything in six queries."""
    draw = competition.draws.filter(discarded_at__isnull=True).first()
    published = draw is not None and draw.published_at is not None
    rounds = {round_.number: round_ for round_ in competition.round_set.order_by("number")}
    many = how_many_rounds(competition.settings, draw.plan) if draw else competition.rounds or 1
    bracket = published and competition.format == Format.KNOCKOUT and not competition.redraw
    accepted = Table.objects.filter(round__competition=competition, accepted_at__isnull=False)
    latest = max(rounds, default=0)
    return There(
        entries=Entry.objects.filter(competition=competition, withdrawn_at__isnull=True).exists(),
        links=Invitation.objects.filter(event=competition.event_id, group__isnull=False, revoked_at=None).exists(),
        draw=draw,
        rounds=many,
        seated=frozenset(range(1, many + 1) if bracket else rounds),
        sheets=frozenset(accepted.values_list("round__number", flat=True).distinct()),
        latest=latest,
        closed=bool(latest) and rounds[latest].closed_at is not None,
        finished=competition.finished_at is not None,
    )
