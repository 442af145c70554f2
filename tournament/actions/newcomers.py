"""Entries made after the seal: substitutes and late arrivals that were not on the list."""

from __future__ import annotations

from tournament.models import Competition, Competitor, Entry
from tournament.rules.attendance.newcomers import newcomer
from tournament.rules.attendance.roster import Player, Roster
from tournament.rules.entries import Kind


def player_of(competition: Competition, roster: Roster, person: Competitor | None, group: int) -> Player:
    """This person's line on the roster, or a new one with the codes that follow. None is somebody new of this group."""
    entry = Entry.objects.filter(competition=competition, competitor=person).first() if person else None
    return roster.players[entry.code] if entry and entry.code else newcomer(roster, roster.groups.get(group, ""))


def entry_of(competition: Competition, person: Competitor, player: Player) -> Entry:
    """The entry of a line on the roster, made if there is none. Somebody who withdrew before the seal may come after
    all."""
    entry = Entry.objects.filter(competition=competition, competitor=person).first()
    if entry is not None and entry.code:
        return entry
    entry = entry or Entry(competition=competition, competitor=person, group=person.group)
    entry.kind = entry.kind or Kind.ENTRY
    entry.code, entry.group_code = player.code, player.group
    entry.listed, entry.withdrawn_at = False, None
    entry.save()
    return entry
