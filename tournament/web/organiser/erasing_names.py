"""Erase all names of an event, deliberately: it cannot be undone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.actions import erasing
from tournament.backups.status import BackupTrouble, read_status
from tournament.permissions import Actor
from tournament.queries.entries import count_named_people
from tournament.queries.events import what_holds_up_erasing
from tournament.web.forms import Trouble, carry_out
from tournament.web.organiser.navigation import event_navigation
from tournament.web.visitors import for_organiser
from tournament.words import count

if TYPE_CHECKING:
    from tournament.models import Event


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def erase_names(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Ask for the event's name before anything is erased, and once more while something is still being played."""
    if request.method != "POST":
        return _show(request, event)
    if not _is_name(request.POST.get("name", ""), event):
        return _show(request, event, Trouble(f"Type the event’s name to erase all names: {event.name}"))
    sure = bool(request.POST.get("sure"))
    done = carry_out(request, erasing.erase_names, by=by, event=event.pk, sure=sure)
    if done.trouble is not None:
        return _show(request, event, done.trouble)
    messages.success(request, f"All names were erased: {count(done.answer or 0, 'name')}. The results stay.")
    return redirect("log", event.slug)


def _is_name(typed: str, event: Event) -> bool:
    return " ".join(typed.split()).casefold() == " ".join(event.name.split()).casefold()


def _show(request: HttpRequest, event: Event, trouble: Trouble | None = None) -> HttpResponse:
    held_up_by = what_holds_up_erasing()
    context = event_navigation(event, "erase-names") | {
        "people": count_named_people(event),
        "still_on_disk": held_up_by is not None,
        "held_up_by": held_up_by,
        "typed": request.POST.get("name", ""),
        "trouble": trouble,
        "stick_away": _backups_out_of_reach(),
    }
    return render(request, "organiser/erase.html", context, status=trouble.status if trouble else 200)


def _backups_out_of_reach() -> Path | None:
    """The second folder of the backups, if it isn't there now."""
    status = read_status()
    second = status.second if status else None
    return second.folder if second and second.trouble is BackupTrouble.AWAY else None
