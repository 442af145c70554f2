"""Where every competition of an event is in its programme, read in three queries however many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tournament.models import Competition, Event, Programme, Slide
from tournament.queries.event_facts import CompetitionFacts, competition_facts
from tournament.queries.standing import read_standing, read_standings
from tournament.rules import programme
from tournament.rules.breaks import Break, find_break
from tournament.rules.clock import RoundClock
from tournament.rules.podium import hold_back, is_open
from tournament.rules.programme import Claim, Item, Phase, Scene, Stepped
from tournament.rules.standing import PlannedRound, Standing


@dataclass(frozen=True)
class RunningProgramme:
    """One competition's running order, and its place in it."""

    competition: CompetitionFacts
    standing: Standing
    public: Standing
    """The standing as far as the hall may know it: while the podium is face down nobody is told who won."""
    phase: Phase
    order: tuple[Item, ...]
    at: int
    """The place in the order that is shown now."""
    since: datetime | None
    """When the phase began, as far as that is written down."""
    stepped_at: datetime | None
    """When the MC stepped in this phase, if at all."""
    podium_shown: int = 0
    """How many steps of the podium are open."""
    podium_shown_at: datetime | None = None
    """When the last of them was opened."""
    is_podium_opening: bool = False
    """Whether some are open and others not, or the last was opened a moment ago."""

    @property
    def round(self) -> PlannedRound | None:
        """The latest round, open or closed."""
        return self.standing.latest

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the latest round."""
        return self.round.clock if self.round is not None else None

    @property
    def break_now(self) -> Break | None:
        """The break that counts down to the next round, if there is one."""
        return find_break(self.standing) if self.phase in (Phase.RESULTS, Phase.SEATED) else None

    @property
    def item(self) -> Item:
        """What is shown now."""
        return self.order[self.at]

    @property
    def claim(self) -> Claim:
        """What speaks for showing it on a screen of the whole event."""
        is_sealed = self.item.scene is Scene.DRAW
        return Claim(self.phase, self.since, self.stepped_at, is_ceremony=self.is_ceremony, is_sealed=is_sealed)

    @property
    def moved_on_at(self) -> datetime | None:
        """When something new came up on its screens: a phase, a step of the MC, the draw, or a place of the podium."""
        draw = self.standing.draw
        moments = (self.claim.latest, self.podium_shown_at, draw.drawn_at if draw is not None else None)
        return max((moment for moment in moments if moment is not None), default=None)

    @property
    def is_ceremony(self) -> bool:
        """Whether the hall looks at a draw that is being held, or at a podium that is being opened. A draw that is only
        sealed may wait for hours, so it takes its turn."""
        draw, scene = self.standing.draw, self.item.scene
        is_held = self.stepped_at is not None or (draw is not None and draw.drawn_at is not None)
        return (scene is Scene.DRAW and is_held) or (scene is Scene.PODIUM and self.is_podium_opening)


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
    phase, public = programme.phase_of(standing, now), hold_back(standing, now)
    order = programme.running_order(public, phase, slides)
    stepped, stepped_at = _stepped(competition)
    return RunningProgramme(
        competition=competition_facts(competition),
        standing=standing,
        public=public,
        phase=phase,
        order=order,
        at=programme.place(standing, phase, order, stepped, is_break_nearly_over=_is_break_nearly_over(standing, now)),
        since=_since(standing, phase),
        stepped_at=stepped_at if stepped is not None and stepped.counts(standing, phase) else None,
        podium_shown=competition.podium_shown,
        podium_shown_at=competition.podium_shown_at,
        is_podium_opening=_is_podium_opening(competition, now),
    )


TIME_FOR_APPLAUSE: Final = timedelta(minutes=2)


def _is_podium_opening(competition: Competition, now: datetime) -> bool:
    shown, shown_at = competition.podium_shown, competition.podium_shown_at
    if not shown or shown_at is None:
        return False
    return not is_open(shown) or now - shown_at < TIME_FOR_APPLAUSE


def _is_break_nearly_over(standing: Standing, now: datetime) -> bool:
    coming = find_break(standing)
    return coming is not None and coming.is_nearly_over(now)


def _stepped(competition: Competition) -> tuple[Stepped | None, datetime | None]:
    try:
        row = competition.programme
    except Programme.DoesNotExist:
        return None, None
    return Stepped(Phase(row.phase), row.round, Item(Scene(row.scene), row.slide_id)), row.stepped_at


def _since(standing: Standing, phase: Phase) -> datetime | None:
    latest = standing.latest
    if latest is None:
        return standing.draw.sealed_at if standing.draw is not None else standing.finished_at
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


GOING: Final = (Phase.PLAYING, Phase.TIME_UP)
"""The phases in which a clock goes."""
