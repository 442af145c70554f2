"""Where the MC runs the hall's screens: the programme's steps, what each screen shows, and its sound."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournament import live
from tournament.actions import screens
from tournament.live.topics import everyone, staff
from tournament.live.topics import screens as for_screens
from tournament.permissions import Actor
from tournament.queries.competitions import read_competition_keys
from tournament.queries.screens import ScreenFacts, find_screen_of
from tournament.queries.slugs import find_competition_row
from tournament.rules.dealers import SAYINGS
from tournament.rules.programme import FOLLOWS
from tournament.web.forms import Deed, Trouble, carry_out, do, number, number_in
from tournament.web.fragments import is_fragment
from tournament.web.live_page import live_context
from tournament.web.mc.screen_list import screens_context
from tournament.web.organiser.navigation import event_navigation
from tournament.web.throttle import count_wrong_link, too_many_links
from tournament.web.visitors import for_mc

if TYPE_CHECKING:
    from tournament.models import Event

TOO_MANY_NUMBERS: Final = "Too many wrong numbers. Wait a minute, then try again."


def page(request: HttpRequest, event: Event, by: Actor, **more: Any) -> HttpResponse:
    """The whole page; `more` is what was typed and could not be saved, with its trouble."""
    competitions = read_competition_keys(event.pk)
    hears = live_context([staff(event.pk), for_screens(event.pk), *map(everyone, competitions)], by=by)
    context = screens_context(event) | event_navigation(event, "screens", by.role)
    context |= {
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
    return _part(request, event) if is_fragment(request) else page(request, event, by)


def _part(request: HttpRequest, event: Event, trouble: Trouble | None = None) -> HttpResponse:
    context = screens_context(event, request.POST.get("back") or request.GET.get("back", ""))
    status = trouble.status if trouble else 200
    return render(request, "mc/screens_part.html", context | {"part_trouble": trouble}, status=status)


def back_to(request: HttpRequest, event: Event) -> HttpResponse:
    """Back to the page whose button was pressed: this one, or the desk of a competition."""
    if is_fragment(request):
        return _part(request, event)
    back = request.POST.get("back", "")
    if back and find_competition_row(event.slug, back) is not None:
        return HttpResponseRedirect(reverse("mc-desk", args=[event.slug, back]))
    return HttpResponseRedirect(reverse("screens", args=[event.slug]))


# The programme and the screens


@for_mc
@require_POST
def step(request: HttpRequest, event: Event, by: Actor, competition: str) -> HttpResponse:
    """Show a scene of the running order, or step on or back."""
    found = find_competition_row(event.slug, competition)
    if found is None:
        raise Http404("There is no such competition.")
    where: dict[str, Any] = {"scene": request.POST.get("scene", ""), "slide": number(request, "slide") or None}
    if request.POST.get("steps") in ("1", "-1"):
        where = {"steps": int(request.POST["steps"])}
    done = carry_out(request, screens.step_programme, by=by, competition=found.pk, **where)
    if done.trouble and is_fragment(request):
        return _part(request, event, done.trouble)
    return page(request, event, by, trouble=done.trouble) if done.trouble else back_to(request, event)


@for_mc
@require_POST
def take(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Connect a screen by the number it shows. Guessing is slowed, because a number has only four digits."""
    if too_many_links(request):
        return page(request, event, by, trouble=Trouble(TOO_MANY_NUMBERS, 429))
    typed = request.POST.get("number", "").strip()
    try:
        done = carry_out(request, screens.take_screen, by=by, event=event.pk, number=number_in(typed))
    except Http404 as missing:
        count_wrong_link(request)
        return page(request, event, by, trouble=Trouble(str(missing)), typed=typed)
    if done.trouble:
        return page(request, event, by, trouble=done.trouble, typed=typed)
    messages.success(request, f"Screen {typed} is connected.")
    return back_to(request, event)


@for_mc
@require_POST
def change_screen(request: HttpRequest, event: Event, by: Actor, screen: int) -> HttpResponse:
    """Change what a screen shows, its name or its sound; or test it."""
    found = find_screen_of(event, screen)
    if found is None:
        raise Http404("That screen is no longer on the list.")
    if request.POST.get("do") == "test":
        live.publish([for_screens(event.pk)], {"kind": "sound", "screen": found.number, "sound": "start"})
        messages.success(request, f"{found} rings now and shows its number, unless it’s muted or closed.")
        return back_to(request, event)
    done = do(request, _deeds(request, by, found))
    if done.trouble is None:
        return back_to(request, event)
    typed = {"renamed": screen, "new_name": request.POST.get("name", found.name)}
    return page(request, event, by, trouble=done.trouble, **typed)


def _deeds(request: HttpRequest, by: Actor, screen: ScreenFacts) -> dict[str, Deed]:
    """What each button of a screen's line does."""
    known = {"by": by, "screen": screen.pk}
    shows, _, slide = request.POST.get("shows", FOLLOWS).partition("-")
    chosen = {"shows": shows, "competition": number(request, "competition") or None, "slide": number_in(slide) or None}
    name = request.POST.get("name", "")
    return {
        "set": Deed(screens.set_screen, known | chosen, lambda _: f"{screen} shows it now."),
        "name": Deed(screens.name_screen, known | {"name": name}, lambda _: "The name is saved."),
        "mute": Deed(screens.mute_screen, known | {"muted": True}, lambda _: f"{screen} is muted, and says so."),
        "unmute": Deed(screens.mute_screen, known | {"muted": False}, lambda _: f"{screen} rings again."),
        "forget": Deed(screens.forget_screen, known, lambda _: f"{screen} is off the list."),
    }
