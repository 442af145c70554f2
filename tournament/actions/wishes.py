"""A coordinator asks for what the rules leave to the organiser, who grants it or declines (RULES 5): somebody else in a
place, an empty chair, a spelling that looks like somebody else."""

from __future__ import annotations

from typing import Any, Final

from tournament import current_time
from tournament.actions import attendance, spelling
from tournament.actions.base import action, check_names_kept, lock_competition, lock_with_event, log, reason
from tournament.actions.group_people import check_namesake
from tournament.actions.reasons import keep_reason
from tournament.actions.registration import replace_on_list, take_off_list
from tournament.log_kinds import Happened
from tournament.models import Competition, Entry, Wish
from tournament.permissions import Actor, may_enter_for, may_organise, require
from tournament.queries.standing import read_standing
from tournament.queries.wishes import has_seat
from tournament.rules import names
from tournament.rules.attendance.asking import WishKind, check_asking, check_granting
from tournament.rules.errors import EntryRefused, NotFound, Refused, ReplacesWish, Stale
from tournament.rules.reasons import Reason

_IN_WORDS: Final = {
    WishKind.SUBSTITUTION: "asked for {name} instead of {person}",
    WishKind.EMPTY_CHAIR: "said that nobody will play instead of {person}",
    WishKind.SPELLING: "asked for the spelling “{name}” of {person}",
}


@action
def ask_substitution(
    *, by: Actor, entry: int, name: str, why: str, sure: bool = False, replace: bool = False, request: str = ""
) -> int:
    """Ask for somebody else in this entry's place, any time from closing to the end: before the draw is published,
    or after a hand is dealt, only an organiser can do it. Asking again changes the wish, and with `replace` one of
    another kind. Who may be somebody known in another spelling is asked about. The reason stays out of the log, which
    nobody can change: it may name somebody."""
    found, locked = _lock_place(by, entry)
    _check_asking(locked, found)
    name, why = names.clean(name), reason(why)
    if names.folded(name) == names.folded(found.competitor.name):
        raise EntryRefused("That’s the same person.")
    check_namesake(found.group, name, sure=sure)
    log(by, locked, Happened.SUBSTITUTION_ASKED, request, entry=found.travel_id)
    return _save_wish(found, WishKind.SUBSTITUTION, name, why, replace=replace)


@action
def ask_empty_chair(*, by: Actor, entry: int, why: str, replace: bool = False, request: str = "") -> int:
    """Say that this person is not coming and nobody plays instead, when somebody else could be asked for too. The
    organiser empties the chair, or calls up the next; until the draw is sealed they come off the list."""
    found, locked = _lock_place(by, entry)
    _check_asking(locked, found)
    if found.left is not None:
        raise EntryRefused("This person is already marked as not coming.")
    why = reason(why)
    log(by, locked, Happened.EMPTY_CHAIR_ASKED, request, entry=found.travel_id)
    return _save_wish(found, WishKind.EMPTY_CHAIR, "", why, replace=replace)


@action
def ask_spelling(
    *, by: Actor, entry: int, name: str, why: str, sure: bool = False, replace: bool = False, request: str = ""
) -> int:
    """Ask for a spelling that looks like somebody else, at any time: an organiser can confirm that it is the same
    person. One with the letters of another of the group is asked about."""
    found, locked = _lock_place(by, entry)
    name, why = names.clean(name), reason(why)
    spelling.check_new_spelling(found.competitor, name)
    check_namesake(found.group, name, sure=sure, respelt=found.competitor)
    log(by, locked, Happened.SPELLING_ASKED, request, entry=found.travel_id)
    return _save_wish(found, WishKind.SPELLING, name, why, replace=replace)


def _lock_place(by: Actor, entry: int) -> tuple[Entry, Competition]:
    """An entry that was not withdrawn and for whose group this person may ask. Its competition is locked."""
    found = Entry.objects.select_related("group", "competitor").filter(pk=entry, withdrawn_at__isnull=True).first()
    if found is None:
        raise NotFound("That entry no longer exists.")
    require(may_enter_for(by, found.group), by)
    locked = lock_competition(found.competition_id)
    check_names_kept(locked.event)
    return found, locked


