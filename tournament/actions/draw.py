"""From closed entries to published tables: choose, seal, draw, show, swap, throw away, publish (RULES 6, RECORD 1)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import connection

from tournament import current_time
from tournament.actions.base import action, lock_competition, lock_with_event, log
from tournament.actions.meetings import who_newly_meets
from tournament.actions.reasons import keep_reason, note_of
from tournament.actions.roster import reseat
from tournament.actions.rounds import make_round
from tournament.actions.table_numbers import choose_first_table
from tournament.log_facts import APlan, NewlyShown
from tournament.log_kinds import Happened
from tournament.models import Competition, Draw, Entry, Swap
from tournament.permissions import Actor, may_organise, require
from tournament.queries.entries import sealed_draw
from tournament.queries.published_draws import find_standing_draw
from tournament.rules import chance
from tournament.rules import draw as rules
from tournament.rules.draw import Choice
from tournament.rules.entries import Kind, code_width
from tournament.rules.errors import DrawRefused, NeedsConfirmation, Refused
from tournament.rules.reveal import Reveal, drawn_reserves

P = ParamSpec("P")
R = TypeVar("R")


def list_entered(competition: Competition) -> list[Entry]:
    """Every entry and reserve that was not withdrawn, in the order they were entered."""
    return list(competition.entries.filter(withdrawn_at__isnull=True).order_by("pk"))


def _numbers(entries: Sequence[Entry]) -> tuple[int, int]:
    entered = sum(entry.kind == Kind.ENTRY for entry in entries)
    return entered, len(entries) - entered


def draw_at(competition: Competition, stage: str) -> Draw:
    """The competition's current draw, if it is at this stage: `chosen`, `sealed` or `drawn`. Any other stage is refused
    in words."""
    draw = find_standing_draw(competition.pk)
    at = "none" if draw is None else draw.stage
    if draw is None or at != stage:
        raise DrawRefused(_NEXT[at])
    return draw


_NEXT = {
    "none": "Choose the size and the plan first.",
    "chosen": "The draw isn’t sealed yet: seal it first.",
    "sealed": "The draw is sealed. Next it needs the numbers from the hall.",
    "drawn": "The draw is made: swap seats, publish it, or throw it away.",
    "published": "The draw is published and can’t be changed.",
}


def _choice(competition: Competition, size: int, plan: Sequence[int]) -> Choice:
    """The chosen size and plan, or “fill to optimum” with its best plan. Refused if it does not fit the number of
    people."""
    entered, reserves = _numbers(list_entered(competition))
    settings = competition.settings
    if plan and not size:
        raise DrawRefused("Say how many players the plan is for.")
    if size and plan:
        choice = Choice(size, tuple(plan))
    elif size:
        choice = Choice(size, rules.best_plan(settings, size))
    else:
        choice = rules.suggest(settings, entered, reserves)
    return rules.check(settings, choice, entered, reserves)


def _worked_out_before(choose: Callable[P, R]) -> Callable[P, R]:
    """Rank the plans before the transaction begins: that can take seconds, in which nobody else could write.

    The rules remember their answer for these numbers and are asked again under the lock. If the numbers are the same,
    the answer is there at once; if people or the cap have changed, it is worked out again.
    """

    @wraps(choose)
    def ahead(*args: P.args, **kwargs: P.kwargs) -> R:
        _work_out(kwargs)
        return choose(*args, **kwargs)

    return ahead


def _work_out(body: dict[str, Any]) -> None:
    found = Competition.objects.filter(pk=body["competition"]).first()
    if found is not None and may_organise(body["by"], found.event_id):
        with suppress(Refused):  # what does not fit is refused under the lock
            _choice(found, body.get("size", 0), body.get("plan", ()))


@_worked_out_before
@action
def choose_plan(
    *,
    by: Actor,
    competition: int,
    size: int = 0,
    plan: Sequence[int] = (),
    first_table: int = 0,
    sure: bool = False,
    request: str = "",
) -> dict[str, object]:
    """Choose size, plan and the first table's number once entries are closed; nothing chosen means fill to optimum
    with its best plan, and numbers that no other competition of the event has: two plans that are chosen at the same
    moment wait for each other."""
    locked = lock_with_event(competition)
    require(may_organise(by, locked.event_id), by)
    if locked.closed_at is None:
        raise DrawRefused("Close entries first: the list can’t change once the draw is made.")
    choice = _choice(locked, size, plan)
    draw = find_standing_draw(locked.pk) or Draw(competition=locked)
    if draw.sealed_at is not None:
        raise DrawRefused(_NEXT[draw.stage])
    choose_first_table(locked, choice.plan, first_table, sure=sure)
    draw.size, draw.plan = choice.size, list(choice.plan)
    draw.save()
    chosen = APlan(size=choice.size, plan=list(choice.plan), first_table=locked.first_table)
    log(by, locked, Happened.PLAN_CHOSEN, request, **chosen)
    return {"size": choice.size, "plan": list(choice.plan)}


@action
def seal_draw(*, by: Actor, competition: int, salt: str = "", request: str = "") -> dict[str, str]:
    """Fix the list, size and plan by their hash, and chance by a commitment to a salt nobody knows yet.

    Only a rehearsal may bring its own salt, so that it can be repeated; a real draw's is always made here.
    """
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    draw = draw_at(locked, "chosen")
    if salt and not locked.event.fictional:
        raise DrawRefused("Only the server can make the salt for a real draw.")
    entries = list_entered(locked)
    rules.check(locked.settings, Choice(draw.size, tuple(draw.plan)), *_numbers(entries))
    _assign_codes(locked, entries)
    lines = [chance.ListLine(entry.code, entry.group_code, entry.kind) for entry in entries]
    draw.salt = salt or secrets.token_hex(32)
    draw.commitment = chance.commitment(draw.salt)
    draw.list_hash = chance.list_hash(
        form=locked.format, size=draw.size, plan=draw.plan, redraw=locked.redraw, lines=lines
    )
    draw.sealed_at = current_time.now()
    draw.save()
    log(by, locked, Happened.DRAW_SEALED, request, list_hash=draw.list_hash, commitment=draw.commitment)
    return {"list_hash": draw.list_hash, "commitment": draw.commitment}


def _assign_codes(competition: Competition, entries: Sequence[Entry]) -> None:
    """Give each listed entry its line: a code, and its group's. A list that is sealed again starts from nothing."""
    competition.entries.update(code="", group_code="", listed=False, status="")
    width = code_width(len(entries))
    groups = sorted({entry.group_id for entry in entries})
    group_width = max(2, len(str(len(groups) + 10)))
    codes = {group: f"G{number:0{group_width}}" for number, group in enumerate(groups, start=1)}
    for number, entry in enumerate(entries, start=1):
        entry.code, entry.group_code, entry.listed = f"E{number:0{width}}", codes[entry.group_id], True
    _save_lines(entries)


