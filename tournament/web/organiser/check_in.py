"""The check-in desk: who is here, with which wristband, and who takes the seats of those who have not come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournament import current_time
from tournament.actions import attendance, check_in, hiding, wishes
from tournament.live.topics import staff
from tournament.permissions import Actor, Role
from tournament.queries.check_in import NOBODY, Arrival, find_person, read_group_choices
from tournament.queries.check_in_desk import PEOPLE_ON_A_PAGE, CheckInDesk, read_arrival, read_desk, read_desk_page
from tournament.queries.roster import read_roster
from tournament.queries.search import LONGEST_SEARCH
from tournament.queries.standing import read_standing
from tournament.queries.wishes import find_wish, how_many_ask
from tournament.rules.attendance.asking import WishKind, check_granting
from tournament.rules.attendance.late_arrival import newcomer_arrives_late
from tournament.rules.entries import Status
from tournament.rules.errors import why_not
from tournament.rules.presets import Format
from tournament.web.forms import Done, Trouble, carry_out, number, number_in, reason_given
from tournament.web.live_page import live_context
from tournament.web.organiser.competition_choice import show_competition_choice
from tournament.web.organiser.desk_rows import DeskRow, draw_parts, draw_row
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.organiser.no_show import read_options
from tournament.web.paging import page_asked, pages_of, query
from tournament.web.visitors import for_helper, for_helper_of_competition, for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition, Event

SPREAD_OF_DESKS: Final = 500
"""Milliseconds over which the desks ask after something changed."""
SAID_AGAIN: Final = ("do", "name", "why", "note", "group")
"""What a form sends again once the helper has said who is meant."""
CHANGES: Final[Mapping[str, Callable[..., Any]]] = {
    "substitute": attendance.substitute,
    "call": attendance.call_up,
    "empty": attendance.mark_gone,
    "leaves": attendance.mark_gone,
    "back": attendance.mark_back,
}


def _waits(person: Arrival | None) -> bool:
    """Whether they were never drawn: they wait to be called, or were not there when they were."""
    return person is not None and person.status == Status.NOT_DRAWN and not person.table


def _asked(request: HttpRequest) -> dict[str, Any]:
    """What the page shows: a search, or one of its pages."""
    return {"q": request.GET.get("q", "")[:LONGEST_SEARCH], "page": page_asked(request)}


def _desk_url(competition: Competition, request: HttpRequest, anchor: str = "", who: int = 0) -> str:
    address = reverse("check-in", args=[competition.event.slug, competition.slug])
    return address + query(**_asked(request), who=who) + ("#panel" if who else anchor)


@for_helper
@require_safe
def show_desks(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """A helper's first page: the desk of each competition; if there is only one, that is the page."""
    template = "organiser/check_in/desks.html"
    return show_competition_choice(request, event, "check-in", template, page="helper", role=Role.HELPER)