def _check_asking(competition: Competition, entry: Entry) -> None:
    standing = read_standing(competition, current_time.now())
    check_asking(standing, has_seat(standing, entry.pk))


def _save_wish(entry: Entry, kind: WishKind, name: str, why: str, *, replace: bool) -> int:
    """There is one open wish for an entry: asking again changes it. One of another kind is asked about first."""
    wish = Wish.objects.filter(entry=entry, answered_at__isnull=True).first() or Wish(entry=entry, kind=kind)
    if wish.kind != kind and not replace:
        asked = _IN_WORDS[WishKind(wish.kind)].format(name=wish.name, person=entry.competitor)
        raise ReplacesWish(f"You already {asked}, and the organiser hasn’t answered yet. Replace it?")
    wish.kind, wish.name, wish.why, wish.asked_at = kind, name, why, current_time.now()
    wish.save()
    return wish.pk


@action
def answer_wish(
    *, by: Actor, wish: int, name: str, granted: bool, why: str = "", kind: str = WishKind.SUBSTITUTION,
    request: str = "",
) -> None:  # fmt: skip
    """Grant it, with the organiser's right to override, or decline with a word. `kind` and `name` are what was on the
    screen: if the group asks for something else by now, it is shown and nothing is done."""
    locked, found = _lock_wish(by, wish)
    if found.answered_at is not None:
        raise Refused("This request has already been answered.")
    if (found.kind, found.name) != (kind, name):
        raise Stale("The group has since asked for something else.", theirs=_asked(found.name), yours=_asked(name))
    found.answered_at, found.granted = current_time.now(), granted
    found.answer = reason(why) if why.strip() or not granted else ""
    if granted:
        _grant(by, locked, found, request)
    else:
        declined = keep_reason(locked.event_id, Reason.OTHER, found.answer)
        log(by, locked, Happened.SUBSTITUTION_DECLINED, request, entry=found.entry.travel_id, **declined)
    # Last, because granting may lock the group, and whoever has locked it may be about to rename what its wishes say.
    found.save(update_fields=["answered_at", "granted", "answer"])


def _lock_wish(by: Actor, wish: int) -> tuple[Competition, Wish]:
    """The wish as it is now, and its competition, locked with the event, which granting a spelling needs. Erasing
    names may have deleted it meanwhile."""
    asked = Wish.objects.filter(pk=wish)
    competition = asked.values_list("entry__competition", flat=True).first()
    if competition is None:
        raise NotFound("There is no such request.")
    locked = lock_with_event(competition)
    require(may_organise(by, locked.event_id), by)
    found = asked.select_related("entry__competitor").first()
    if found is None:
        raise NotFound("This request is no longer there.")
    return locked, found


def _asked(name: str) -> dict[str, str]:
    return {"name": name or "nobody instead"}


def _grant(by: Actor, competition: Competition, wish: Wish, request: str) -> None:
    """What is granted is this step's line in the log, with the organiser's note; the group's reason stays in the wish.
    Whether the group means somebody known in another spelling it was asked itself."""
    told: dict[str, Any]
    if wish.kind == WishKind.SPELLING:
        person = wish.entry.competitor
        told = {"same_person": True, "sure": True, "why": wish.answer or "asked by the group"}
        spelling.respell(by=by, competitor=person.pk, name=wish.name, was=person.name, **told)
        return
    standing = read_standing(competition, current_time.now())
    check_granting(standing)
    if standing.latest is None:
        _change_list(by, competition, wish, request)
    elif wish.kind == WishKind.EMPTY_CHAIR:
        attendance.mark_gone(by=by, competition=competition.pk, entry=wish.entry_id)
    else:
        told = {"why": Reason.ASKED_BY_GROUP, "note": wish.answer, "sure": True}
        attendance.substitute(by=by, competition=competition.pk, entry=wish.entry_id, name=wish.name, **told)


def _change_list(by: Actor, competition: Competition, wish: Wish, request: str) -> None:
    """Until the draw is sealed nobody has a seat: the organiser changes the list on the group's behalf."""
    if wish.kind == WishKind.EMPTY_CHAIR:
        take_off_list(by, competition, wish.entry, request)
    else:
        asked = keep_reason(competition.event_id, Reason.ASKED_BY_GROUP, wish.answer)
        replace_on_list(by, competition, wish.entry, wish.name, asked, request)
