"""The entries board as its template wants it: what is written hundreds of times is worked out here, once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from itertools import groupby
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from tournament.models import Competition
from tournament.queries.entries import Board, Entered, Home, Show
from tournament.rules.entries import Kind
from tournament.web.forms import Trouble, number_in
from tournament.web.organiser.navigation import competition_navigation
from tournament.words import missing_in_words, time_left

LINES_ON_A_PAGE: Final = 800
"""200 groups with their entry and reserve. Ten thousand entries at once keep a browser busy for many seconds."""
_SHOWS: Final[Mapping[str, str]] = {
    Show.ALL: "All",
    Show.MISSING: "Missing",
    Show.COMPLETE: "Complete",
    Show.WITHDRAWN: "Withdrawn",
}
_ICON: Final = '<svg class="icon" width="24" height="24" aria-hidden="true"><use href="#icon-{}"/></svg>'
_SPOT: Final = '<p class="spot"><span>%s</span> '
# A template would take half of the page's time for these lines, of which every group has three or four.
_HEAD: Final = (
    '<li id="group-%s"%s>\n<h2%s><a href="%s" hx-boost="false"><bdi>%s</bdi></a></h2>\n<p class="state">%s</p>'
)
_MISSING, _DONE = f"{_ICON.format('look')}%s", f"{_ICON.format('tick')}%s"
_SOMEBODY: Final = f'{_SPOT}<a%s href="%s">%s<span class="unseen">, change</span>{_ICON.format("pen")}</a></p>\n'
_FREE: Final = (
    f'{_SPOT}<a class="free" href="%s">%s<span class="unseen">: add for %s</span>{_ICON.format("open")}</a></p>\n'
)
_FIXED: Final = f"{_SPOT}<span%s>%s</span></p>\n"
_HIDDEN: Final = " <small>hidden: public pages say “A player”</small>"
_GONE, _NOBODY = ' class="gone"', ' class="nobody"'


@dataclass(frozen=True)
class Form:
    """The one form that is open: to add somebody, to change an entry, or to enter a withdrawn one again."""

    group: str
    kind: str
    entry: str = ""
    was: str = ""
    typed: str = ""
    withdrawn: bool = False
    trouble: Trouble | None = None


class Opened(NamedTuple):
    """The form in its place among a card's lines, which are written already."""

    word: str
    form: Form | None


NOTHING: Final = Opened("", None)
Spot = str | Opened


@dataclass(frozen=True)
class Search:
    """What the board is searched for, and which groups it shows; every form and link carries both along."""

    q: str
    show: Show
    page: int = 1

    @classmethod
    def of(cls, request: HttpRequest) -> Search:
        said = request.POST if request.method == "POST" else request.GET
        show = said.get("show", "")
        page = max(1, number_in(said.get("page", "")))
        return cls(said.get("q", "")[:200], Show(show) if show in _SHOWS else Show.ALL, page)

    @property
    def query(self) -> str:
        """As the end of an address."""
        show = "" if self.show is Show.ALL else self.show.value
        kept = {"q": self.q, "show": show, "page": self.page if self.page > 1 else ""}
        said = urlencode({key: value for key, value in kept.items() if value})
        return f"?{said}" if said else ""


