"""The log for people: what happened, by whom, in sentences. Names are put in when it is read, so that erasing works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format

from tournament.log_kinds import LOG_KINDS, Happened, Subject, kinds_about
from tournament.models import Account, Competitor, Entry, Event, Group, Invitation, LogEntry, Table
from tournament.queries.search import holds
from tournament.rules.roles import Role
from tournament.words import isolated, minutes, one_stop, plan_in_words

ON_A_PAGE: Final = 60
ROLES: Final[Mapping[str, str]] = {
    Role.ORGANISER: "organiser",
    Role.MC: "MC",
    Role.COORDINATOR: "coordinator",
    Role.UMPIRE: "umpire",
    Role.SYSTEM: "Turntable itself",
}
SOMEBODY: Final = "somebody"
ISOLATES: Final = dict.fromkeys(map(ord, "\u2068\u2069"))
"""Around each name, so that one written from right to left does not turn its sentence; for str.translate."""


def _whose(name: str, group: str) -> str:
    return f"{isolated(name)} ({isolated(group)})"


@dataclass(frozen=True)
class Told:
    """One line of the log in words."""

    at: datetime
    by: str
    role: str
    competition: str
    kind: str
    sentence: str
    why: str


@dataclass(frozen=True)
class Wanted:
    """What is looked for; nothing said finds everything. `who` is a role, or a role and a name after a colon."""

    competition: str = ""
    who: str = ""
    kind: str = ""
    words: str = ""


@dataclass(frozen=True)
class _Names:
    """Everybody and everything of an event that its log may speak of."""

    entries: Mapping[int, str]
    codes: Mapping[tuple[int | None, str], str]
    competitors: Mapping[int, str]
    groups: Mapping[int, str]
    tables: Mapping[int, str]
    accounts: Mapping[int, str]
    invitations: Mapping[int, tuple[str, int | None]]


def read_log(event: Event, wanted: Wanted, page: str | None) -> tuple[Page[Any], list[Told]]:
    """A page of it, the newest first, in a fixed number of queries. Words are looked for in what people read, so
    everything is told first."""
    lines, names = _lines(event, wanted), _read_names(event)
    if wanted.words:
        found: Page[Any] = Paginator(_holding(_tell_all(lines, names), wanted.words), ON_A_PAGE).get_page(page)
        return found, list(found)
    found = Paginator(lines, ON_A_PAGE).get_page(page)
    return found, _tell_all(found, names)


def read_whole_log(event: Event, wanted: Wanted) -> list[Told]:
    """All of it, the oldest first, for a file."""
    told = _tell_all(_lines(event, wanted).order_by("pk"), _read_names(event))
    return _holding(told, wanted.words)


def read_who(event: Event) -> list[tuple[str, str]]:
    """Whom the log knows, as a choice: their role with their name, and what to call them."""
    pairs = LogEntry.objects.filter(event=event).order_by("role", "by").values_list("role", "by").distinct()
    return [(f"{role}:{by}", f"{by}, {ROLES.get(role, role)}") for role, by in pairs]


def _lines(event: Event, wanted: Wanted) -> QuerySet[LogEntry]:
    lines = LogEntry.objects.filter(event=event).select_related("competition").order_by("-pk")
    if wanted.competition:
        lines = lines.filter(competition__slug=wanted.competition)
    if wanted.who:
        role, _, name = wanted.who.partition(":")
        lines = lines.filter(role=role, by=name) if name else lines.filter(role=role)
    if wanted.kind in (Subject.OTHER, ""):
        return lines.exclude(what__in=LOG_KINDS) if wanted.kind else lines
    return lines.filter(what__in=kinds_about(Subject(wanted.kind)) if wanted.kind in tuple(Subject) else [])


def _holding(told: Sequence[Told], words: str) -> list[Told]:
    return [one for one in told if holds(f"{one.sentence} {one.why} {one.by} {one.competition}", words)]


def _read_names(event: Event) -> _Names:
    """Eight queries, whoever is asked for. An erased name leaves the code, or nobody in particular."""
    entries = list(
        Entry.objects.filter(competition__event=event).values_list(
            "pk", "competition_id", "code", "competitor__name", "group__name"
        )
    )
    shown = {pk: _whose(name, group) if name else code or SOMEBODY for pk, _, code, name, group in entries}
    tables = Table.objects.filter(round__competition__event=event).values_list("pk", "number", "round__number")
    people = Competitor.objects.filter(event=event).values_list("pk", "name", "group__name")
    invitations = Invitation.objects.filter(event=event).values_list("pk", "role", "group_id")
    members = LogEntry.objects.filter(event=event, what__in=(Happened.JOINED.stored, Happened.MEMBER_REMOVED.stored))
    came = {pk for pk in members.values_list("facts__account", flat=True) if pk}
    return _Names(
        entries=shown,
        codes={(of, code): shown[pk] for pk, of, code, _, _ in entries if code},
        competitors={pk: _whose(name, group) if name else SOMEBODY for pk, name, group in people},
        groups=dict(Group.objects.filter(event=event).values_list("pk", "name")),
        tables={pk: f"table {number}, round {round_}" for pk, number, round_ in tables},
        accounts={account.pk: str(account) for account in Account.objects.filter(pk__in=came)},
        invitations={pk: (role, group) for pk, role, group in invitations},
    )


# In words


def _tell_all(lines: Iterable[LogEntry], names: _Names) -> list[Told]:
    return [_tell(line, names) for line in lines]


def _tell(line: LogEntry, names: _Names) -> Told:
    subject, sentence = _sentence(line.what)
    sentence = one_stop(sentence.format_map(_Facts(line, names)))
    return Told(
        at=line.at,
        by=line.by,
        role=ROLES.get(line.role, line.role),
        competition=str(line.competition) if line.competition else "",
        kind=subject,
        sentence=sentence[:1].upper() + sentence[1:],
        why=str(line.facts.get("why") or ""),
    )


def _sentence(stored: str) -> tuple[Subject, str]:
    """What a line is about, and its sentence. A line of an older version may have no kind any more; it is told in its
    own words, because it must never break the page."""
    if kind := LOG_KINDS.get(stored):
        return kind.subject, kind.sentence
    return Subject.OTHER, f"{stored[:1].upper()}{stored[1:]}.".replace("{", "").replace("}", "")


class _Facts(dict[str, str]):
    """What stands in the braces of a sentence: the line's facts as people say them."""

    def __init__(self, line: LogEntry, names: _Names) -> None:
        self.line, self.names = line, names

    def __missing__(self, name: str) -> str:
        said = _SAID.get(name)
        return said(self) if said else str(self.line.facts.get(name, "?"))

    def entry(self, name: str) -> str:
        return self.names.entries.get(self.line.facts.get(name, 0), SOMEBODY)


