"""Fixing how somebody's name is spelt, at any time: before closing, after the seal, at the table (RULES 5)."""

from __future__ import annotations

from tournament.actions.base import action, lock_event, reason
from tournament.actions.group_people import check_namesake, known_person, lock_people, spell
from tournament.models import Competitor, FormerName
from tournament.permissions import Actor, may_enter_for, may_organise, require
from tournament.rules import names
from tournament.rules.errors import EntryRefused, NeedsConfirmation, NotARespelling, NotFound, Stale


@action
def respell(
    *, by: Actor, competitor: int, name: str, was: str, same_person: bool = False, why: str = "", sure: bool = False,
    request: str = "",
) -> None:  # fmt: skip
    """Spell a person's name in another way. What is not plainly a respelling is somebody else, and a substitution,
    unless an organiser says that it is the same person, with a reason. A spelling with the letters of somebody else in
    the group is asked about; `sure`, they are two people. `was` is the name that was on the form: if somebody else
    changed it meanwhile, both are shown and nothing is overwritten."""
    person = _lock_person(by, competitor)
    name = names.clean(name)
    if person.name == name != was:
        return  # somebody else fixed it in the same way
    if person.name != was:
        raise Stale(
            "Somebody else changed this name since you opened it. Which one is right?",
            theirs={"name": person.name},
            yours={"name": name},
        )
    check_new_spelling(person, name)
    is_plain = _is_plain(person, name)
    if not is_plain:
        _check_same_person(by, person, name, same_person)
    check_namesake(person.group, name, sure=sure, respelt=person)
    spell(by, person, name, "" if is_plain else reason(why), request)


def _lock_person(by: Actor, competitor: int) -> Competitor:
    """The person, with the event and the group's people locked: names may be erased, and another of the group may get
    this name."""
    found = Competitor.objects.select_related("group").filter(pk=competitor).first()
    if found is None:
        raise NotFound("There is no such person.")
    require(may_enter_for(by, found.group), by)
    lock_event(found.event_id)
    lock_people(found.group)
    again = Competitor.objects.select_related("group").filter(pk=competitor, group=found.group_id).first()
    if again is None:
        raise NotFound("That person is no longer on the list.")
    return again


def check_new_spelling(person: Competitor, name: str) -> None:
    """Refuse what changes nothing, and the name of somebody else in the group."""
    if person.name == name:
        raise EntryRefused(f"It’s already spelt “{name}”. Change a letter, then save.")
    other = known_person(person.group, name)
    if other is not None and other.pk != person.pk:
        has = f"{person.group} has somebody else" if person.group.name else "There is somebody else"
        raise EntryRefused(f"{has} called {other}. If they’re the same person, withdraw one of the two entries.")


def _is_plain(person: Competitor, name: str) -> bool:
    """Judged by the name as it is, and as it was before the first respelling since an organiser confirmed one:
    otherwise one letter at a time would make anybody of anybody."""
    former = list(FormerName.objects.filter(competitor=person).order_by("pk").values_list("name", "why"))
    confirmed = max((place for place, (_, why) in enumerate(former, 1) if why), default=0)
    since = [spelling for spelling, _ in former[confirmed:]]
    return all(names.is_respelt(spelling, name) for spelling in (person.name, *since[:1]))


def _check_same_person(by: Actor, person: Competitor, name: str, same_person: bool) -> None:
    if not may_organise(by, person.event_id):
        raise NotARespelling(
            f"“{name}” looks like somebody else, not another spelling of “{person}”. If somebody else is playing, "
            "substitute them. If it’s the same person, ask the organiser to fix the name."
        )
    if not same_person:
        raise NeedsConfirmation(
            f"“{name}” looks like somebody else, not another spelling of “{person}”. Is it the same person?"
        )
