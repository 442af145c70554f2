"""One group's own list: what is entered, what is missing, and once the draw is published where everybody sits.

Nobody of another group is in it, not even as a name beside one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Q

from tournament.models import Competition, Draw, Entry, Group, Round, Seat, Wish
from tournament.queries.events import ListedCompetition, read_listed
from tournament.queries.rounds import with_dealt
from tournament.rules.entries import Kind, Status, missing
from tournament.rules.presets import Format
from tournament.rules.standing import Stage, Standing
from tournament.words import count
from tournament.words import listed as listed_words

LABELS: Final[Mapping[str, str]] = {
    Status.SUBSTITUTE: "Substitute",
    Status.LATE: "Late arrival",
    Kind.ENTRY: "Entry",
    Kind.RESERVE: "Reserve",
}


@dataclass(frozen=True)
class Line:
    """One line of the list: somebody, or (without an entry) a place that is still empty."""

    kind: Kind
    label: str
    entry: int = 0
    name: str = ""
    table: int = 0
    seat: int = 0
    note: str = ""
    also: str = ""
    """The other grades they are in."""
    changes: bool = False
    """Whether somebody else may take the place, by the coordinator or by asking."""
    wish: Wish | None = None
    hidden: bool = False
    """Whether public pages call them "A player"."""


@dataclass(frozen=True)
class Part:
    """One competition as a group sees it."""

    competition: Competition
    standing: Standing
    lines: Sequence[Line]
    missing: Sequence[Kind]
    may_add: Sequence[Kind]
    is_full: bool
    published: bool

    @property
    def is_open(self) -> bool:
        return self.standing.stage is Stage.OPEN

    @property
    def is_limited(self) -> bool:
        """Whether a group sends so many and no more; otherwise it may always add people."""
        return self.competition.entries_per_group is not None

    @property
    def missing_words(self) -> str:
        """Entry missing; 2 entries missing; a reserve is no more than possible."""
        entries = self.missing.count(Kind.ENTRY)
        if not entries:
            return "Reserve possible"
        return "Entry missing" if entries == 1 else f"{count(entries, 'entry')} missing"

    @property
    def seated(self) -> list[Line]:
        """Those with a chair in the latest round."""
        return [line for line in self.lines if line.table]

    @property
    def entered(self) -> list[Line]:
        """Those who are somebody."""
        return [line for line in self.lines if line.entry]


class _Chair(NamedTuple):
    """A seat of, or for, one of the group's people."""

    competition: int
    round: int
    table: int
    number: int
    entry: int
    stands_for: int | None
    absent: bool


@dataclass(frozen=True)
class _Facts:
    """What is read once for all of the group's competitions."""

    entries: Sequence[Entry]
    chairs: Sequence[_Chair]
    rounds: Mapping[int, Round]
    call: Mapping[int, Sequence[int]]
    """Entries that wait to be called up, in their order, by competition."""
    wishes: Mapping[int, Wish]
    grades: Mapping[int, str]
    """The names of the event's competitions."""

    def also(self, entry: Entry) -> str:
        """In which other grades this person is."""
        theirs = [one.competition_id for one in self.entries if one.competitor_id == entry.competitor_id]
        others = [self.grades[of] for of in theirs if of != entry.competition_id]
        return listed_words(others) if others else ""


def read_group(group: Group, now: datetime) -> list[Part]:
    """The group's competitions, in a fixed number of queries however many people it has."""
    listed = read_listed(group.event, now)
    facts = _read_facts(group, listed)
    return [_part(one, facts) for one in listed]


def _read_facts(group: Group, listed: Sequence[ListedCompetition]) -> _Facts:
    of_group = Q(entry__group=group) | Q(stands_for__group=group)
    chairs = Seat.objects.filter(of_group).order_by("round__number").values_list(
        "round__competition_id", "round__number", "table__number", "number", "entry_id", "stands_for_id", "absent"
    )  # fmt: skip
    entries = Entry.objects.filter(group=group, withdrawn_at__isnull=True)
    rounds = with_dealt(Round.objects.filter(competition__event=group.event_id)).order_by("number")
    wishes = Wish.objects.filter(entry__group=group).order_by("asked_at", "pk")
    return _Facts(
        entries=list(entries.select_related("competitor").order_by("pk")),
        chairs=[_Chair(*row) for row in chairs],
        rounds={round_.competition_id: round_ for round_ in rounds},
        call=_read_call(listed),
        wishes={wish.entry_id: wish for wish in wishes},
        grades={one.competition.pk: str(one.competition) for one in listed},
    )


def _read_call(listed: Iterable[ListedCompetition]) -> dict[int, list[int]]:
    drawn = [one.competition.pk for one in listed if one.standing.published]
    waiting = Entry.objects.filter(competition__in=drawn, status=Status.NOT_DRAWN, left__isnull=True)
    entries = {(of, code): pk for pk, of, code in waiting.values_list("pk", "competition_id", "code")}
    orders = Draw.objects.filter(competition__in=drawn, published_at__isnull=False)
    return {
        of: [entries[of, code] for code in codes if (of, code) in entries]
        for of, codes in orders.values_list("competition_id", "call")
    }


def _part(one: ListedCompetition, facts: _Facts) -> Part:
    it = one.competition
    mine = [entry for entry in facts.entries if entry.competition_id == it.pk]
    is_open, is_full = one.standing.stage is Stage.OPEN, it.cap is not None and one.entries >= it.cap
    counts = {kind: sum(entry.kind == kind for entry in mine) for kind in Kind}
    still = _missing(it, counts, one.entries) if is_open else []
    lines = _drawn_lines(it, mine, facts) if one.standing.published else _entered_lines(mine, still, facts, is_open)
    may_add = [kind for kind in Kind if may_add_kind(it, kind, counts[kind], is_full)] if is_open else []
    return Part(it, one.standing, lines, still, may_add, is_full, one.standing.published is not None)


