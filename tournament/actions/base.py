"""What every write has in common: one transaction, one answer per request id, one line in the log.

    @action
    def withdraw(*, by: Actor, entry: int, request: str = "") -> None: ...

An action takes keyword arguments that JSON can hold (ids, words, numbers), so that the same call can come from a
page, a tablet's outbox, a command or a test. It can be called twice: same request id and same body, same answer
and one effect; same id and another body, refused.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

from django.db import connection, transaction

from tournament import current_time
from tournament.actions.fingerprints import Fingerprint
from tournament.live import publish
from tournament.live.topics import announcement
from tournament.log_kinds import FactsOfKind, LogKind
from tournament.log_subjects import Audience
from tournament.models import Answered, Competition, Event, LogEntry
from tournament.permissions import Actor
from tournament.prepared import PreparedQuery
from tournament.rules import names
from tournament.rules.errors import NotFound, Refused, RequestReused

P = ParamSpec("P")
R = TypeVar("R")

LONGEST_REASON: Final = 200
MEANWHILE: Final = "Somebody else changed this since you opened it, so your changes weren’t saved. Which is right?"

logger = logging.getLogger(__name__)


def action(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function that writes one whole, repeatable step."""

    @wraps(function)
    def once(*args: P.args, **kwargs: P.kwargs) -> R:
        request = str(kwargs.get("request") or "")
        with transaction.atomic():
            if not request:
                return function(*args, **kwargs)
            fingerprint = _fingerprint(function.__qualname__, kwargs, getattr(function, "old_names", {}))
            expected = getattr(function, "usual_answer", _nothing)(kwargs)
            if not first_time(request, fingerprint.local, expected, fingerprint.travelling):
                return cast(R, _answer_given(request, fingerprint))
            answer = function(*args, **kwargs)
            if answer != expected:
                Answered.objects.filter(request=request).update(answer=answer)
            return answer

    return once


def once_called(**old_names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Names the arguments that were renamed, with their old names. A tablet that sent a request before an upgrade, and
    sends it again after, is then still known by its request id and body."""

    def keep(function: Callable[P, R]) -> Callable[P, R]:
        vars(function)["old_names"] = old_names
        return function

    return keep


def usually_answers(usual: Callable[[Mapping[str, Any]], Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Says what an action nearly always answers to what it is asked. The request is noted together with that answer,
    which is written once more only if it came otherwise: for what is saved all the time, one statement fewer."""

    def keep(function: Callable[P, R]) -> Callable[P, R]:
        vars(function)["usual_answer"] = usual
        return function

    return keep


def _nothing(_asked: Mapping[str, Any]) -> None:
    """What an action answers that says nothing else."""


def _fingerprint(name: str, body: dict[str, Any], old_names: Mapping[str, str]) -> Fingerprint:
    asked = {old_names.get(key, key): value for key, value in body.items() if key not in ("by", "request")}
    return Fingerprint(name, body["by"], asked)


def first_time(request: str, fingerprint: str, answer: Any = None, travels: str = "") -> bool:
    """Note the request with its answer, as far as that is known; False when the request is there already. A twin that
    is still at work is waited for."""
    if len(request) > 64 or not request.isprintable():
        raise RequestReused("A request id has at most 64 plain characters.")
    columns = f"{Answered._meta.db_table} (request, fingerprint, travels, answer, at)"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {columns} VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",  # noqa: S608 (our own names)
            [
                request,
                fingerprint,
                travels,
                connection.ops.adapt_json_value(answer, None),
                connection.ops.adapt_datetimefield_value(current_time.now()),
            ],
        )
        return bool(cursor.rowcount)


def _answer_given(request: str, fingerprint: Fingerprint) -> Any:
    given = Answered.objects.get(pk=request)
    if not fingerprint.is_of(given):
        raise RequestReused("This request id was already used for something else. Nothing was changed.")
    return given.answer


