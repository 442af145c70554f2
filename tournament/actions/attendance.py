"""Who is really there: gone, back, substituted, called up, late (RULES 5 and 7)."""

from __future__ import annotations

import re

from tournament.actions.base import action, lock_competition, log, reason
from tournament.actions.registration import known_person, person_named
from tournament.actions.rounds import open_round
from tournament.actions.seats import published_draw, reseat
from tournament.models import Competition, Competitor, Entry, Group, Round, Seat, Table
from tournament.permissions import Actor, may_enter_for, may_organise, require
from tournament.rules import names
from tournament.rules.entries import Kind, Status, check_substitution
from tournament.rules.errors import EntryRefused, NotFound, RoundRefused
from tournament.rules.presets import Format
from tournament.rules.rounds import is_last


def _entry(competition: Competition, pk: int) -> Entry:
    entry = competition.entries.select_related("group", "competitor").exclude(code="").filter(pk=pk).first()
    if entry is None:
        raise NotFound("There is no such entry in this competition.")
    return entry


def _seat(round_: Round, entry: Entry) -> Seat:
    seat = round_.seats.select_related("table").filter(entry=entry).first()
    if seat is None:
        raise RoundRefused("This person has no seat in this round.")
    return seat


def _lock_tables(round_: Round) -> Round:
    """Wait for hands that are being recorded, then look again whether the round has begun."""
    list(round_.tables.select_for_update())
    return Round.objects.get(pk=round_.pk)


@action
def mark_gone(*, by: Actor, competition: int, entry: int, request: str = "") -> int:
    """Somebody is not there, or leaves: an empty chair. Answers the round from which on they are gone.

    Before the first deal the round is seated anew (a rotation balances); after it nobody is redrawn. Who has
    already played a hand of this round keeps it and is gone from the next.
    """
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    gone = _entry(it, entry)
    if gone.left is not None:
        raise RoundRefused("This person is already marked as gone.")
    round_ = it.round_set.filter(closed_at__isnull=True).first()
    if round_ is None:
        first_missed = it.round_set.count() + 1
    else:
        round_ = _lock_tables(round_)
        seat = round_.seats.select_related("table").filter(entry=gone).first()
        played = seat is not None and (seat.table.dealt_at or seat.table.accepted_at) is not None
        first_missed = round_.number + 1 if played else round_.number
    gone.left = _gone_since(gone, first_missed)
    gone.save(update_fields=["left"])
    if round_ is not None and first_missed == round_.number:
        _empty_chair(it, round_, gone)
    log(by, it, "gone", request, entry=gone.pk, round=gone.left)
    return gone.left


def _gone_since(entry: Entry, round_number: int) -> int:
    """The round from which on they were gone: earlier, if their chair was empty until now all the same."""
    empty = set(entry.seats.filter(absent=True).values_list("round__number", flat=True))
    while round_number - 1 in empty:
        round_number -= 1
    return round_number


def _empty_chair(competition: Competition, round_: Round, gone: Entry) -> None:
    if round_.began_at is None:
        reseat(competition, round_)
    else:
        Seat.objects.filter(round=round_, entry=gone).update(absent=True)


@action
def mark_back(*, by: Actor, competition: int, entry: int, request: str = "") -> None:
    """Somebody who was marked gone is there after all: their chair is theirs again from the next deal on."""
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    back = _entry(it, entry)
    round_ = it.round_set.filter(closed_at__isnull=True).first()
    fresh = round_ is not None and _lock_tables(round_).began_at is None
    _check_another_deal(it, back)
    back.left = None
    back.save(update_fields=["left"])
    if round_ is not None and fresh:
        reseat(it, round_)
    log(by, it, "back", request, entry=back.pk)


