"""Each scene of the hall's screens: its template, and what stands in it.

A picture's `facts` are all that is to be seen, in values that say the same when they are the same: their hash tells a
screen whether it has this picture already. What changes by itself (a clock counts, pages turn) is apart from them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from tournament import words
from tournament.models import Event, Screen, Slide
from tournament.pictures import bracket
from tournament.queries import scenes as reads
from tournament.queries.programme import Running
from tournament.queries.screens import Showing
from tournament.queries.way import read_way
from tournament.rules.dealers import saying
from tournament.rules.presets import Format, Ranking
from tournament.rules.programme import Phase, Scene
from tournament.rules.rounds import is_final, is_last
from tournament.web.bracket import branch_out, rounds_for_the_hall
from tournament.web.clock import clock_context
from tournament.web.links import qr_code, site_of

A_PAGE: Final = 12
"""So many seconds a page stays before the next one comes (static/js/screen.js turns them)."""
TITLES: Final[Mapping[str, str]] = {
    "programme": "The programme",
    Scene.WELCOME: "Welcome",
    Scene.RULES: "Rules of the day",
    Scene.TABLES: "Find your table",
    Scene.NAMES: "Find your name",
    Scene.DEALER: "Who deals first",
    Scene.CLOCK: "Clock",
    Scene.STATES: "Table states",
    Scene.RESULTS: "Results of the round",
    Scene.BRACKET: "Bracket",
    Scene.STANDINGS: "Standings",
    Scene.PODIUM: "Podium",
    Scene.SLIDE: "Own slide",
}
"""What a scene is called, on the MC's pages and in the hall."""


