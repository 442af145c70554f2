"""Who is really there: people leave, come back, substitute, are called up or arrive late (RULES 5 and 7).

Each action reads the roster under its lock, asks the rule (rules.attendance), saves what the new roster says, and logs.
"""

from __future__ import annotations

from tournament import current_time, words
from tournament.actions.base import action, lock_competition, lock_for_people, log
from tournament.actions.group_people import check_namesake, known_person, lock_people, person_named
from tournament.actions.meetings import meeting_sentence
from tournament.actions.newcomers import entry_of, player_of
from tournament.actions.reasons import keep_reason
from tournament.actions.roster import lock_roster, save_roster
from tournament.actions.settled_wishes import settle_empty_chair, settle_substitution
from tournament.attendance_words import group_comes_first
from tournament.log_facts import AReason
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, Group, Seat
from tournament.permissions import Actor, may_check_in, may_enter_for, may_organise, may_seat, require
from tournament.queries.grades import grades_instead
from tournament.queries.standing import read_standing
from tournament.queries.substitutes import read_substitutes
from tournament.rules import names
from tournament.rules.attendance import calling_up, coming_back, going, late_arrival, substitution
from tournament.rules.attendance.order_of_call import is_passed_over, place_in_call
from tournament.rules.attendance.roster import Roster, RosterSeat
from tournament.rules.entries import Status
from tournament.rules.errors import NeedsConfirmation, NotFound


def _entry(competition: Competition, pk: int) -> Entry:
    entry = competition.entries.select_related("group", "competitor").exclude(code="").filter(pk=pk).first()
    if entry is None:
        raise NotFound("There is no such entry in this competition.")
    return entry


def _seat_now(competition: Competition, entry: Entry) -> Seat | None:
    """This person's seat in the open round."""
    open_round = read_standing(competition, current_time.now()).open
    if open_round is None:
        return None
    return Seat.objects.filter(round=open_round.pk, entry=entry).select_related("table").first()


def _may_seat(by: Actor, competition: Competition, entry: Entry) -> bool:
    """Whether `by` may change this person's seat. Somebody without a seat may be a player between two rounds; only
    people who were never drawn count as waiting to be called."""
    seat = _seat_now(competition, entry)
    return may_seat(by, competition.event_id, seat, waits=seat is None and entry.status == Status.NOT_DRAWN)


@action
def mark_gone(*, by: Actor, competition: int, entry: int, next_round: bool = False, request: str = "") -> int:
    """Mark somebody as gone, because they are not there or leave. Their chair is empty. With `next_round` it stays as
    it is until the next round. Answers the round from which on they are gone."""
    locked = lock_competition(competition)
    leaving = _entry(locked, entry)
    roster = lock_roster(locked)
    require(_may_seat(by, locked, leaving), by)
    after = going.leave(roster, leaving.code, next_round=next_round)
    save_roster(locked, roster, after)
    settle_empty_chair(leaving)
    left = after.players[leaving.code].left
    assert left is not None
    log(by, locked, Happened.GONE, request, entry=leaving.travel_id, round=left)
    return left


@action
def mark_back(*, by: Actor, competition: int, entry: int, request: str = "") -> None:
    """Mark somebody who was gone as back. Their chair is theirs again from the next deal on."""
    locked = lock_competition(competition)
    returning = _entry(locked, entry)
    roster = lock_roster(locked)
    require(_may_seat(by, locked, returning), by)
    save_roster(locked, roster, coming_back.come_back(roster, returning.code))
    log(by, locked, Happened.BACK, request, entry=returning.travel_id)


@action
def substitute(
    *, by: Actor, competition: int, entry: int, name: str, why: str = "", note: str = "", sure: bool = False,
    ask: bool = False, request: str = "",
) -> int:  # fmt: skip
    """Give the seat to somebody of the same group, entered or not, until the first hand of that round is dealt. An
    organiser may override that with a reason. In an event without groups it may be anybody. It asks if they may be
    somebody known in another spelling and, with `ask`, about the substitution itself, once it is certain that it can be
    made. Answers the substitute's entry."""
    locked = lock_for_people(competition)
    leaving = _entry(locked, entry)
    roster = lock_roster(locked)
    at_the_table = _may_seat(by, locked, leaving)
    require(at_the_table or may_enter_for(by, leaving.group), by)
    place = substitution.check_seat_still_played(roster, leaving.code)
    home = _home(locked, place.seat, leaving)
    require(at_the_table or may_enter_for(by, home), by)
    reason: AReason = keep_reason(locked.event_id, why, note) if why.strip() or note.strip() else {"why": ""}
    override = bool(reason["why"]) and may_organise(by, locked.event_id)
    how = {"override": override, "sure": sure, "ask": ask and not sure}
    taking = _take_over(locked, roster, leaving, home, names.clean(name), **how)
    seated = {"entry": leaving.travel_id, "substitute": taking.travel_id}
    log(by, locked, Happened.SUBSTITUTED, request, **seated, round=place.round.number, **reason)
    return taking.pk


