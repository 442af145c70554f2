"""The check-in desk's lists (RULES 5), as much of them as a desk shows at once: the database counts and sorts, and only
the people who are shown are read whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Lower

from tournament.models import Seat
from tournament.queries.check_in import Arrival, entered_in, read_arrivals, read_places_in_call, read_ticks
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.search import holds
from tournament.queries.standing import read_standing
from tournament.queries.wishes import OpenWish, read_open_wishes
from tournament.rules.entries import Status
from tournament.rules.standing import PlannedRound, Standing

PEOPLE_ON_A_PAGE: Final = 80
"""A desk’s page stays below 150 kB, and everybody of a competition of 64 is on one page."""


class DeskPart(StrEnum):
    """The desk's lists, in their order."""

    NOT_HERE = "away"
    """Who should sit down and has not come yet; before the draw is published, everybody who has not."""
    WAITING = "waiting"
    """Who may be called up, in their order."""
    LATER = "later"
    """Late arrivals who sit down in the next round."""
    MISSED = "missed"
    """Empty chairs, those whose seat somebody else took, and those who were not there when called."""
    HERE = "here"


@dataclass(frozen=True)
class CheckInDesk:
    """What the head of the desk says. `expected` counts those who should sit down, and before the draw is published
    everybody."""

    standing: Standing
    expected: int
    number_here: int

    @property
    def round(self) -> PlannedRound | None:
        """The round that everybody's seats are of."""
        return self.standing.latest


@dataclass(frozen=True)
class DeskPage:
    """A page of the desk's lists: some of those whom the search found, or of everybody."""

    people: Mapping[DeskPart, Sequence[Arrival]]
    found: int
    everybody: int
    wishes: Sequence[OpenWish]


class _Listed(NamedTuple):
    """Who is on a list."""

    part: DeskPart
    entry: int


def read_desk(competition: KnownCompetition, now: datetime) -> CheckInDesk:
    """The head of the desk, in two queries."""
    standing = read_standing(competition, now)
    expected = _expected(competition, standing.latest)
    counted = expected.aggregate(expected=Count("pk"), here=Count("pk", filter=_is_present(standing)))
    return CheckInDesk(standing, counted["expected"], counted["here"])


def read_desk_page(competition: KnownCompetition, desk: CheckInDesk, words: str, page: int) -> DeskPage:
    """The people of a page, counted from 1, in a fixed number of queries. A page that is too far is the last one."""
    call = read_places_in_call(competition) if desk.round else {}
    between = _between(competition, desk.round, call) if desk.round else []
    if words.strip():
        listed = _search(competition, desk, between, words)
        found, shown = len(listed), listed[_window(len(listed), page)]
    else:
        found = desk.expected + len(between)
        shown = _listed(competition, desk, between, _window(found, page))
    return DeskPage(
        people=_whole(competition, desk, shown, call),
        found=found,
        everybody=desk.expected + len(between),
        wishes=read_open_wishes(competition.pk, desk.round.pk if desk.round else None),
    )


