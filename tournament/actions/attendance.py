"""Who is really there: gone, back, substituted, called up, late (RULES 5 and 7).

Until the first hand of a round is recorded anywhere, everything is possible and the round is seated anew. After it
nobody is redrawn: a chair is emptied or taken over only if everybody else sits where they would have sat.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import Max
from django.utils import timezone

from tournament import queries
from tournament.actions.base import action, lock_competition, log, reason
from tournament.actions.meetings import who_would_meet
from tournament.actions.newcomers import entry_of
from tournament.actions.registration import known_person, person_named
from tournament.actions.rounds import open_round
from tournament.actions.seats import change_chair, check_room_ahead, published_draw, reseat
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, Group, Round, Seat, Table
from tournament.permissions import Actor, may_enter_for, may_organise, may_seat, require
from tournament.queries.grades import grade_instead
from tournament.rules import names
from tournament.rules.entries import Status, check_substitution
from tournament.rules.errors import EntryRefused, NeedsConfirmation, NotFound, RoundRefused
from tournament.rules.presets import Format
from tournament.rules.rounds import is_last

OTHERS_WOULD_MOVE: Final = (
    "Hands of this round are dealt, and with this substitute the lot would have moved others between tables. "
    "They can take the seat in the next round."
)


def _entry(competition: Competition, pk: int) -> Entry:
    entry = competition.entries.select_related("group", "competitor").exclude(code="").filter(pk=pk).first()
    if entry is None:
        raise NotFound("There is no such entry in this competition.")
    return entry


def seat_of(round_: Round, entry: Entry) -> Seat | None:
    return round_.seats.select_related("table", "entry", "stands_for__group").filter(entry=entry).first()


def _seat_now(competition: Competition, entry: Entry) -> Seat | None:
    """Their seat in the open round, with its tables locked."""
    round_ = competition.round_set.filter(closed_at__isnull=True).first()
    return seat_of(_lock_tables(round_), entry) if round_ else None


def seat_to_give(round_: Round, entry: Entry) -> Seat:
    seat = seat_of(round_, entry)
    if seat is None:
        raise RoundRefused("This person has no seat in this round.")
    return seat


def _latest_round(competition: Competition) -> Round | None:
    """The round with the highest number, open or closed; none before the draw is published, refused after the end."""
    round_ = unlocked_round(competition)
    return _lock_tables(round_) if round_ else None


def unlocked_round(competition: Competition) -> Round | None:
    """The same, for those who only look."""
    round_ = competition.round_set.order_by("-number").first()
    if round_ is not None and round_.closed_at is not None and _is_last(competition, round_):
        raise RoundRefused("The last round is over: nobody comes or goes any more.")
    return round_


def _lock_tables(round_: Round) -> Round:
    """Wait for hands that are being recorded, so that it is certain whether the round has dealt."""
    list(round_.tables.select_for_update())
    return round_


def _is_last(competition: Competition, round_: Round) -> bool:
    return is_last(competition.settings, published_draw(competition).plan, round_.number)


@action
def mark_gone(*, by: Actor, competition: int, entry: int, next_round: bool = False, request: str = "") -> int:
    """Somebody is not there, or leaves: an empty chair. Answers the round from which on they are gone.

    Before the first deal the round is seated anew (a rotation balances). Who has already played a hand of this round
    keeps it and is gone from the next; with `next_round` so is whoever leaves the chair as it is until then.
    """
    it = lock_competition(competition)
    gone = _entry(it, entry)
    require(may_seat(by, it.event_id, _seat_now(it, gone)), by)
    going = going_of(it, _latest_round(it), gone, next_round=next_round)
    gone.left = going.left
    gone.save(update_fields=["left"])
    if going.open and going.seat and not going.stays:
        _empty_chair(it, going.open, going.seat)
    log(by, it, Happened.GONE, request, entry=gone.pk, round=going.left)
    return going.left


class Going(NamedTuple):
    """What it means that somebody goes now."""

    open: Round | None
    seat: Seat | None
    stays: bool
    """Their chair stays as it is in this round."""
    left: int


def going_of(competition: Competition, round_: Round | None, gone: Entry, *, next_round: bool) -> Going:
    """From which round on they are gone, and what becomes of their chair."""
    if gone.left is not None:
        raise RoundRefused("This person is already marked as gone.")
    open_ = round_ if round_ and round_.closed_at is None else None
    if next_round and open_ and _is_last(competition, open_):
        raise RoundRefused("This is the last round: there is no next one to be gone from.")
    seat = seat_of(open_, gone) if open_ else None
    stays = open_ is None or (seat is not None and (next_round or seat.table.has_dealt))
    number = round_.number if round_ else 0
    return Going(open_, seat, stays, gone_since(gone, number + 1 if stays else number))


def gone_since(entry: Entry, round_number: int) -> int:
    """The round from which on they were gone: earlier, if their chair was empty until now all the same."""
    empty = set(entry.seats.filter(absent=True).values_list("round__number", flat=True))
    while round_number - 1 in empty:
        round_number -= 1
    return round_number


def _empty_chair(competition: Competition, round_: Round, seat: Seat) -> None:
    """The round may have dealt, though not at this table."""
    if not queries.has_dealt(round_):
        reseat(competition, round_)
    elif not change_chair(competition, round_, seat, seat.entry, absent=True):
        raise RoundRefused(chair_has_to_stay(competition, round_))


def chair_has_to_stay(competition: Competition, round_: Round) -> str:
    """Why a chair cannot be emptied, and what can be done instead."""
    way_out = "" if _is_last(competition, round_) else " Mark them as gone from the next round."
    return (
        "Hands of this round are dealt, and without this person others would have to change tables. "
        f"Leave the chair as it is: their cards are dealt, lie and count.{way_out}"
    )


@action
def mark_back(*, by: Actor, competition: int, entry: int, request: str = "") -> None:
    """Somebody who was marked gone is there after all: their chair is theirs again from the next deal on."""
    it = lock_competition(competition)
    back = _entry(it, entry)
    require(may_seat(by, it.event_id, _seat_now(it, back)), by)
    check_is_gone(back)
    round_ = _latest_round(it)
    back.left = None
    if round_ is not None and back.status == Status.LATE and not back.seats.exists():
        back.joins = joining_round(it, round_)
    back.save(update_fields=["left", "joins"])
    if round_ is not None:
        check_still_theirs(it, back)
        _sit_down_again(it, round_, back)
        check_another_deal(it, back)
        check_room_ahead(it, round_)
    log(by, it, Happened.BACK, request, entry=back.pk)


def check_is_gone(back: Entry) -> None:
    """Only who is gone comes back."""
    if back.left is None:
        raise RoundRefused("This person is not marked as gone.")


def check_still_theirs(competition: Competition, back: Entry) -> None:
    """A seat that was given away is taken as any other; whose turn in the order of call has passed is not called."""
    mine = back.seats.aggregate(last=Max("round__number"))["last"] or 0
    if Seat.objects.filter(stands_for=back, round__number__gt=mine).exists():
        raise RoundRefused("Somebody else has this person's seat. They can take it, or another, as a substitute.")
    call = published_draw(competition).call
    behind = call[call.index(back.code) + 1 :] if back.status == Status.NOT_DRAWN else []
    if competition.entries.filter(code__in=behind, status=Status.CALLED_UP).exists():
        raise RoundRefused("The call has gone past this person. They can still take a seat as a substitute.")


def _sit_down_again(competition: Competition, round_: Round, back: Entry) -> None:
    """At once if nothing is dealt, or not at their table and nobody else is concerned; else in the next round."""
    if round_.closed_at is not None:
        return
    if not queries.has_dealt(round_):
        reseat(competition, round_)
        return
    seat = seat_of(round_, back)
    if seat is not None and seat.absent and not seat.table.has_dealt:
        change_chair(competition, round_, seat, back, absent=False)


def check_another_deal(competition: Competition, back: Entry, but: Round | None = None) -> None:
    """In a knockout, and in the last round, whoever was missed at the deal has no other one to come back to. `but` is a
    round in which they would sit."""
    absent = back.seats.filter(absent=True).exclude(round=but) if but else back.seats.filter(absent=True)
    missed = absent.order_by("round__number").select_related("round").last()
    if missed is None:
        return
    if competition.settings.format is not Format.ROTATION or _is_last(competition, missed.round):
        raise RoundRefused("The round was dealt without them, and there is no other for them to come back to.")


@action
def substitute(*, by: Actor, competition: int, entry: int, name: str, why: str = "", request: str = "") -> int:
    """Somebody of the same group takes the seat, entered or not, until the first hand of that round is dealt.
    An organiser may override that with a reason. Answers the substitute's entry."""
    it = lock_competition(competition)
    out = _entry(it, entry)
    seat = _seat_now(it, out)
    at_the_table = may_seat(by, it.event_id, seat)
    require(at_the_table or may_enter_for(by, out.group), by)
    round_ = open_round(it)
    seat = seat or seat_to_give(round_, out)
    check_still_played(round_, seat)
    home = seat.stands_for.group if seat.stands_for else out.group  # a called-up player may sit for another group
    require(at_the_table or may_enter_for(by, home), by)
    why = reason(why) if why.strip() else ""
    new = _substitute(it, seat, home, names.clean(name), override=bool(why) and may_organise(by, it.event_id))
    take_seat(it, round_, seat, new, Status.SUBSTITUTE)
    log(by, it, Happened.SUBSTITUTED, request, entry=out.pk, substitute=new.pk, round=round_.number, why=why)
    return new.pk