def log(
    by: Actor,
    of: Competition | Event,
    kind: LogKind[FactsOfKind],
    request: str = "",
    *_: FactsOfKind.args,
    **facts: FactsOfKind.kwargs,
) -> None:
    """Append who did what, and tell live pages when it is committed. The facts are those of the kind's row in
    `log_kinds`; live pages are told less than that (`live.topics`)."""
    competition = of if isinstance(of, Competition) else None
    event_id = of.event_id if isinstance(of, Competition) else of.pk
    LogEntry.objects.create(
        at=current_time.now(), by=by.name[:120], role=by.role, event_id=event_id, competition=competition,
        what=kind.stored, facts=facts, request=request,
    )  # fmt: skip
    of_event = _competitions_told(of, kind) if isinstance(of, Event) else ()
    topics, message = announcement(kind, event_id, competition.pk if competition else None, facts, of_event)
    transaction.on_commit(lambda: publish(topics, message), robust=True)


def _competitions_told(event: Event, kind: LogKind[...]) -> Sequence[int]:
    """All competitions of the event, if everyone hears of a line about the event itself."""
    return list(event.competitions.values_list("pk", flat=True)) if Audience.EVERYONE in kind.told_to else ()


_COMPETITION: Final = PreparedQuery(lambda pk: Competition.objects.select_for_update(no_key=True).filter(pk=pk))
_WITHOUT_GROUPS: Final = PreparedQuery(
    lambda competition: Event.objects.filter(competitions=competition, has_groups=False)
)


def lock_competition(pk: int) -> Competition:
    """Lock the competition. The second person to ask waits, and then sees what the first did.

    The lock leaves the row's key alone, because a new row that only belongs to the competition must not wait for it.
    Otherwise somebody who holds a table and adds such a row, and an organiser who waits for that table, would block
    each other.
    """
    competition = _COMPETITION.first(pk)
    if competition is None:
        raise NotFound("There is no such competition.")
    return competition


def lock_event(pk: int) -> Event:
    """Lock the event in the same way, for what must be unique in it."""
    event = Event.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if event is None:
        raise NotFound("There is no such event.")
    return event


def lock_word(word: str) -> None:
    """Whoever comes second with the same word waits until the transaction of the first is over: for what is counted and
    has no row of its own to lock. SQLite takes one transaction that writes after the other anyhow."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [word])


def lock_with_event(competition: int) -> Competition:
    """Lock the competition with its event. An action that needs both locks the event first, and so does one that calls
    another action that needs the event. Two actions that lock in different orders would wait for each other for
    ever."""
    event = Event.objects.filter(competitions=competition).first()
    if event is not None:
        lock_event(event.pk)
    return lock_competition(competition)


def lock_for_people(competition: int) -> Competition:
    """Lock the competition for an action that may add somebody or change a name. In an event without groups a name must
    be unique in the whole event, so the event is locked too, and always first."""
    event = _WITHOUT_GROUPS.first(competition)
    if event is not None:
        lock_event(event.pk)
    return lock_competition(competition)


def check_names_kept(event: Event) -> None:
    """Refuse anybody new once names are erased, because a name that came later would stay for ever."""
    if event.erased_at is not None:
        raise Refused("The names in this event have been erased, so nobody can be added or checked in.")


def do_each(what: str, ids: Iterable[int], act: Callable[[int], int]) -> int:
    """Do the same for each of these ids, each in a transaction of its own. Answers how many it was done for.

    A failure is logged for the keeper of the server, and does not hold up the others.
    """
    done = 0
    for pk in ids:
        try:
            done += act(pk)
        except Exception:
            logger.exception("%s %s failed; the next sweep tries again.", what, pk)
    return done


def reason(why: str) -> str:
    """A reason in somebody's own words, in one line. It may name somebody, so it is kept only in rows that go when
    names are erased, never in the log or the record (`actions.reasons`)."""
    text = " ".join(why.split())
    if not text:
        raise Refused("Please give a reason. It’s kept with the change.")
    if len(text) > LONGEST_REASON:
        raise Refused(f"A reason can have {LONGEST_REASON} characters; this one has {len(text)}.")
    if not names.is_printable(text):
        raise Refused("This reason has characters that can’t be shown or printed. Type it again.")
    return text
