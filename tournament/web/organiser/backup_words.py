"""The backups of this laptop, in words: for the overview, the keeper's page and the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from tournament.backups.files import BackupReason
from tournament.backups.restoring import RestorePlan
from tournament.backups.status import BackupPlace, BackupStatus, BackupTrouble
from tournament.words import count, listed

REASONS: Final = {
    BackupReason.REGULAR: "made by itself",
    BackupReason.ROUND: "after a round was closed",
    BackupReason.BY_HAND: "made by hand",
    BackupReason.UPDATE: "before an update",
    BackupReason.ERASE: "before names were erased",
    BackupReason.ERASED: "after names were erased",
    BackupReason.REMOVE: "before an event was removed",
    BackupReason.RESTORE: "before a backup was restored",
}


@dataclass(frozen=True)
class BackupWords:
    """How the backups are, in two lines, and what is wrong, with what helps."""

    headline: str
    where: str
    troubles: tuple[str, ...] = ()


def status_in_words(status: BackupStatus, now: datetime) -> BackupWords:
    """What the overview says."""
    places = [place for place in (status.laptop, status.second) if place]
    troubles = tuple(trouble_in_words(place, is_second=place is status.second) for place in places if place.trouble)
    newest = max((place.newest for place in places if place.newest), key=lambda backup: backup.number, default=None)
    if newest is None:
        return BackupWords("No backup yet", "The first is made by itself once something is saved.", troubles)
    found = [place for place in places if place.newest and place.newest.number == newest.number]
    where = f"On {listed([place_in_words(place, is_second=place is status.second) for place in found])}."
    unchanged = " Nothing has changed since." if status.nothing_changed else ""
    return BackupWords(f"Last backup {ago(newest.made_at, now)}, checked", where + unchanged, troubles)


def place_in_words(place: BackupPlace, *, is_second: bool) -> str:
    """Where a backup is."""
    if not is_second:
        return "this laptop"
    return "the stick" if place.is_stick else "the second folder"


def trouble_in_words(place: BackupPlace, *, is_second: bool) -> str:
    """Why no new backup is there, and what to do."""
    if not is_second:
        return _trouble_of_laptop(place)
    name = place_in_words(place, is_second=True)
    goes_on = "Backups still go to this laptop."
    if place.trouble is BackupTrouble.AWAY:
        return f"The stick isn’t plugged in. {goes_on}" if place.is_stick else f"{_begin(name)} isn’t there. {goes_on}"
    if place.trouble is BackupTrouble.FULL:
        room = f"{place.megabytes_wanted} MB of room" if place.megabytes_wanted else "room"
        return f"{_begin(name)} is full: make {room} on it. {goes_on}"
    if place.trouble is BackupTrouble.REFUSED:
        return f"Turntable may not write to {name}. Choose another folder. {goes_on}"
    return f"The last backup couldn’t be copied to {name}. Turntable keeps trying. {goes_on}"


def _trouble_of_laptop(place: BackupPlace) -> str:
    if place.trouble is BackupTrouble.FULL:
        room = f"at least {place.megabytes_wanted} MB" if place.megabytes_wanted else "some room"
        return f"This laptop’s disk has too little room for another backup. Free {room}."
    if place.trouble is BackupTrouble.REFUSED:
        return f"Turntable may not write to {place.folder}, so there is no new backup. Allow it again."
    return "The last backup failed. Turntable keeps trying; its log says why."


def _begin(words: str) -> str:
    return words[:1].upper() + words[1:]


def ago(moment: datetime, now: datetime) -> str:
    """How long ago it was; longer ago than a day, when."""
    minutes = max(timedelta(), now - moment) // timedelta(minutes=1)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{count(minutes, 'minute')} ago"
    if minutes < 24 * 60:
        return f"{count(minutes // 60, 'hour')} ago"
    return f"on {timezone.localtime(moment):%-d %B at %H:%M}"


def lost_in_words(plan: RestorePlan) -> str:
    """What would be gone that is there now."""
    if plan.now is None:
        return "What is there now can’t be read, so nobody can say what would be lost."
    parts = [
        count(plan.lost(what), thing)
        for what, thing in (("hands", "hand"), ("entries", "entry"), ("log_lines", "log line"))
        if plan.lost(what)
    ]
    if not parts:
        return "There’s nothing now that this backup doesn’t have."
    return f"{_begin(listed(parts))} would be lost: {'they were' if _are_many(plan) else 'it was'} saved since."


def _are_many(plan: RestorePlan) -> bool:
    return sum(plan.lost(what) for what in ("hands", "entries", "log_lines")) > 1
