"""Reads the log: its lines, and whom and what they speak of. Names are looked up at that moment, so erasing works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from django.db.models import Model, Q, QuerySet

from tournament import current_time
from tournament.log_kinds import LOG_KINDS, kinds_about
from tournament.log_subjects import Subject
from tournament.models import (
    Account,
    Competition,
    Competitor,
    Entry,
    Event,
    FormerName,
    Group,
    Invitation,
    LogEntry,
    MemberName,
    Note,
    Table,
)
from tournament.queries.standing import read_standings
from tournament.rules.standing import Standing
from tournament.rules.table_numbers import ShownTable
from tournament.rules.travel_ids import LARGEST_ID, TravelId, names_in_log, travel_id_of

M = TypeVar("M", bound=Model)
T = TypeVar("T")


@dataclass(frozen=True)
class LogFilter:
    """Which lines are wanted; an empty filter finds all of them."""

    competition: str = ""
    """The competition's slug."""
    role: str = ""
    by: str = ""
    subject: str = ""


@dataclass(frozen=True)
class LogLine:
    """Who did what, when. `kind` is what the database keeps of a kind of `log_kinds`, or of one of an older version."""

    at: datetime
    by: str
    role: str
    competition: int | None
    kind: str
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class LoggedPerson:
    """Somebody whom the log may mention. An erased person has no name, but their entry still has its code."""

    name: str
    group: str
    code: str = ""


@dataclass(frozen=True)
class LoggedCompetition:
    """A competition of the event, and how far it is: the standing knows what its rounds are called."""

    slug: str
    name: str
    standing: Standing

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class LoggedTable:
    """A table of a round."""

    number: ShownTable
    round: int
    competition: int


@dataclass(frozen=True)
class LoggedInvitation:
    """For whom a link was made."""

    role: str
    group: int | None


@dataclass(frozen=True)
class LoggedSpelling:
    """How somebody's name was spelt before, and why an organiser said that it is the same person. Erased with names."""

    name: str
    why: str


@dataclass(frozen=True)
class LoggedThings:
    """Everybody and everything of an event that these lines may speak of, by the numbers that the lines hold: an id
    that travels or, in a line of before, the number of then."""

    entries: Mapping[int, LoggedPerson]
    codes: Mapping[tuple[int | None, str], LoggedPerson]
    """Entries by their competition and code."""
    competitors: Mapping[int, LoggedPerson]
    former: Mapping[int, LoggedSpelling]
    """Former names by their own number."""
    notes: Mapping[int, str]
    """What organisers wrote beside reasons, by the note's number. Erased with names."""
    groups: Mapping[int, str]
    tables: Mapping[int, LoggedTable]
    accounts: Mapping[int, str]
    invitations: Mapping[int, LoggedInvitation]
    competitions: Mapping[int, LoggedCompetition]


class LogLines(Sequence[LogLine]):
    """The lines that a filter finds, counted and read only as far as they are asked for."""

    def __init__(self, lines: QuerySet[LogEntry]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return self._lines.count()

    def __iter__(self) -> Iterator[LogLine]:
        return iter(self[:])

    def __getitem__(self, wanted: Any) -> Any:
        rows = self._lines.values_list("at", "by", "role", "competition_id", "what", "facts")[wanted]
        return [LogLine(*row) for row in rows] if isinstance(wanted, slice) else LogLine(*rows)


def read_log(event: Event, wanted: LogFilter, *, newest_first: bool = True) -> LogLines:
    """The lines of an event that were asked for."""
    lines = LogEntry.objects.filter(event=event).order_by("-pk" if newest_first else "pk")
    if wanted.competition:
        lines = lines.filter(competition__slug=wanted.competition)
    if wanted.role:
        lines = lines.filter(role=wanted.role, by=wanted.by) if wanted.by else lines.filter(role=wanted.role)
    return LogLines(_about(lines, wanted.subject))


def _about(lines: QuerySet[LogEntry], subject: str) -> QuerySet[LogEntry]:
    """What no kind knows any more is about something else."""
    if not subject:
        return lines
    if subject == Subject.OTHER:
        return lines.exclude(what__in=LOG_KINDS)
    return lines.filter(what__in=kinds_about(Subject(subject)) if subject in tuple(Subject) else [])


def newest_line(event: int) -> int:
    """The number of the event's newest line: while it is the same, nothing was written. 0 if there is none."""
    return LogEntry.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True).first() or 0


def read_authors(event: Event) -> list[tuple[str, str]]:
    """Everybody who is in the log: their role and name."""
    return list(LogEntry.objects.filter(event=event).order_by("role", "by").values_list("role", "by").distinct())


def read_logged_competitions(event: Event) -> dict[int, LoggedCompetition]:
    """The event's competitions by their number, in two queries."""
    competitions = list(Competition.objects.filter(event=event).order_by("pk"))
    standings = read_standings(competitions, current_time.now())
    return {
        competition.pk: LoggedCompetition(competition.slug, competition.name, standings[competition.pk])
        for competition in competitions
    }


