"""Every address of the project, whose it is, and what it is about: an address without a row here fails the walk.

A row says who may open it (`whose`), with what in the address (`about`, from one of two worlds alike in everything
but their people), and what it may be sent (`sent`: a form's fields; None where nothing is ever sent).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone

from tests.cast import OUT, Day
from tests.followed import code_of
from tournament.backups import making
from tournament.backups.files import BackupReason, backups_in, own_folder
from tournament.models import Competition, Entry, Event, Group, Import, Print, Screen, Slide, Wish

EVERYONE: Final = "everyone"
ORGANISER: Final = "organiser"
COORDINATOR: Final = "coordinator"
UMPIRE: Final = "whoever holds the table’s key"
ANY_UMPIRE: Final = "whoever holds a key of the competition"
SIGNED_IN: Final = "whoever is signed in"
MC: Final = "the event’s MC"
HELPER: Final = "a helper at the event’s check-in desk"
ANY_ORGANISER: Final = "whoever organises something"
KEEPER: Final = "whoever keeps the laptop"


@dataclass(frozen=True)
class World:
    """An event with a published draw, and all that addresses can be about."""

    day: Day

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.day.event)

    @property
    def competition(self) -> Competition:
        return self.day.competition

    @property
    def group(self) -> Group:
        return Group.objects.filter(event=self.day.event).earliest("pk")

    @property
    def other_group(self) -> Group:
        return Group.objects.filter(event=self.day.event).order_by("pk")[1]

    @property
    def entry(self) -> Entry:
        return Entry.objects.filter(group=self.group).earliest("pk")

    @property
    def wish(self) -> Wish:
        asked = Wish.objects.filter(entry=self.entry).first()
        return asked or Wish.objects.get(pk=self.day.ask(str(self.entry.competitor), "Ivy King"))


About = Callable[[World], dict[str, Any]]


def nothing(world: World) -> dict[str, Any]:
    return {}


def slug(world: World) -> dict[str, Any]:
    return {"slug": world.competition.slug}


def event(world: World) -> dict[str, Any]:
    return {"event": world.event.slug}


def competition(world: World) -> dict[str, Any]:
    return event(world) | {"competition": world.competition.slug}


def one_table(world: World) -> dict[str, Any]:
    return competition(world) | {"number": 1}


def one_hand(world: World) -> dict[str, Any]:
    """Recorded once, and left there."""
    if not world.day.table(1).hands.exists():
        world.day.stage = "published"  # as the database has it: what an earlier test started is undone
        world.day.hand(1, [OUT, 10, 20])
    return one_table(world) | {"hand": 1}


def one_entry(world: World) -> dict[str, Any]:
    return competition(world) | {"entry": world.entry.pk}


def upload(world: World) -> dict[str, Any]:
    """A list that waits to be saved."""
    about = {"competition": world.competition, "by": "Ruth Katoa"}
    found = {
        "fresh": 1,
        "entries": 1,
        "reserves": 0,
        "groups": ["Zion"],
        "first": [[2, "Zion", "Ivy King", "entry", ""]],
    }
    seen = {"step": "checked", "found": found, "touched_at": timezone.now()}
    return competition(world) | {"upload": Import.objects.get_or_create(**about, defaults=seen)[0].pk}


def one_paper(world: World) -> dict[str, Any]:
    """A file that was made."""
    about = {"competition": world.competition, "what": "tables", "round": 1, "paper": "a4"}
    made = {"step": "ready", "pages": 1, "content": b"%PDF-", "touched_at": timezone.now()}
    return competition(world) | {"paper": Print.objects.get_or_create(**about, defaults=made)[0].pk}


def group(world: World) -> dict[str, Any]:
    return {"group": world.group.pk}


def entry(world: World) -> dict[str, Any]:
    return group(world) | {"entry": world.entry.pk}


def one_screen(world: World) -> dict[str, Any]:
    """A screen that belongs to the event."""
    now, number = timezone.now(), 1000 + world.day.event % 9000
    made = {"key_hash": f"screen of {world.day.event}", "made_at": now, "last_seen": now, "event": world.event}
    return event(world) | {"screen": Screen.objects.get_or_create(number=number, defaults=made)[0].pk}


def one_slide(world: World) -> dict[str, Any]:
    found, _ = Slide.objects.get_or_create(event=world.event, title="Lunch", defaults={"position": 1})
    return event(world) | {"slide": found.pk}


@dataclass(frozen=True)
class Address:
    """One row. `opens` is the status it answers when it may be opened: 200, or a redirect, or 405 where it is only
    ever sent something."""

    whose: str
    about: About = nothing
    opens: int = 200
    sent: dict[str, Any] | None = None

    def takes(self, method: str) -> bool:
        """Whether it is ever asked in this way."""
        return self.opens != 405 if method == "GET" else self.sent is not None


def one_backup(world: World) -> dict[str, Any]:
    """The laptop's newest backup."""
    backup = next(iter(backups_in(own_folder())), None) or making.make(BackupReason.BY_HAND)
    return {"number": backup.number}