@dataclass(frozen=True)
class Picture:
    """What one screen shows."""

    scene: str
    facts: dict[str, Any]
    counting: dict[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        return f"screens/scenes/{self.scene}.html"

    @property
    def version(self) -> str:
        """The same for the same picture."""
        return hashlib.sha256(repr((self.scene, sorted(self.facts.items()))).encode()).hexdigest()[:16]


def picture(request: HttpRequest, screen: Screen, event: Event, shown: Showing, now: datetime) -> Picture:
    """The picture for now."""
    scene, about = shown.item.scene, shown.about
    facts: dict[str, Any] = {"event_name": event.name, "competition_name": str(about.competition) if about else ""}
    if about is not None and about.round is not None:
        facts["round_name"] = round_name(about, about.facts.round)
        facts["starts"] = about.clock.starts_at if about.clock and about.facts.phase is Phase.SEATED else None
    if shown.waits and scene is not Scene.CLOCK:
        return Picture("wait", facts | {"heading": TITLES[scene], "why": shown.waits})
    if scene is Scene.CLOCK:
        return _clock(facts, shown, now)
    if scene is Scene.WELCOME or about is None:
        return Picture("welcome", facts | _welcome(request, event, about))
    if scene is Scene.RULES:
        return Picture("rules", facts | _rules(event, about))
    if scene is Scene.SLIDE:
        return _slide(facts, event, shown)
    more = _READ[scene](about, facts)
    pages = more.get("pages", ())
    return Picture(scene.value, more, {"open": int(now.timestamp()) // A_PAGE % len(pages)} if pages else {})


def round_name(about: Running, number: int) -> str:
    """Round 2, or the final."""
    final = about.draw is not None and is_final(about.competition.settings, about.draw.plan, number)
    return "Final" if final else f"Round {number}"


# Before the first card


def _welcome(request: HttpRequest, event: Event, about: Running | None) -> dict[str, Any]:
    try:
        path = reverse("event-page", args=[event.slug])
    except NoReverseMatch:
        path = reverse("competition", args=[about.competition.slug]) if about else reverse("first-page")
    link = site_of(request) + path
    return {"link": link.partition("://")[2].rstrip("/"), "qr": qr_code(link), "place": event.place}


def _rules(event: Event, about: Running) -> dict[str, Any]:
    own = [line for line in event.rules_of_the_day.split("\n") if line]
    return {"rules": own or words.how_it_is_played(about.competition.settings), "own": bool(own)}


def _slide(facts: dict[str, Any], event: Event, shown: Showing) -> Picture:
    slide = Slide.objects.filter(event=event, pk=shown.item.slide or 0).defer("picture").first()
    if slide is None:
        return Picture("wait", facts | {"heading": "Soon.", "why": ""})
    said = {"slide_title": slide.title, "lines": slide.text.split("\n") if slide.text else [], "digest": slide.digest}
    return Picture("slide", facts | said)


def _dealer(about: Running, facts: dict[str, Any]) -> dict[str, Any]:
    return facts | {"saying": saying(about.facts.round, about.competition.event.sayings)}


# The clock


def _clock(facts: dict[str, Any], shown: Showing, now: datetime) -> Picture:
    """One clock, or two side by side; without one, the round's name and what it waits for."""
    if shown.waits or not shown.beside:
        return Picture("wait", facts | {"heading": facts.get("round_name", "Soon."), "why": shown.waits})
    clocks = [_one_clock(one) for one in shown.beside]
    counting = [clock_context(one.clock, one.competition.pk, "", now) | _share(one, now) for one in shown.beside]
    return Picture("clock", facts | {"clocks": clocks}, {"counting": list(zip(clocks, counting, strict=True))})


def _one_clock(one: Running) -> dict[str, Any]:
    settings = one.competition.settings
    warning = one.clock.warning if one.clock else None
    return {
        "name": str(one.competition),
        "round": round_name(one, one.facts.round),
        "counts": words.what_counts(settings),
        "no_new_hand": f"No new hand after {_minutes(int(warning.total_seconds()))}" if warning else "",
        "facts": repr(one.clock),
    }


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def _share(one: Running, now: datetime) -> dict[str, Any]:
    """How much of the round is left, in hundredths, as the dial shows it."""
    if one.clock is None:
        return {}
    return {"share": f"{100 * min(1.0, one.clock.left(now) / (one.clock.length + one.clock.added)):.2f}"}


# Sheets: names, tables, results


def _tables(about: Running, facts: dict[str, Any]) -> dict[str, Any]:
    return facts | {"pages": reads.read_seating(about.competition, about.facts.round)}


def _names(about: Running, facts: dict[str, Any]) -> dict[str, Any]:
    return facts | {"pages": reads.read_alphabet(about.competition, about.facts.round)}


def _states(about: Running, facts: dict[str, Any]) -> dict[str, Any]:
    assert about.round is not None
    states = reads.read_states(about.round, about.facts.clock)
    playing = [one for one in states if one.state != "free"]
    waits = [one.number for one in playing if one.state != "in"]
    return facts | {
        "states": states,
        "across": next(n for n in range(2, 20) if n * max(1, round(n / 1.6)) >= len(states)),
        "all": len(playing),
        "in": len(playing) - len(waits),
        "waits": waits if len(waits) <= 6 else [],
    }


def _results(about: Running, facts: dict[str, Any]) -> dict[str, Any]:
    assert about.draw is not None
    number, it = about.facts.last_closed, about.competition
    lines = reads.read_results_of_round(it, about.draw, number)
    ends = is_last(it.settings, about.draw.plan, number)
    heading = {Format.KNOCKOUT: "Who goes on", Format.ROTATION: "Who moves"}.get(it.settings.format, "Who won")
    return facts | {
        "round_name": round_name(about, number),
        "heading": "Who won" if ends and it.settings.format is not Format.ROTATION else heading,
        "stays": it.settings.format is Format.ROTATION,
        "ends": ends,
        "pages": reads.in_columns(lines, reads.LINES_DOWN, reads.LINES_ACROSS) if lines else [],
    }


def _bracket(about: Running, facts: dict[str, Any]) -> dict[str, Any]:
    """The plan's picture; as soon as somebody went on, who did. Drawn anew each round there is no way to fill in."""
    assert about.draw is not None
    way, redraw = read_way(about.competition, about.draw), about.competition.redraw
    said = {"plan": words.plan_in_words(way.plan.tables), "size": way.plan.players, "champion": way.champion}
    if redraw or not any(it.decided for it in way.rounds):
        return facts | said | {"bracket": bracket(way.plan, redraw=redraw)}
    rounds = rounds_for_the_hall(way)
    return facts | said | {"tree": branch_out(way), "rounds": [round_name(about, it.number) for it in rounds]}


_BY: Final[Mapping[Ranking, str]] = {
    Ranking.AVERAGE: "points a hand",
    Ranking.TOTAL: "points",
    Ranking.BEATEN: "beaten",
}


def _standings(about: Running, facts: dict[str, Any]) -> dict[str, Any]:
    assert about.draw is not None
    it = about.competition
    order = reads.read_order(it, about.draw)
    by = it.settings.ranking or Ranking.AVERAGE
    return facts | {
        "pages": reads.in_columns(order, reads.LINES_DOWN + 2, reads.LINES_ACROSS),
        "by": by.value if it.settings.format is Format.ROTATION else "reached",
        "by_words": _BY[by] if it.settings.format is Format.ROTATION else "",
        "final": it.finished_at is not None,
        "rounds": about.facts.round,
    }


def _podium(about: Running, facts: dict[str, Any]) -> dict[str, Any]:
    assert about.draw is not None
    return facts | {"podium": reads.read_podium(about.competition, about.draw)}


_READ: Final[Mapping[Scene, Callable[[Running, dict[str, Any]], dict[str, Any]]]] = {
    Scene.DEALER: _dealer,
    Scene.TABLES: _tables,
    Scene.NAMES: _names,
    Scene.STATES: _states,
    Scene.RESULTS: _results,
    Scene.BRACKET: _bracket,
    Scene.STANDINGS: _standings,
    Scene.PODIUM: _podium,
}
