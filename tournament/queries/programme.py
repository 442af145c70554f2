"""Where every competition of an event is in its programme, read in three queries however many there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Competition, Event, Programme, Slide
from tournament.queries.standing import read_standing, read_standings
from tournament.rules import programme
from tournament.rules.clock import RoundClock
from tournament.rules.programme import Claim, Item, Phase, Scene, Stepped
from tournament.rules.standing import PlannedRound, Standing


@dataclass(frozen=True)
class RunningProgramme:
    """One competition's running order, and where it stands in it."""

    competition: Competition
    standing: Standing
    phase: Phase
    order: tuple[Item, ...]
    at: int
    """The place in the order that is shown now."""
    since: datetime | None
    """When the phase began, as far as that is written down."""
    stepped_at: datetime | None
    """When the MC stepped in this phase, if at all."""

    @property
    def round(self) -> PlannedRound | None:
        """The latest round, open or closed."""
        return self.standing.latest

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the latest round."""
        return self.round.clock if self.round is not None else None

    @property
    def item(self) -> Item:
        """What is shown now."""
        return self.order[self.at]

    @property
    def claim(self) -> Claim:
        """What speaks for showing it on a screen of the whole event."""
        return Claim(self.phase, self.since, self.stepped_at)


def read_programmes(event: Event, now: datetime) -> list[RunningProgramme]:
    """Every competition of the event, in the order in which they were set up."""
    competitions = list(event.competitions.select_related("programme").order_by("pk"))
    for competition in competitions:
        competition.event = event
    slides, standings = _slides(event.pk), read_standings(competitions, now)
    return [_running(competition, standings[competition.pk], slides, now) for competition in competitions]


def read_programme(competition: Competition, now: datetime) -> RunningProgramme:
    """One competition, for the action that steps it."""
    return _running(competition, read_standing(competition, now), _slides(competition.event_id), now)


def _slides(event: int) -> list[int]:
    return list(Slide.objects.filter(event=event).values_list("pk", flat=True))


def _running(
    competition: Competition, standing: Standing, slides: Sequence[int], now: datetime
) -> RunningProgramme:  # fmt: skip
    phase = programme.phase_of(standing, now)
    order = programme.running_order(standing, phase, slides)
    stepped, stepped_at = _stepped(competition)
    return RunningProgramme(
        competition=competition,
        standing=standing,
        phase=phase,
        order=order,
        at=programme.place(standing, phase, order, stepped),
        since=_since(standing, phase),
        stepped_at=stepped_at if stepped is not None and stepped.counts(standing, phase) else None,
    )


def _stepped(competition: Competition) -> tuple[Stepped | None, datetime | None]:
    row: Programme | None = getattr(competition, "programme", None)
    if row is None:
        return None, None
    return Stepped(Phase(row.phase), row.round, Item(Scene(row.scene), row.slide_id)), row.stepped_at


def _since(standing: Standing, phase: Phase) -> datetime | None:
    latest = standing.latest
    if latest is None:
        return standing.finished_at
    match phase:
        case Phase.FINISHED:
            return standing.finished_at
        case Phase.SEATED:
            return _seated_at(standing, latest)
        case Phase.PLAYING:
            return latest.clock.started_at if latest.clock is not None else latest.began_at
        case Phase.TIME_UP if latest.clock is not None:
            return latest.clock.ended_at or latest.clock.deadline
    return latest.closed_at


def _seated_at(standing: Standing, latest: PlannedRound) -> datetime | None:
    """A round is seated when the draw is published, or when the round before it is closed."""
    before = standing.round(latest.number - 1)
    if before is not None:
        return before.closed_at
    return standing.published.published_at if standing.published is not None else None


def clocks_beside(lead: RunningProgramme, programmes: Iterable[RunningProgramme]) -> list[RunningProgramme]:
    """The other competitions whose clock runs beside the leading one and who show it now."""
    going = (Phase.PLAYING, Phase.TIME_UP)
    if lead.phase not in going:
        return []
    return [
        beside
        for beside in programmes
        if beside is not lead
        and beside.clock is not None
        and beside.phase in going
        and beside.item.scene is Scene.CLOCK
    ]