ADDRESSES: Final[dict[str, Address]] = {
    "first-page": Address(EVERYONE),
    "competition": Address(EVERYONE, slug),
    "draw": Address(EVERYONE, slug),
    "draw-page": Address(EVERYONE, lambda world: slug(world) | {"page": 1}),
    "draw-list": Address(EVERYONE, slug),
    "results": Address(EVERYONE, slug),
    "results-page": Address(EVERYONE, lambda world: slug(world) | {"page": 1}),
    "standings": Address(EVERYONE, slug),
    "standings-page": Address(EVERYONE, lambda world: slug(world) | {"page": 1}),
    "robots": Address(EVERYONE),
    "event-page": Address(EVERYONE, event),
    "hall-message": Address(EVERYONE, event),
    "event-person": Address(
        EVERYONE, lambda world: event(world) | {"code": code_of(world.entry.competitor_id)}, sent={}
    ),
    "hide-person": Address(
        MC, lambda world: event(world) | {"person": world.entry.competitor.travel_id}, 405, {"do": "hide"}
    ),
    "round": Address(EVERYONE, lambda world: slug(world) | {"number": 1}),
    "round-page": Address(EVERYONE, lambda world: slug(world) | {"number": 1, "page": 1}),
    "record-checker": Address(EVERYONE),
    "record": Address(EVERYONE, slug, opens=404),  # until it is finished
    "table-key": Address(EVERYONE, lambda _: {"token": "guessed"}, opens=403),
    "type-code": Address(EVERYONE, sent={"code": "ABC-DEFG"}),
    "tables": Address(ANY_UMPIRE, slug),
    "table": Address(UMPIRE, lambda world: slug(world) | {"number": 1}),
    "table-state": Address(UMPIRE, lambda world: slug(world) | {"number": 1}),
    "table-do": Address(EVERYONE, lambda world: slug(world) | {"number": 1, "verb": "record"}, opens=405, sent={}),
    "sign-in": Address(EVERYONE, sent={"sign_in": "somebody", "password": "wrong"}),
    "login-link": Address(EVERYONE, lambda _: {"token": "guessed"}, opens=403),
    "join": Address(EVERYONE, lambda _: {"token": "guessed"}, opens=403),
    "welcome": Address(EVERYONE, opens=302, sent={}),
    "sign-out": Address(EVERYONE, sent={}),
    "team-corner": Address(EVERYONE),
    "backups": Address(KEEPER, sent={"do": "second", "second": "nowhere"}),
    "restore": Address(KEEPER, one_backup, sent={"request": "no"}),
    "backup-file": Address(KEEPER, one_backup),
    "organise": Address(SIGNED_IN, sent={"event": "1"}),
    "account": Address(SIGNED_IN, sent={"do": "name", "name": "Ruth K"}),
    "mc": Address(MC, event, opens=302),  # to the only competition
    "mc-desk": Address(MC, competition, sent={"do": "start"}),
    "screen": Address(EVERYONE),
    "slide-picture": Address(EVERYONE, lambda _: {"digest": "guessed"}, opens=404),
    "mc-say": Address(MC, event, opens=302, sent={"do": "say", "words": "Lunch is ready"}),
    "screens": Address(MC, event),
    "screen-take": Address(MC, event, opens=405, sent={"number": "1234"}),
    "screen-change": Address(MC, one_screen, opens=405, sent={"do": "set", "shows": "clock"}),
    "programme-step": Address(MC, competition, opens=405, sent={"scene": "names"}),
    "slide-add": Address(MC, event, opens=405, sent={"title": "Lunch", "text": "Until 13:00"}),
    "slide-change": Address(MC, one_slide, opens=405, sent={"do": "save", "title": "Lunch", "version": "1"}),
    "screen-words": Address(MC, event, opens=405, sent={"do": "rules", "rules": "Be kind", "was": ""}),
    "event": Address(ORGANISER, event),
    "plan": Address(ORGANISER, competition, sent={"size": "6", "plan": "2, 1"}),
    "ceremony": Address(ORGANISER, competition, sent={"do": "throw-away", "why": "a table was counted twice"}),
    "publish": Address(ORGANISER, competition, opens=302, sent={}),  # it is published
    "ceremony-screen": Address(ORGANISER, competition),
    "log": Address(ORGANISER, event),
    "log-file": Address(ORGANISER, event),
    "erase-names": Address(ORGANISER, event, sent={"name": "Youth weekend", "sure": "1"}),
    "helper": Address(HELPER, event, opens=302),  # to the only competition
    "check-in": Address(HELPER, competition),
    "check-in-person": Address(
        HELPER, lambda world: competition(world) | {"person": world.entry.competitor_id}, 405, {"number": "007"}
    ),
    "check-in-seat": Address(HELPER, lambda world: competition(world) | {"entry": world.entry.pk}, 405, {"do": "call"}),
    "check-in-late": Address(ORGANISER, competition, 405, {"name": "Ivy King", "group": "1"}),
    "check-in-wish": Address(
        ORGANISER, lambda world: competition(world) | {"wish": world.wish.pk}, 405, {"do": "grant", "name": "Ivy King"}
    ),
    "board": Address(ORGANISER, competition),
    "board-round": Address(ORGANISER, competition, sent={"do": "close"}),
    "board-table": Address(ORGANISER, one_table, sent={"do": "accept", "seen": "", "why": "nobody came"}),
    "board-paper": Address(
        ORGANISER,
        one_table,
        sent={"do": "record", "number": "1", "out": "A", "seat2": "10", "seat3": "20"},
    ),
    "board-add": Address(ORGANISER, one_table, opens=302, sent={}),  # the sheet is open
    "board-hand": Address(ORGANISER, one_hand, sent={"do": "delete", "version": "1", "why": "entered twice"}),
    "table-keys": Address(ORGANISER, competition, sent={"do": "renew", "number": "1", "sure": "yes"}),
    "print-room": Address(MC, competition, sent={"what": "run-sheet", "paper": "a4", "round": "1"}),
    "print-file": Address(MC, one_paper),
    "group-draw": Address(COORDINATOR, lambda world: group(world) | {"competition": world.competition.slug}),
    "group": Address(COORDINATOR, group),
    "group-add": Address(
        COORDINATOR,
        lambda world: group(world) | {"competition": world.competition.slug, "kind": "reserve"},
        sent={"name": "Ivy King"},
    ),
    "group-entry": Address(COORDINATOR, entry, sent={"name": "Ivy King", "was": "Mia O'Brien"}),
    "group-withdraw": Address(COORDINATOR, entry, sent={"was": "Mia O'Brien"}),
    "group-seat": Address(COORDINATOR, entry, sent={"name": "Ivy King"}),
    "group-spelling": Address(COORDINATOR, entry, sent={"name": "Mía O'Brien", "was": "Mia O'Brien"}),
    "group-list": Address(COORDINATOR, group),
    "group-password": Address(
        COORDINATOR, group, sent={"name": "Jo", "sign_in": "jo@club.example", "password": "seven-of-hearts"}
    ),
    "new-event": Address(ANY_ORGANISER, sent={"name": "Winter weekend", "preset": "bac"}),
    "new-club-night": Address(ANY_ORGANISER, sent={"do": "later", "name": "Club night", "names": "Mia\nBen"}),
    "demo": Address(ANY_ORGANISER, sent={"stage": "open"}),
    "copy-event": Address(ORGANISER, event, sent={"name": "Next year", "people": "yes"}),
    "keep-names": Address(ORGANISER, event, opens=405, sent={}),
    "new-competition": Address(ORGANISER, event, sent={"preset": "syg"}),
    "event-settings": Address(ORGANISER, event, sent={"do": "save", "name": "Winter weekend", "version": "1"}),
    "competition-settings": Address(ORGANISER, competition, sent={"do": "closing", "closes": ""}),
    "groups": Address(ORGANISER, event, sent={"do": "add", "lines": "Grace Park"}),
    "group-links": Address(ORGANISER, event),
    "group-links-csv": Address(ORGANISER, event),
    "slips": Address(ORGANISER, event),
    "event-group": Address(
        ORGANISER, lambda world: event(world) | group(world), sent={"do": "rename", "name": "Elim", "was": "Riverside"}
    ),
    "team": Address(ORGANISER, event, sent={"do": "invite mc"}),
    "entries": Address(ORGANISER, competition),
    "enter-for-group": Address(ORGANISER, competition, sent={"group": "1", "kind": "entry", "name": "Ivy King"}),
    "enter-names": Address(ORGANISER, competition, opens=405, sent={"names": "Ivy King, Riverside"}),
    "change-entry": Address(ORGANISER, one_entry, sent={"name": "Ivy King", "was": "Mia O'Brien"}),
    "spelling": Address(ORGANISER, one_entry, sent={"name": "Mía O'Brien", "was": "Mia O'Brien"}),
    "withdraw-entry": Address(ORGANISER, one_entry, opens=405, sent={}),
    "entries-csv": Address(ORGANISER, competition),
    "entries-xlsx": Address(ORGANISER, competition),
    "close-entries": Address(ORGANISER, competition, sent={}),
    "reopen-entries": Address(ORGANISER, competition, sent={"why": "a bus was late"}),
    "import": Address(ORGANISER, competition, sent={"text": "Group,Name\nZion,Ivy King"}),
    "import-list": Address(ORGANISER, upload, sent={"leave_out": "on"}),
    "discard-import": Address(ORGANISER, upload, opens=405, sent={}),
}
