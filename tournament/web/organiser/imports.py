"""A list from a spreadsheet: sent or pasted, read while the page shows how far it is, looked at, then saved."""

from __future__ import annotations

import base64
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tournament import progress, tasks
from tournament.actions import imports
from tournament.log_kinds import Happened
from tournament.models import Competition, Import, LogEntry
from tournament.permissions import Actor
from tournament.queries.imports import lists_of
from tournament.queries.standing import is_open
from tournament.rules.imports import MOST_ROWS, ImportStep
from tournament.web.forms import Trouble, carry_out, number_in
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.visitors import for_organiser_of_competition
from tournament.words import count

PAGE: Final = "organiser/import_list.html"
PROBLEMS_ON_A_PAGE: Final = 100
NOTHING_SENT: Final = "Choose a file, or paste a list."
_GROUPS_SHOWN: Final = 20


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def receive(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Choose a file or paste a list."""
    if request.method != "POST":
        return _ask(request, competition, by)
    content = _sent(request)
    if not content.strip():
        empty = "This file is empty. Choose another, or paste a list." if "file" in request.FILES else NOTHING_SENT
        return _ask(request, competition, by, Trouble(empty))
    sent = base64.b64encode(content).decode()
    done = carry_out(request, imports.receive_list, by=by, competition=competition.pk, content=sent)
    if done.trouble or done.answer is None:
        return _ask(request, competition, by, done.trouble)
    tasks.work_on_list(done.answer, ImportStep.READING)
    return redirect("import-list", competition.event.slug, competition.slug, done.answer)


def _sent(request: HttpRequest) -> bytes:
    """The file if there is one, else what was pasted."""
    file = request.FILES.get("file")
    return file.read() if file is not None else request.POST.get("text", "").encode("utf-8", "surrogatepass")


def _sent_before(request: HttpRequest, competition: Competition) -> str:
    """The text of a list that could not be read, to be mended; only one of this competition."""
    failed = competition.imports.filter(pk=number_in(request.GET.get("mend", "")), step=ImportStep.FAILED)
    return "".join(bytes(received.content).decode(errors="replace") for received in failed)


def _ask(request: HttpRequest, competition: Competition, by: Actor, trouble: Trouble | None = None) -> HttpResponse:
    context = {
        "open": is_open(competition, timezone.now()),
        "typed": request.POST.get("text", "") or _sent_before(request, competition),
        "trouble": trouble,
        "most": MOST_ROWS,
        "waiting": lists_of(competition, by.account, by.name).values_list("pk", flat=True).first(),
    }
    status = trouble.status if trouble else 200
    return render(
        request, "organiser/import.html", competition_navigation(competition, "entries") | context, status=status
    )


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_import(request: HttpRequest, competition: Competition, by: Actor, upload: int) -> HttpResponse:
    """How far it is; what would be entered, and which rows have problems; and the button that saves it."""
    if request.method == "POST":
        return _confirm(request, competition, by, upload)
    found = competition.imports.defer("content", "lines").filter(pk=upload).first()
    if found is None:
        return _gone(request, competition, upload)
    return _show(request, competition, found)


def _confirm(request: HttpRequest, competition: Competition, by: Actor, upload: int) -> HttpResponse:
    found = competition.imports.defer("content", "lines").filter(pk=upload).first()
    if found is None:
        return _gone(request, competition, upload)
    leave_out = request.POST.get("leave_out") == "on"
    done = carry_out(request, imports.confirm_import, by=by, upload=upload, leave_out=leave_out)
    if done.trouble:
        return _show(request, competition, found, done.trouble)
    tasks.work_on_list(upload, ImportStep.SAVING)
    return redirect("import-list", competition.event.slug, competition.slug, upload)


def _show(
    request: HttpRequest, competition: Competition, found: Import, trouble: Trouble | None = None
) -> HttpResponse:
    context = (
        competition_navigation(competition, "entries") | {"it": found, "trouble": trouble} | _looked_at(request, found)
    )
    if found.step in (ImportStep.READING, ImportStep.SAVING):
        context["percent"] = progress.read(f"{found.step}-{found.pk}")
    part = "#step" if request.headers.get("HX-Target") == "step" else ""
    return render(request, f"{PAGE}{part}", context, status=trouble.status if trouble else 200)


def _looked_at(request: HttpRequest, found: Import) -> dict[str, Any]:
    """The preview's parts that are too long to be shown whole."""
    groups = found.found.get("groups", [])
    return {
        "problems": Paginator(found.problems, PROBLEMS_ON_A_PAGE).get_page(request.GET.get("page")),
        "groups": groups[:_GROUPS_SHOWN],
        "more_groups": max(0, len(groups) - _GROUPS_SHOWN),
        "more": max(0, found.found.get("fresh", 0) - len(found.found.get("first", []))),
    }


def _gone(request: HttpRequest, competition: Competition, upload: int) -> HttpResponse:
    """A list that is saved is no more. The progress bar may ask twice at once, so what came of it is said by the page
    where they lead."""
    if not came_of_list(competition, upload):
        raise Http404("This list is not here any more. It was saved or discarded.")
    there = f"{reverse('entries', args=[competition.event.slug, competition.slug])}?imported={upload}"
    return HttpResponse(headers={"HX-Redirect": there}) if request.headers.get("HX-Request") else redirect(there)


def came_of_list(competition: Competition, upload: int) -> str:
    """What the log says of a list that was saved; nothing if it was not."""
    imported = LogEntry.objects.filter(competition=competition, what=Happened.ENTRIES_IMPORTED.stored)
    came = imported.filter(facts__upload=upload).first()
    return _came_of_it(came.facts) if came else ""


def _came_of_it(facts: dict[str, Any]) -> str:
    """12 entries and 9 reserves are entered, 3 groups are new, 2 rows were left out."""
    parts = [f"{count(facts['entries'], 'entry')} and {count(facts['reserves'], 'reserve')} entered"]
    if facts["groups"]:
        parts.append(f"{count(facts['groups'], 'group')} added")
    if facts["left_out"]:
        parts.append(f"{count(facts['left_out'], 'row')} left out")
    return f"Imported: {', '.join(parts)}."


@for_organiser_of_competition
@require_POST
def discard(request: HttpRequest, competition: Competition, by: Actor, upload: int) -> HttpResponse:
    """Forget the list."""
    if not competition.imports.filter(pk=upload).exists():
        return _gone(request, competition, upload)
    done = carry_out(request, imports.discard_import, by=by, upload=upload)
    if done.trouble is None:
        messages.success(request, "The list was discarded. Nothing was entered.")
    return redirect("import", competition.event.slug, competition.slug)
