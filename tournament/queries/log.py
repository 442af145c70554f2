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
    Note,
    Table,
)
from tournament.queries.standing import read_standings
from tournament.rules.standing import Standing
from tournament.rules.table_numbers import ShownTable

M = TypeVar("M", bound=Model)
LARGEST_NUMBER: Final = 2**63
"""No row has a higher number, and no database is asked for one."""


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
    """Everybody and everything of an event that these lines may speak of, by the numbers that the lines hold."""

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
    held = _held_in(lines)
    entries = _read_entries(event, held)
    tables = _asked(Table.objects.filter(round__competition__event=event), held)
    people = _asked(Competitor.objects.filter(event=event), held).values_list("pk", "name", "group__name")
    former = _asked(FormerName.objects.filter(competitor__event=event), held)
    invitations = _asked(Invitation.objects.filter(event=event), held).values_list("pk", "role", "group_id")
    invited = {pk: LoggedInvitation(role, group) for pk, role, group in invitations}
    accounts = Account.objects.filter(pk__in=_accounts_in(lines))
    return LoggedThings(
        entries={pk: person for (pk, _), person in entries.items()},
        codes={(competition, person.code): person for (_, competition), person in entries.items() if person.code},
        competitors={pk: LoggedPerson(name, group) for pk, name, group in people},
        former={pk: LoggedSpelling(name, why) for pk, name, why in former.values_list("pk", "name", "why")},
        notes=dict(_asked(Note.objects.filter(event=event), held).values_list("pk", "text")),
        groups=_read_groups(event, held, invited),
        tables={
            pk: LoggedTable(competitions[competition].standing.numbers.shown(table), number, competition)
            for pk, table, number, competition in tables.values_list(
                "pk", "number", "round__number", "round__competition_id"
            )
        },
        accounts={account.pk: str(account) for account in accounts},
        invitations=invited,
        competitions=competitions,
    )


class _Held(NamedTuple):
    """The numbers and the texts, codes of entries among them, that lines hold."""

    numbers: frozenset[int]
    texts: frozenset[str]

    @property
    def is_everything(self) -> bool:
        return len(self.numbers) + len(self.texts) > MOST_NUMBERS_ASKED_FOR


def _held_in(lines: Iterable[LogLine]) -> _Held:
    values = [value for line in lines for value in _values(line.facts)]
    return _Held(
        frozenset(value for value in values if isinstance(value, int) and 0 <= value < LARGEST_NUMBER),
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
    return rows if held.is_everything else rows.filter(pk__in=held.numbers)


def _read_groups(event: Event, held: _Held, invited: Mapping[int, LoggedInvitation]) -> dict[int, str]:
    """Those that lines name, and those for whose coordinators an invitation was."""
    groups = Group.objects.filter(event=event)
    if not held.is_everything:
        groups = groups.filter(pk__in=held.numbers | {link.group for link in invited.values() if link.group})
    return dict(groups.values_list("pk", "name"))


def _read_entries(event: Event, held: _Held) -> dict[tuple[int, int], LoggedPerson]:
    """By the entry's own number and its competition's."""
    columns = ("pk", "competition_id", "competitor__name", "group__name", "code")
    entries = Entry.objects.filter(competition__event=event)
    if not held.is_everything:
        entries = entries.filter(Q(pk__in=held.numbers) | Q(code__in=held.texts - {""}))
    rows = entries.values_list(*columns)
    return {(pk, competition): LoggedPerson(name, group, code) for pk, competition, name, group, code in rows}


def _accounts_in(lines: Iterable[LogLine]) -> set[int]:
    """The accounts that lines mention: who came, who was removed, and who went with a link."""
    accounts: set[int] = set()
    for line in lines:
        accounts |= {line.facts.get("account"), *(line.facts.get("members") or ())} - {None}
    return accounts
