"""One group's own list: who is entered, what is missing, and once the draw is published where everybody sits.

Nobody of another group is in it, not even as a name beside one's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from tournament.models import Entry, Group, Seat, Table, Wish
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.events import ListedCompetition, read_listed
from tournament.queries.group_situations import DrawnGroup, GroupSeat, Situation, situation_of
from tournament.queries.onward import read_gathering
from tournament.queries.order_of_call import read_waiting
from tournament.queries.rounds import DEALT
from tournament.rules.attendance.asking import WishKind
from tournament.rules.entries import Kind, missing
from tournament.rules.onward import PLAYS_ON, Onward
from tournament.rules.presets import Format, Settings
from tournament.rules.standing import Stage, Standing
from tournament.rules.table_numbers import NO_TABLE, ShownTable
from tournament.rules.travel_ids import TravelId


class GroupWish(NamedTuple):
    """The latest that the group asked for about somebody's place, and the organiser's answer."""

    kind: str
    name: str
    asked_at: datetime
    answered_at: datetime | None
    granted: bool | None
    answer: str


@dataclass(frozen=True)
class GroupPlace:
    """One place on the list: somebody, or (without an entry) a place that is still empty."""

    kind: Kind
    status: str = ""
    entry: int = 0
    name: str = ""
    table: ShownTable = NO_TABLE
    seat: int = 0
    situation: Situation | None = None
    other: str = ""
    """The other person of the group whom the situation is about; empty if it is somebody of another group."""
    number: int = 0
    """The round, or the place in the order of call, that the situation is about."""
    also: Sequence[str] = ()
    """The other grades they are in."""
    changes: bool = False
    """Whether somebody else may take the place, by the coordinator or by asking."""
    wish: GroupWish | None = None
    onward: Onward | None = None
    """Where the end of a round sends them, while the next one is not made."""
    hidden: bool = False
    """Whether public pages call them "A player"."""


@dataclass(frozen=True)
class GroupCompetition:
    """One competition as a group sees it."""

    competition: CompetitionFacts
    standing: Standing
    places: Sequence[GroupPlace]
    missing: Sequence[Kind]
    may_add: Sequence[Kind]
    is_full: bool

    @property
    def is_open(self) -> bool:
        """Whether entries may be made, changed and withdrawn."""
        return self.standing.stage is Stage.OPEN

    @property
    def published(self) -> bool:
        """Whether everybody knows the draw."""
        return self.standing.published is not None

    @property
    def is_limited(self) -> bool:
        """Whether a group may send only a certain number of people. Otherwise it may always add more."""
        return self.standing.settings.entries_per_group is not None

    @property
    def seated(self) -> list[GroupPlace]:
        """Those with a chair in the latest round."""
        return [place for place in self.places if place.table]

    @property
    def is_between_rounds(self) -> bool:
        """Whether a round is closed and the next one is not made."""
        return _is_between_rounds(self.standing)

    @property
    def going_on(self) -> list[GroupPlace]:
        """Those who play in the next round, while it is not made."""
        return [place for place in self.places if place.onward and place.onward.way in PLAYS_ON]

    @property
    def entered(self) -> list[GroupPlace]:
        """Those who are somebody."""
        return [place for place in self.places if place.entry]


@dataclass(frozen=True)
class _GroupRows:
    """What is read once for all of the group's competitions."""

    entries: Sequence[Entry]
    seats: Sequence[GroupSeat]
    begun: frozenset[int]
    """The competitions whose first round has dealt."""
    call: Mapping[int, Sequence[str]]
    """Codes of entries that wait to be called up, in their order, by competition."""
    wishes: Mapping[int, GroupWish]
    onwards: Mapping[tuple[int, TravelId], Onward]
    """Where the end of a round sends everybody, by competition and person."""
    grades: Mapping[int, str]
    """The names of the event's competitions."""

    def wish(self, entry: Entry, standing: Standing, *, is_about_place: bool) -> GroupWish | None:
        """What was asked last about this entry. Unless its place can still be somebody else's, only its spelling.
        What was granted is told until a round is over."""
        wish = self.wishes.get(entry.pk)
        if wish and wish.granted and wish.answered_at:
            return wish if all(wish.answered_at > over for over in _ends(standing)) else None
        return wish if wish and (is_about_place or wish.kind == WishKind.SPELLING) else None

    def also(self, entry: Entry) -> list[str]:
        """In which other grades this person is."""
        own = [other.competition_id for other in self.entries if other.competitor_id == entry.competitor_id]
        return [self.grades[competition] for competition in own if competition != entry.competition_id]


