"""An event's settings, and a competition's: shown, changed, and fixed once the draw is sealed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods

from tournament import current_time, words
from tournament.actions import closing, looking_after, removing, setup
from tournament.event_time import zone_in_words
from tournament.permissions import Actor
from tournament.queries.entries import is_sealed
from tournament.queries.late_groups import read_why_without_groups
from tournament.queries.removing import read_use, read_why_event_stays
from tournament.queries.standing import is_open, read_standing
from tournament.rules.removing import why_not_remove
from tournament.web.forms import Deed, Done, Trouble, do, number
from tournament.web.mc.breaks import set_break_length
from tournament.web.organiser.navigation import competition_navigation, event_navigation
from tournament.web.organiser.round_lengths import change_lengths, lengths_context
from tournament.web.organiser.settings_form import (
    both_in_words,
    choices,
    settings_in_words,
    shown,
    typed_from,
    typed_in,
)
from tournament.web.organiser.zone_choice import STAYS, ZoneChoice
from tournament.web.visitors import for_organiser, for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition, Event


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Its name, day and place, and what the public sees of names."""
    typed = _typed_of_event(request) if request.method == "POST" else _stored(event)
    done: Done[None] = Done()
    asked = request.POST.get("do", "").removesuffix("-sure")
    if request.method == "POST":
        done = do(request, _deeds_of_event(request, event, by, typed))
        if done.trouble is None:
            return redirect("organise") if asked == "remove" else redirect("event-settings", event.slug)
        typed = typed if asked == "save" else _stored(event)
        event.refresh_from_db()
    context = event_navigation(event, "event-settings") | {"typed": typed, "trouble": done.trouble}
    context["asked_about"] = asked
    context["both"] = both_in_words(done.trouble)
    context["zones"] = ZoneChoice(typed["time_zone"] or event.time_zone, STAYS)
    context["typed_name"] = request.POST.get("typed", "")
    context["without_groups"] = "" if event.has_groups else read_why_without_groups(event)
    context["cannot_remove"] = read_why_event_stays(event)
    return render(request, "organiser/event_settings.html", context, status=done.status)


def _deeds_of_event(request: HttpRequest, event: Event, by: Actor, typed: dict[str, Any]) -> dict[str, Deed]:
    of = {"event": event.pk, "by": by}
    changes = typed | of | {"version": number(request, "version")}
    gone = {"name": request.POST.get("typed", "")}
    hides = {"sure": request.POST.get("sure") == "yes"}
    return {
        "save": Deed(setup.change_event, changes, lambda _: "Saved."),
        "save-sure": Deed(setup.change_event, changes | {"sure": True}, lambda _: "Saved."),
        "hide": Deed(looking_after.hide_event, of | hides, lambda _: "The public pages are closed."),
        "show": Deed(looking_after.show_event, of, lambda _: "The public pages are open again."),
        "remove": Deed(
            removing.remove_event, of | gone, lambda _: f"{_which(event)} is removed. You can bring it back below."
        ),
    }


def _which(event: Event) -> str:
    """The event's name, with its day: another one may have the same name."""
    return f"{event} ({date_format(event.date, 'j F Y')})" if event.date else str(event)


def _stored(event: Event) -> dict[str, Any]:
    on = event.date.isoformat() if event.date else ""
    return {
        "name": event.name,
        "on": on,
        "place": event.place,
        "time_zone": event.time_zone,
        "full_names": event.full_names,
        "search_before_draw": event.search_before_draw,
    }


def _typed_of_event(request: HttpRequest) -> dict[str, Any]:
    texts = {name: request.POST.get(name, "") for name in ("name", "on", "place", "time_zone")}
    return texts | {name: bool(request.POST.get(name)) for name in ("full_names", "search_before_draw")}


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

    sure = {"sure": True}
    return {
        "lengths": Deed(
            partial(change_lengths, request.POST), of | {"version": version["version"]}, lambda _: "Saved."
        ),
        "break-length": Deed(partial(set_break_length, request.POST.get("minutes", "")), of, lambda _: "Saved."),
        "settings": Deed(change, of | version, lambda _: "Saved."),
        "settings-sure": Deed(change, of | version | sure, lambda _: "Saved."),
        "closing": Deed(closing.set_closing, of | closes, lambda _: "Saved."),
        "closing-sure": Deed(closing.set_closing, of | closes | sure, lambda _: "Saved."),
        "remove": Deed(
            removing.remove_competition,
            of | {"sure": bool(request.POST.get("sure"))},
            lambda _: f"{competition} is removed.",
        ),
    }


def _shown(request: HttpRequest, competition: Competition, trouble: Trouble | None) -> dict[str, Any]:
    """What is there, or what was typed where it was refused."""
    sent = request.POST.get("do", "").removesuffix("-sure")
    post = request.POST
    typed = typed_in(post) if sent == "settings" else typed_from(competition.settings)
    closes = closing.closing_text(competition)
    standing = read_standing(competition, current_time.now())
    return lengths_context(request, standing) | {
        "published": standing.published is not None,
        "asked_about": sent,
        "break_minutes": post.get("minutes", "") if sent == "break-length" else competition.break_length // 60,
        "sealed": is_sealed(competition),
        "closed": not is_open(competition, current_time.now()),
        "name": post.get("name", "") if sent == "settings" else competition.name,
        "closes": post.get("closes", "") if sent == "closing" else closes,
        "was": closes,
        "settings": shown(typed, trouble, has_groups=competition.event.has_groups),
        "fixed": settings_in_words(competition.settings, has_groups=competition.event.has_groups),
        "rules": words.how_it_is_played(competition.settings, standing.rounds),
        "cannot_remove": why_not_remove(read_use([competition])),
        "zone": zone_in_words(competition.closes_at or current_time.now()),
    }
