"""The log's lines as people read them: each kind's sentence, with what its braces stand for put in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format

from tournament.log_kinds import LOG_KINDS
from tournament.log_subjects import Subject
from tournament.plan_words import plan_in_words
from tournament.queries.log import LoggedPerson, LoggedThings, LogLine
from tournament.queries.search import holds
from tournament.reason_words import reason_in_words
from tournament.rules.roles import Role
from tournament.rules.table_numbers import TableNumbers, most_tables
from tournament.web.clock_step import step_in_words
from tournament.words import count, count_or_no, isolated, minutes, one_stop, tables_from

ROLES: Final[Mapping[str, str]] = {
    Role.ORGANISER: "organiser",
    Role.MC: "MC",
    Role.HELPER: "check-in helper",
    Role.COORDINATOR: "coordinator",
    Role.UMPIRE: "umpire",
    Role.SYSTEM: "Turntable itself",
}
SOMEBODY: Final = "somebody"
ISOLATES: Final = dict.fromkeys(map(ord, "\u2068\u2069"))
"""Around each name, so that one written from right to left does not turn its sentence; for str.translate."""


@dataclass(frozen=True)
class ToldLine:
    """One line of the log in words."""

    at: datetime
    by: str
    role: str
    competition: str
    kind: str
    sentence: str
    why: str
    note: str
    """What an organiser wrote beside the reason."""

    @property
    def text(self) -> str:
        """Everything in it that can be looked for."""
        return f"{self.sentence} {self.why} {self.note} {self.by} {self.competition}"


def tell_lines(lines: Iterable[LogLine], things: LoggedThings) -> list[ToldLine]:
    """Lines in words."""
    return [_tell(line, things) for line in lines]


def with_words(told: Sequence[ToldLine], words: str) -> list[ToldLine]:
    """The lines in which these words can be read."""
    return [line for line in told if holds(line.text, words)]


def _tell(line: LogLine, things: LoggedThings) -> ToldLine:
    subject, pattern = _pattern(line.kind)
    sentence = one_stop(pattern.format_map(_Braces(line, things)))
    competition = things.competitions.get(line.competition or 0)
    return ToldLine(
        at=line.at,
        by=line.by,
        role=ROLES.get(line.role, line.role),
        competition=competition.name if competition else "",
        kind=subject,
        sentence=sentence[:1].upper() + sentence[1:],
        why=reason_in_words(str(line.facts.get("why") or "")),
        note=things.notes.get(line.facts.get("note", 0), "") or _why_the_same_person(line, things),
    )


def _why_the_same_person(line: LogLine, things: LoggedThings) -> str:
    """The reason of a respelling, which is kept with the former name instead of in the log: it may name somebody."""
    former = things.former.get(line.facts.get("former", 0))
    return former.why if former else ""


def _pattern(kind: str) -> tuple[Subject, str]:
    """What a line is about, and its sentence. A line of an older version may have no kind any more; it is told in its
    own words, because it must never break the page."""
    if known := LOG_KINDS.get(kind):
        return known.subject, known.sentence
    return Subject.OTHER, f"{kind[:1].upper()}{kind[1:]}.".replace("{", "").replace("}", "")


class _Braces(dict[str, str]):
    """Fills the braces of a sentence with the line's facts as people say them. A fact that is missing becomes a
    question mark."""

    def __init__(self, line: LogLine, things: LoggedThings) -> None:
        self.facts, self.things, self.competition = line.facts, things, line.competition

    def __missing__(self, brace: str) -> str:
        in_words = BRACES_IN_WORDS.get(brace)
        return in_words(self) if in_words else str(self.facts.get(brace, "?"))

    def entry(self, fact: str) -> str:
        return _named(self.things.entries.get(self.facts.get(fact, 0)))

    def group(self, fact: str, unknown: str = "a group") -> str:
        return self.things.groups.get(self.facts.get(fact, 0), unknown)

    def account(self, pk: int) -> str:
        return self.things.accounts.get(pk, SOMEBODY)

    @property
    def numbers(self) -> TableNumbers:
        """How the competition's tables are numbered; of one that is gone, from 1."""
        known = self.things.competitions.get(self.competition or 0)
        return known.standing.numbers if known else TableNumbers()

    def round(self, number: Any, competition: int | None) -> str:
        """What a round is called; of a competition that is gone, its number."""
        known = self.things.competitions.get(competition or 0)
        return known.standing.name(number).lower if known and isinstance(number, int) else f"round {number}"


