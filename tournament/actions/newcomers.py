"""Entries made after the seal: substitutes and late arrivals that were not on the list. Their codes follow its last."""

from __future__ import annotations

import re

from tournament.models import Competition, Competitor, Entry, Group
from tournament.rules.entries import Kind
from tournament.rules.errors import EntryRefused


def entry_of(competition: Competition, person: Competitor) -> Entry:
    """This person's entry, made if there is none; who withdrew before the seal may come after all."""
    entry = Entry.objects.filter(competition=competition, competitor=person).first()
    if entry is not None and entry.code:
        return entry
    entry = coded(competition, entry or Entry(competition=competition, competitor=person, group=person.group))
    entry.save()
    return entry


def coded(competition: Competition, entry: Entry) -> Entry:
    """An entry that was not on the list, with the codes that follow it; nothing is saved."""
    last = competition.entries.order_by("-code").values_list("code", flat=True)[0]
    entry.kind = entry.kind or Kind.ENTRY
    entry.code, entry.group_code = _next_code(last), _group_code(competition, entry.group)
    entry.listed, entry.withdrawn_at = False, None
    return entry


def _next_code(code: str) -> str:
    """E064 → E065, in the same width."""
    following = str(int(code[1:]) + 1).zfill(len(code) - 1)
    if len(following) >= len(code):
        raise EntryRefused("No more people can be added to this competition.")
    return code[0] + following


def _group_code(competition: Competition, group: Group) -> str:
    known = competition.entries.filter(group=group).exclude(group_code="").values_list("group_code", flat=True)
    last = competition.entries.order_by("-group_code").values_list("group_code", flat=True)[0]
    assert re.fullmatch(r"G\d+", last)
    return known[0] if known else _next_code(last)