def check_still_played(round_: Round, seat: Seat) -> None:
    """A seat in mid-round is taken over with its hands, so it must have all of them, and not yet be settled."""
    if seat.table.accepted_at is not None:
        raise RoundRefused("The sheet of this table is in. A seat can be taken in the next round.")
    if seat.absent and seat.table.dealt_at is not None:
        raise RoundRefused("This chair was empty when the first hand was dealt: it stays so in this round.")
    if seat.entry.status == Status.LATE and seat.entry.joins == round_.number:
        raise EntryRefused(
            "This person arrives late in this round, and has no seat to give yet. "
            "Mark them as gone, and enter the other as a late arrival."
        )


def _substitute(competition: Competition, seat: Seat, home: Group, name: str, *, override: bool) -> Entry:
    """Who that is, by name within the group: a namesake in another group is another person."""
    person = known_person(home, name)
    found = Entry.objects.filter(competition=competition, competitor=person).first() if person else None
    check_substitute(competition, seat, found, person, override=override)
    return entry_of(competition, person or person_named(home, name))


def check_substitute(
    competition: Competition, seat: Seat, found: Entry | None, person: Competitor | None, *, override: bool
) -> None:
    """Whether this person may take the seat; without an entry they were never entered here; None is somebody new."""
    round_ = seat.round
    rotates = competition.settings.format is Format.ROTATION
    check_substitution(
        same_person=found is not None and found.pk == seat.entry_id,
        seated=found is not None and round_.seats.filter(entry=found).exists(),
        replaced=found is not None and round_.seats.filter(stands_for=found).exclude(pk=seat.pk).exists(),
        knocked_out=found is not None and _knocked_out(competition, round_, found),
        dealt=queries.has_dealt(round_) if rotates else seat.table.has_dealt,
        override=override,
        grade=grade_instead(competition, person) if person else "",
    )


