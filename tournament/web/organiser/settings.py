"""An event's settings, and a competition's: shown, changed, and fixed once the draw is sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tournament import words
from tournament.actions import closing, removing, setup
from tournament.permissions import Actor
from tournament.queries.competitions import read_competitions
from tournament.queries.entries import is_sealed
from tournament.queries.removing import read_use
from tournament.queries.standing import is_open
from tournament.rules.removing import why_not_remove
from tournament.web.forms import Deed, Done, Trouble, do, number
from tournament.web.organiser.navigation import competition_navigation, event_navigation
from tournament.web.organiser.settings_form import (
    both_in_words,
    choices,
    settings_in_words,
    shown,
    typed_from,
    typed_in,
)
from tournament.web.visitors import for_organiser, for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition, Event


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Its name, day and place, and what the public sees of names."""
    typed = _typed_of_event(request) if request.method == "POST" else _stored(event)
    done: Done[None] = Done()
    if request.method == "POST":
        of = {"event": event.pk, "by": by}
        changes = typed | of | {"version": number(request, "version")}
        gone = {"sure": bool(request.POST.get("sure"))}
        deeds = {
            "save": Deed(setup.change_event, changes, lambda _: "Saved."),
            "forget": Deed(removing.forget_rehearsal, of, lambda _: f"{event} is removed."),
            "remove": Deed(removing.remove_event, of | gone, lambda _: f"{event} is removed."),
        }
        done = do(request, deeds)
        if done.trouble is None:
            stays = request.POST["do"] == "save"
            return redirect("event-settings", event.slug) if stays else redirect("organise")
        typed = typed if request.POST.get("do") == "save" else _stored(event)
        event.refresh_from_db()
    context = event_navigation(event, "event-settings") | {"typed": typed, "trouble": done.trouble}
    context["both"] = both_in_words(done.trouble)
    context["cannot_remove"] = why_not_remove(read_use(read_competitions(event)))
    return render(request, "organiser/event_settings.html", context, status=done.status)


def _stored(event: Event) -> dict[str, Any]:
    on = event.date.isoformat() if event.date else ""
    return {"name": event.name, "on": on, "place": event.place, "full_names": event.full_names}


def _typed_of_event(request: HttpRequest) -> dict[str, Any]:
    texts = {name: request.POST.get(name, "") for name in ("name", "on", "place")}
    return texts | {"full_names": bool(request.POST.get("full_names"))}


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def competition_settings(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Its name and every choice, and when entries close: two forms, since each stays open for a different time."""
    done = do(request, _deeds(request, competition, by)) if request.method == "POST" else Done()
    if request.method == "POST" and done.trouble is None and request.POST["do"] == "remove":
        return redirect("event", competition.event.slug)
    if request.method == "POST" and done.trouble is None:
        return redirect("competition-settings", event=competition.event.slug, competition=competition.slug)
    competition.refresh_from_db()
    context = competition_navigation(competition, "competition-settings") | _shown(request, competition, done.trouble)
    context |= {"trouble": done.trouble, "both": both_in_words(done.trouble)}
    return render(request, "organiser/competition_settings.html", context, status=done.status)


def _deeds(request: HttpRequest, competition: Competition, by: Actor) -> dict[str, Deed]:
    of = {"by": by, "competition": competition.pk}
    closes = {"closes": request.POST.get("closes", ""), "was": request.POST.get("was", "")}
    version = {"name": request.POST.get("name", "") or " ", "version": number(request, "version")}

    def change(**context: Any) -> None:
        setup.change_settings(choices=choices(typed_in(request.POST)), **context)

    return {
        "settings": Deed(change, of | version, lambda _: "Saved."),
        "closing": Deed(closing.set_closing, of | closes, lambda _: "Saved."),
        "remove": Deed(
            removing.remove_competition,
            of | {"sure": bool(request.POST.get("sure"))},
            lambda _: f"{competition} is removed.",
        ),
    }


def _shown(request: HttpRequest, competition: Competition, trouble: Trouble | None) -> dict[str, Any]:
    """What is there, or what was typed where it was refused."""
    sent = request.POST.get("do")
    post = request.POST
    typed = typed_in(post) if sent == "settings" else typed_from(competition.settings)
    closes = closing.closing_text(competition)
    return {
        "sealed": is_sealed(competition),
        "closed": not is_open(competition, timezone.now()),
        "name": post.get("name", "") if sent == "settings" else competition.name,
        "closes": post.get("closes", "") if sent == "closing" else closes,
        "was": closes,
        "settings": shown(typed, trouble),
        "fixed": settings_in_words(competition.settings),
        "rules": words.how_it_is_played(competition.settings),
        "cannot_remove": why_not_remove(read_use([competition])),
        "zone": timezone.get_current_timezone_name(),
    }
