"""Everything that happened in an event, by whom: on a page, and as a file."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.log_kinds import Subject
from tournament.models import Event
from tournament.permissions import Actor
from tournament.queries.log import ISOLATES, ROLES, Wanted, read_log, read_who, read_whole_log
from tournament.web.organiser.navigation import event_navigation
from tournament.web.spreadsheets import csv_file
from tournament.web.visitors import for_organiser

HEADINGS: Final = ("When", "Who", "Role", "Competition", "About", "What", "Reason")
FILTERS: Final = ("competition", "who", "kind", "words")


def _wanted(request: HttpRequest) -> Wanted:
    return Wanted(**{name: request.GET.get(name, "").replace("\x00", "")[:200] for name in FILTERS})


@for_organiser
@require_safe
def show_log(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Page by page, the newest first."""
    wanted = _wanted(request)
    page, lines = read_log(event, wanted, request.GET.get("page"))
    context = event_navigation(event, "log") | {
        "wanted": wanted,
        "page": page,
        "lines": lines,
        "query": urlencode({name: value for name in FILTERS if (value := getattr(wanted, name))}),
        "competitions": event.competitions.order_by("pk"),
        "who": read_who(event),
        "roles": ROLES.items(),
        "kinds": list(Subject),
    }
    fragment = "#lines" if request.htmx and not request.htmx.boosted else ""  # type: ignore[attr-defined]
    return render(request, f"organiser/log.html{fragment}", context)


@for_organiser
@require_safe
def download_log(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """The same lines, the oldest first, for a spreadsheet."""
    lines = read_whole_log(event, _wanted(request))
    rows = (
        (timezone.localtime(line.at).isoformat(sep=" ", timespec="seconds"), line.by, line.role, line.competition,
         line.kind, line.sentence.translate(ISOLATES), line.why)
        for line in lines
    )  # fmt: skip
    return csv_file(f"{event.slug}-log.csv", [HEADINGS, *rows])
