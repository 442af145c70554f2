"""The cards of the entries page: one for each group, with a line for each person and each free place.

A card without a form looks the same until something about its group changes, so its HTML is remembered under its value.
A hall of 300 groups would otherwise be rendered again whenever somebody looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from tournament import current_time
from tournament.queries.entries import (
    CompetitionEntries,
    EnteredPerson,
    GroupEntries,
    GroupFilter,
    GroupNumbers,
    find_groups,
    read_people_of,
)
from tournament.rules.entries import Kind, limits_met
from tournament.web.forms import Trouble, number_in
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.paging import Pages
from tournament.words import listed, missing_in_words, time_left

if TYPE_CHECKING:
    from tournament.models import Competition

LINES_ON_A_PAGE: Final = 400
"""Enough for 100 groups with their entry and reserve: a page stays below 150 kB."""
CARDS_REMEMBERED: Final = 2000
_FILTER_WORDS: Final[Mapping[str, str]] = {
    GroupFilter.ALL: "All",
    GroupFilter.MISSING: "Missing",
    GroupFilter.COMPLETE: "Complete",
    GroupFilter.WITHDRAWN: "Withdrawn",
}
_KIND_WORDS: Final[Mapping[str, str]] = {Kind.ENTRY: "Entry", Kind.RESERVE: "Reserve"}
_HIDDEN: Final = ("hidden: public pages say “A player”", "")


@dataclass(frozen=True)
class EntryForm:
    """The form that is open: to add somebody, to change an entry, or to enter a withdrawn one again."""

    group: str
    kind: str
    entry: str = ""
    was: str = ""
    typed: str = ""
    withdrawn: bool = False
    trouble: Trouble | None = None

    @property
    def said_again(self) -> dict[str, str]:
        """What a question sends again."""
        fields = {"group": self.group, "kind": self.kind, "name": self.typed}
        return fields | {"was": self.was} if self.entry else fields


class CardLine(NamedTuple):
    """A person, a free place, or the open form."""

    word: str
    """What the line is about, for example Entry."""
    name: str = ""
    """Somebody's name; empty if the place is free."""
    notes: tuple[tuple[str, str], ...] = ()
    """What else is to be known about the person: words, and the name that follows them."""
    place: str = ""
    """What a free place says instead of a name."""
    link: str = ""
    """Where the line leads; empty while entries are closed."""
    gone: bool = False
    form: EntryForm | None = None
    spelling: str = ""
    """Once entries are closed: the page that fixes the spelling of the name."""


class GroupCard(NamedTuple):
    """A group with its state in words, and its lines."""

    pk: str
    name: str
    link: str
    missing: str
    """What is missing, in words; empty when nothing is."""
    done: str
    """What the card says when nothing is missing."""
    lines: tuple[CardLine, ...]


class DrawnCard(NamedTuple):
    """A card for the page: as it was drawn already, or to be drawn with its form."""

    drawn: SafeString | None
    card: GroupCard


@lru_cache(maxsize=CARDS_REMEMBERED)
def draw_card(card: GroupCard) -> SafeString:
    """The HTML of a card without a form."""
    return render_to_string("organiser/entry_card.html", {"card": card})


@dataclass(frozen=True)
class EntriesSearch:
    """What the entries are searched for, and which groups are shown; every form and link carries both along."""

    q: str
    choice: GroupFilter
    page: int = 1

    @classmethod
    def of(cls, request: HttpRequest) -> EntriesSearch:
        fields = request.POST if request.method == "POST" else request.GET
        choice = fields.get("show", "")
        page = max(1, number_in(fields.get("page", "")))
        return cls(fields.get("q", "")[:200], GroupFilter(choice) if choice in _FILTER_WORDS else GroupFilter.ALL, page)

    @property
    def query(self) -> str:
        """As the end of an address."""
        choice = "" if self.choice is GroupFilter.ALL else self.choice.value
        fields = {"q": self.q, "show": choice, "page": self.page if self.page > 1 else ""}
        query = urlencode({name: value for name, value in fields.items() if value})
        return f"?{query}" if query else ""


