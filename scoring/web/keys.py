"""The keys of a competition's tables: to print and put on the tables, and to replace when one got about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.actions import keys as actions
from scoring.queries.keys import Key, keys_of
from tournament.permissions import Actor
from tournament.rules.pages import page_of, window
from tournament.rules.table_numbers import ShownTable
from tournament.web.forms import Deed, Done, Trouble, do, number, number_in
from tournament.web.links import is_only_here, qr_code, site_of
from tournament.web.organiser.navigation import competition_navigation, way_back
from tournament.web.paging import page_asked, pages_of, query
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition

KEYS_ON_A_PAGE: Final = 32
"""Each has a code to scan, which is most of its page."""


@dataclass(frozen=True)
class KeyCard:
    """One key to print: its table (0: all tables), its link, and the link as a QR code."""

    key: Key
    shown: ShownTable
    link: str
    code: str


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_keys(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Show the roaming umpire's key first, then one card for each table."""
    keys = keys_of(competition)
    done: Done[Any] = Done()
    if request.method == "POST":
        done = _renew(request, by, competition, keys)
        if done.trouble is None:
            return HttpResponseRedirect(_back(request, competition))
    site = site_of(request)
    context = competition_navigation(competition, "table-keys") | {
        **_page(request, competition, keys),
        "type_at": site.partition("://")[2] + reverse("type-code"),
        "only_here": is_only_here(site),
        "trouble": done.trouble,
        "said_again": {name: request.POST.get(name, "") for name in ("number", "back")},
    }
    return render(request, "organiser/table_keys.html", context, status=done.status)


def _page(request: HttpRequest, competition: Competition, keys: Sequence[Key]) -> dict[str, Any]:
    """Some of the tables’ keys, or that of the table that was asked for, with the roaming umpire’s before the first."""
    site, at = site_of(request), reverse("table-keys", args=[competition.event.slug, competition.slug])
    roaming, tables = keys[:1], keys[1:]
    asked = competition.numbers.stored(number_in(request.GET.get("table", "")))
    page = page_of(asked - 1, KEYS_ON_A_PAGE) if asked else page_asked(request)
    shown = tables[window(len(tables), KEYS_ON_A_PAGE, page)]
    return {
        "cards": [_card(competition, key, site) for key in [*(roaming if page == 1 else []), *shown]] if tables else [],
        "pages": pages_of("Tables", len(tables), KEYS_ON_A_PAGE, page, lambda number: at + query(page=number)),
    }


def _card(competition: Competition, key: Key, site: str) -> KeyCard:
    return KeyCard(key, competition.numbers.shown(key.number), site + key.path, qr_code(site + key.path))


def _renew(request: HttpRequest, by: Actor, competition: Competition, keys: list[Key]) -> Done[Any]:
    """Replace a key, but only one that exists: nobody has 999999 tables."""
    text = request.POST.get("number", "")
    wanted = number(request, "number")
    if not text or wanted >= len(keys) or (wanted == 0 and text != "0"):
        return Done(trouble=Trouble("There is no such key."))
    whose = f"The key of table {competition.numbers.shown(wanted)}" if wanted else "The roaming umpire’s key"
    if request.POST.get("do") == "renew" and request.POST.get("sure") != "yes":
        asks = f"{whose} will stop working, with its printed card and every tablet that used it. Make a new one?"
        return Done(trouble=Trouble(asks, status=409, confirm=True))
    body = {"by": by, "competition": competition.pk, "number": wanted}
    done = f"{whose} is new. The old one no longer works."
    return do(request, {"renew": Deed(actions.renew_key, body, lambda _: done)})


def _back(request: HttpRequest, competition: Competition) -> str:
    """Back to the sheet whose page asked, or to the keys."""
    keys = reverse("table-keys", args=[competition.event.slug, competition.slug])
    return way_back(request.POST.get("back", ""), keys)