def _knocked_out(competition: Competition, round_: Round, entry: Entry) -> bool:
    """Played an earlier round of a knockout and did not go on from the last one."""
    if competition.format != Format.KNOCKOUT:
        return False
    played = entry.seats.filter(round__number__lt=round_.number).exists()
    before = Table.objects.filter(round__competition=competition, round__number=round_.number - 1)
    return played and not before.filter(first=entry).exists()


def take_seat(competition: Competition, round_: Round, seat: Seat, new: Entry, status: Status) -> None:
    """Whoever had the seat is gone from this round on; the seat is written under the new player's own code."""
    out = seat.entry
    out.left, new.left = gone_since(out, round_.number), None
    if new.status != Status.IN and not new.seats.exists():
        new.status, new.joins = status, None
    out.save(update_fields=["left"])
    new.save(update_fields=["left", "status", "joins"])
    if not queries.has_dealt(round_):
        reseat(competition, round_, {(seat.stands_for or out).code: new.code})
    elif not change_chair(competition, round_, seat, new, absent=False):
        raise RoundRefused(OTHERS_WOULD_MOVE)
    check_room_ahead(competition, round_)


@action
def call_up(*, by: Actor, competition: int, entry: int, sure: bool = False, request: str = "") -> int:
    """Before round 1 only: the next in the order of call takes a no-show's seat. If a group would meet at the table it
    asks first, as exchanging seats does. Answers who that is."""
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    out = _entry(it, entry)
    round_ = _lock_tables(open_round(it))
    check_calling(round_)
    seat = seat_to_give(round_, out)
    new = next_in_call(it)
    take_seat(it, round_, seat, new, Status.CALLED_UP)
    if not sure and (meet := who_would_meet(it, _present(round_), new.code)):
        raise NeedsConfirmation(f"{meet} Call up all the same?")
    log(by, it, Happened.CALLED_UP, request, entry=out.pk, called=new.pk)
    return new.pk