class EntriesPage:
    """The entries of a competition with at most one form open among them."""

    def __init__(
        self,
        competition: Competition,
        entries: CompetitionEntries,
        search: EntriesSearch,
        *,
        still_open: bool,
        form: EntryForm | None = None,
    ) -> None:
        self.competition, self.entries, self.form = competition, entries, form
        self.search, self.query, self.still_open = search, search.query, still_open
        self.at = reverse("entries", args=[competition.event.slug, competition.slug])
        self.groups_at = reverse("groups", args=[competition.event.slug])
        settings = competition.settings
        self.limits = {Kind.ENTRY: settings.entries_per_group, Kind.RESERVE: settings.reserves_per_group}
        if not competition.event.has_groups:  # everybody is entered together, and nobody nominates a reserve
            self.limits = {Kind.ENTRY: None, Kind.RESERVE: 0}

    def context(self) -> dict[str, Any]:
        """For the whole page or a part of it."""
        return competition_navigation(self.competition, "entries") | {
            "at": self.at,
            "entries": self.entries,
            "counts": [(choice.value, _FILTER_WORDS[choice], count) for choice, count in self.entries.counts()],
            "left": self._time_left(),
            "limits_met": limits_met(self.competition.settings, [str(self.form.trouble)]) if self.form else {},
            "open": self.still_open,
            "q": self.search.q,
            "page": self.search.page,
            "pages": self._pages(),
            "query": self.query,
            "said": "",
            "show": self.search.choice.value,
        }

    def _time_left(self) -> str:
        closes = self.competition.closes_at
        return " ".join(map(str, time_left(closes - current_time.now()))) if closes and self.still_open else ""

    @cached_property
    def found(self) -> list[list[GroupNumbers]]:
        """The groups that are searched for, page by page."""
        return _in_pages(find_groups(self.competition, self.entries.under(self.search.choice), self.search.q))

    def _pages(self) -> Pages:
        """Where this page is among the others."""
        number = min(self.search.page, len(self.found))
        before, total = sum(map(len, self.found[: number - 1])), sum(map(len, self.found))
        on_page = len(self.found[number - 1]) if self.found else 0
        return Pages(
            number=number,
            of=len(self.found),
            words=f"Groups {before + 1:,}–{before + on_page:,} of {total:,}",
            before=self._address(number - 1) if number > 1 else "",
            after=self._address(number + 1) if number < len(self.found) else "",
        )

    def _address(self, page: int) -> str:
        return self.at + replace(self.search, page=page).query

    def cards(self) -> list[DrawnCard]:
        """The groups of this page, and the one whose form is open."""
        groups = list(self.found[min(self.search.page, len(self.found)) - 1]) if self.found else []
        if self.form and self.form.group not in {str(group.pk) for group in groups}:
            groups += filter(None, [self.entries.group(self.form.group)])
        return [self._drawn(self.card(group)) for group in read_people_of(self.competition, self.entries, groups)]

    def _drawn(self, card: GroupCard) -> DrawnCard:
        has_form = self.form is not None and self.form.group == card.pk
        return DrawnCard(None if has_form else draw_card(card), card)

    def card(self, group: GroupEntries) -> GroupCard:
        """One group: its state in words, and its lines."""
        pk = str(group.pk)
        possible = group.missing.reserves and self.still_open
        return GroupCard(
            pk=pk,
            name=group.name,
            link=f"{self.groups_at}{pk}/",
            missing=missing_in_words(group.missing),
            done="Room for a reserve" if possible else "Complete",
            lines=tuple(self._lines(group, self.form if self.form and self.form.group == pk else None)),
        )

    def _lines(self, group: GroupEntries, form: EntryForm | None) -> list[CardLine]:
        lines = [
            *self._places(group, Kind.ENTRY, group.entries, form),
            *self._places(group, Kind.RESERVE, group.reserves, form),
            *(self._newcomer(person) for person in group.newcomers),
        ]
        if self.search.choice is GroupFilter.WITHDRAWN or (form and form.withdrawn):
            lines += [self._person("Withdrawn", person, form, gone=True) for person in group.withdrawn]
        if form and not any(line.form for line in lines):
            lines.append(CardLine("", form=form))  # its place was taken meanwhile: what was typed stays
        return lines

    def _places(
        self, group: GroupEntries, kind: Kind, people: Sequence[EnteredPerson], form: EntryForm | None
    ) -> Iterator[CardLine]:
        """Everybody of this kind, and one more place if the group may have one."""
        word, limit = _KIND_WORDS[kind], self.limits[kind]
        for person in people:
            yield self._person(word, person, form)
        if limit is None or len(people) < limit:
            yield self._free_place(word, group, kind, form)

    def _person(self, word: str, person: EnteredPerson, form: EntryForm | None, *, gone: bool = False) -> CardLine:
        if form and form.entry == str(person.pk):
            return CardLine(word, form=form)
        link = f"{self.at}entries/{person.pk}/{self.query}" if self.still_open else ""
        return CardLine(word, _name(person), _notes(person), "", link, gone, spelling=self._spelling(person))

    def _spelling(self, person: EnteredPerson) -> str:
        """Until names are erased, a name can be fixed also where nothing else can."""
        return f"{self.at}spelling/{person.pk}/" if person.name and not self.still_open else ""

    def _newcomer(self, person: EnteredPerson) -> CardLine:
        """Somebody who came after the seal."""
        word = "Substitute" if person.plays_for else "Late"
        came = ("plays for", person.plays_for) if person.plays_for else ("came later", "")
        notes = (came, _HIDDEN) if person.hidden else (came,)
        return CardLine(word, _name(person), notes, spelling=self._spelling(person))

    def _free_place(self, word: str, group: GroupEntries, kind: Kind, form: EntryForm | None) -> CardLine:
        """A place that nobody has yet."""
        if form and not form.entry and form.kind == kind:
            return CardLine(word, form=form)
        if self.entries.full and kind is Kind.ENTRY:
            return CardLine(word, place="No place left")
        if not self.still_open:
            return CardLine(word, place="Nobody")
        first = not (group.entries if kind is Kind.ENTRY else group.reserves)
        link = f"{self.at}enter/?group={group.pk}&kind={kind}{self.query.replace('?', '&', 1)}"
        return CardLine(word, place="Nobody yet" if first else "One more", link=link)


def _in_pages(groups: Sequence[GroupNumbers]) -> list[list[GroupNumbers]]:
    """As many groups on a page as a browser shows at once. A group with many people counts for as many lines."""
    pages: list[list[GroupNumbers]] = []
    room = 0
    for group in groups:
        lines = 2 + group.entries + group.reserves + group.newcomers
        if not pages or lines > room:
            pages.append([])
            room = LINES_ON_A_PAGE
        pages[-1].append(group)
        room -= lines
    return pages


def _name(person: EnteredPerson) -> str:
    return person.name or person.code or f"Entry {person.pk}"


def _notes(person: EnteredPerson) -> tuple[tuple[str, str], ...]:
    """In which other grades somebody is, and that the public does not see their name."""
    also = (("also in", listed(person.also_in)),) if person.also_in else ()
    return (*also, _HIDDEN) if person.hidden else also
