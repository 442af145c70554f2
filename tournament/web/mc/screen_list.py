"""The hall's screens in words: what each one shows at this moment (templates/mc/screens_part.html)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.utils.timezone import localtime

from tournament import current_time
from tournament.queries.event_facts import event_facts
from tournament.queries.programme import RunningProgramme, read_programmes
from tournament.queries.screens import (
    ScreenFacts,
    ShownScene,
    SlideFacts,
    find_followed_programme,
    find_slide_for_everybody,
    find_turns,
    programmes_of,
    read_screens,
    read_slides,
)
from tournament.rules.alerts import Alert, Reach, alert_of, reach_of
from tournament.rules.hall_messages import HallMessage, gives_way, message_now
from tournament.rules.podium import TIME_UNTIL_A_SCREEN_IS_SILENT
from tournament.rules.programme import SHOWS, Scene
from tournament.web.clock import break_context, clock_context
from tournament.web.mc.programme import list_programme, scene_title
from tournament.web.scenes import TITLES

if TYPE_CHECKING:
    from tournament.models import Event

ALERTS: Final[Mapping[Alert, str]] = {
    Alert.LAST_HAND: "Last hand",
    Alert.LAST_SECONDS: "The last seconds",
    Alert.TIME_UP: "Time up",
}
"""What takes a screen over for a while."""


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
    """The value of the drop-down list for what the screen was told to show."""
    below: str = ""
    """What stands along its table edge."""
    ticks: Sequence[Mapping[str, Any]] = ()
    """The clocks that it shows large: its small picture counts with them."""


@dataclass(frozen=True)
class SentToEverybody:
    """What the MC says to everybody now: a line, or a slide that lies over what the screens show."""

    message: HallMessage | None
    since: datetime | None
    slide: SlideFacts | None


@dataclass(frozen=True)
class HallNow:
    """What the list of screens is worked out from."""

    programmes: Sequence[RunningProgramme]
    titles: Mapping[int, str]
    """Of the MC's slides."""
    sent: SentToEverybody
    now: datetime


def screens_context(event: Event, back: str = "") -> dict[str, Any]:
    """What templates/mc/screens_part.html shows, in a fixed number of queries.

    `back` is the competition whose desk shows it, so that its buttons lead back there.
    """
    now = current_time.now()
    programmes = read_programmes(event, now)
    slides = read_slides(event)
    titles = {slide.pk: str(slide) for slide in slides}
    hall = HallNow(programmes, titles, _sent(event, now), now)
    return {
        "event": event_facts(event),
        "programmes": [list_programme(running, titles) for running in programmes],
        "hall_screens": [_list_screen(screen, hall) for screen in read_screens(event, now)],
        "choices": _choices(slides),
        "competitions": [running.competition for running in programmes],
        "screens_slides": slides,
        "screens_back": back if back in {running.competition.slug for running in programmes} else "",
    }


def _sent(event: Event, now: datetime) -> SentToEverybody:
    message = message_now(event.message, event.message_until, now)
    return SentToEverybody(message, event.message_since, find_slide_for_everybody(event) if message else None)


def _choices(slides: Sequence[SlideFacts]) -> list[tuple[str, str]]:
    """What a screen can be told to show."""
    scenes = [(code, TITLES[code]) for code in SHOWS if code != Scene.SLIDE]
    return [*scenes, *((f"slide-{slide.pk}", f"Slide: {slide}") for slide in slides)]


def _list_screen(screen: ScreenFacts, hall: HallNow) -> ListedScreen:
    turns = find_turns(screen, hall.programmes)
    now_shown, of = _in_words(turns, hall.titles)
    listed = ListedScreen(
        screen=screen,
        scene=turns[0].item.scene.value,
        now=now_shown,
        of=of if len(hall.programmes) > 1 else "",
        following=_following(find_followed_programme(screen, hall.programmes), hall.titles),
        silent=screen.last_seen < hall.now - TIME_UNTIL_A_SCREEN_IS_SILENT,
        chosen=f"slide-{screen.slide}" if screen.shows == Scene.SLIDE else screen.shows,
        ticks=_ticks(turns, hall.now),
    )
    is_drawing = all(turn.item.scene is Scene.DRAW for turn in turns)
    return _with_alerts(listed, hall, is_drawing=is_drawing) or _with_message(listed, hall)


# What lies over the scene, or stands below it (static/css/scene-alerts.css and scene-message.css)


def _with_alerts(listed: ListedScreen, hall: HallNow, *, is_drawing: bool) -> ListedScreen | None:
    """While an alert has the screen, what it shows comes after that; an alert of another competition is a band. Either
    takes the message's place."""
    bands: list[str] = []
    for running in hall.programmes:
        alert = alert_of(running.clock, hall.now) if running.clock is not None else Alert.NONE
        if alert is Alert.NONE:
            continue
        if reach_of(listed.screen.competition, running.competition.pk, is_drawing=is_drawing) is Reach.SCREEN:
            of = str(running.competition) if listed.of else ""
            ticks = [_tick(running, hall.now)]
            return replace(listed, scene="clock", now=ALERTS[alert], of=of, following=listed.now, ticks=ticks)
        bands.append(f"{ALERTS[alert]}, {running.competition}")
    return replace(listed, below="; ".join(bands)) if bands else None


def _with_message(listed: ListedScreen, hall: HallNow) -> ListedScreen:
    """A slide for everybody lies over the scene, until the screen's programmes move on; a line stands below it."""
    sent, own = hall.sent, programmes_of(listed.screen, hall.programmes)
    if sent.message is None:
        return listed
    if sent.slide is None or gives_way(sent.since, (running.moved_on_at for running in own)):
        return replace(listed, below="your message to everyone")
    until = f"until {localtime(sent.message.until):%H:%M}"
    return replace(
        listed,
        scene=Scene.SLIDE.value,
        now=f"{sent.slide}, your slide for everyone",
        of=until,
        following=listed.now,
        ticks=(),
    )


# The scene itself


def _ticks(turns: Sequence[ShownScene], now: datetime) -> list[dict[str, Any]]:
    """Where scenes alternate, the picture stands for all of them."""
    if any(turn.item.scene not in (Scene.CLOCK, Scene.COUNTDOWN) for turn in turns):
        return []
    counting = {running.competition.pk: running for turn in turns for running in turn.clocks}
    return [tick for tick in (_tick(running, now) for running in counting.values()) if tick.get("clock_json")]


def _tick(running: RunningProgramme, now: datetime) -> dict[str, Any]:
    """The competition's break or clock."""
    rest = running.break_now
    if rest is not None:
        return break_context(rest, running.competition.pk, now)
    return clock_context(running.clock, running.competition.pk, "", now)


def _in_words(turns: Sequence[ShownScene], titles: Mapping[int, str]) -> tuple[str, str]:
    """What a screen shows, and of which competitions; where the scenes differ, each with its own."""
    shown = [(scene_title(turn.item, titles), _of(turn)) for turn in turns]
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
    listed = list_programme(followed, titles)
    return listed.on.title if listed.on else listed.after