def _limit(competition: Competition, kind: Kind) -> int | None:
    return competition.entries_per_group if kind is Kind.ENTRY else competition.reserves_per_group


def _missing(competition: Competition, counts: Mapping[Kind, int], of_all: int) -> list[Kind]:
    """What the group may still send, an entry each time."""
    still = missing(competition.settings, counts[Kind.ENTRY], counts[Kind.RESERVE], of_all=of_all)
    return [Kind.ENTRY] * still.entries + [Kind.RESERVE] * still.reserves


def may_add_kind(competition: Competition, kind: Kind, number: int, is_full: bool) -> bool:
    """Whether the page offers one more. Without a limit reserves are offered where they can matter: a knockout
    fills its draw with them, and a full competition calls them up."""
    limit = _limit(competition, kind)
    if limit is not None and number >= limit:
        return False
    if kind is Kind.ENTRY:
        return not is_full
    return limit is not None or is_full or competition.format == Format.KNOCKOUT


def _entered_lines(mine: Sequence[Entry], missing: Sequence[Kind], facts: _Facts, is_open: bool) -> list[Line]:
    """Before the draw is published: who is entered, and the empty places. What the draw made of them is nobody's
    business yet."""
    lines = []
    for kind in Kind:
        for entry in (one for one in mine if one.kind == kind):
            wish = None if is_open else facts.wishes.get(entry.pk)
            name, hidden, also = str(entry.competitor), entry.competitor.hidden, facts.also(entry)
            line = Line(kind, LABELS[kind], entry.pk, name, also=also, changes=True, wish=wish, hidden=hidden)
            lines.append(line)
        lines += [Line(kind, LABELS[kind]) for one in missing if one is kind]
    return lines


@dataclass(frozen=True)
class _Drawn:
    """A competition with a published draw, ready to look somebody up."""

    latest: Round
    finished: bool
    chairs: Mapping[int, _Chair]
    """The latest round's, by entry."""
    taken: Mapping[int, _Chair]
    """The latest round's, by whose they were before."""
    played: Mapping[int, int]
    """The last round in which somebody had a chair."""
    call: Mapping[int, int]
    names: Mapping[int, str]
    wishes: Mapping[int, Wish]
    also: Mapping[int, str]


def _drawn_lines(competition: Competition, mine: Sequence[Entry], facts: _Facts) -> list[Line]:
    latest = facts.rounds[competition.pk]
    chairs = [chair for chair in facts.chairs if chair.competition == competition.pk]
    here = [chair for chair in chairs if chair.round == latest.number]
    drawn = _Drawn(
        latest=latest,
        finished=competition.finished_at is not None,
        chairs={chair.entry: chair for chair in here},
        taken={chair.stands_for: chair for chair in here if chair.stands_for},
        played={chair.entry: chair.round for chair in chairs},
        call={entry: place for place, entry in enumerate(facts.call[competition.pk], start=1)},
        names={entry.pk: str(entry.competitor) for entry in mine},
        wishes=facts.wishes,
        also={entry.pk: facts.also(entry) for entry in mine},
    )
    return [_drawn_line(entry, drawn) for entry in sorted(mine, key=lambda entry: (entry.kind, entry.pk))]


def _drawn_line(entry: Entry, drawn: _Drawn) -> Line:
    chair = drawn.chairs.get(entry.pk)
    sits = chair if chair and not chair.absent else None
    return Line(
        kind=Kind(entry.kind),
        label=LABELS.get(entry.status) or LABELS[entry.kind],
        entry=entry.pk,
        name=drawn.names[entry.pk],
        table=sits.table if sits else 0,
        seat=sits.number if sits else 0,
        note=_seated_note(entry, chair, drawn) if chair else _unseated_note(entry, drawn),
        also=drawn.also[entry.pk],
        changes=chair is not None and not drawn.finished,
        wish=drawn.wishes.get(entry.pk) if chair else None,
        hidden=entry.competitor.hidden,
    )


def _seated_note(entry: Entry, chair: _Chair, drawn: _Drawn) -> str:
    if chair.absent:
        return "Not there: the chair is empty"
    if entry.status == Status.CALLED_UP:
        return "Called up for somebody who did not come"
    if chair.stands_for:
        return f"Plays for {drawn.names.get(chair.stands_for, 'somebody else')}"
    return "Drawn by lot" if entry.kind == Kind.RESERVE and entry.status == Status.IN else ""


def _unseated_note(entry: Entry, drawn: _Drawn) -> str:
    """Why somebody has no chair in the latest round."""
    latest = drawn.latest
    if chair := drawn.taken.get(entry.pk):
        return f"{drawn.names[chair.entry]} plays for them" if chair.entry in drawn.names else "Somebody was called up"
    if entry.pk in drawn.call and latest.number == 1 and not latest.dealt:  # type: ignore[attr-defined]
        return f"Not drawn: number {drawn.call[entry.pk]} in the order of call"
    if entry.status == Status.NOT_DRAWN:
        return "Not drawn"
    if entry.status == Status.LATE and entry.joins and entry.joins > latest.number and entry.left is None:
        return f"Plays from round {entry.joins} on"
    return f"Out after round {drawn.played[entry.pk]}" if entry.pk in drawn.played else "Not in this round"
