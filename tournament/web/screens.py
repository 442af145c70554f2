"""Where the MC runs the hall's screens: the programme's steps, what each screen shows, slides, sayings, rules, sound.

The MC's page includes the upper half of it: `screens_context(event)` and templates/mc/screens_part.html.
"""

from __future__ import annotations

import json
from base64 import b64encode
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
from tournament.actions import screens, slides
from tournament.live.kinds import everyone, staff
from tournament.live.kinds import screens as for_screens
from tournament.models import Competition, Event, Screen, Slide
from tournament.permissions import Actor
from tournament.queries.programme import Running, read_programmes
from tournament.queries.screens import SILENT_AFTER, Showing, following, read_screens, read_slides, showing
from tournament.rules.dealers import SAYINGS
from tournament.rules.programme import FOLLOWS, SHOWS, Item, Scene, comes_next
from tournament.web.forms import Deed, Trouble, carry_out, do, number, number_in
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


def _page(request: HttpRequest, event: Event, **more: Any) -> HttpResponse:
    topics = [staff(event.pk), for_screens(event.pk)]
    topics += [everyone(pk) for pk in event.competitions.values_list("pk", flat=True)]
    seen = live.seen(topics)
    context = screens_context(event) | {
        "sayings": "\n".join(event.sayings or SAYINGS),
        "sayings_was": json.dumps(event.sayings),
        "sayings_own": bool(event.sayings),
        "ticket": live.ticket(topics),
        "seen_json": json.dumps(seen),
        "site": request.get_host(),
        **more,
    }
    trouble = more.get("trouble")
    return render(request, "mc/screens.html", context, status=trouble.status if trouble else 200)


@for_mc
@require_safe
def show_screens(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """The whole page; to htmx its live half."""
    return _part(request, event) if request.headers.get("HX-Request") else _page(request, event)


def _part(request: HttpRequest, event: Event, trouble: Trouble | None = None) -> HttpResponse:
    context = screens_context(event, request.POST.get("back") or request.GET.get("back", ""))
    status = trouble.status if trouble else 200
    return render(request, "mc/screens_part.html", context | {"part_trouble": trouble}, status=status)


def _back(request: HttpRequest, event: Event) -> HttpResponse:
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
    return _page(request, event, trouble=done.trouble) if done.trouble else _back(request, event)


@for_mc
@require_POST
def take(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """A screen by the number it shows. Guessing is slowed: a number is only four digits."""
    if too_many_links(request):
        return _page(request, event, trouble=Trouble(SLOW_DOWN, 429))
    typed = request.POST.get("number", "").strip()
    try:
        done = carry_out(request, screens.take_screen, by=by, event=event.pk, number=number_in(typed))
    except Http404 as missing:
        count_wrong_link(request)
        return _page(request, event, trouble=Trouble(str(missing)), typed=typed)
    if done.trouble:
        return _page(request, event, trouble=done.trouble, typed=typed)
    messages.success(request, f"Screen {typed} is here now.")
    return _back(request, event)


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
        return _back(request, event)
    done = do(request, _deeds(request, by, it))
    return _page(request, event, trouble=done.trouble) if done.trouble else _back(request, event)


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


# Slides and words


def _sent_picture(request: HttpRequest) -> str:
    """The file as an action takes it; one that is far too large is cut, and then refused as too large."""
    file = request.FILES.get("picture")
    return b64encode(file.read(slides.MOST_SENT + 3)).decode() if file else ""


@for_mc
@require_POST
def add_slide(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """A new slide; where it cannot be kept, what was typed is still there."""
    typed = {"title": request.POST.get("title", ""), "text": request.POST.get("text", "")}
    done = carry_out(request, slides.add_slide, by=by, event=event.pk, **typed, picture=_sent_picture(request))
    if done.trouble:
        return _page(request, event, trouble=done.trouble, new_slide=typed)
    messages.success(request, "The slide is there.")
    return _back(request, event)


@for_mc
@require_POST
def change_slide(request: HttpRequest, event: Event, by: Actor, slide: int) -> HttpResponse:
    """Its words and its picture, its place, or away with it."""
    it = event.slides.filter(pk=slide).defer("picture").first()
    if it is None:
        raise Http404("There is no such slide any more.")
    here: dict[str, Any] = {"by": by, "slide": it.pk}
    said = here | {
        "title": request.POST.get("title", ""),
        "text": request.POST.get("text", ""),
        "picture": _sent_picture(request),
        "without_picture": request.POST.get("without_picture") == "on",
        "version": number(request, "version"),
    }
    deeds = {
        "save": Deed(slides.change_slide, said, lambda _: "The slide is changed."),
        "earlier": Deed(slides.move_slide, here | {"steps": -1}, lambda _: "The slide is one earlier."),
        "later": Deed(slides.move_slide, here | {"steps": 1}, lambda _: "The slide is one later."),
        "remove": Deed(slides.remove_slide, here, lambda _: "The slide is removed."),
    }
    done = do(request, deeds)
    return _page(request, event, trouble=done.trouble) if done.trouble else _back(request, event)


@for_mc
@require_POST
def change_words(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Who deals first, and the rules of the day."""
    here: dict[str, Any] = {"by": by, "event": event.pk}
    lines = request.POST.get("sayings", "").splitlines()
    text, was = request.POST.get("rules", ""), request.POST.get("was", "")
    said = [line.strip() for line in lines if line.strip()]
    own = [] if tuple(said) == SAYINGS else said
    deeds = {
        "sayings": Deed(
            slides.set_sayings, here | {"sayings": own, "was": _list(was)}, lambda _: "The sayings are kept."
        ),
        "rules": Deed(
            slides.set_rules_of_the_day,
            here | {"text": text, "was": was.replace("\r\n", "\n")},
            lambda _: "The rules are kept.",
        ),
    }
    done = do(request, deeds)
    if done.trouble:
        typed = {"sayings": "\n".join(lines)} if request.POST.get("do") == "sayings" else {"rules_typed": text}
        return _page(request, event, trouble=done.trouble, **typed)
    return _back(request, event)


def _list(text: str) -> list[str]:
    """The list that the page put into its form."""
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return [str(one) for one in found] if isinstance(found, list) else []