def number_of_pages(found: int) -> int:
    """How many pages so many people fill."""
    return max(1, -(-found // PEOPLE_ON_A_PAGE))


def _window(found: int, page: int) -> slice:
    first = (min(page, number_of_pages(found)) - 1) * PEOPLE_ON_A_PAGE
    return slice(first, min(found, first + PEOPLE_ON_A_PAGE))


# Who is on which list


def _expected(competition: KnownCompetition, round_: PlannedRound | None) -> QuerySet[Any]:
    """Those who should sit down."""
    entered = entered_in(competition, round_)
    return entered if round_ is None else entered.filter(now__absent=False)


def _is_present(standing: Standing) -> Q:
    """Whether anybody has seen them: the desk, or the umpire of a table."""
    checked_in = Q(competitor__here_at__isnull=False)
    if standing.latest is None:
        return checked_in
    return checked_in | Q(pk__in=read_ticks(standing.competition).values("entry"))


def _expected_lines(competition: KnownCompetition, desk: CheckInDesk, window: slice) -> list[_Listed]:
    """Some of them, in the order of the desk: not here yet first, by name."""
    rows = _expected(competition, desk.round).annotate(is_present=_is_present(desk.standing))
    in_order = rows.order_by("is_present", Lower("competitor__name"), "pk").values_list("is_present", "pk")
    return [_Listed(DeskPart.HERE if is_present else DeskPart.NOT_HERE, pk) for is_present, pk in in_order[window]]


def _between(competition: KnownCompetition, round_: PlannedRound, call: Mapping[str, int]) -> list[_Listed]:
    """The lists between those who have not come and those who are here: who waits, who joins later, who is missed."""
    entered = entered_in(competition, round_)
    replaced = Seat.objects.filter(round=round_.pk, stands_for__isnull=False).values("stands_for")
    never_sat = Q(now__isnull=True) & (Q(status__in=[Status.NOT_DRAWN, Status.LATE]) | Q(pk__in=replaced))
    rows = entered.filter(never_sat | Q(now__absent=True)).order_by(Lower("competitor__name"), "pk")
    lines = [
        (_part(code, status, call, has_left=left is not None, is_absent=bool(absent)), call.get(code, 0), pk)
        for pk, code, status, left, absent in rows.values_list("pk", "code", "status", "left", "now__absent")
    ]
    in_order = sorted(lines, key=lambda line: (list(DeskPart).index(line[0]), line[1]))
    return [_Listed(part, pk) for part, _, pk in in_order]


def _part(code: str, status: str, call: Mapping[str, int], *, has_left: bool, is_absent: bool) -> DeskPart:
    """On which of the lists somebody is who does not sit."""
    if code in call and not is_absent:
        return DeskPart.WAITING
    return DeskPart.LATER if status == Status.LATE and not has_left and not is_absent else DeskPart.MISSED


def _listed(
    competition: KnownCompetition, desk: CheckInDesk, between: Sequence[_Listed], shown: slice
) -> list[_Listed]:
    """The people of a page, by their lists."""
    away = desk.expected - desk.number_here
    before, after = (place if place <= away else max(away, place - len(between)) for place in (shown.start, shown.stop))
    expected = _expected_lines(competition, desk, slice(before, after))
    middle = between[max(0, shown.start - away) : max(0, shown.stop - away)]
    came = [line for line in expected if line.part is DeskPart.HERE]
    return [*(line for line in expected if line.part is DeskPart.NOT_HERE), *middle, *came]


def _search(competition: KnownCompetition, desk: CheckInDesk, between: Sequence[_Listed], words: str) -> list[_Listed]:
    """Everybody on the lists whose name, group or wristband holds every word."""
    named = entered_in(competition, None).values_list("pk", "competitor__name", "group__name", "competitor__wristband")
    found = {pk for pk, *texts in named if holds("\n".join(texts), words)}
    expected = _expected_lines(competition, desk, slice(None))
    split = desk.expected - desk.number_here
    return [line for line in (*expected[:split], *between, *expected[split:]) if line.entry in found]


# Whole people


def _whole(
    competition: KnownCompetition, desk: CheckInDesk, shown: Sequence[_Listed], call: Mapping[str, int]
) -> dict[DeskPart, list[Arrival]]:
    entered = entered_in(competition, desk.round).filter(pk__in=[line.entry for line in shown])
    people = {person.entry: person for person in read_arrivals(desk.standing, entered, desk.round, call)}
    parts: dict[DeskPart, list[Arrival]] = {part: [] for part in DeskPart}
    for line in shown:
        if line.entry in people:
            parts[line.part].append(people[line.entry])
    return parts


def read_arrival(competition: KnownCompetition, standing: Standing, **where: Any) -> Arrival | None:
    """Somebody who is on one of the desk's lists."""
    call = read_places_in_call(competition) if standing.latest else {}
    entered = entered_in(competition, standing.latest).filter(**where)
    found = read_arrivals(standing, entered, standing.latest, call)
    return next((person for person in found if _is_listed(person, standing)), None)


def _is_listed(person: Arrival, standing: Standing) -> bool:
    """Whether the desk lists somebody. It lists nobody who is out."""
    if standing.latest is None or person.table or person.replaced_by:
        return True
    return person.status in (Status.NOT_DRAWN, Status.LATE)


def read_waiting_arrivals(competition: KnownCompetition, standing: Standing) -> list[Arrival]:
    """Who may be called up, in their order."""
    if standing.latest is None:
        return []
    call = read_places_in_call(competition)
    entered = entered_in(competition, standing.latest).filter(code__in=call)
    return sorted(read_arrivals(standing, entered, standing.latest, call), key=lambda person: person.call)
