"""A coordinator asks for a substitution that the rules leave to the organiser, who grants it or declines (RULES 5)."""

from __future__ import annotations

from django.utils import timezone

from tournament.actions import attendance
from tournament.actions.base import action, check_names_kept, lock_competition, log, reason
from tournament.actions.registration import replace_on_list
from tournament.log_kinds import Happened
from tournament.models import Competition, Entry, Wish
from tournament.permissions import Actor, may_enter_for, may_organise, require
from tournament.queries.standing import read_standing
from tournament.queries.wishes import has_seat
from tournament.rules import names
from tournament.rules.attendance.asking import check_asking, check_granting
from tournament.rules.errors import EntryRefused, NotFound, Refused, Stale


@action
def ask_substitution(*, by: Actor, entry: int, name: str, why: str, request: str = "") -> int:
    """Ask for somebody else in this entry's place, any time from closing to the end: before the draw is published,
    or after a hand is dealt, only an organiser can do it. Asking again changes the wish. The reason stays out of the
    log, which nobody can change: it may name somebody."""
    found = Entry.objects.select_related("group", "competitor").filter(pk=entry, withdrawn_at__isnull=True).first()
    if found is None:
        raise NotFound("There is no such entry any more.")
    require(may_enter_for(by, found.group), by)
    locked = lock_competition(found.competition_id)
    check_names_kept(locked.event)
    standing = read_standing(locked, timezone.now())
    check_asking(standing, has_seat(standing, found.pk))
    name, why = names.clean(name), reason(why)
    if names.folded(name) == names.folded(found.competitor.name):
        raise EntryRefused("That is the same person.")
    wish = Wish.objects.filter(entry=found, answered_at__isnull=True).first() or Wish(entry=found)
    wish.name, wish.why, wish.asked_at = name, why, timezone.now()
    wish.save()
    log(by, locked, Happened.SUBSTITUTION_ASKED, request, entry=found.pk)
    return wish.pk


@action
def answer_substitution(*, by: Actor, wish: int, name: str, granted: bool, why: str = "", request: str = "") -> None:
    """Grant it, which is a substitution with the organiser's right to override, or decline with a word. `name` is who
    was on the screen: if the group asks for somebody else by now, it is shown and nothing is done."""
    found = Wish.objects.select_related("entry").filter(pk=wish).first()
    if found is None:
        raise NotFound("There is no such wish.")
    locked = lock_competition(found.entry.competition_id)
    require(may_organise(by, locked.event_id), by)
    found.refresh_from_db(fields=["name", "why", "answered_at"])
    if found.answered_at is not None:
        raise Refused("This wish was answered already.")
    if found.name != name:
        raise Stale("The group asks for somebody else by now.", theirs={"name": found.name}, yours={"name": name})
    found.answered_at, found.granted = timezone.now(), granted
    found.answer = reason(why) if why.strip() or not granted else ""
    found.save(update_fields=["answered_at", "granted", "answer"])
    if granted:
        _grant(by, locked, found, request)
    else:
        log(by, locked, Happened.SUBSTITUTION_DECLINED, request, entry=found.entry_id, why=found.answer)


def _grant(by: Actor, competition: Competition, wish: Wish, request: str) -> None:
    """The substitution is this step's line in the log, with the organiser's reason; the group's stays in the wish.
    Until the draw is sealed nobody has a seat: the organiser changes the list on the group's behalf."""
    standing = read_standing(competition, timezone.now())
    check_granting(standing)
    why = wish.answer or "asked by the group"
    if standing.latest is None:
        replace_on_list(by, competition, wish.entry, wish.name, why, request)
        return
    attendance.substitute(by=by, competition=competition.pk, entry=wish.entry_id, name=wish.name, why=why)