def _save_lines(entries: Sequence[Entry]) -> None:
    """Save each entry's line. bulk_update would write one long sentence of cases, which takes ten times as long while
    everybody else waits."""
    line = f"UPDATE {Entry._meta.db_table} SET code = %s, group_code = %s, listed = %s WHERE id = %s"  # noqa: S608 (our own names)
    with connection.cursor() as cursor:
        cursor.executemany(line, [(each.code, each.group_code, each.listed, each.pk) for each in entries])


@action
def reveal_next(*, by: Actor, competition: int, seen: int, rest: bool = False, request: str = "") -> dict[str, int]:
    """Show the next reserve, or the next table, in the hall; `rest`: all reserves, or all tables, that are left.

    How far it is belongs to the draw, so that the projector and every organiser's page agree, also after a reload.
    """
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    draw = draw_at(locked, "drawn")
    before, draw.revealed = draw.reveal, draw.reveal.step(seen, rest=rest)
    draw.save(update_fields=["revealed"])
    log(by, locked, Happened.DRAW_SHOWN, request, revealed=draw.revealed, **_newly_shown(locked, draw, before))
    return {"revealed": draw.revealed}


def _newly_shown(competition: Competition, draw: Draw, before: Reveal) -> NewlyShown:
    """Which reserves, as entries, and which tables, by the numbers the hall saw, this step showed."""
    codes = drawn_reserves(draw.lot_reserves, draw.admitted)[before.reserves_shown : draw.reveal.reserves_shown]
    entries = dict(competition.entries.filter(code__in=codes).values_list("code", "travel_id"))
    shown = range(before.tables_shown + 1, draw.reveal.tables_shown + 1)
    tables = [competition.numbers.shown(table) for table in shown]
    return {"reserves": [entries[code] for code in codes], "tables": tables}


@action
def swap_seats(
    *, by: Actor, competition: int, a: int, b: int, why: str, note: str = "", sure: bool = False, request: str = ""
) -> None:
    """Exchange the seats of two entries before publishing, with a reason. If two of a group would meet, it asks
    first."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    draw = draw_at(locked, "drawn")
    pair = {entry.pk: entry for entry in locked.entries.filter(pk__in=[a, b])}
    if len(pair) != 2:
        raise DrawRefused("Choose two different people who both have a seat.")
    tables = rules.swap(draw.tables, pair[a].code, pair[b].code)
    reason = keep_reason(locked.event_id, why, note)
    meet = "" if sure else who_newly_meets(locked, draw.tables, tables, [pair[a].code, pair[b].code])
    if meet:
        raise NeedsConfirmation(f"{meet} Swap the seats anyway?")
    swapped = {"a": pair[a], "b": pair[b], "why": reason["why"], "note": note_of(reason)}
    Swap.objects.create(draw=draw, number=draw.swaps.count() + 1, **swapped)
    draw.tables = tables
    draw.save(update_fields=["tables"])
    log(by, locked, Happened.SEATS_SWAPPED, request, a=pair[a].travel_id, b=pair[b].travel_id, **reason)


@action
def discard_draw(*, by: Actor, competition: int, why: str, note: str = "", request: str = "") -> None:
    """Throw a draw away before publishing. It stays in the record, so that nobody re-rolls unseen."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    draw = sealed_draw(locked.pk)
    if draw is None:
        raise DrawRefused("There is no sealed draw to throw away.")
    if draw.published_at is not None:
        raise DrawRefused("The draw is published, so you can’t throw it away. Seats now change only by substitution.")
    reason = keep_reason(locked.event_id, why, note)
    draw.discarded_at, draw.why, draw.note = current_time.now(), reason["why"], note_of(reason)
    draw.save(update_fields=["discarded_at", "why", "note"])
    locked.entries.update(status="")
    Competition.objects.filter(pk=locked.pk).update(times={})
    log(
        by,
        locked,
        Happened.DRAW_THROWN_AWAY,
        request,
        list_hash=draw.list_hash,
        salt=draw.salt,
        public=draw.public,
        **reason,
    )


@action
def publish_draw(*, by: Actor, competition: int, request: str = "") -> int:
    """Publish the draw, in one deliberate step: round one exists and everybody sees where they sit."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    draw = draw_at(locked, "drawn")
    draw.published_at = current_time.now()
    draw.save(update_fields=["published_at"])
    first = make_round(locked, 1)
    reseat(locked)
    log(by, locked, Happened.DRAW_PUBLISHED, request)
    return first.pk
