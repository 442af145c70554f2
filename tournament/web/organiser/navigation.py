"""What the head of every page of the team shows: which page this is, and the links to the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from tournament import current_time
from tournament.permissions import Role
from tournament.queries.competitions import OtherCompetition, read_other_competitions
from tournament.queries.event_facts import EventFacts, KnownCompetition, KnownEvent, competition_facts, event_facts
from tournament.queries.wishes import count_open_wishes

_GROUPS: Final = ("groups", "Groups")
WAYS_OF_EVENT: Final = (
    ("event", "Overview"),
    _GROUPS,
    ("team", "Team"),
    ("screens", "Screens"),
    ("log", "Log"),
    ("event-settings", "Settings"),
)
WAYS_OF_COMPETITION: Final = (
    ("entries", "Entries"),
    ("plan", "The plan"),
    ("ceremony", "The draw"),
    ("check-in", "Check-in"),
    ("mc-desk", "The clock"),
    ("board", "The board"),
    ("table-keys", "Table keys"),
    ("print-room", "Print room"),
    ("competition-settings", "Settings"),
)

WAYS_OF_MC: Final = (("mc", "The clocks"), ("screens", "Screens"))
WAYS_OF_MC_AT_A_COMPETITION: Final = (("mc-desk", "The clock"), ("print-room", "Print room"))

WAYS_OF_HELPER_AT_A_COMPETITION: Final = (("check-in", "Check-in"),)
FIRST_PAGES: Final = {Role.ORGANISER: "event", Role.MC: "mc", Role.HELPER: "helper"}
"""Where the event's name in the head leads."""

PAGES_OF_EVERY_COMPETITION: Final = frozenset(
    ("entries", "plan", "ceremony", "check-in", "mc-desk", "print-room", "competition-settings")
)
"""From one of these the link to another competition leads to the same page there; from any other to its entries."""


@dataclass(frozen=True)
class PageLink:
    """A link in the head of a page."""

    href: str
    words: str
    is_here: bool = False


def event_navigation(event: KnownEvent, page: str, role: Role = Role.ORGANISER) -> dict[str, Any]:
    """For a page of the whole event; `page` is its own name."""
    facts = event_facts(event)
    ways = {Role.ORGANISER: _without_groups(WAYS_OF_EVENT, facts), Role.MC: WAYS_OF_MC}.get(role, ())
    return {"event": facts, "home": _home(facts, role), "ways": _ways(ways, page, facts.slug)}


def competition_navigation(
    competition: KnownCompetition,
    page: str,
    role: Role = Role.ORGANISER,
    others: Sequence[OtherCompetition] | None = None,
) -> dict[str, Any]:
    """For a page of one competition. `others` are those of the event that the tabs lead to, if not to all of them."""
    facts = competition_facts(competition)
    sisters = read_other_competitions(competition) if others is None else others
    ways = {Role.ORGANISER: WAYS_OF_COMPETITION, Role.MC: WAYS_OF_MC_AT_A_COMPETITION}.get(
        role, WAYS_OF_HELPER_AT_A_COMPETITION
    )
    return {
        "event": facts.event,
        "competition": facts,
        "home": _home(facts.event, role),
        "ways": _ways(ways, page, facts.event.slug, facts.slug),
        "ways_further": [*_further(facts.event, role), *_sisters(facts.event, sisters, page)],
    }


def _home(event: EventFacts, role: Role) -> str:
    return reverse(FIRST_PAGES[role], args=[event.slug])


def _ways(ways: Iterable[tuple[str, str]], page: str, *slugs: str) -> list[PageLink]:
    return [PageLink(reverse(name, args=slugs), words, name == page) for name, words in ways]


def _without_groups(ways: Iterable[tuple[str, str]], event: EventFacts) -> list[tuple[str, str]]:
    """A club night has no groups, and no page of them."""
    return [way for way in ways if event.has_groups or way != _GROUPS]


def _further(event: EventFacts, role: Role) -> list[PageLink]:
    """The event's pages that are asked for from a competition's."""
    further = {Role.ORGANISER: (_GROUPS, ("log", "Log")), Role.MC: (("screens", "Screens"),)}.get(role, ())
    return _ways(_without_groups(further, event), "", event.slug)


def _sisters(event: EventFacts, sisters: Iterable[OtherCompetition], page: str) -> list[PageLink]:
    name = page if page in PAGES_OF_EVERY_COMPETITION else "entries"
    return [PageLink(reverse(name, args=[event.slug, other.slug]), str(other)) for other in sisters]


def way_back(asked: str, otherwise: str) -> str:
    """The organiser's page that led here, if its form says so and it is one of ours."""
    ours = asked.startswith("/organise/") and url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if ours else otherwise


def waiting_wishes(competition: KnownCompetition) -> dict[str, int]:
    """How many of its groups wait for an answer, for the pages where an organiser is while they wait."""
    return {"asks": count_open_wishes([competition], current_time.now()).get(competition.pk, 0)}
