"""The entries board: every group with its entry and reserve; add, change and withdraw on a group's behalf.

One page, with at most one form open on it, at the group it is about. Each form has an address of its own, so that it
works without JavaScript; htmx asks for the same addresses and gets only that group's card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import current_time
from tournament.actions import registration
from tournament.actions.club_nights import enter_list
from tournament.lists import writing
from tournament.permissions import Actor
from tournament.queries.entries import GroupNumbers, find_entry, is_sealed, read_entries, read_people_of, read_rows
from tournament.queries.grades import grades_beside
from tournament.queries.group_facts import EntryFacts
from tournament.queries.standing import is_open
from tournament.rules.entries import Kind
from tournament.web.forms import Trouble, carry_out, number, number_in, who_is_who
from tournament.web.organiser.entry_cards import EntriesPage, EntriesSearch, EntryForm
from tournament.web.organiser.imports import what_came_of_list
from tournament.web.visitors import for_organiser_of_competition
from tournament.words import also_in_words, count

if TYPE_CHECKING:
    from tournament.models import Competition

PAGE: Final = "organiser/entries.html"
_WITHDRAWN: Final = Trouble("This entry was withdrawn since you opened it. You can enter it again.", status=409)
_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


# Pages


@for_organiser_of_competition
@require_safe
def show_entries(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """The whole board, a search in it, or one group's card again when a form is left."""
    imported = number_in(request.GET.get("imported", ""))
    if imported and (came := what_came_of_list(competition, imported)):
        messages.success(request, came)
    return _show(request, competition)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Enter somebody for a group, or nominate a reserve."""
    if request.method != "POST":
        return _show(request, competition, EntryForm(request.GET.get("group", ""), request.GET.get("kind", "")))
    group, kind, name = number(request, "group"), request.POST.get("kind", ""), request.POST.get("name", "")
    about = {"competition": competition.pk, "group": group, "kind": kind, "sure": request.POST.get("sure") == "yes"}
    done = carry_out(request, registration.enter, by=by, name=name, **about)
    if done.trouble:
        return _show(request, competition, EntryForm(str(group), kind, typed=name, trouble=done.trouble))
    message = "Reserve nominated." if kind == Kind.RESERVE else "Entered."
    return _back(request, competition, group, message + also_in_words(grades_beside(competition, done.answer or 0)))


@for_organiser_of_competition
@require_POST
def enter_names(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Enter everybody on a list that was typed or pasted, where the event has no groups."""
    typed = request.POST.get("names", "")
    about = {"competition": competition.pk, "lines": typed, "same": who_is_who(request)}
    done = carry_out(request, enter_list, by=by, **about)
    if done.trouble or done.answer is None:
        return _show(request, competition, more={"names_trouble": done.trouble, "names_typed": typed})
    added, already = done.answer["added"], done.answer["there"]
    before = f" {count(already, 'name')} {'was' if already == 1 else 'were'} already on the list." if already else ""
    messages.success(request, f"{count(added, 'name')} added.{before}")
    return redirect("entries", competition.event.slug, competition.slug)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, competition: Competition, by: Actor, entry: int) -> HttpResponse:
    """Correct a name, or give the place to somebody else. If it was changed meanwhile both values are shown."""
    found = _find(competition, entry)
    if request.method != "POST":
        return _show(request, competition, _form(found))
    if found.withdrawn_at is not None:
        return _show(request, competition, _form(found, trouble=_WITHDRAWN))
    name, was = request.POST.get("name", ""), request.POST.get("was", "")
    sure = request.POST.get("sure") == "yes"
    done = carry_out(request, registration.rename, by=by, entry=entry, name=name, was=was, sure=sure)
    if done.trouble:
        return _show(request, competition, _form(found, name, done.trouble))
    return _back(request, competition, found.group.pk, f"Saved: {_find(competition, entry).competitor}.")


