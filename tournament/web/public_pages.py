"""The long lists that everyone may see, page by page: tables and places.

Each page has an address of its own, so that it is kept for a whole hall like any other (everyone.py). The first one is
the list's own address. `?table=` leads to the page with that table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any, Final, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.events import find_competition
from tournament.queries.log import newest_line
from tournament.queries.people import Person, read_people
from tournament.rules.numbers import whole_number
from tournament.rules.pages import last_page, page_of
from tournament.rules.table_numbers import ShownTable
from tournament.web.everyone import heard_by, topics_of
from tournament.web.paging import Pages, pages_of
from tournament.web.remembered import remember

T = TypeVar("T")
TABLES_ON_A_PAGE: Final = 32
PLACES_ON_A_PAGE: Final = 100
NO_PAGE: Final = "This list has become shorter, or has no such page. Begin at its first one."


def address_of_page(name: str, *which: Any, page: int) -> str:
    """The address of a page of a list; the first has the list's own."""
    return reverse(name, args=which) if page == 1 else reverse(f"{name}-page", args=[*which, page])


def tables_of_page(name: str, *which: Any, page: int, tables: int) -> Pages:
    """Where this page of tables is among the others. A page that is not there is not kept for anybody either."""
    return _pages("Tables", name, *which, page=page, total=tables, size=TABLES_ON_A_PAGE)


def places_of_page(name: str, *which: Any, page: int, places: int) -> Pages:
    """Where this page of places is among the others."""
    return _pages("Places", name, *which, page=page, total=places, size=PLACES_ON_A_PAGE)


def check_only_page(page: int) -> None:
    """A page that is no list has no second one."""
    if page != 1:
        raise Http404(NO_PAGE)


def _pages(what: str, name: str, *which: Any, page: int, total: int, size: int) -> Pages:
    if not 1 <= page <= last_page(total, size):
        raise Http404(NO_PAGE)
    return pages_of(what, total, size, page, lambda number: address_of_page(name, *which, page=number))


def address_of_table(name: str, competition: CompetitionFacts, table: ShownTable, *which: Any) -> str:
    """Where a list shows this table."""
    page = page_of(max(0, competition.numbers.stored(table) - 1), TABLES_ON_A_PAGE)
    return f"{address_of_page(name, competition.slug, *which, page=page)}#table-{table}"


def address_of_place(name: str, competition: CompetitionFacts, place: int) -> str:
    """Where a list shows this place; its first page for people who have none."""
    return address_of_page(name, competition.slug, page=page_of(max(0, place - 1), PLACES_ON_A_PAGE))


def leads_to_table(name: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A page of tables that leads to the page with the table that somebody typed."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def led(request: HttpRequest, slug: str, **rest: Any) -> HttpResponse:
            table = whole_number(request.GET.get("table", ""))
            competition = find_competition(slug) if table else None
            if table is None or competition is None or competition.event.hidden:
                return view(request, slug=slug, **rest)
            which = [rest["number"]] if "number" in rest else []
            return HttpResponseRedirect(address_of_table(name, competition, ShownTable(table), *which))

        return led

    return decorate


def people_of(request: HttpRequest, competition: CompetitionFacts) -> Mapping[int, Person]:
    """Everybody, as the public may know them. Names are shortened over all of them together, so this is worked out
    once for all pages."""
    return derived(request, competition, "people", partial(read_people, competition))


def derived(request: HttpRequest, competition: CompetitionFacts, what: str, make: Callable[[], T]) -> T:
    """What has to be worked out from everybody: once for each change, and for all pages that show some of it."""
    topics = topics_of(competition.pk, competition.event.pk)
    sign = partial(newest_line, competition.event.pk)
    return remember((what, competition.pk), topics, make, heard_by(request), sign)