def _check_another_deal(competition: Competition, back: Entry) -> None:
    """In a knockout, and in the last round, whoever was missed at the deal has no other one to come back to."""
    missed = back.seats.filter(absent=True, round__began_at__isnull=False).order_by("-round__number")
    last = missed.values_list("round__number", flat=True).first()
    if last is None:
        return
    rotates = competition.settings.format is Format.ROTATION
    if not rotates or is_last(competition.settings, published_draw(competition).plan, last):
        raise RoundRefused("The round was dealt without them, and there is no other for them to come back to.")


@action
def substitute(*, by: Actor, competition: int, entry: int, name: str, why: str = "", request: str = "") -> int:
    """Somebody of the same group takes the seat, entered or not, until the first hand of that round is dealt.
    An organiser may override that with a reason. Answers the substitute's entry."""
    it = lock_competition(competition)
    out = _entry(it, entry)
    require(may_enter_for(by, out.group), by)
    round_ = _lock_tables(open_round(it))
    seat = _seat(round_, out)
    _check_still_played(seat)
    if out.joins == round_.number and round_.began_at is None:
        raise EntryRefused("This person is a late arrival. Enter the other as the late arrival instead.")
    why = reason(why) if why.strip() else ""
    dealt = (round_.began_at if it.settings.format is Format.ROTATION else seat.table.dealt_at) is not None
    override = bool(why) and may_organise(by, it.event_id)
    new = _substitute(it, round_, out, names.clean(name), dealt=dealt, override=override)
    _take_seat(it, round_, seat, new, Status.SUBSTITUTE)
    log(by, it, "substituted", request, entry=out.pk, substitute=new.pk, round=round_.number, why=why)
    return new.pk


def _check_still_played(seat: Seat) -> None:
    """A seat in mid-round is taken over with its hands, so it must have all of them, and not yet be settled."""
    if seat.table.accepted_at is not None:
        raise RoundRefused("The sheet of this table is in. A seat can be taken in the next round.")
    if seat.absent and seat.table.dealt_at is not None:
        raise RoundRefused("This chair was empty when the first hand was dealt: it stays so in this round.")


def _substitute(
    competition: Competition, round_: Round, out: Entry, name: str, *, dealt: bool, override: bool
) -> Entry:
    person = known_person(out.group, name)
    found = Entry.objects.filter(competition=competition, competitor=person).first() if person else None
    others = Competitor.objects.filter(event=competition.event_id, name__iexact=name).exclude(group=out.group)
    check_substitution(
        same_group=person is not None or not others.exists(),
        same_person=found is not None and found.pk == out.pk,
        seated=found is not None and round_.seats.filter(entry=found).exists(),
        knocked_out=found is not None and _knocked_out(competition, round_, found),
        dealt=dealt,
        override=override,
    )
    person = person or person_named(out.group, name)
    return found if found and found.code else _add_entry(competition, person, out.group, out.group_code, found)


def _knocked_out(competition: Competition, round_: Round, entry: Entry) -> bool:
    """Played an earlier round of a knockout and did not go on from the last one."""
    if competition.format != Format.KNOCKOUT:
        return False
    played = entry.seats.filter(round__number__lt=round_.number).exists()
    before = Table.objects.filter(round__competition=competition, round__number=round_.number - 1)
    return played and not before.filter(first=entry).exists()


def _add_entry(
    competition: Competition, person: Competitor, group: Group, group_code: str, found: Entry | None
) -> Entry:
    """An entry that was not on the sealed list: its code follows the last one."""
    last = competition.entries.order_by("-code").values_list("code", flat=True)[0]
    entry = found or Entry(competition=competition, competitor=person, group=group, kind=Kind.ENTRY)
    entry.code, entry.group_code, entry.listed, entry.withdrawn_at = _next_code(last), group_code, False, None
    entry.save()
    return entry


def _next_code(code: str) -> str:
    """E064 → E065, in the same width."""
    following = str(int(code[1:]) + 1).zfill(len(code) - 1)
    if len(following) >= len(code):
        raise EntryRefused("No more people can be added to this competition.")
    return code[0] + following