def _ends(standing: Standing) -> list[datetime]:
    """When each closed round ended."""
    return [round_.closed_at for round_ in standing.made if round_.closed_at is not None]


def read_group(group: Group, now: datetime) -> list[GroupCompetition]:
    """The group's competitions, in a fixed number of queries however many people it has."""
    listed = read_listed(group.event, now)
    rows = _read_rows(group, listed, now)
    return [_competition(competition, rows) for competition in listed]


def _read_rows(group: Group, listed: Sequence[ListedCompetition], now: datetime) -> _GroupRows:
    of_group = Q(entry__group=group) | Q(stands_for__group=group)
    seats = Seat.objects.filter(of_group).order_by("round__number").values_list(
        "round__competition_id", "round__number", "table__number", "number", "entry_id", "stands_for_id", "absent"
    )  # fmt: skip
    shown = {row.competition.pk: row.standing.numbers.shown for row in listed}
    entries = Entry.objects.filter(group=group, withdrawn_at__isnull=True)
    dealt = Table.objects.filter(DEALT, round__competition__event=group.event_id, round__number=1)
    return _GroupRows(
        entries=list(entries.select_related("competitor").order_by("pk")),
        seats=[
            GroupSeat(competition, number, shown[competition](table), seat, entry, stands_for, absent)
            for competition, number, table, seat, entry, stands_for, absent in seats
        ],
        begun=frozenset(dealt.values_list("round__competition_id", flat=True)),
        call=read_waiting([row.competition.pk for row in listed if row.standing.published]),
        wishes=_read_wishes(group),
        onwards=_read_onwards(group, listed, now),
        grades={row.competition.pk: str(row.competition) for row in listed},
    )


def _is_between_rounds(standing: Standing) -> bool:
    return standing.stage is Stage.OVER and standing.following is not None


def _read_onwards(
    group: Group, listed: Sequence[ListedCompetition], now: datetime
) -> dict[tuple[int, TravelId], Onward]:
    """What people's own phones are told. Only between rounds is anything read for it."""
    between = {row.competition.pk for row in listed if _is_between_rounds(row.standing)}
    grades = read_gathering(group.event, now).grades if between else []
    return {
        (grade.competition.pk, person): where.onward
        for grade in grades
        if grade.competition.pk in between
        for person, where in grade.people.items()
    }


def _read_wishes(group: Group) -> dict[int, GroupWish]:
    """The latest wish for each entry."""
    rows = Wish.objects.filter(entry__group=group).order_by("asked_at", "pk")
    values = rows.values_list("entry", "kind", "name", "asked_at", "answered_at", "granted", "answer")
    return {row[0]: GroupWish(*row[1:]) for row in values}


def _competition(listed: ListedCompetition, rows: _GroupRows) -> GroupCompetition:
    competition, standing = listed.competition, listed.standing
    own = [entry for entry in rows.entries if entry.competition_id == competition.pk]
    is_open = standing.stage is Stage.OPEN
    is_full = competition.cap is not None and listed.entries >= competition.cap
    counts = {kind: sum(entry.kind == kind for entry in own) for kind in Kind}
    still = _missing(standing.settings, counts, listed.entries) if is_open else []
    drawn = standing.published is not None
    places = _drawn_places(listed, own, rows) if drawn else _entered_places(own, still, rows, standing)
    may_add = [kind for kind in Kind if _may_add(standing.settings, kind, counts[kind], is_full=is_full)]
    return GroupCompetition(competition, standing, places, still, may_add if is_open else [], is_full)


