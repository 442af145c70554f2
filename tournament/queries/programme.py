"""Where every competition of an event stands in its programme, read in five queries however many there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Competition, Draw, Event, Programme, Round, Slide
from tournament.rules import clock, programme
from tournament.rules.presets import Format
from tournament.rules.programme import Claim, Facts, Item, Phase, Scene, Stepped


@dataclass(frozen=True)
class Running:
    """One competition's running order, and where it stands in it."""

    competition: Competition
    draw: Draw | None
    """The published draw."""
    round: Round | None
    """The latest round, its clock included."""
    clock: clock.RoundClock | None
    facts: Facts
    order: tuple[Item, ...]
    at: int
    since: datetime | None
    stepped_at: datetime | None

    @property
    def item(self) -> Item:
        """What is shown now."""
        return self.order[self.at]

    @property
    def following(self) -> Item | None:
        """What a step shows next; nothing at the end of a phase."""
        return self.order[self.at + 1] if self.at + 1 < len(self.order) else None

    @property
    def before(self) -> Item | None:
        """What a step back shows."""
        return self.order[self.at - 1] if self.at else None

    @property
    def claim(self) -> Claim:
        return Claim(self.facts.phase, self.since, self.stepped_at)


def read_programmes(event: Event, now: datetime) -> list[Running]:
    """Every competition of the event, in the order in which they were set up."""
    competitions = list(event.competitions.select_related("programme").order_by("pk"))
    for it in competitions:
        it.event = event
    return _read(competitions, list(Slide.objects.filter(event=event).values_list("pk", flat=True)), now)


def read_programme(competition: Competition, now: datetime) -> Running:
    """One competition, for the action that steps it."""
    slides = list(Slide.objects.filter(event=competition.event_id).values_list("pk", flat=True))
    return _read([competition], slides, now)[0]


def _read(competitions: Sequence[Competition], slides: Sequence[int], now: datetime) -> list[Running]:
    rounds: dict[int, list[Round]] = {}
    for one in Round.objects.filter(competition__in=competitions).select_related("clock").order_by("number"):
        rounds.setdefault(one.competition_id, []).append(one)
    published = Draw.objects.filter(competition__in=competitions, published_at__isnull=False)
    draws = {draw.competition_id: draw for draw in published}
    return [_running(it, draws.get(it.pk), rounds.get(it.pk, []), slides, now) for it in competitions]


def _running(
    it: Competition, draw: Draw | None, rounds: Sequence[Round], slides: Sequence[int], now: datetime
) -> Running:
    last = rounds[-1] if rounds else None
    row = getattr(last, "clock", None)
    ticking = row.facts if row is not None else None
    facts = Facts(
        format=Format(it.format),
        round=last.number if last else 0,
        began=last is not None and last.began_at is not None,
        closed=last is not None and last.closed_at is not None,
        finished=it.finished_at is not None,
        clock=ticking.state(now) if ticking else None,
    )
    order = programme.running_order(facts, slides)
    stepped = _stepped(it)
    at = programme.place(facts, order, stepped[0] if stepped else None)
    counts = stepped is not None and (stepped[0].phase, stepped[0].round) == (facts.phase, facts.round)
    return Running(
        competition=it, draw=draw, round=last, clock=ticking, facts=facts, order=order, at=at,
        since=_since(it, draw, rounds, ticking, facts.phase),
        stepped_at=stepped[1] if stepped and counts else None,
    )  # fmt: skip


def _stepped(it: Competition) -> tuple[Stepped, datetime] | None:
    kept: Programme | None = getattr(it, "programme", None)
    if kept is None:
        return None
    return Stepped(Phase(kept.phase), kept.round, Item(Scene(kept.scene), kept.slide_id)), kept.stepped_at


def _since(
    it: Competition, draw: Draw | None, rounds: Sequence[Round], ticking: clock.RoundClock | None, phase: Phase
) -> datetime | None:
    """When the present phase began, as far as that is written down."""
    if phase is Phase.FINISHED:
        return it.finished_at
    if phase is Phase.SEATED:
        return rounds[-2].closed_at if len(rounds) > 1 else draw.published_at if draw else None
    if phase is Phase.PLAYING:
        return ticking.started_at if ticking else rounds[-1].began_at
    if phase is Phase.TIME_UP and ticking:
        return ticking.ended_at or ticking.deadline
    return rounds[-1].closed_at if phase is Phase.RESULTS else None


def clocks_beside(lead: Running, others: Iterable[Running]) -> list[Running]:
    """Where the clock is shown, the other clocks that go at the same time and are on their own programme's clock."""
    going = (Phase.PLAYING, Phase.TIME_UP)
    if lead.facts.phase not in going:
        return []
    return [
        one
        for one in others
        if one is not lead and one.clock is not None and one.facts.phase in going and one.item.scene is Scene.CLOCK
    ]
