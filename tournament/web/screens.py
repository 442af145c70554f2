"""Where the MC runs the hall's screens: the programme's steps, what each screen shows, and its sound.

The MC's page includes the upper half of it: `screens_context(event)` and templates/mc/screens_part.html.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournament import live
from tournament.actions import screens
from tournament.live.topics import everyone, staff
from tournament.live.topics import screens as for_screens
from tournament.models import Competition, Event, Screen, Slide
from tournament.permissions import Actor
from tournament.queries.programme import Running, read_programmes
from tournament.queries.screens import SILENT_AFTER, Showing, following, read_screens, read_slides, showing
from tournament.rules.dealers import SAYINGS
from tournament.rules.programme import FOLLOWS, SHOWS, Item, Scene, comes_next
from tournament.web.forms import Deed, Trouble, carry_out, do, number, number_in
from tournament.web.live_page import live_context
from tournament.web.scenes import TITLES, round_name
from tournament.web.throttle import count_wrong_link, too_many_links
from tournament.web.visitors import for_mc

SLOW_DOWN: Final = "Too many wrong numbers. Wait a minute, then try again."
WHEN_OVER: Final = {
    "before": "When the draw is published",
    "seated": "When the round starts",
    "playing": "At time up",
    "time up": "When the round is closed",
    "results": "When the next round is made",
}


@dataclass(frozen=True)
class Step:
    """A scene of a running order, as a button."""

    title: str
    item: Item
    now: bool = False

    @property
    def slide(self) -> int:
        return self.item.slide or 0


@dataclass(frozen=True)
class Programmed:
    """One competition's running order on the MC's page."""

    competition: Competition
    round: str
    steps: Sequence[Step]
    back: Step | None
    on: Step | None
    after: str
    """What comes by itself when the phase is over."""

    @property
    def arrows(self) -> list[tuple[str, int, Step]]:
        """Back and on, where there is something: the icon, the steps, and what is there."""
        ways = (("back", -1, self.back), ("arrow", 1, self.on))
        return [(icon, steps, to) for icon, steps, to in ways if to is not None]


@dataclass(frozen=True)
class Listed:
    """One screen on the MC's page: what it shows now and next, and whether it is there."""

    screen: Screen
    scene: str
    now: str
    of: str
    following: str
    silent: bool
    chosen: str
    """The value of the list that stands for what it was told to show."""


# The page


def screens_context(event: Event, back: str = "") -> dict[str, Any]:
    """What templates/mc/screens_part.html shows, in a fixed number of queries; `back` is "mc" where its buttons lead
    back to the MC's page."""
    now = timezone.now()
    programmes = read_programmes(event, now)
    own = read_slides(event)
    titles = {slide.pk: str(slide) for slide in own}
    return {
        "event": event,
        "programmes": [_programmed(one, titles) for one in programmes],
        "hall_screens": [_listed(screen, programmes, titles) for screen in read_screens(event, now)],
        "choices": _choices(own),
        "competitions": [one.competition for one in programmes],
        "screens_slides": own,
        "screens_back": "mc" if back == "mc" else "",
    }


def _title(item: Item, titles: dict[int, str]) -> str:
    return titles.get(item.slide or 0, TITLES[Scene.SLIDE]) if item.scene is Scene.SLIDE else TITLES[item.scene]


def _programmed(one: Running, titles: dict[int, str]) -> Programmed:
    steps = [Step(_title(item, titles), item, n == one.at) for n, item in enumerate(one.order)]
    comes = comes_next(one.facts)
    return Programmed(
        competition=one.competition,
        round=round_name(one, one.facts.round) if one.round else "Before the draw",
        steps=steps,
        back=steps[one.at - 1] if one.at else None,
        on=steps[one.at + 1] if one.following else None,
        after=f"{WHEN_OVER[one.facts.phase]}: {TITLES[comes].lower()}" if comes else "",
    )


def _listed(screen: Screen, programmes: Sequence[Running], titles: dict[int, str]) -> Listed:
    shown = showing(screen, programmes)
    follows = following(screen, programmes)
    step = _programmed(follows, titles) if follows else None
    return Listed(
        screen=screen,
        scene=shown.item.scene.value,
        now=_title(shown.item, titles),
        of=_of(shown) if len(programmes) > 1 else "",
        following=(step.on.title if step.on else step.after) if step else "",
        silent=screen.last_seen < timezone.now() - SILENT_AFTER,
        chosen=f"slide-{screen.slide_id}" if screen.shows == Scene.SLIDE else screen.shows,
    )


def _of(shown: Showing) -> str:
    """Which competition it is about; of clocks side by side all of them."""
    beside = [str(one.competition) for one in shown.beside] if shown.item.scene is Scene.CLOCK else []
    return " and ".join(beside) or (str(shown.about.competition) if shown.about else "")


