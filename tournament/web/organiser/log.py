"""Everything that happened in an event, by whom: on a page, and as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from tournament.live.topics import staff
from tournament.log_subjects import Subject
from tournament.permissions import Actor
from tournament.queries.log import (
    LogFilter,
    LoggedCompetition,
    LogLine,
    read_authors,
    read_log,
    read_logged_competitions,
    read_logged_things,
)
from tournament.web.organiser.log_sentences import ISOLATES, ROLES, ToldLine, tell_lines, with_words
from tournament.web.organiser.navigation import event_navigation
from tournament.web.remembered import remember
from tournament.web.spreadsheets import csv_file
from tournament.web.visitors import for_organiser

if TYPE_CHECKING:
    from tournament.models import Event

LINES_ON_A_PAGE: Final = 60
HEADINGS: Final = ("When", "Who", "Role", "Competition", "About", "What", "Reason", "Note")
FILTERS: Final = ("competition", "who", "kind", "words")


@dataclass(frozen=True)
class Wanted:
    """What the form asks for; an empty form finds everything. `who` is a role, or a role and a name after a colon."""

    competition: str = ""
    who: str = ""
    kind: str = ""
    words: str = ""

    @property
    def filter(self) -> LogFilter:
        """What the database can look for. Words are looked for in the sentences that people read."""
        role, _, name = self.who.partition(":")
        return LogFilter(self.competition, role, name, self.kind)


def _wanted(request: HttpRequest) -> Wanted:
    return Wanted(**{name: request.GET.get(name, "").replace("\x00", "")[:200] for name in FILTERS})


@for_organiser
@require_safe
def show_log(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Page by page, the newest first."""
    wanted, competitions = _wanted(request), read_logged_competitions(event)
    page, lines = _page(event, wanted, competitions, request.GET.get("page"))
    context = event_navigation(event, "log") | {
        "wanted": wanted,
        "page": page,
        "lines": lines,
        "query": urlencode({name: value for name in FILTERS if (value := getattr(wanted, name))}),
        "competitions": [(competition.slug, competition) for competition in competitions.values()],
        "who": [(f"{role}:{name}", f"{name}, {ROLES.get(role, role)}") for role, name in _authors(event)],
        "roles": [(role, capfirst(words)) for role, words in ROLES.items()],
        "kinds": list(Subject),
    }
    fragment = "#lines" if request.htmx and not request.htmx.boosted else ""  # type: ignore[attr-defined]
    return render(request, f"organiser/log.html{fragment}", context)


def _authors(event: Event) -> list[tuple[str, str]]:
    """Everybody who is in the log. A hundred thousand lines are gone through for it, so it is not done for each page
    that somebody turns."""
    return remember(("authors", event.pk), [staff(event.pk)], partial(read_authors, event))


def _page(
    event: Event, wanted: Wanted, competitions: dict[int, LoggedCompetition], number: str | None
) -> tuple[Page[Any], list[ToldLine]]:
    """One page of it. Words can only be looked for once everything is told."""
    found = read_log(event, wanted.filter)
    if wanted.words:
        told = with_words(_tell(event, competitions, found[:]), wanted.words)
        page: Page[Any] = Paginator(told, LINES_ON_A_PAGE).get_page(number)
        return page, list(page)
    page = Paginator(range(len(found)), LINES_ON_A_PAGE).get_page(number)
    first = (page.number - 1) * LINES_ON_A_PAGE
    return page, _tell(event, competitions, found[first : first + LINES_ON_A_PAGE])


def _tell(event: Event, competitions: dict[int, LoggedCompetition], lines: Sequence[LogLine]) -> list[ToldLine]:
    return tell_lines(lines, read_logged_things(event, competitions, lines))


def read_whole_log(event: Event, wanted: Wanted) -> list[ToldLine]:
    """All lines that are wanted, the oldest first."""
    lines = read_log(event, wanted.filter, newest_first=False)[:]
    return with_words(_tell(event, read_logged_competitions(event), lines), wanted.words)


@for_organiser
@require_safe
def download_log(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """The same lines, the oldest first, for a spreadsheet."""
    lines = read_whole_log(event, _wanted(request))
    rows = (
        (timezone.localtime(line.at).isoformat(sep=" ", timespec="seconds"), line.by, line.role, line.competition,
         line.kind, line.sentence.translate(ISOLATES), line.why, line.note)
        for line in lines
    )  # fmt: skip
    return csv_file(f"{event.slug}-log.csv", [HEADINGS, *rows])