def _take_seat(competition: Competition, round_: Round, seat: Seat, new: Entry, status: Status) -> None:
    """Whoever had the seat is gone from this round on; the seat is written under the new player's own code."""
    out = seat.entry
    original = seat.stands_for or out
    out.left, new.left = _gone_since(out, round_.number), None
    if new.status in ("", Status.NOT_DRAWN) or (new.joins is not None and new.joins > round_.number):
        new.status, new.joins = status, None
    out.save(update_fields=["left"])
    new.save(update_fields=["left", "status", "joins"])
    if round_.began_at is None:
        reseat(competition, round_, {original.code: new.code})
    else:
        stands_for = None if new == original else original
        Seat.objects.filter(pk=seat.pk).update(entry=new, stands_for=stands_for, absent=False)


@action
def call_up(*, by: Actor, competition: int, entry: int, request: str = "") -> int:
    """Before round 1 only: the next in the order of call takes a no-show's seat. Answers who that is."""
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    out = _entry(it, entry)
    round_ = _lock_tables(open_round(it))
    if round_.number > 1 or round_.began_at is not None:
        raise RoundRefused("Nobody is called up any more: the first round has begun.")
    seat = _seat(round_, out)
    waiting = {e.code: e for e in it.entries.filter(status=Status.NOT_DRAWN, left__isnull=True)}
    new = next((waiting[code] for code in published_draw(it).call if code in waiting), None)
    if new is None:
        raise RoundRefused("Nobody is left to call up. The chair stays empty.")
    _take_seat(it, round_, seat, new, Status.CALLED_UP)
    log(by, it, "called up", request, entry=out.pk, called=new.pk)
    return new.pk


@action
def arrive_late(*, by: Actor, competition: int, group: int, name: str, request: str = "") -> int:
    """A late arrival to a rotation: the table with fewest, from the next round; refused when every table is full."""
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    if it.settings.format is not Format.ROTATION:
        raise RoundRefused("Late arrivals can join a rotation only.")
    home = Group.objects.filter(pk=group, event=it.event_id).first()
    if home is None:
        raise NotFound("There is no such group in this event.")
    joins = _joining_round(it)
    person = person_named(home, names.clean(name))
    found = Entry.objects.filter(competition=it, competitor=person).first()
    if found is not None and found.code:
        raise EntryRefused("This person is already in the competition.")
    entry = _add_entry(it, person, home, _group_code(it, home), found)
    entry.status, entry.joins = Status.LATE, joins
    entry.save(update_fields=["status", "joins"])
    round_ = it.round_set.filter(number=joins).first()
    if round_ is not None:
        reseat(it, round_)
    log(by, it, "arrived late", request, entry=entry.pk, round=joins)
    return entry.pk


def _joining_round(competition: Competition) -> int:
    """The next round to be dealt, never the first; refused after the last, or when every chair is taken."""
    last = competition.round_set.order_by("-number").first()
    if last is None:
        raise RoundRefused("The draw is not published yet: enter them instead.")
    fresh = last.closed_at is None and _lock_tables(last).began_at is None and last.number > 1
    if not fresh and is_last(competition.settings, published_draw(competition).plan, last.number):
        raise RoundRefused("The last round has begun: nobody can join any more.")
    chairs = last.tables.count() * competition.table_max
    coming = competition.entries.filter(status=Status.LATE, joins=last.number + 1, left__isnull=True).count()
    if last.seats.filter(absent=False).count() + coming >= chairs:
        raise RoundRefused(
            f"Every table is full: {competition.table_max} at each. There is no chair for another player."
        )
    return last.number if fresh else last.number + 1


def _group_code(competition: Competition, group: Group) -> str:
    known = competition.entries.filter(group=group).exclude(group_code="").values_list("group_code", flat=True)
    last = competition.entries.order_by("-group_code").values_list("group_code", flat=True)[0]
    assert re.fullmatch(r"G\d+", last)
    return known[0] if known else _next_code(last)
