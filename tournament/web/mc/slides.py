"""What the MC writes for the hall's screens: slides, the sayings of who deals first, the rules of the day."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournament.actions import slides
from tournament.permissions import Actor
from tournament.queries.screens import SlideFacts, find_slide, read_slides
from tournament.rules.dealers import SAYINGS
from tournament.web.forms import Deed, carry_out, do, number
from tournament.web.mc.screens import back_to, page
from tournament.web.visitors import for_mc

if TYPE_CHECKING:
    from tournament.models import Event


def _sent_picture(request: HttpRequest) -> str:
    """The picture as the action takes it. A file that is far too large is cut, and then refused as too large."""
    file = request.FILES.get("picture")
    return b64encode(file.read(slides.MOST_BYTES_SENT + 3)).decode() if file else ""


@for_mc
@require_POST
def add_slide(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Add a slide; if it cannot be saved, what was typed is still there."""
    typed = {"title": request.POST.get("title", ""), "text": request.POST.get("text", "")}
    done = carry_out(request, slides.add_slide, by=by, event=event.pk, **typed, picture=_sent_picture(request))
    if done.trouble:
        return page(request, event, by, trouble=done.trouble, new_slide=typed)
    messages.success(request, "The slide is added.")
    return back_to(request, event)


@for_mc
@require_POST
def change_slide(request: HttpRequest, event: Event, by: Actor, slide: int) -> HttpResponse:
    """Change a slide's words, its picture or its place; or remove it."""
    found = find_slide(event, slide)
    if found is None:
        raise Http404("That slide is no longer there.")
    known: dict[str, Any] = {"by": by, "slide": found.pk}
    changes = known | {
        "title": request.POST.get("title", ""),
        "text": request.POST.get("text", ""),
        "picture": _sent_picture(request),
        "without_picture": request.POST.get("without_picture") == "on",
        "version": number(request, "version"),
    }
    deeds = {
        "save": Deed(slides.change_slide, changes, lambda _: "The slide is saved."),
        "earlier": Deed(slides.move_slide, known | {"steps": -1}, lambda _: "The slide is one place earlier."),
        "later": Deed(slides.move_slide, known | {"steps": 1}, lambda _: "The slide is one place later."),
        "remove": Deed(slides.remove_slide, known, lambda _: "The slide is removed."),
    }
    done = do(request, deeds)
    if done.trouble is None:
        return back_to(request, event)
    typed = [_as_typed(line, request) if line.pk == slide else line for line in read_slides(event)]
    return page(request, event, by, trouble=done.trouble, screens_slides=typed)


def _as_typed(slide: SlideFacts, request: HttpRequest) -> SlideFacts:
    """The slide with the words that could not be saved; a button beside them sends them too."""
    return replace(slide, title=request.POST.get("title", slide.title), text=request.POST.get("text", slide.text))


@for_mc
@require_POST
def change_words(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Change who deals first, or the rules of the day."""
    known: dict[str, Any] = {"by": by, "event": event.pk}
    lines = request.POST.get("sayings", "").splitlines()
    text, was = request.POST.get("rules", ""), request.POST.get("was", "")
    sayings = [line.strip() for line in lines if line.strip()]
    own = [] if tuple(sayings) == SAYINGS else sayings
    deeds = {
        "sayings": Deed(
            slides.set_sayings, known | {"sayings": own, "was": _list(was)}, lambda _: "The lines are saved."
        ),
        "rules": Deed(
            slides.set_rules_of_the_day,
            known | {"text": text, "was": was.replace("\r\n", "\n")},
            lambda _: "The rules are saved.",
        ),
    }
    done = do(request, deeds)
    if done.trouble:
        typed = {"sayings": "\n".join(lines)} if request.POST.get("do") == "sayings" else {"rules_typed": text}
        return page(request, event, by, trouble=done.trouble, **typed)
    return back_to(request, event)


def _list(text: str) -> list[str]:
    """The list that the page put into its form."""
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return [str(saying) for saying in found] if isinstance(found, list) else []