def _named(person: LoggedPerson | None) -> str:
    """A person with their group. An erased name leaves the code, or nobody in particular."""
    if person is None or not person.name:
        return person.code or SOMEBODY if person else SOMEBODY
    return f"{isolated(person.name)} ({isolated(person.group)})" if person.group else isolated(person.name)


def _listed(words: Iterable[Any]) -> str:
    return ", ".join(str(word).replace("_", " ") for word in words)


def _choices(braces: _Braces) -> str:
    """Settings with their values. A name among them keeps its capitals."""
    choices = braces.facts.get("choices") or {}
    text = ", ".join(f"{name.replace('_', ' ')}: {_value(value)}" for name, value in choices.items())
    return f" {text[:1].upper()}{text[1:]}." if text else ""


def _value(value: Any) -> str:
    """A setting as people say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "", [], {}) else str(value).replace("_", " ")


def _closes(braces: _Braces) -> str:
    """A moment as people write it, or that there is none."""
    moment = parse_datetime(str(braces.facts.get("closes") or ""))
    return date_format(moment, "l j F Y, H:i") if moment else "by hand"


def _invited(braces: _Braces) -> str:
    """For whom a link is, from the line itself or from the invitation it speaks of."""
    invitation = braces.things.invitations.get(braces.facts.get("invitation", 0))
    group = invitation.group if invitation else braces.facts.get("group")
    role = invitation.role if invitation else braces.facts.get("role", "")
    if group:
        return f"the coordinators of {braces.things.groups.get(group, 'a group')}"
    return {"organiser": "an organiser", "mc": "an MC", "helper": "a check-in helper"}.get(role, SOMEBODY)


def _members(braces: _Braces) -> str:
    """Who lost their place with the link they had come in by."""
    gone = [braces.account(pk) for pk in braces.facts.get("members") or ()]
    return f" {_listed(gone)} lost access too." if gone else ""


def _former(braces: _Braces) -> str:
    """How the name was spelt, until names are erased."""
    former = braces.things.former.get(braces.facts.get("former", 0))
    return f" It was {isolated(former.name)} before." if former else ""


def _imported(braces: _Braces) -> str:
    """How many entries and reserves a list brought to the competition."""
    entries, reserves = (int(braces.facts.get(kind) or 0) for kind in ("entries", "reserves"))
    return f"{count(entries, 'entry')} and {count_or_no(reserves, 'reserve')} added"


def _wristband(braces: _Braces) -> str:
    number = braces.facts.get("number")
    return f"wristband {number}" if number else "a wristband"


def _shown(braces: _Braces) -> str:
    """Which reserves, or which tables, a step of the draw showed."""
    if reserves := braces.facts.get("reserves"):
        names = ", ".join(_named(braces.things.entries.get(pk)) for pk in reserves)
        return f"{names} {'was' if len(reserves) == 1 else 'were'} drawn from the reserves and"
    tables = braces.facts.get("tables") or []
    if not tables:
        return "The next step of the draw was"
    return f"Table {tables[0]} was" if len(tables) == 1 else f"Tables {tables[0]} to {tables[-1]} were"


def _numbers(braces: _Braces) -> str:
    """From which number to which the tables of a plan go, unless they begin at 1."""
    first, tables = braces.facts.get("first_table", 1), most_tables(braces.facts.get("plan") or [])
    return f" {tables_from(first, tables).capitalize()}." if first > 1 and tables else ""


def _table(braces: _Braces) -> str:
    table = braces.things.tables.get(braces.facts.get("table", 0))
    if table is None:
        return "a table"
    round_ = braces.round(table.round, table.competition)
    return f"table {table.number}{' of ' if round_.startswith('the ') else ', '}{round_}"


def _out(braces: _Braces) -> str:
    code = braces.facts.get("out")
    if not code:
        return "stopped by the end of the round"
    person = braces.things.codes.get((braces.competition, code))
    return f"{_named(person) if person else code} went out"


def _seconds(braces: _Braces) -> str:
    seconds = int(braces.facts.get("seconds") or 0)
    was = "was" if abs(seconds) == 60 else "were"
    return f"{minutes(abs(seconds))} {was} {'added' if seconds >= 0 else 'taken off'}"


def _calls(braces: _Braces) -> str:
    return ", ".join(f"{minutes(60 * number)} left" for number in braces.facts.get("minutes") or ()) or "none"


def _times(braces: _Braces) -> str:
    """Round 2 and the final last 25 minutes now, with the warning 5 minutes before the end."""
    rounds = braces.facts.get("rounds") or ()
    names = _listed(braces.round(number, braces.competition) for number in rounds)
    length, warning = minutes(braces.facts.get("clock")), braces.facts.get("warning")
    last = f"{names[:1].upper()}{names[1:]} {'lasts' if len(rounds) == 1 else 'last'} {length} now"
    return f"{last}, with the warning {minutes(warning)} before the end" if warning else f"{last}, without a warning"


def _key(braces: _Braces) -> str:
    """Key 0 is the roaming umpire's."""
    number = braces.facts.get("number")
    return f"the key of table {braces.numbers.shown(number)}" if number else "the roaming umpire’s key"