@for_helper_of_competition
@require_safe
def show_check_in(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Everybody, those who are not here yet first; `q` searches, `who` opens somebody's options, `late` the form for
    a late arrival."""
    who = number_in(request.GET.get("who", ""))
    return _show(request, competition, by, who=who, late="late" in request.GET)


def _show(
    request: HttpRequest,
    competition: Competition,
    by: Actor,
    *,
    who: int = 0,
    late: bool = False,
    trouble: Trouble | None = None,
    typed: Mapping[str, str] | None = None,
) -> HttpResponse:
    hears = live_context([staff(competition.event_id)], by=by, spread=SPREAD_OF_DESKS)
    desk = read_desk(competition, current_time.now())
    rotates = by.role is Role.ORGANISER and competition.format == Format.ROTATION and desk.round is not None
    context = _desk_context(request, competition, by, desk) | _panel(competition, by, desk, who) | hears
    context |= {
        "rotates": rotates,
        "trouble": trouble,
        "back_to": _desk_url(competition, request, who=who),
        "typed": typed or {},
        "said_again": {field: request.POST[field] for field in SAID_AGAIN if field in request.POST},
    }
    context |= _found(request, competition, desk, context["row"], typed or {}) | (
        _late(competition) if late and rotates else {}
    )
    part = request.htmx.target if request.htmx else ""  # type: ignore[attr-defined]
    if part in ("people", "panel"):
        return render(request, f"organiser/check_in/{part}.html", context)
    return render(request, "organiser/check_in.html", context, status=trouble.status if trouble else 200)


def _desk_context(request: HttpRequest, competition: Competition, by: Actor, desk: CheckInDesk) -> dict[str, Any]:
    """What the page and a single row of it need alike; `row` knows its page, but nobody yet."""
    asked, organises = _asked(request), by.role is Role.ORGANISER
    at = reverse("entries", args=[competition.event.slug, competition.slug])
    return competition_navigation(competition, "check-in", by.role) | {
        "desk": desk,
        "organises": organises,
        "words": asked["q"],
        "query": query(**asked),
        "row": DeskRow(NOBODY, at, query(**asked), organises, desk.round.number if desk.round else 0),
    }


def _panel(competition: Competition, by: Actor, desk: CheckInDesk, who: int) -> dict[str, Any]:
    """What can be done about the seat of the one whose options are open."""
    person = read_arrival(competition, desk.standing, pk=who) if who else None
    return {
        "person": person,
        "options": read_options(competition, desk.standing, person) if person and desk.round else None,
        "may_pass_over": by.role is Role.ORGANISER or _waits(person),
        "why_not_grant": why_not(check_granting, desk.standing),
    }


def _found(
    request: HttpRequest, competition: Competition, desk: CheckInDesk, row: DeskRow, typed: Mapping[str, str]
) -> dict[str, Any]:
    """What the search finds, or everybody, a page of it in the desk's own parts."""
    asked = _asked(request)
    found = read_desk_page(competition, desk, asked["q"], asked["page"])
    address = reverse("check-in", args=[competition.event.slug, competition.slug])
    pages = pages_of(
        "People", found.found, PEOPLE_ON_A_PAGE, asked["page"], lambda page: address + query(q=asked["q"], page=page)
    )
    parts = draw_parts(found.people, row, typed)
    asked_for = {"wishes": found.wishes, "asking": how_many_ask(found.wishes)}
    return parts | asked_for | {"found": found.found, "everybody": found.everybody, "pages": pages}


def _late(competition: Competition) -> dict[str, Any]:
    """For somebody who comes late to a rotation: the groups to choose from, and what prevents it."""
    groups = read_group_choices(competition.event_id) if competition.event.has_groups else []
    return {"late": True, "groups": groups, "cannot_join": why_not(newcomer_arrives_late, read_roster(competition))}


# Here


@for_helper_of_competition
@require_POST
def mark(request: HttpRequest, competition: Competition, by: Actor, person: int) -> HttpResponse:
    """Here, with a wristband if one was typed; or not here after all; hidden from public pages, or shown again."""
    name = find_person(competition, person)
    if name is None:
        raise Http404("There is no such person in this competition.")
    done, sentence = _mark(request, by, person, name)
    if request.htmx:  # type: ignore[attr-defined]
        return _show_row(request, competition, by, person, done.trouble)
    if done.trouble is not None:
        typed = {"person": str(person), "number": request.POST.get("number", "")}
        return _show(request, competition, by, trouble=done.trouble, typed=typed)
    messages.success(request, sentence)
    return HttpResponseRedirect(_desk_url(competition, request, f"#person-{person}"))


def _mark(request: HttpRequest, by: Actor, person: int, name: str) -> tuple[Done[None], str]:
    """What the button says about this person, and the sentence that says it is done."""
    band, do = request.POST.get("number", "").strip(), request.POST.get("do")
    if do == "hide":
        done = carry_out(request, hiding.hide_person, by=by, competitor=person)
        return done, f"{name} is hidden: public pages say “A player”."
    if do == "show":
        return carry_out(request, hiding.show_person, by=by, competitor=person), f"{name} is shown again."
    if do == "undo":
        return carry_out(request, check_in.undo_check_in, by=by, competitor=person), f"{name} isn’t here yet."
    if do == "band" or band:
        typed = request.POST.get("number", "")
        done = carry_out(request, check_in.give_wristband, by=by, competitor=person, number=typed)
        return done, f"{name} is here, wristband {band}." if band else f"{name} has no wristband."
    return carry_out(request, check_in.check_in, by=by, competitor=person), f"{name} is here."


def _show_row(
    request: HttpRequest, competition: Competition, by: Actor, person: int, trouble: Trouble | None
) -> HttpResponse:
    """Only this row, where it was: a second tap must not hit somebody else who moved up."""
    desk = read_desk(competition, current_time.now())
    arrival = read_arrival(competition, desk.standing, competitor=person)
    if arrival is None:  # they lost their seat since this page was shown
        tell = messages.warning if trouble else messages.info
        tell(request, str(trouble or "Done. This person is no longer on this list."))
        return HttpResponse(headers={"HX-Redirect": _desk_url(competition, request)})
    context = _desk_context(request, competition, by, desk)
    typed = request.POST.get("number", "") if trouble else ""
    context["drawn"] = draw_row(context["row"]._replace(arrival=arrival, typed=typed, trouble=str(trouble or "")))
    return render(request, "organiser/check_in/answer.html", context, status=trouble.status if trouble else 200)


# Seats


@for_helper_of_competition
@require_POST
def change_seat(request: HttpRequest, competition: Competition, by: Actor, entry: int) -> HttpResponse:
    """One tap about somebody's seat: a substitute, the next in the order of call, an empty chair, or back."""
    typed = {"name": request.POST.get("name", "")} | reason_given(request)
    do = request.POST.get("do", "")
    if do not in CHANGES:
        raise Http404("You can’t do that here.")
    more: dict[str, Any] = dict(typed) if do == "substitute" else {}
    more |= {"next_round": True} if do == "leaves" else {}
    more |= {"sure": request.POST.get("sure") == "yes"} if do in ("call", "substitute") else {}
    done = carry_out(request, CHANGES[do], by=by, competition=competition.pk, entry=entry, **more)
    if done.trouble is not None:
        return _show(request, competition, by, who=entry, trouble=done.trouble, typed=typed)
    messages.success(request, _outcome(do, competition, entry, done.answer))
    return HttpResponseRedirect(_desk_url(competition, request, who=number(request, "stay")))


def _outcome(do: str, competition: Competition, entry: int, answer: Any) -> str:
    """What came of it, by name."""
    standing = read_standing(competition, current_time.now())
    whom = _name(read_arrival(competition, standing, pk=entry))
    if do in ("substitute", "call"):
        new = read_arrival(competition, standing, pk=answer)
        place = f" at table {new.table}" if new and new.table else ""
        return f"{_name(new)} plays for {whom}{place}."
    gone = {"empty": "is marked as not here", "leaves": "leaves after this round"}
    return f"{whom} {gone.get(do, 'is back')}."


def _name(person: Arrival | None) -> str:
    return person.name if person else "Somebody"


@for_organiser_of_competition
@require_POST
def join_late(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Somebody comes late to a rotation, and plays from the next round on."""
    name, group = request.POST.get("name", ""), number(request, "group")
    about = {"competition": competition.pk, "group": group, "sure": request.POST.get("sure") == "yes"}
    done = carry_out(request, attendance.arrive_late, by=by, name=name, **about)
    if done.trouble is not None:
        typed = {"late": name, "group": str(group)}
        return _show(request, competition, by, late=True, trouble=done.trouble, typed=typed)
    messages.success(request, _tell_late(competition, done.answer or 0))
    return HttpResponseRedirect(_desk_url(competition, request))


def _tell_late(competition: Competition, entry: int) -> str:
    """In which round they first play, and at which table, if that round is seated already."""
    standing = read_standing(competition, current_time.now())
    late = read_arrival(competition, standing, pk=entry)
    if standing.latest is None:
        return f"{_name(late)} is here."
    if late is not None and late.table:
        return f"{late.name} is here and plays from {standing.latest.name.lower}, at table {late.table}."
    name = standing.name(standing.latest.number + 1)
    return f"{_name(late)} is here and plays from {name.lower}. You’ll know their table when {name.lower} is seated."


@for_organiser_of_competition
@require_POST
def answer_wish(request: HttpRequest, competition: Competition, by: Actor, wish: int) -> HttpResponse:
    """Grant what a group asks for, or decline with a word."""
    replaced = find_wish(competition, wish)
    if replaced is None:
        raise Http404("There is no such request in this competition.")
    granted, why = request.POST.get("do") == "grant", request.POST.get("why", "")
    asked = {"kind": request.POST.get("kind", WishKind.SUBSTITUTION), "name": request.POST.get("name", "")}
    done = carry_out(request, wishes.answer_wish, by=by, wish=wish, **asked, granted=granted, why=why)
    if done.trouble is not None:
        return _show(request, competition, by, trouble=done.trouble, typed={"wish": str(wish), "declining": why})
    messages.success(
        request, _granted(**asked, about=replaced) if granted else "Declined. The group can see your note."
    )
    return HttpResponseRedirect(_desk_url(competition, request))


def _granted(kind: str, name: str, about: str) -> str:
    if kind == WishKind.EMPTY_CHAIR:
        return f"Granted: {about} isn’t coming."
    if kind == WishKind.SPELLING:
        return f"Granted: {about} is now spelt {name}."
    return f"Granted: {name} instead of {about}."
