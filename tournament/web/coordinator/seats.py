"""After closing: somebody else takes a seat, by the coordinator or, where the rules leave it to them, the organiser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament import current_time
from tournament.actions import attendance, wishes
from tournament.permissions import Actor, may_enter_for, require
from tournament.queries.group_entries import AskedWish, find_open_wish, read_home
from tournament.queries.group_facts import EntryFacts
from tournament.queries.roster import read_roster
from tournament.queries.standing import is_open, read_standing
from tournament.queries.substitutes import read_substitutes
from tournament.queries.wishes import has_seat
from tournament.rules.attendance.asking import WishKind, check_asking
from tournament.rules.attendance.substitution import check_seat_still_played, newcomer_substitutes
from tournament.rules.errors import why_not
from tournament.web.coordinator.access import ANSWER_FOLLOWS, find_entry, for_group, group_page, no_longer_there
from tournament.web.forms import Trouble, carry_out

if TYPE_CHECKING:
    from tournament.models import Group


@for_group
@require_http_methods(["GET", "HEAD", "POST"])
def change_seat(request: HttpRequest, group: Group, by: Actor, entry: int) -> HttpResponse:
    """Substitute somebody, or ask the organiser to."""
    found = find_entry(group, entry)
    if found.withdrawn_at is not None:
        return no_longer_there(request, found)
    if is_open(found.competition, current_time.now()):
        return redirect("group-entry", group.pk, found.pk)
    if request.method != "POST":
        return _show(request, by, found)
    name, why = request.POST.get("name", ""), request.POST.get("why", "")
    sure, do = request.POST.get("sure") == "yes", request.POST.get("do", "")
    asked = {"by": by, "entry": found.pk, "why": why, "replace": request.POST.get("replace") == "yes"}
    if do == "ask":
        done = carry_out(request, wishes.ask_substitution, **asked, name=name, sure=sure)
        sentence = f"Asked: {name} for {found.competitor}. {ANSWER_FOLLOWS}"
    elif do == "nobody":
        done = carry_out(request, wishes.ask_empty_chair, **asked)
        sentence = f"Told: {found.competitor} isn’t coming, and nobody will play instead. {ANSWER_FOLLOWS}"
    else:
        about = {"competition": found.competition.pk, "entry": found.pk, "name": name}
        done = carry_out(request, attendance.substitute, by=by, **about, sure=sure, ask=True)
        sentence = f"{name} plays for {found.competitor}."
    if done.trouble is not None:
        again = {"replace": "yes"} if done.trouble.replaces else {}
        return _show(request, by, found, done.trouble, {"name": name, "why": why, "do": do} | again)
    messages.success(request, " ".join(sentence.split()))
    return redirect("group", group.pk)


def _show(
    request: HttpRequest,
    by: Actor,
    entry: EntryFacts,
    trouble: Trouble | None = None,
    typed: dict[str, str] | None = None,
) -> HttpResponse:
    competition = entry.competition
    standing = read_standing(competition, current_time.now())
    wish = find_open_wish(entry.pk)
    named = request.GET.get("name", "")
    number = standing.latest.number if standing.latest else 0
    of_group = read_substitutes(competition, sitter=entry.person, home=entry.group.pk, round_number=number)
    asked = {"name": named} if named or wish is None else _asked_before(wish)
    context = group_page(entry.group) | {
        "entry": entry,
        "competition": competition,
        "cannot": why_not_substitute(by, entry) if standing.latest else "The draw isn’t published yet.",
        "cannot_ask": why_not(check_asking, standing, has_seat(standing, entry.pk)),
        "is_expected": entry.left is None,
        "wish": wish,
        "typed": typed or asked,
        "substitutes": [candidate for candidate in of_group if not candidate.grade],
        "others": [candidate for candidate in of_group if candidate.grade],
        "trouble": trouble,
    }
    return render(request, "coordinator/seat.html", context, status=trouble.status if trouble else 200)


def _asked_before(wish: AskedWish) -> dict[str, str]:
    """What the fields of the form held with which it was asked."""
    do = {WishKind.SUBSTITUTION: "ask", WishKind.EMPTY_CHAIR: "nobody"}.get(WishKind(wish.kind), "")
    return {"name": wish.name, "why": wish.why, "do": do} if do else {}


def why_not_substitute(by: Actor, entry: EntryFacts) -> str:
    """Why somebody who was never entered cannot take this seat; empty if they can."""
    return why_not(_check_substitute, by, entry)


def _check_substitute(by: Actor, entry: EntryFacts) -> None:
    roster = read_roster(entry.competition)
    place = check_seat_still_played(roster, entry.code)
    home = read_home(entry.competition.pk, place.seat.drawn_for)
    require(may_enter_for(by, home), by)
    newcomer_substitutes(roster, entry.code)
