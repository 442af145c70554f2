"""The programmes and the hall's screens in words: what the MC's page lists (templates/mc/screens_part.html)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.utils import timezone

from tournament.queries.event_facts import CompetitionFacts, event_facts
from tournament.queries.podium import TIME_UNTIL_A_SCREEN_IS_SILENT
from tournament.queries.programme import RunningProgramme, read_programmes
from tournament.queries.screens import (
    ScreenFacts,
    ShownScene,
    SlideFacts,
    find_followed_programme,
    find_turns,
    programmes_of,
    read_screens,
    read_slides,
)
from tournament.rules.alerts import Alert, alert_of
from tournament.rules.programme import SHOWS, Item, Phase, Scene, comes_next
from tournament.web.scenes import TITLES

if TYPE_CHECKING:
    from tournament.models import Event

WHEN_OVER: Final[Mapping[Phase, str]] = {
    Phase.BEFORE: "When the draw is published",
    Phase.SEATED: "When the round starts",
    Phase.PLAYING: "At time up",
    Phase.TIME_UP: "When the round is closed",
    Phase.RESULTS: "When the next round is made",
}
"""What ends each phase, so that the next one's scene comes by itself."""
ALERTS: Final[Mapping[Alert, str]] = {
    Alert.LAST_HAND: "Last hand",
    Alert.LAST_SECONDS: "The last seconds",
    Alert.TIME_UP: "Time up",
}
"""What takes a screen over for a while."""


@dataclass(frozen=True)
class SceneButton:
    """A scene of a running order, as a button."""

    title: str
    item: Item
    now: bool = False

    @property
    def slide(self) -> int:
        """Which of the MC's slides it is; 0 for every other scene."""
        return self.item.slide or 0


@dataclass(frozen=True)
class ListedProgramme:
    """One competition's running order on the MC's page."""

    competition: CompetitionFacts
    round: str
    steps: Sequence[SceneButton]
    back: SceneButton | None
    on: SceneButton | None
    after: str
    """What comes by itself when the phase is over."""

    @property
    def arrows(self) -> list[tuple[str, int, SceneButton]]:
        """Back and on, where there is something: the icon, the steps, and the scene there."""
        ways = (("back", -1, self.back), ("arrow", 1, self.on))
        return [(icon, steps, to) for icon, steps, to in ways if to is not None]


@dataclass(frozen=True)
class ListedScreen:
    """One screen on the MC's page: what it shows now and next, and whether it is connected."""

    screen: ScreenFacts
    scene: str
    now: str
    of: str
    following: str
    silent: bool
    chosen: str
    """The value of the drop-down list that stands for what it was told to show."""


def screens_context(event: Event, back: str = "") -> dict[str, Any]:
    """What templates/mc/screens_part.html shows, in a fixed number of queries.

    `back` is the competition whose desk shows it, so that its buttons lead back there.
    """
    now = timezone.now()
    programmes = read_programmes(event, now)
    slides = read_slides(event)
    titles = {slide.pk: str(slide) for slide in slides}
    return {
        "event": event_facts(event),
        "programmes": [_list_programme(running, titles) for running in programmes],
        "hall_screens": [_list_screen(screen, programmes, titles, now) for screen in read_screens(event, now)],
        "choices": _choices(slides),
        "competitions": [running.competition for running in programmes],
        "screens_slides": slides,
        "screens_back": back if back in {running.competition.slug for running in programmes} else "",
    }


def _title(item: Item, titles: Mapping[int, str]) -> str:
    return titles.get(item.slide or 0, TITLES[Scene.SLIDE]) if item.scene is Scene.SLIDE else TITLES[item.scene]


def _list_programme(running: RunningProgramme, titles: Mapping[int, str]) -> ListedProgramme:
    at = running.at
    steps = [SceneButton(_title(item, titles), item, place == at) for place, item in enumerate(running.order)]
    comes = comes_next(running.standing, running.phase)
    return ListedProgramme(
        competition=running.competition,
        round=running.round.name.heading if running.round is not None else "Before the draw",
        steps=steps,
        back=steps[at - 1] if at else None,
        on=steps[at + 1] if at + 1 < len(steps) else None,
        after=f"{_when_over(running)}: {TITLES[comes].lower()}" if comes else "",
    )


def _when_over(running: RunningProgramme) -> str:
    """What ends the phase; after the last round, that the organiser finishes the competition."""
    is_last = running.phase is Phase.RESULTS and running.standing.following is None
    return "When the competition is finished" if is_last else WHEN_OVER[running.phase]


def _list_screen(
    screen: ScreenFacts, programmes: Sequence[RunningProgramme], titles: Mapping[int, str], now: datetime
) -> ListedScreen:
    turns = find_turns(screen, programmes)
    now_shown, of = _in_words(turns, titles)
    listed = ListedScreen(
        screen=screen,
        scene=turns[0].item.scene.value,
        now=now_shown,
        of=of if len(programmes) > 1 else "",
        following=_following(find_followed_programme(screen, programmes), titles),
        silent=screen.last_seen < now - TIME_UNTIL_A_SCREEN_IS_SILENT,
        chosen=f"slide-{screen.slide}" if screen.shows == Scene.SLIDE else screen.shows,
    )
    return _taken_over(listed, programmes_of(screen, programmes), now)


def _taken_over(listed: ListedScreen, own: Sequence[RunningProgramme], now: datetime) -> ListedScreen:
    """While an alert has the screen, what it shows comes after that."""
    for running in own:
        alert = alert_of(running.clock, now) if running.clock is not None else Alert.NONE
        if alert is not Alert.NONE:
            of = str(running.competition) if listed.of else ""
            return replace(listed, scene="clock", now=ALERTS[alert], of=of, following=listed.now)
    return listed


def _in_words(turns: Sequence[ShownScene], titles: Mapping[int, str]) -> tuple[str, str]:
    """What a screen shows, and of which competitions; where the scenes differ, each with its own."""
    shown = [(_title(turn.item, titles), _of(turn)) for turn in turns]
    if len({title for title, _ in shown}) == 1:
        return shown[0][0], " and ".join(of for _, of in shown if of)
    return " and ".join(f"{title} ({of})" for title, of in shown), ""


def _of(shown: ShownScene) -> str:
    """Which competition the scene is about; for clocks side by side, all of them."""
    clocks = [str(running.competition) for running in shown.clocks] if shown.clocks else []
    return " and ".join(clocks) or (str(shown.about.competition) if shown.about else "")


def _following(followed: RunningProgramme | None, titles: Mapping[int, str]) -> str:
    """What a screen shows next; nothing if it was told to show one scene."""
    if followed is None:
        return ""
    listed = _list_programme(followed, titles)
    return listed.on.title if listed.on else listed.after


def _choices(slides: Sequence[SlideFacts]) -> list[tuple[str, str]]:
    """What a screen can be told to show."""
    scenes = [(code, TITLES[code]) for code in SHOWS if code != Scene.SLIDE]
    return [*scenes, *((f"slide-{slide.pk}", f"Slide: {slide}") for slide in slides)]
