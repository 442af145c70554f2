"""A demo event in one click, for anybody who wants to look around first."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.rehearsal.demo import make_demo
from tournament.permissions import Actor
from tournament.queries.events import find_event
from tournament.web.forms import Done, Trouble, carry_out
from tournament.web.visitors import for_any_organiser


@for_any_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def show_demo(request: HttpRequest, by: Actor) -> HttpResponse:
    """Show a button for each stage. The person who presses one becomes the organiser of the new event."""
    done: Done[int] = Done()
    if request.method == "POST":
        done = carry_out(request, make_demo, by=by, stage=request.POST.get("stage", ""))
        made = find_event(done.answer or 0)
        if done.answer is not None and made is None:  # the same form again, after the demo was removed
            done = Done(trouble=Trouble("This demo has been removed since. Press the button again for a new one.", 409))
        if made is not None:
            messages.success(request, f"{made} is ready. Everybody in it is invented.")
            return redirect("event", event=made.slug)
    return render(request, "organiser/demo.html", {"trouble": done.trouble}, status=done.status)
