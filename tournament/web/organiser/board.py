"""The entries board as its template wants it: what is written hundreds of times is worked out here, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from tournament.models import Competition
from tournament.queries.entries import Board, Entered, Home, Show
from tournament.rules.entries import Kind, Missing
from tournament.web.forms import Trouble
from tournament.web.organiser.frame import competition_frame
from tournament.words import missing_in_words, time_left

Spot = dict[str, Any]
_SHOWS: Final[Mapping[str, str]] = {
    Show.ALL: "All",
    Show.MISSING: "Missing",
    Show.COMPLETE: "Complete",
    Show.WITHDRAWN: "Withdrawn",
}
_ENTRY, _RESERVE, _WITHDRAWN, _PLAIN = map(SafeString, ("Entry", "Reserve", "Withdrawn", ""))
_SUBSTITUTE, _LATE = map(SafeString, ("Substitute", "Late"))
_GONE: Final = SafeString(' class="gone"')
_NOBODY: Final = SafeString(' class="nobody"')


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


@dataclass(frozen=True)
class Search:
    """What the board is searched for, and which groups it shows; every form and link carries both along."""

    q: str
    show: Show

    @classmethod
    def of(cls, request: HttpRequest) -> Search:
        said = request.POST if request.method == "POST" else request.GET
        show = said.get("show", "")
        return cls(said.get("q", "")[:200], Show(show) if show in _SHOWS else Show.ALL)

    @property
    def query(self) -> str:
        """As the end of an address."""
        kept = {"q": self.q, "show": "" if self.show is Show.ALL else self.show.value}
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
        self.query = search.query
        settings = competition.settings
        self.limits = {Kind.ENTRY: settings.entries_per_group, Kind.RESERVE: settings.reserves_per_group}

    def context(self) -> dict[str, Any]:
        """For the whole page or a part of it."""
        return competition_frame(self.competition, "entries") | {
            "at": self.at,
            "groups_at": reverse("groups", args=[self.competition.event.slug]),
            "board": self.board,
            "counts": [(show.value, _SHOWS[show], count) for show, count in self.board.counts()],
            "left": self._left(),
            "open": self.still_open,
            "q": self.search.q,
            "query": self.query,
            "said": "",
            "show": self.search.show.value,
        }

    def _left(self) -> str:
        closes = self.competition.closes_at
        return " ".join(map(str, time_left(closes - timezone.now()))) if closes and self.still_open else ""

    def cards(self) -> list[dict[str, Any]]:
        """The groups that are searched for, and the one whose form is open."""
        homes = self.board.under(self.search.show, self.search.q)
        if self.form and self.form.group not in {home.pk for home in homes}:
            homes += filter(None, [self.board.home(self.form.group)])
        return [self.card(home) for home in homes]

    def card(self, home: Home, *, alone: bool = False) -> dict[str, Any]:
        """One group: its state in words, and a line for each person and each free place. `alone` it takes the place
        of the card that was there, and the keyboard goes on from it."""
        spots = [*self._spots(home, Kind.ENTRY, home.entries), *self._spots(home, Kind.RESERVE, home.reserves)]
        spots += [_newcomer(one) for one in home.newcomers]
        if self.search.show is Show.WITHDRAWN or (self.form and self.form.withdrawn and self.form.group == home.pk):
            spots += [self._spot(_WITHDRAWN, one, _GONE) for one in home.withdrawn]
        if self.form and self.form.group == home.pk and not any(spot["form"] for spot in spots):
            spots.append(_line(_PLAIN, form=self.form))  # its place was taken meanwhile: what was typed stays
        missing = _state(home.missing)
        return {"pk": home.pk, "name": home.name, "missing": missing, "spots": spots, "alone": alone}

    def _spots(self, home: Home, kind: Kind, people: Sequence[Entered]) -> list[Spot]:
        word = _ENTRY if kind is Kind.ENTRY else _RESERVE
        spots = [self._spot(word, one) for one in people]
        limit = self.limits[kind]
        if limit is None or len(people) < limit:
            spots.append(self._free(home, kind, word, first=not people))
        return spots

    def _spot(self, word: str, one: Entered, marks: str = _PLAIN) -> Spot:
        if self.form and self.form.entry == one.pk:
            return _line(word, form=self.form)
        href = f"{self.at}entries/{one.pk}/{self.query}" if self.still_open else ""
        return _line(word, name=one.name, href=href, marks=marks)

    def _free(self, home: Home, kind: Kind, word: str, *, first: bool) -> Spot:
        """A place that nobody has yet."""
        if self.form and not self.form.entry and (self.form.group, self.form.kind) == (home.pk, kind):
            return _line(word, form=self.form)
        if self.board.full and kind is Kind.ENTRY:
            return _line(word, name="No place left", marks=_NOBODY)
        if not self.still_open:
            return _line(word, name="Nobody", marks=_NOBODY)
        add = f"{self.at}enter/?group={home.pk}&kind={kind}{self.query.replace('?', '&', 1)}"
        return _line(word, name="Nobody yet" if first else "One more", add=add)


def _line(word: str, *, name: str = "", href: str = "", add: str = "", marks: str = _PLAIN, form: Any = None) -> Spot:
    """A line of a card: somebody, a free place, or the open form. Addresses are made of slugs, numbers and what
    urlencode made, so only their & needs escaping. Every key is there: a template looks long for one that is not."""
    href, add = (SafeString(address.replace("&", "&amp;")) for address in (href, add))
    return {"word": word, "name": name, "href": href, "add": add, "marks": marks, "form": form}


def _newcomer(one: Entered) -> Spot:
    """Somebody who came after the seal."""
    if one.plays_for:
        return _line(_SUBSTITUTE, name=f"{one.name}, plays for {one.plays_for}")
    return _line(_LATE, name=f"{one.name}, came later")


def _state(missing: Missing) -> str:
    """In the corner of a card, where the free places themselves say which they are."""
    if all(missing):
        return "Both missing" if missing == (1, 1) else f"{sum(missing)} missing"
    return missing_in_words(missing)
