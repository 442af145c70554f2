"""What the MC writes for the hall's screens: own slides, the sayings of who deals first, the rules of the day."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournament.actions import slides
from tournament.models import Event
from tournament.permissions import Actor
from tournament.rules.dealers import SAYINGS
from tournament.web.forms import Deed, carry_out, do, number
from tournament.web.screens import back_to, page
from tournament.web.visitors import for_mc


def _sent_picture(request: HttpRequest) -> str:
    """The file as an action takes it; one that is far too large is cut, and then refused as too large."""
    file = request.FILES.get("picture")
    return b64encode(file.read(slides.MOST_BYTES_SENT + 3)).decode() if file else ""


@for_mc
@require_POST
def add_slide(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """A new slide; where it cannot be kept, what was typed is still there."""
    typed = {"title": request.POST.get("title", ""), "text": request.POST.get("text", "")}
    done = carry_out(request, slides.add_slide, by=by, event=event.pk, **typed, picture=_sent_picture(request))
    if done.trouble:
        return page(request, event, trouble=done.trouble, new_slide=typed)
    messages.success(request, "The slide is there.")
    return back_to(request, event)


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
    return page(request, event, trouble=done.trouble) if done.trouble else back_to(request, event)


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
        return page(request, event, trouble=done.trouble, **typed)
    return back_to(request, event)


def _list(text: str) -> list[str]:
    """The list that the page put into its form."""
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return [str(one) for one in found] if isinstance(found, list) else []