def _present(round_: Round) -> list[list[str]]:
    """The codes of those who are there, table by table."""
    tables: dict[int, list[str]] = {number: [] for number in round_.tables.values_list("number", flat=True)}
    for number, code in round_.seats.filter(absent=False).values_list("table__number", "entry__code"):
        tables[number].append(code)
    return [tables[number] for number in sorted(tables)]


def check_calling(round_: Round) -> None:
    """The order of call is for no-shows before round 1."""
    if round_.number > 1 or queries.has_dealt(round_):
        raise RoundRefused("Nobody is called up any more: the first hand of the first round is dealt.")


def next_in_call(competition: Competition) -> Entry:
    """Who is first of those who wait."""
    waiting = {e.code: e for e in competition.entries.filter(status=Status.NOT_DRAWN, left__isnull=True)}
    new = next((waiting[code] for code in published_draw(competition).call if code in waiting), None)
    if new is None:
        raise RoundRefused("Nobody is left to call up. The chair stays empty.")
    return new


@action
def arrive_late(*, by: Actor, competition: int, group: int, name: str, request: str = "") -> int:
    """A late arrival to a rotation: the table with fewest, from the next round; refused when every table is full.
    They stand at the desk, so they are here."""
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    home = Group.objects.filter(pk=group, event=it.event_id).first()
    if home is None:
        raise NotFound("There is no such group in this event.")
    round_ = check_rotates_on(it, _latest_round(it))
    joins = joining_round(it, round_)
    late = entry_of(it, person_named(home, names.clean(name)))
    if late.listed or late.seats.exists() or (late.status and late.left is None):
        raise EntryRefused("This person is already in the competition.")
    late.status, late.joins, late.left = Status.LATE, joins, None
    late.save(update_fields=["status", "joins", "left"])
    Competitor.objects.filter(pk=late.competitor_id, here_at__isnull=True).update(here_at=timezone.now())
    if joins == round_.number:
        reseat(it, round_)
    check_room_ahead(it, round_)
    log(by, it, Happened.ARRIVED_LATE, request, entry=late.pk, round=joins)
    return late.pk


def check_rotates_on(competition: Competition, round_: Round | None) -> Round:
    """Late arrivals join a rotation that is drawn."""
    if competition.settings.format is not Format.ROTATION:
        raise RoundRefused("Late arrivals can join a rotation only.")
    if round_ is None:
        raise RoundRefused("The draw is not published yet: enter them instead.")
    return round_


def joining_round(competition: Competition, round_: Round) -> int:
    """The next round to be dealt, never the first; refused after the last."""
    if round_.number > 1 and round_.closed_at is None and not queries.has_dealt(round_):
        return round_.number
    if _is_last(competition, round_):
        raise RoundRefused("The last round has begun: nobody can join any more.")
    return round_.number + 1
