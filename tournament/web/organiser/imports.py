"""A list from a spreadsheet: sent or pasted, read while the page shows how far it is, looked at, then saved."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournament import current_time, progress, tasks
from tournament.actions import imports
from tournament.permissions import Actor
from tournament.queries.imports import (
    BroughtToCompetition,
    ListOnItsWay,
    find_list,
    key_of_group,
    read_asked_rows,
    text_to_mend,
    unfinished_list,
    what_a_list_brought,
)
from tournament.queries.standing import is_open
from tournament.rules.entries import limits_met
from tournament.rules.imports import MOST_ROWS, ImportStep
from tournament.web.forms import Trouble, carry_out, number_in
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.visitors import for_organiser_of_competition
from tournament.words import count, count_or_no

if TYPE_CHECKING:
    from tournament.models import Competition

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


def _ask(request: HttpRequest, competition: Competition, by: Actor, trouble: Trouble | None = None) -> HttpResponse:
    context = {
        "open": is_open(competition, current_time.now()),
        "typed": request.POST.get("text", "") or text_to_mend(competition, number_in(request.GET.get("mend", ""))),
        "trouble": trouble,
        "most": MOST_ROWS,
        "waiting": unfinished_list(competition, by.account, by.name),
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
    found = find_list(competition, upload)
    if found is None:
        return _gone(request, competition, upload)
    return _show(request, competition, found)


def _confirm(request: HttpRequest, competition: Competition, by: Actor, upload: int) -> HttpResponse:
    found = find_list(competition, upload)
    if found is None:
        return _gone(request, competition, upload)
    if request.POST.get("do") == "who":
        return _say_who(request, competition, by, found)
    leave_out = request.POST.get("leave_out") == "on"
    done = carry_out(request, imports.confirm_import, by=by, upload=upload, leave_out=leave_out)
    if done.trouble:
        return _show(request, competition, found, done.trouble)
    tasks.work_on_list(upload, ImportStep.SAVING)
    return redirect("import-list", competition.event.slug, competition.slug, upload)


def _say_who(request: HttpRequest, competition: Competition, by: Actor, found: ListOnItsWay) -> HttpResponse:
    """Each row and each group that was asked about: the same, or another."""
    fields = {f"row-{row}": str(row) for row, *_ in found.found["alike"]}
    fields |= {f"group-{row}": key_of_group(group) for row, group, _ in found.found.get("alike_groups", ())}
    answers = {key: request.POST[name] == "same" for name, key in fields.items() if name in request.POST}
    done = carry_out(request, imports.say_who_is_the_same, by=by, upload=found.pk, same=answers)
    if done.trouble:
        return _show(request, competition, found, done.trouble)
    return redirect("import-list", competition.event.slug, competition.slug, found.pk)


def _show(
    request: HttpRequest, competition: Competition, found: ListOnItsWay, trouble: Trouble | None = None
) -> HttpResponse:
    context = (
        competition_navigation(competition, "entries")
        | {"list": found, "trouble": trouble}
        | _looked_at(request, competition, found)
    )
    if found.step in (ImportStep.READING, ImportStep.SAVING):
        context["percent"] = progress.read(f"{found.step}-{found.pk}")
    part = "#step" if request.headers.get("HX-Target") == "step" else ""
    return render(request, f"{PAGE}{part}", context, status=trouble.status if trouble else 200)


def _looked_at(request: HttpRequest, competition: Competition, found: ListOnItsWay) -> dict[str, Any]:
    """The preview's parts that are too long to be shown whole."""
    groups = found.found.get("groups", [])
    return {
        "several": any(name != competition.name for name, *_ in found.found.get("grades", [])),
        "problems": Paginator(found.problems, PROBLEMS_ON_A_PAGE).get_page(request.GET.get("page")),
        "asked": read_asked_rows(competition, found),
        "limits_met": limits_met(competition.settings, {why for _, _, why in found.problems}),
        "groups": groups[:_GROUPS_SHOWN],
        "more_groups": max(0, len(groups) - _GROUPS_SHOWN),
        "more": max(0, found.found.get("fresh", 0) - len(found.found.get("first", []))),
    }


def _gone(request: HttpRequest, competition: Competition, upload: int) -> HttpResponse:
    """Lead on from a list that was saved, and so is gone. The progress bar may ask twice at once, so the page it leads
    to says what came of the list."""
    if not what_a_list_brought(competition, upload):
        raise Http404("This list is gone: it was saved or discarded.")
    page = f"{reverse('entries', args=[competition.event.slug, competition.slug])}?imported={upload}"
    return HttpResponse(headers={"HX-Redirect": page}) if request.headers.get("HX-Request") else redirect(page)


def what_came_of_list(competition: Competition, upload: int) -> str:
    """In words, however often it is asked; nothing if the list was not saved."""
    brought = what_a_list_brought(competition, upload)
    if not brought:
        return ""
    parts = _brought_to_one(brought[0]) if len(brought) == 1 else _brought_to_each(brought)
    if left_out := brought[0].facts["left_out"]:
        parts.append(f"{count(left_out, 'row')} left out")
    return f"{', '.join(parts)}."


def _brought_to_one(brought: BroughtToCompetition) -> list[str]:
    """16 entries added, 2 groups and no reserves."""
    entries, groups, reserves = (brought.facts[kind] for kind in ("entries", "groups", "reserves"))
    reserves_too = count_or_no(reserves, "reserve")
    others = f"{count(groups, 'group')} and {reserves_too}" if groups else reserves_too
    return [f"{count(entries, 'entry')} added", others]


def _brought_to_each(brought: Sequence[BroughtToCompetition]) -> list[str]:
    """16 entries and 3 reserves added in Uno Open, 4 entries in Uno Under 18, 2 new groups."""
    parts: list[str] = []
    for part in brought:
        entries, reserves = part.facts["entries"], part.facts["reserves"]
        people = [count(entries, "entry")] if entries or not reserves else []
        people += [count(reserves, "reserve")] if reserves else []
        parts.append(f"{' and '.join(people)}{'' if parts else ' added'} in {part.competition}")
    groups = sum(part.facts["groups"] for part in brought)
    return [*parts, count(groups, "new group")] if groups else parts


@for_organiser_of_competition
@require_POST
def discard(request: HttpRequest, competition: Competition, by: Actor, upload: int) -> HttpResponse:
    """Forget the list."""
    if find_list(competition, upload) is None:
        return _gone(request, competition, upload)
    done = carry_out(request, imports.discard_import, by=by, upload=upload)
    if done.trouble is None:
        messages.success(request, "The list was discarded. Nothing was entered.")
    return redirect("import", competition.event.slug, competition.slug)