class BoardView:
    """A board with at most one form open on it."""

    def __init__(
        self, competition: Competition, board: Board, search: Search, *, still_open: bool, form: Form | None = None
    ) -> None:
        self.competition, self.board, self.search = competition, board, search
        self.still_open, self.form = still_open, form
        self.at = reverse("entries", args=[competition.event.slug, competition.slug])
        self.groups_at = reverse("groups", args=[competition.event.slug])
        self.query = search.query
        self.escaped_query = escape(self.query)
        settings = competition.settings
        self.limits = {Kind.ENTRY: settings.entries_per_group, Kind.RESERVE: settings.reserves_per_group}

    def context(self) -> dict[str, Any]:
        """For the whole page or a part of it."""
        return competition_navigation(self.competition, "entries") | {
            "at": self.at,
            "board": self.board,
            "counts": [(show.value, _SHOWS[show], count) for show, count in self.board.counts()],
            "left": self._left(),
            "open": self.still_open,
            "q": self.search.q,
            "page": self.search.page,
            "pages": self._pages(),
            "query": self.query,
            "said": "",
            "show": self.search.show.value,
        }

    def _left(self) -> str:
        closes = self.competition.closes_at
        return " ".join(map(str, time_left(closes - timezone.now()))) if closes and self.still_open else ""

    @cached_property
    def found(self) -> list[list[Home]]:
        """The groups that are searched for, page by page."""
        return _in_pages(self.board.under(self.search.show, self.search.q))

    def _pages(self) -> dict[str, Any] | None:
        """Where this page is among the others; None if it is the only one."""
        if len(self.found) < 2:
            return None
        at = min(self.search.page, len(self.found))
        links = {n: self.at + replace(self.search, page=n).query for n in (at - 1, at + 1) if 1 <= n <= len(self.found)}
        return {"at": at, "of": len(self.found), "before": links.get(at - 1), "after": links.get(at + 1)}

    def cards(self) -> list[dict[str, Any]]:
        """The groups of this page, and the one whose form is open."""
        homes = list(self.found[min(self.search.page, len(self.found)) - 1]) if self.found else []
        if self.form and self.form.group not in {home.pk for home in homes}:
            homes += filter(None, [self.board.home(self.form.group)])
        return _together(self.card(home) for home in homes)

    def card(self, home: Home, *, alone: bool = False) -> dict[str, Any]:
        """One group: its state in words, and a line for each person and each free place. `alone` it takes the place
        of the card that was there, and the keyboard goes on from it."""
        spots = [*self._spots(home, Kind.ENTRY, home.entries), *self._spots(home, Kind.RESERVE, home.reserves)]
        spots += [_newcomer(one) for one in home.newcomers]
        if self.search.show is Show.WITHDRAWN or (self.form and self.form.withdrawn and self.form.group == home.pk):
            spots += [self._spot("Withdrawn", one, _GONE) for one in home.withdrawn]
        if self.form and self.form.group == home.pk and not any(isinstance(spot, Opened) for spot in spots):
            spots.append(Opened("", self.form))  # its place was taken meanwhile: what was typed stays
        at, opened = next(((n, one) for n, one in enumerate(spots) if isinstance(one, Opened)), (len(spots), NOTHING))
        return {
            "head": self._head(home, alone),
            "alone": alone,
            "lines": SafeString("".join(spots[:at])),  # type: ignore[arg-type]
            "opened": opened,
            "rest": SafeString("".join(spots[at + 1 :])),  # type: ignore[arg-type]
        }

    def _head(self, home: Home, alone: bool) -> SafeString:
        """The card's beginning: which group, and whether something is missing."""
        missing = missing_in_words(home.missing)
        possible = home.missing.reserves and self.still_open
        state = _MISSING % missing if missing else _DONE % ("Reserve possible" if possible else "Complete")
        mark, focus = "" if missing else ' class="is-done"', ' tabindex="-1" autofocus' if alone else ""
        return SafeString(_HEAD % (home.pk, mark, focus, f"{self.groups_at}{home.pk}/", escape(home.name), state))

    def _spots(self, home: Home, kind: Kind, people: Sequence[Entered]) -> list[Spot]:
        word = "Entry" if kind is Kind.ENTRY else "Reserve"
        spots = [self._spot(word, one) for one in people]
        limit = self.limits[kind]
        if limit is None or len(people) < limit:
            spots.append(self._free(home, kind, word, first=not people))
        return spots

    def _spot(self, word: str, one: Entered, marks: str = "") -> Spot:
        if self.form and self.form.entry == one.pk:
            return Opened(word, self.form)
        name = _named(one)
        if not self.still_open:
            return _FIXED % (word, marks, name)
        return _SOMEBODY % (word, marks, f"{self.at}entries/{one.pk}/{self.escaped_query}", name)

    def _free(self, home: Home, kind: Kind, word: str, *, first: bool) -> Spot:
        """A place that nobody has yet."""
        if self.form and not self.form.entry and (self.form.group, self.form.kind) == (home.pk, kind):
            return Opened(word, self.form)
        if self.board.full and kind is Kind.ENTRY:
            return _FIXED % (word, _NOBODY, "No place left")
        if not self.still_open:
            return _FIXED % (word, _NOBODY, "Nobody")
        add = f"{self.at}enter/?group={home.pk}&amp;kind={kind}{self.escaped_query.replace('?', '&amp;', 1)}"
        return _FREE % (word, add, "Nobody yet" if first else "One more", escape(home.name))


def _in_pages(homes: Sequence[Home]) -> list[list[Home]]:
    """So many groups on a page as a browser shows at once: a group with many people counts for as many lines."""
    pages: list[list[Home]] = []
    room = 0
    for home in homes:
        lines = 2 + len(home.entries) + len(home.reserves) + len(home.newcomers)
        if not pages or lines > room:
            pages.append([])
            room = LINES_ON_A_PAGE
        pages[-1].append(home)
        room -= lines
    return pages


def _named(one: Entered) -> str:
    """Somebody's name, in which other grades they are, and that the public does not see it."""
    also = f" <small>also in <bdi>{escape(one.also)}</bdi></small>" if one.also else ""
    return f"<span><bdi>{escape(one.name)}</bdi>{also}{_HIDDEN if one.hidden else ''}</span>"


def _newcomer(one: Entered) -> Spot:
    """Somebody who came after the seal."""
    word, came = (
        ("Substitute", f"plays for <bdi>{escape(one.plays_for)}</bdi>") if one.plays_for else ("Late", "came later")
    )
    return _FIXED % (word, "", f"<bdi>{escape(one.name)}</bdi> <small>{came}</small>{_HIDDEN if one.hidden else ''}")


def _together(cards: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards without a form need no template: all that stand together are written as one."""
    found: list[dict[str, Any]] = []
    for is_open, some in groupby(cards, key=lambda card: card["opened"] is not NOTHING):
        if is_open:
            found += some
        else:
            found.append({"closed": SafeString("".join(f"{card['head']}\n{card['lines']}</li>\n" for card in some))})
    return found