def _take_over(
    competition: Competition, roster: Roster, leaving: Entry, home: Group, name: str,
    *, override: bool, sure: bool, ask: bool,
) -> Entry:  # fmt: skip
    """Seat the group's person of this name, entered or not. Answers their entry. What cannot be done is refused before
    anything is asked."""
    lock_people(home)
    person = known_person(home, name)
    player = player_of(competition, roster, person, home)
    grades = grades_instead(competition, person) if person else ()
    after = substitution.substitute(roster, leaving.code, player, override=override, grade=words.listed(grades))
    check_namesake(home, name, sure=sure)
    if ask:
        raise NeedsConfirmation(_question(roster, after, (str(person or name), player.code), leaving))
    taking = entry_of(competition, person or person_named(home, name), player)
    save_roster(competition, roster, after)
    settle_substitution(leaving, str(taking.competitor))
    return taking


def _question(before: Roster, after: Roster, comes: tuple[str, str], leaving: Entry) -> str:
    """The question to ask: who comes in, by name and code, for whom, and what happens to both in the order of call."""
    name, code = comes
    return words.substitution_asked(
        name,
        str(leaving.competitor),
        gives_up=place_in_call(before, code),
        gets_back=place_in_call(after, leaving.code),
        passed_over=is_passed_over(after, leaving.code),
    )


def _home(competition: Competition, seat: RosterSeat, sitter: Entry) -> Group:
    """The group that the seat belongs to. A called-up player may sit for another group. Its people are known by name,
    and a namesake in another group is another person."""
    if not seat.stands_for:
        return sitter.group
    return Entry.objects.select_related("group").get(competition=competition, code=seat.stands_for).group


@action
def call_up(*, by: Actor, competition: int, entry: int, sure: bool = False, request: str = "") -> int:
    """Give a no-show's seat to the next in the order of call, before round 1 only. If somebody of the no-show's group
    is there, who comes first, or two of a group would meet at the table, it asks first. Answers who was called up."""
    locked = lock_competition(competition)
    require(may_check_in(by, locked.event_id), by)
    missing = _entry(locked, entry)
    roster = lock_roster(locked)
    after = calling_up.call_up(roster, missing.code)
    called = _called_entry(locked, calling_up.next_in_call(roster).code)
    if not sure:
        _ask_about_the_call(locked, roster, after, missing, called)
    save_roster(locked, roster, after)
    settle_empty_chair(missing)
    log(by, locked, Happened.CALLED_UP, request, entry=missing.travel_id, called=called.travel_id)
    return called.pk


def _ask_about_the_call(competition: Competition, before: Roster, after: Roster, missing: Entry, called: Entry) -> None:
    """Both questions at once: one answer is for both."""
    meeting = calling_up.whom_they_meet(after, called.code)
    doubts = [
        _who_comes_first(competition, before, missing, called),
        meeting_sentence(competition, meeting) if meeting else "",
    ]
    if any(doubts):
        anyway = f"Call up {words.isolated(str(called.competitor))} anyway?"
        raise NeedsConfirmation(" ".join(filter(None, [*doubts, anyway])))


def _who_comes_first(competition: Competition, roster: Roster, missing: Entry, called: Entry) -> str:
    """Who of the group is there and could play: they come before the order of call, unless it calls one of them."""
    place = substitution.check_seat_still_played(roster, missing.code)
    home = _home(competition, place.seat, missing)
    if not home.name or called.group_id == home.pk:
        return ""
    about = {"sitter": missing.competitor_id, "home": home.pk, "round_number": place.round.number}
    offered = read_substitutes(competition, **about)
    return group_comes_first([person.name for person in offered if person.is_here and not person.grade], str(home))


def _called_entry(competition: Competition, code: str) -> Entry:
    return Entry.objects.get(competition=competition, code=code)


@action
def arrive_late(
    *, by: Actor, competition: int, group: int = 0, name: str, sure: bool = False, request: str = ""
) -> int:
    """Seat a late arrival to a rotation: at the table with fewest players, from the next round. Refused if every table
    is full. They are at the desk, so they count as here. If they may be somebody known in another spelling, it asks."""
    locked = lock_for_people(competition)
    require(may_organise(by, locked.event_id), by)
    home = Group.objects.filter(pk=group, event=locked.event_id).first()
    if home is None and not group and not locked.event.has_groups:
        home = Group(event_id=locked.event_id)
    if home is None:
        raise NotFound("There is no such group in this event.")
    roster = lock_roster(locked)
    joins = late_arrival.check_can_join(roster)
    name = names.clean(name)
    lock_people(home)
    check_namesake(home, name, sure=sure)
    person = person_named(home, name)
    player = player_of(locked, roster, person, home)
    after = late_arrival.arrive_late(roster, player)
    late = entry_of(locked, person, player)
    save_roster(locked, roster, after)
    Competitor.objects.filter(pk=late.competitor_id, here_at__isnull=True).update(here_at=current_time.now())
    log(by, locked, Happened.ARRIVED_LATE, request, entry=late.travel_id, round=joins)
    return late.pk