def _missing(settings: Settings, counts: Mapping[Kind, int], of_all: int) -> list[Kind]:
    """What the group may still send, an entry each time."""
    still = missing(settings, counts[Kind.ENTRY], counts[Kind.RESERVE], of_all=of_all)
    return [Kind.ENTRY] * still.entries + [Kind.RESERVE] * still.reserves


def _may_add(settings: Settings, kind: Kind, number: int, *, is_full: bool) -> bool:
    """Whether the page offers one more. Without a limit reserves are offered where they can matter: a knockout
    fills its draw with them, and a full competition calls them up."""
    limit = settings.entries_per_group if kind is Kind.ENTRY else settings.reserves_per_group
    if limit is not None and number >= limit:
        return False
    if kind is Kind.ENTRY:
        return not is_full
    return limit is not None or is_full or settings.format is Format.KNOCKOUT


def _entered_places(
    own: Sequence[Entry], still: Sequence[Kind], rows: _GroupRows, standing: Standing
) -> list[GroupPlace]:
    """The places before the draw is published: who is entered, and which places are empty. What the draw decided stays
    secret until then."""
    places = []
    for kind in Kind:
        places += [_entered_place(entry, rows, standing) for entry in own if entry.kind == kind]
        places += [GroupPlace(kind) for missing_kind in still if missing_kind is kind]
    return places


def _entered_place(entry: Entry, rows: _GroupRows, standing: Standing) -> GroupPlace:
    return GroupPlace(
        kind=Kind(entry.kind),
        entry=entry.pk,
        name=str(entry.competitor),
        also=rows.also(entry),
        changes=True,
        wish=rows.wish(entry, standing, is_about_place=standing.stage is not Stage.OPEN),
        hidden=entry.competitor.hidden,
    )


def _drawn_places(listed: ListedCompetition, own: Sequence[Entry], rows: _GroupRows) -> list[GroupPlace]:
    pk, latest = listed.competition.pk, listed.standing.latest
    assert latest is not None  # a published draw has its first round
    seats = [seat for seat in rows.seats if seat.competition == pk]
    of_latest = [seat for seat in seats if seat.round == latest.number]
    calls = latest.number == 1 and pk not in rows.begun
    drawn = DrawnGroup(
        latest=latest.number,
        seats={seat.entry: seat for seat in of_latest},
        taken={seat.stands_for: seat for seat in of_latest if seat.stands_for},
        played={seat.entry: seat.round for seat in seats},
        call={code: place for place, code in enumerate(rows.call[pk], start=1)} if calls else {},
        names={entry.pk: str(entry.competitor) for entry in own},
    )
    in_order = sorted(own, key=lambda entry: (entry.kind, entry.pk))
    return [_drawn_place(entry, drawn, rows, listed.standing) for entry in in_order]


def _drawn_place(entry: Entry, drawn: DrawnGroup, rows: _GroupRows, standing: Standing) -> GroupPlace:
    seat = drawn.seats.get(entry.pk)
    sits = seat if seat and not seat.absent else None
    situation, other, number = situation_of(entry, drawn)
    return GroupPlace(
        kind=Kind(entry.kind),
        status=entry.status,
        entry=entry.pk,
        name=drawn.names[entry.pk],
        table=sits.table if sits else NO_TABLE,
        seat=sits.number if sits else 0,
        situation=situation,
        other=other,
        number=number,
        also=rows.also(entry),
        changes=seat is not None and not standing.is_finished,
        wish=rows.wish(entry, standing, is_about_place=seat is not None),
        onward=rows.onwards.get((entry.competition_id, entry.competitor.travel_id)),
        hidden=entry.competitor.hidden,
    )