BRACES_IN_WORDS: Final[Mapping[str, Callable[[_Braces], str]]] = {
    "entry": lambda braces: braces.entry("entry"),
    "substitute": lambda braces: braces.entry("substitute"),
    "called": lambda braces: braces.entry("called"),
    "a": lambda braces: braces.entry("a"),
    "b": lambda braces: braces.entry("b"),
    "competitor": lambda braces: _named(braces.things.competitors.get(braces.facts.get("competitor", 0))),
    "group": lambda braces: braces.group("group", "A group"),
    "into": lambda braces: braces.group("into"),
    "groups": lambda braces: _listed(
        braces.things.groups.get(pk, "a group") for pk in braces.facts.get("groups") or ()
    ),
    "account": lambda braces: braces.account(braces.facts.get("account", 0)),
    "role": lambda braces: ROLES.get(braces.facts.get("role", ""), "a member"),
    "changed": lambda braces: _listed(braces.facts.get("changed") or ()),
    "numbers": _numbers,
    "plan": lambda braces: plan_in_words(braces.facts.get("plan") or [0]),
    "round": lambda braces: braces.round(braces.facts.get("round", "?"), braces.competition),
    "left": lambda braces: f"{minutes(int(braces.facts.get('seconds') or 0))} left",
    "paper": lambda braces: str(braces.facts.get("paper", "")).replace("-", " "),
    "table": _table,
    "closes": _closes,
    "choices": _choices,
    "invited": _invited,
    "members": _members,
    "wristband": _wristband,
    "former": _former,
    "imported": _imported,
    "shown": _shown,
    "out": _out,
    "seconds": _seconds,
    "minutes": _calls,
    "length": lambda braces: minutes(braces.facts.get("length")),
    "times": _times,
    "stepped": lambda braces: step_in_words(timedelta(milliseconds=braces.facts.get("stepped") or 0)),
    "key": _key,
    "entered": lambda braces: count(braces.facts.get("people") or 0, "name"),
}
"""How each brace is said; any other brace is the fact of its name."""
