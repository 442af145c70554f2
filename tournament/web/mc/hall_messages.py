"""“Say something to everyone” on the MC's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament import current_time
from tournament.actions import hall_messages
from tournament.permissions import Actor
from tournament.queries.event_facts import KnownEvent, event_facts
from tournament.queries.events import read_event
from tournament.queries.screens import find_slide_for_everybody, read_slides
from tournament.rules.hall_messages import LONGEST_MESSAGE
from tournament.web.forms import Trouble, carry_out, number
from tournament.web.fragments import is_fragment
from tournament.web.visitors import for_mc

if TYPE_CHECKING:
    from tournament.models import Event


@for_mc
@require_http_methods(["GET", "HEAD", "POST"])
def say_something(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Say it, or take it down; then the form, empty again unless something was wrong with it."""
    trouble = _carry_out(request, event, by) if request.method == "POST" else None
    if not is_fragment(request) and trouble is None:
        return HttpResponseRedirect(reverse("mc", args=[event.slug]))
    context = message_context(read_event(event.pk)) | _typed(request, trouble)
    return render(request, "mc/say_something.html", context, status=trouble.status if trouble else 200)


def _carry_out(request: HttpRequest, event: Event, by: Actor) -> Trouble | None:
    if request.POST.get("do") == "undo":
        return carry_out(request, hall_messages.take_message_down, by=by, event=event.pk).trouble
    message: dict[str, Any] = {name: request.POST.get(name, "") for name in ("words", "until")}
    message["slide"] = number(request, "slide") or None
    return carry_out(request, hall_messages.say_to_everybody, by=by, event=event.pk, **message).trouble


def _typed(request: HttpRequest, trouble: Trouble | None) -> dict[str, Any]:
    if trouble is None:
        return {}
    typed = {f"typed_{name}": request.POST.get(name, "") for name in ("words", "until", "slide")}
    return {"say_trouble": trouble, **typed}


def message_context(event: KnownEvent) -> dict[str, Any]:
    """What the form and the line above it need."""
    return {
        "event": event_facts(event),
        "longest_message": LONGEST_MESSAGE,
        "now": current_time.now(),
        "say_slides": read_slides(event),
        "said_slide": find_slide_for_everybody(event) if event.message else None,
    }