def _choices(facts: _Facts) -> str:
    choices = facts.line.facts.get("choices") or {}
    said = [f"{name.replace('_', ' ')}: {_value(value)}" for name, value in choices.items()]
    text = ", ".join(said)
    return f" {text[:1].upper()}{text[1:]}." if said else ""  # a name among them keeps its capitals


def _value(value: Any) -> str:
    """A setting as people say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "", [], {}) else str(value).replace("_", " ")


def _listed(name: str) -> Callable[[_Facts], str]:
    """Several words, with commas."""
    return lambda facts: ", ".join(str(one).replace("_", " ") for one in facts.line.facts.get(name) or [])


def _groups(facts: _Facts) -> str:
    return ", ".join(facts.names.groups.get(pk, "a group") for pk in facts.line.facts.get("groups") or [])


def _closes(facts: _Facts) -> str:
    """A moment as people write it, or that there is none."""
    moment = parse_datetime(str(facts.line.facts.get("closes") or ""))
    return date_format(moment, "l j F Y, H:i") if moment else "by hand"


def _plan(facts: _Facts) -> str:
    return plan_in_words(facts.line.facts.get("plan") or [0])


def _invited(facts: _Facts) -> str:
    """Whom a link is for, from the line itself or from the invitation it speaks of."""
    said = facts.line.facts
    role, group = facts.names.invitations.get(said.get("invitation", 0), (said.get("role", ""), said.get("group")))
    if group:
        return f"the coordinators of {facts.names.groups.get(group, 'a group')}"
    return {"organiser": "an organiser", "mc": "an MC"}.get(role, SOMEBODY)


def _members(facts: _Facts) -> str:
    """Who lost their place with the link they had come in by."""
    gone = [facts.names.accounts.get(pk, SOMEBODY) for pk in facts.line.facts.get("members") or []]
    return f" With it went {', '.join(gone)}." if gone else ""


def _wristband(facts: _Facts) -> str:
    number = facts.line.facts.get("number")
    return f"wristband {number}" if number else "a wristband"


def _shown(facts: _Facts) -> str:
    """Which reserves, or which tables, a step of the draw showed."""
    said = facts.line.facts
    if reserves := said.get("reserves"):
        names = ", ".join(facts.names.entries.get(pk, SOMEBODY) for pk in reserves)
        return f"{names} {'was' if len(reserves) == 1 else 'were'} drawn from the reserves and"
    tables = said.get("tables") or []
    if not tables:
        return "The next of the draw was"
    return f"Table {tables[0]} was" if len(tables) == 1 else f"Tables {tables[0]} to {tables[-1]} were"


def _out(facts: _Facts) -> str:
    code = facts.line.facts.get("out")
    if not code:
        return "stopped by the end of the round"
    return f"{facts.names.codes.get((facts.line.competition_id, code), code)} went out"


def _seconds(facts: _Facts) -> str:
    seconds = int(facts.line.facts.get("seconds") or 0)
    return f"{minutes(abs(seconds))} {'were added' if seconds >= 0 else 'were taken'}"


def _left(facts: _Facts) -> str:
    return f"{minutes(int(facts.line.facts.get('seconds') or 0))} left"


def _calls(facts: _Facts) -> str:
    return ", ".join(f"{minutes(60 * number)} left" for number in facts.line.facts.get("minutes") or ()) or "none"


def _key(facts: _Facts) -> str:
    """Key 0 is the roaming umpire's."""
    number = facts.line.facts.get("number")
    return f"the key of table {number}" if number else "the roaming umpire's key"


