"""What each line of the log says to people, in one table. What is not in it fails a test.

In braces stand the facts of the line; queries/log.py puts names in their place, as long as there are any.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class Kind(StrEnum):
    """What a line is about, for the filter."""

    SET_UP = "Set-up"
    MEMBERS = "Links and members"
    ENTRIES = "Entries"
    DRAW = "The draw"
    THERE = "Who is there"
    ROUNDS = "Rounds and clock"
    TABLES = "Hands and sheets"
    SCREENS = "Screens"
    PAPER = "Paper"
    OTHER = "Other"


class Words(NamedTuple):
    """One line of the table."""

    kind: Kind
    sentence: str


WORDS: Final[Mapping[str, Words]] = {
    "event created": Words(Kind.SET_UP, "The event was set up."),
    "competition created": Words(Kind.SET_UP, "The competition was set up from the preset {preset}.{choices}"),
    "settings changed": Words(Kind.SET_UP, "Settings were changed.{choices}"),
    "event changed": Words(Kind.SET_UP, "The event was changed: {changed}."),
    "closing time set": Words(Kind.SET_UP, "The closing time was set: {closes}."),
    "event removed": Words(Kind.SET_UP, "The event was removed."),
    "competition removed": Words(Kind.SET_UP, "The competition {name} was removed."),
    "group added": Words(Kind.SET_UP, "{group} was added."),
    "groups added": Words(Kind.SET_UP, "Groups were added: {groups}."),
    "group renamed": Words(Kind.SET_UP, "A group was renamed: it is {group} now."),
    "group removed": Words(Kind.SET_UP, "A group was removed."),
    "groups merged": Words(Kind.SET_UP, "Two groups became one: {into}."),
    "rehearsal forgotten": Words(Kind.SET_UP, "The rehearsal was removed."),
    "names erased": Words(Kind.SET_UP, "All names were erased: {people} people."),
    "invited": Words(Kind.MEMBERS, "A link was made for {invited}.{members}"),
    "groups invited": Words(Kind.MEMBERS, "Links were made for the coordinators of {groups}."),
    "invitation mailed": Words(Kind.MEMBERS, "The link for {invited} was mailed."),
    "mail failed": Words(Kind.MEMBERS, "The mail to {invited} could not be sent."),
    "invitation revoked": Words(Kind.MEMBERS, "The link for {invited} was ended.{members}"),
    "joined": Words(Kind.MEMBERS, "{account} came in as {role}."),
    "member removed": Words(Kind.MEMBERS, "{account} is no longer {role}."),
    "entered": Words(Kind.ENTRIES, "{entry} was entered."),
    "reserve nominated": Words(Kind.ENTRIES, "{entry} was nominated as reserve."),
    "entry changed": Words(Kind.ENTRIES, "An entry was changed: it is {entry} now."),
    "withdrawn": Words(Kind.ENTRIES, "{entry} was withdrawn."),
    "entries closed": Words(Kind.ENTRIES, "Entries were closed."),
    "entries reopened": Words(Kind.ENTRIES, "Entries were opened again."),
    "list received": Words(Kind.ENTRIES, "A list of entries was read in."),
    "list confirmed": Words(Kind.ENTRIES, "The list of entries was confirmed."),
    "list discarded": Words(Kind.ENTRIES, "The list of entries was put aside."),
    "entries imported": Words(Kind.ENTRIES, "The entries of the list were made."),
    "plan chosen": Words(Kind.DRAW, "The plan was chosen: {size} players, {plan}."),
    "draw sealed": Words(Kind.DRAW, "The draw was sealed."),
    "drawn": Words(Kind.DRAW, "The draw was made with the numbers “{public}”."),
    "draw shown": Words(Kind.DRAW, "{shown} shown in the hall."),
    "seats swapped": Words(Kind.DRAW, "{a} and {b} exchanged their seats."),
    "draw thrown away": Words(Kind.DRAW, "The draw was thrown away; it stays in the record."),
    "draw published": Words(Kind.DRAW, "The draw was published."),
    "checked in": Words(Kind.THERE, "{competitor} is here."),
    "check-in undone": Words(Kind.THERE, "{competitor} is not here after all."),
    "wristband given": Words(Kind.THERE, "{competitor} got {wristband}."),
    "wristband taken back": Words(Kind.THERE, "{competitor} gave the wristband back."),
    "person hidden": Words(Kind.THERE, "{competitor} was hidden from public pages."),
    "person shown": Words(Kind.THERE, "{competitor} is shown on public pages again."),
    "gone": Words(Kind.THERE, "{entry} is gone from round {round} on."),
    "back": Words(Kind.THERE, "{entry} is back."),
    "substituted": Words(Kind.THERE, "{substitute} plays for {entry} from round {round} on."),
    "called up": Words(Kind.THERE, "{called} was called up for {entry}."),
    "arrived late": Words(Kind.THERE, "{entry} arrived late and plays from round {round} on."),
    "substitution asked": Words(Kind.THERE, "Somebody else was asked for in the place of {entry}."),
    "substitution declined": Words(Kind.THERE, "Somebody else in the place of {entry} was declined."),
    "round made": Words(Kind.ROUNDS, "Round {round} was seated."),
    "round closed": Words(Kind.ROUNDS, "Round {round} was closed."),
    "finished": Words(Kind.ROUNDS, "The competition was finished."),
    "clock started": Words(Kind.ROUNDS, "The clock was started."),
    "clock start set": Words(Kind.ROUNDS, "The clock was set to start by itself."),
    "clock start called off": Words(Kind.ROUNDS, "The clock was not to start by itself after all."),
    "clock call": Words(Kind.ROUNDS, "A call was made: {left}."),
    "clock warning": Words(Kind.ROUNDS, "The warning was given: no new hand."),
    "clock taken back": Words(Kind.ROUNDS, "The pause or end was taken back: a slip."),
    "clock set back": Words(Kind.ROUNDS, "The clock was set back to its beginning."),
    "calls set": Words(Kind.ROUNDS, "Calls were set: {minutes}."),
    "clock paused": Words(Kind.ROUNDS, "The clock was paused."),
    "clock resumed": Words(Kind.ROUNDS, "The clock went on."),
    "clock changed": Words(Kind.ROUNDS, "{seconds}."),
    "clock ended": Words(Kind.ROUNDS, "The round was ended by hand."),
    "clock time up": Words(Kind.ROUNDS, "Time was up."),
    "paper asked for": Words(Kind.PAPER, "Paper was printed: {paper}."),
    "hand recorded": Words(Kind.TABLES, "Hand {hand} at {table}: {out}."),
    "hand changed": Words(Kind.TABLES, "Hand {hand} at {table} was changed."),
    "hand deleted": Words(Kind.TABLES, "Hand {hand} at {table} was deleted."),
    "table key renewed": Words(Kind.TABLES, "{key} was made anew; the old code and link stopped working."),
    "table taken over": Words(Kind.TABLES, "Another tablet took {table} over."),
    "sat down": Words(Kind.TABLES, "{entry} sat down at {table}."),
    "not seated": Words(Kind.TABLES, "{entry} does not sit at {table} after all."),
    "dealer chosen": Words(Kind.TABLES, "{entry} deals first at {table}."),
    "agreed": Words(Kind.TABLES, "{entry} agreed with the sheet of {table}."),
    "agreed no more": Words(Kind.TABLES, "{entry} no longer agreed with the sheet of {table}."),
    "organiser called": Words(Kind.TABLES, "{table} called the organiser."),
    "organiser came": Words(Kind.TABLES, "The call of {table} was answered."),
    "typed hand let go": Words(Kind.TABLES, "A hand that a tablet of {table} had typed was decided by the organiser."),
    "tie to the lot": Words(Kind.TABLES, "The tie for first place at {table} went to the lot."),
    "sheet accepted": Words(Kind.TABLES, "The sheet of {table} was accepted."),
    "sheet reopened": Words(Kind.TABLES, "The sheet of {table} was opened again."),
    "programme stepped": Words(Kind.SCREENS, "The screens were led to {scene}."),
    "screen taken": Words(Kind.SCREENS, "Screen {screen} was taken in."),
    "screen set": Words(Kind.SCREENS, "Screen {screen} shows {scene} from now on."),
    "screen named": Words(Kind.SCREENS, "Screen {screen} got a name."),
    "screen muted": Words(Kind.SCREENS, "The sound of screen {screen} was turned {sound}."),
    "screen forgotten": Words(Kind.SCREENS, "Screen {screen} was taken off the list."),
    "slide added": Words(Kind.SCREENS, "A slide was added."),
    "slide changed": Words(Kind.SCREENS, "A slide was changed."),
    "slide moved": Words(Kind.SCREENS, "A slide was moved."),
    "slide removed": Words(Kind.SCREENS, "A slide was removed."),
    "sayings changed": Words(Kind.SCREENS, "The sayings of who deals first were changed."),
    "rules of the day changed": Words(Kind.SCREENS, "The rules of the day were changed."),
    "sheet corrected": Words(Kind.TABLES, "Hand {hand} at {table} was corrected after the sheet was in."),
}


def words_for(what: str) -> Words:
    """The words, or what happened as it is written in the log: an old line must never break the page."""
    return WORDS.get(what) or Words(Kind.OTHER, f"{what[:1].upper()}{what[1:]}.".replace("{", "").replace("}", ""))


def whats_of(kind: Kind) -> list[str]:
    """Everything of this kind."""
    return [what for what, words in WORDS.items() if words.kind is kind]