def _choices(own: Sequence[Slide]) -> list[tuple[str, str]]:
    """What a screen can be told to show."""
    scenes = [(code, TITLES[code]) for code in SHOWS if code != Scene.SLIDE]
    return [*scenes, *((f"slide-{slide.pk}", f"Slide: {slide}") for slide in own)]


def page(request: HttpRequest, event: Event, **more: Any) -> HttpResponse:
    """The whole page; `more` is what was typed and could not be kept, with its trouble."""
    topics = [staff(event.pk), for_screens(event.pk)]
    topics += [everyone(pk) for pk in event.competitions.values_list("pk", flat=True)]
    hears = live_context(topics)
    context = screens_context(event) | {
        "sayings": "\n".join(event.sayings or SAYINGS),
        "sayings_was": json.dumps(event.sayings),
        "sayings_own": bool(event.sayings),
        **hears,
        "site": request.get_host(),
        **more,
    }
    trouble = more.get("trouble")
    return render(request, "mc/screens.html", context, status=trouble.status if trouble else 200)


@for_mc
@require_safe
def show_screens(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """The whole page; to htmx its live half."""
    return _part(request, event) if request.headers.get("HX-Request") else page(request, event)


def _part(request: HttpRequest, event: Event, trouble: Trouble | None = None) -> HttpResponse:
    context = screens_context(event, request.POST.get("back") or request.GET.get("back", ""))
    status = trouble.status if trouble else 200
    return render(request, "mc/screens_part.html", context | {"part_trouble": trouble}, status=status)


def back_to(request: HttpRequest, event: Event) -> HttpResponse:
    """To the page whose button was pressed: this one, or the MC's."""
    if request.headers.get("HX-Request"):
        return _part(request, event)
    name = "mc" if request.POST.get("back") == "mc" else "screens"
    return HttpResponseRedirect(reverse(name, args=[event.slug]))


# The programme and the screens


@for_mc
@require_POST
def step(request: HttpRequest, event: Event, by: Actor, competition: str) -> HttpResponse:
    """A scene of the running order; or so many steps on or back."""
    it = event.competitions.filter(slug=competition).first()
    if it is None:
        raise Http404("There is no such competition.")
    said: dict[str, Any] = {"scene": request.POST.get("scene", ""), "slide": number(request, "slide") or None}
    if request.POST.get("steps") in ("1", "-1"):
        said = {"steps": int(request.POST["steps"])}
    done = carry_out(request, screens.step_programme, by=by, competition=it.pk, **said)
    if done.trouble and request.headers.get("HX-Request"):
        return _part(request, event, done.trouble)
    return page(request, event, trouble=done.trouble) if done.trouble else back_to(request, event)


@for_mc
@require_POST
def take(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """A screen by the number it shows. Guessing is slowed: a number is only four digits."""
    if too_many_links(request):
        return page(request, event, trouble=Trouble(SLOW_DOWN, 429))
    typed = request.POST.get("number", "").strip()
    try:
        done = carry_out(request, screens.take_screen, by=by, event=event.pk, number=number_in(typed))
    except Http404 as missing:
        count_wrong_link(request)
        return page(request, event, trouble=Trouble(str(missing)), typed=typed)
    if done.trouble:
        return page(request, event, trouble=done.trouble, typed=typed)
    messages.success(request, f"Screen {typed} is here now.")
    return back_to(request, event)


@for_mc
@require_POST
def change_screen(request: HttpRequest, event: Event, by: Actor, screen: int) -> HttpResponse:
    """What it shows, its name, its sound; and a test of it."""
    it = event.screens.filter(pk=screen).first()
    if it is None:
        raise Http404("There is no such screen any more.")
    if request.POST.get("do") == "test":
        live.publish([for_screens(event.pk)], {"kind": "sound", "screen": it.number, "sound": "start"})
        messages.success(request, f"{it} rings and shows its number, if it is open and not muted.")
        return back_to(request, event)
    done = do(request, _deeds(request, by, it))
    return page(request, event, trouble=done.trouble) if done.trouble else back_to(request, event)


def _deeds(request: HttpRequest, by: Actor, it: Screen) -> dict[str, Deed]:
    here = {"by": by, "screen": it.pk}
    shows, _, slide = request.POST.get("shows", FOLLOWS).partition("-")
    told = {"shows": shows, "competition": number(request, "competition") or None, "slide": number_in(slide) or None}
    name = request.POST.get("name", "")
    return {
        "set": Deed(screens.set_screen, here | told, lambda _: f"{it} shows it now."),
        "name": Deed(screens.name_screen, here | {"name": name}, lambda _: "The name is kept."),
        "mute": Deed(screens.mute_screen, here | {"muted": True}, lambda _: f"{it} is muted, and says so."),
        "unmute": Deed(screens.mute_screen, here | {"muted": False}, lambda _: f"{it} rings again."),
        "forget": Deed(screens.forget_screen, here, lambda _: f"{it} is off the list."),
    }
