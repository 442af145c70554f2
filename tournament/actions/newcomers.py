"""Entries made after the seal: substitutes and late arrivals that were not on the list."""

from __future__ import annotations

from tournament.models import Competition, Competitor, Entry, Group
from tournament.rules.attendance.newcomers import newcomer
from tournament.rules.attendance.roster import Player, Roster
from tournament.rules.entries import Kind


def player_of(competition: Competition, roster: Roster, person: Competitor | None, home: Group) -> Player:
    """This person's line on the roster, or a new one with the codes that follow. None is somebody new of this group, or
    of a group of their own where the event has no groups."""
    entry = Entry.objects.filter(competition=competition, competitor=person).first() if person else None
    if entry and entry.code:
        return roster.players[entry.code]
    group = person.group_id if person else home.pk if home.name else 0
    return newcomer(roster, roster.groups.get(group, ""))


def entry_of(competition: Competition, person: Competitor, player: Player) -> Entry:
    """Find or make the entry for a line of the roster. Somebody who withdrew before the draw was sealed may still
    come."""
    entry = Entry.objects.filter(competition=competition, competitor=person).first()
    if entry is not None and entry.code:
        return entry
    entry = entry or Entry(competition=competition, competitor=person, group=person.group)
    entry.kind = entry.kind or Kind.ENTRY
    entry.code, entry.group_code = player.code, player.group
    entry.listed, entry.withdrawn_at = False, None
    entry.save()
    return entry