MOST_NUMBERS_ASKED_FOR: Final = 2000
"""Where lines hold more numbers than these, as a whole log does, everything of the event is read."""


def read_logged_things(
    event: Event, competitions: Mapping[int, LoggedCompetition], lines: Sequence[LogLine]
) -> LoggedThings:
    """Whom and what these lines speak of, in a fixed number of queries. A line does not say of what a number is the
    number, so each kind of thing is asked for all of them."""
    held = _held_in(lines, event.travel_id)
    entries = _read_entries(event, held)
    tables = _asked(Table.objects.filter(round__competition__event=event), held)
    people = _asked(Competitor.objects.filter(event=event), held).values_list("travel_id", "name", "group__name")
    former = _asked(FormerName.objects.filter(competitor__event=event), held)
    invitations = _asked(Invitation.objects.filter(event=event), held)
    invited = invitations.values_list("travel_id", "role", "group__travel_id", "group__name")
    accounts = _read_accounts(event, _accounts_in(lines, event.travel_id))
    groups = dict(_asked(Group.objects.filter(event=event), held).values_list("travel_id", "name"))
    return LoggedThings(
        entries=_by_name((travel_id, person) for (travel_id, _), person in entries.items()),
        codes={(competition, person.code): person for (_, competition), person in entries.items() if person.code},
        competitors=_by_name((travel_id, LoggedPerson(name, group)) for travel_id, name, group in people),
        former=_by_name(
            (travel_id, LoggedSpelling(name, why))
            for travel_id, name, why in former.values_list("travel_id", "name", "why")
        ),
        notes=_by_name(_asked(Note.objects.filter(event=event), held).values_list("travel_id", "text")),
        groups=_by_name((groups | {group: name for _, _, group, name in invited if group and name}).items()),
        tables=_by_name(
            (travel_id, LoggedTable(competitions[competition].standing.numbers.shown(table), number, competition))
            for travel_id, table, number, competition in tables.values_list(
                "travel_id", "number", "round__number", "round__competition_id"
            )
        ),
        accounts=_by_name(accounts.items()),
        invitations=_by_name((travel_id, LoggedInvitation(role, group)) for travel_id, role, group, _ in invited),
        competitions=competitions,
    )


def _by_name(rows: Iterable[tuple[TravelId, T]]) -> dict[int, T]:
    """What lines tell of by each name that they may use for it."""
    return {name: row for travel_id, row in rows for name in names_in_log(travel_id)}


class _Held(NamedTuple):
    """The ids and the texts, codes of entries among them, that lines hold."""

    ids: frozenset[TravelId]
    texts: frozenset[str]

    @property
    def is_everything(self) -> bool:
        return len(self.ids) + len(self.texts) > MOST_NUMBERS_ASKED_FOR


def _held_in(lines: Iterable[LogLine], event: TravelId) -> _Held:
    values = [value for line in lines for value in _values(line.facts)]
    return _Held(
        frozenset(
            travel_id_of(value, event) for value in values if isinstance(value, int) and 0 <= value <= LARGEST_ID
        ),
        frozenset(value for value in values if isinstance(value, str)),
    )


def _values(facts: Any) -> Iterator[Any]:
    """Everything that is in lists and mappings, however deep."""
    if isinstance(facts, Mapping):
        yield from (value for part in facts.values() for value in _values(part))
        yield from facts
    elif isinstance(facts, list):
        yield from (value for part in facts for value in _values(part))
    else:
        yield facts


def _asked(rows: QuerySet[M], held: _Held) -> QuerySet[M]:
    return rows if held.is_everything else rows.filter(travel_id__in=held.ids)


def _read_entries(event: Event, held: _Held) -> dict[tuple[TravelId, int], LoggedPerson]:
    """By the entry's own id and its competition's number."""
    columns = ("travel_id", "competition_id", "competitor__name", "group__name", "code")
    entries = Entry.objects.filter(competition__event=event)
    if not held.is_everything:
        entries = entries.filter(Q(travel_id__in=held.ids) | Q(code__in=held.texts - {""}))
    rows = entries.values_list(*columns)
    return {(row[0], row[1]): LoggedPerson(*row[2:]) for row in rows}


def _read_accounts(event: Event, asked: set[TravelId]) -> dict[TravelId, str]:
    """What the event calls them whom it brought from elsewhere; all others by their account here."""
    accounts = {account.travel_id: str(account) for account in Account.objects.filter(travel_id__in=asked)}
    return accounts | dict(MemberName.objects.filter(event=event, account__in=asked).values_list("account", "name"))


def _accounts_in(lines: Iterable[LogLine], event: TravelId) -> set[TravelId]:
    """The accounts that lines mention: who came, who was removed, and who went with a link."""
    named = {account for line in lines for account in (line.facts.get("account"), *(line.facts.get("members") or ()))}
    return {travel_id_of(account, event) for account in named if account is not None}