_SAID: Final[Mapping[str, Callable[[_Facts], str]]] = {
    "entry": lambda facts: facts.entry("entry"),
    "substitute": lambda facts: facts.entry("substitute"),
    "called": lambda facts: facts.entry("called"),
    "a": lambda facts: facts.entry("a"),
    "b": lambda facts: facts.entry("b"),
    "competitor": lambda facts: facts.names.competitors.get(facts.line.facts.get("competitor", 0), SOMEBODY),
    "group": lambda facts: facts.names.groups.get(facts.line.facts.get("group", 0), "A group"),
    "table": lambda facts: facts.names.tables.get(facts.line.facts.get("table", 0), "a table"),
    "account": lambda facts: facts.names.accounts.get(facts.line.facts.get("account", 0), SOMEBODY),
    "role": lambda facts: ROLES.get(facts.line.facts.get("role", ""), "a member"),
    "into": lambda facts: facts.names.groups.get(facts.line.facts.get("into", 0), "a group"),
    "groups": _groups,
    "changed": _listed("changed"),
    "closes": _closes,
    "choices": _choices,
    "plan": _plan,
    "invited": _invited,
    "members": _members,
    "wristband": _wristband,
    "shown": _shown,
    "out": _out,
    "seconds": _seconds,
    "left": _left,
    "minutes": _calls,
    "key": _key,
    "paper": lambda facts: str(facts.line.facts.get("paper", "")).replace("-", " "),
}