@for_organiser_of_competition
@require_POST
def withdraw(request: HttpRequest, competition: Competition, by: Actor, entry: int) -> HttpResponse:
    """Take an entry or reserve back. It can be entered again until closing."""
    found = _find(competition, entry)
    if found.withdrawn_at is None:
        done = carry_out(request, registration.withdraw, by=by, entry=entry, was=request.POST.get("was", ""))
        if done.trouble:
            trouble = replace(done.trouble, theirs=None, yours=None)  # nothing to choose: the name is shown
            return _show(request, competition, _form(_find(competition, entry), trouble=trouble))
    return _back(request, competition, found.group.pk, "Withdrawn. Under “Withdrawn” you can enter them again.")


def _find(competition: Competition, entry: int) -> EntryFacts:
    """An entry of another grade, or of another event, is none of this one's."""
    found = find_entry(competition, entry)
    if found is None:
        raise Http404("There is no such entry in this competition.")
    return found


def _form(entry: EntryFacts, typed: str | None = None, trouble: Trouble | None = None) -> EntryForm:
    name = entry.name
    return EntryForm(
        group=str(entry.group.pk),
        kind=entry.kind,
        entry=str(entry.pk),
        was=name,
        typed=name if typed is None else typed,
        withdrawn=entry.withdrawn_at is not None,
        trouble=trouble,
    )


# Answers


def _show(
    request: HttpRequest,
    competition: Competition,
    form: EntryForm | None = None,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The board, or as much of it as was asked for: a search's result, or one group's card."""
    still_open = is_open(competition, current_time.now())
    form, trouble = (form if still_open else None), (form.trouble if form else None)
    entries, search = read_entries(competition), EntriesSearch.of(request)
    page = EntriesPage(competition, entries, search, still_open=still_open, form=form)
    target = request.headers.get("HX-Target", "")
    if group := entries.group(target.removeprefix("group-")):
        return _card(request, page, group, trouble=trouble)
    if target == "board":
        return render(request, f"{PAGE}#list", page.context() | {"cards": page.cards()})
    sealed = not still_open and is_sealed(competition)
    context = page.context() | {"cards": page.cards(), "sealed": sealed, "trouble": None if form else trouble}
    trouble = trouble or (more or {}).get("names_trouble")
    return render(request, PAGE, context | dict(more or {}), status=trouble.status if trouble else 200)


def _back(request: HttpRequest, competition: Competition, group: int, words: str) -> HttpResponse:
    """Done: back to the board at this group; htmx gets the group's card and the new counts at once."""
    page = EntriesPage(competition, read_entries(competition), EntriesSearch.of(request), still_open=True)
    found = page.entries.group(str(group))
    if found is not None and request.headers.get("HX-Target", "") == f"group-{group}":
        return _card(request, page, found, message=words)
    messages.success(request, words)
    return redirect(f"{page.at}{page.query}#group-{group}")


def _card(
    request: HttpRequest, page: EntriesPage, group: GroupNumbers, *, trouble: Trouble | None = None, message: str = ""
) -> HttpResponse:
    """One group's card, in the place of the one that was there; the address stays the page's. Without a form the
    keyboard goes on from the card."""
    [shown] = read_people_of(page.competition, page.entries, [group])
    context = {"card": page.card(shown), "alone": page.form is None, "trouble": trouble, "said": message}
    answer = render(request, f"{PAGE}#changed", page.context() | context, status=trouble.status if trouble else 200)
    answer["HX-Push-Url"] = "false"
    return answer


# Files


@for_organiser_of_competition
@require_safe
def download_csv(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """The entries for any spreadsheet program."""
    return _file(competition, "csv", writing.as_csv(read_rows(competition)), "text/csv; charset=utf-8")


@for_organiser_of_competition
@require_safe
def download_xlsx(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """The entries as a workbook."""
    return _file(competition, "xlsx", writing.as_xlsx(read_rows(competition)), _XLSX)


def _file(competition: Competition, ending: str, content: bytes, kind: str) -> HttpResponse:
    name = f'attachment; filename="{competition.slug}-entries.{ending}"'
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": name})
