"""Which kinds of log lines exist: each with its sentence, its facts and whom it is told to, in one table.

An action writes `log(by, competition, Happened.ENTERED, request, entry=entry.pk)`. mypy refuses a kind that is no
member of `Happened`, and facts that are not those of its row. The braces of a sentence hold facts as people say them:
names are put in when the log is read, as long as there are any.

To add a kind: a row in `Happened`, a type in `log_facts` if no other kind has the same facts, and, for words in braces
that no other sentence uses, a function beside the page that shows the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Generic, ParamSpec

from tournament import log_facts as facts
from tournament import log_hall_facts as hall
from tournament.log_subjects import TOLD_TO, Audience, LiveChange, Subject

FactsOfKind = ParamSpec("FactsOfKind")


class LogKind(Generic[FactsOfKind]):
    """One row of the table. `stored` is what the database keeps, so it never changes."""

    def __init__(
        self,
        stored: str,
        subject: Subject,
        sentence: str,
        facts: Callable[FactsOfKind, object],
        change: LiveChange = LiveChange.EVENT,
    ) -> None:
        self.stored = stored
        self.subject = subject
        self.sentence = sentence
        self.facts = facts
        self.change = change

    def __repr__(self) -> str:
        return f"<LogKind {self.stored}>"

    @property
    def told_to(self) -> frozenset[Audience]:
        """Whose open pages hear of it."""
        return TOLD_TO[self.change]


class Happened:
    """Everything that the log can tell. A member of Python's own Enum could not have facts of its own type, so this
    enumeration is a class whose members are rows; `LOG_KINDS` lists them."""

    # fmt: off
    EVENT_CREATED = LogKind("event created", Subject.SET_UP, "The event was set up.", facts.NoFacts)
    COMPETITION_CREATED = LogKind(
        "competition created", Subject.SET_UP, "The competition was set up from the preset {preset}.{choices}",
        facts.ANewCompetition)
    SETTINGS_CHANGED = LogKind(
        "settings changed", Subject.SET_UP, "Settings were changed.{choices}", facts.SomeSettings)
    EVENT_CHANGED = LogKind("event changed", Subject.SET_UP, "The event was changed: {changed}.", facts.AnEventsChanges)
    CLOSING_TIME_SET = LogKind(
        "closing time set", Subject.SET_UP, "The closing time was set: {closes}.", facts.AClosingTime)
    EVENT_REMOVED = LogKind("event removed", Subject.SET_UP, "The event was removed.", facts.RemovedCompetitions)
    COMPETITION_REMOVED = LogKind(
        "competition removed", Subject.SET_UP, "The competition {name} was removed.", facts.ACompetitionsName)
    GROUP_ADDED = LogKind("group added", Subject.SET_UP, "{group} was added.", facts.AGroup)
    GROUPS_ADDED = LogKind("groups added", Subject.SET_UP, "Groups were added: {groups}.", facts.SomeGroups)
    GROUPS_BROUGHT_IN = LogKind(
        "groups brought in", Subject.SET_UP, "The event has groups now, and everybody is in one.", facts.NoFacts)
    GROUP_RENAMED = LogKind("group renamed", Subject.SET_UP, "A group was renamed: it’s now {group}.", facts.AGroup)
    GROUP_REMOVED = LogKind("group removed", Subject.SET_UP, "A group was removed.", facts.AGroup)
    GROUPS_MERGED = LogKind("groups merged", Subject.SET_UP, "Two groups became one: {into}.", facts.MergedGroups)
    NAMES_ERASED = LogKind(
        "names erased", Subject.SET_UP, "All names were erased: {entered}.",
        facts.HowManyPeople, LiveChange.SCREEN)

    INVITED = LogKind("invited", Subject.MEMBERS, "A link was made for {invited}.{members}", facts.ANewInvitation)
    GROUPS_INVITED = LogKind(
        "groups invited", Subject.MEMBERS, "Links were made for the coordinators of {groups}.", facts.SomeGroups)
    INVITATION_MAILED = LogKind(
        "invitation mailed", Subject.MEMBERS, "The link for {invited} was mailed.", facts.AnInvitation)
    MAIL_FAILED = LogKind(
        "mail failed", Subject.MEMBERS, "The mail to {invited} couldn’t be sent.", facts.AnInvitation)
    INVITATION_REVOKED = LogKind(
        "invitation revoked", Subject.MEMBERS, "The link for {invited} was ended.{members}", facts.AnEndedInvitation)
    JOINED = LogKind("joined", Subject.MEMBERS, "{account} joined as {role}.", facts.AMember)
    MEMBER_REMOVED = LogKind("member removed", Subject.MEMBERS, "{account} is no longer {role}.", facts.AMember)

    ENTERED = LogKind("entered", Subject.ENTRIES, "{entry} was entered.", facts.AnEntry)
    RESERVE_NOMINATED = LogKind(
        "reserve nominated", Subject.ENTRIES, "{entry} was nominated as a reserve.", facts.AnEntry)
    ENTRY_CHANGED = LogKind(
        "entry changed", Subject.ENTRIES, "An entry was changed: it’s now {entry}.",
        facts.AnEntryWithAReason, LiveChange.LIST)
    WITHDRAWN = LogKind("withdrawn", Subject.ENTRIES, "{entry} was withdrawn.", facts.AnEntry, LiveChange.LIST)
    ENTRIES_CLOSED = LogKind(
        "entries closed", Subject.ENTRIES, "Entries were closed.", facts.NoFacts, LiveChange.ENTRIES)
    ENTRIES_REOPENED = LogKind(
        "entries reopened", Subject.ENTRIES, "Entries were reopened.", facts.AReason, LiveChange.ENTRIES)
    LIST_RECEIVED = LogKind("list received", Subject.ENTRIES, "A list of entries was uploaded.", facts.AList)
    LIST_CONFIRMED = LogKind(
        "list confirmed", Subject.ENTRIES, "The list of entries was confirmed.", facts.AConfirmedList)
    LIST_LOOKED_AT = LogKind(
        "list looked at", Subject.ENTRIES, "People on the list were matched with people already known.", facts.AList)
    LIST_DISCARDED = LogKind("list discarded", Subject.ENTRIES, "The list of entries was discarded.", facts.AList)
    ENTRIES_IMPORTED = LogKind(
        "entries imported", Subject.ENTRIES, "From a list: {imported}.", facts.AnImportedList)

    EVENT_BROUGHT_BACK = LogKind(
        "event brought back", Subject.SET_UP, "The event was brought back after it was removed.", facts.NoFacts)
    EVENT_HIDDEN = LogKind("event hidden", Subject.SET_UP, "The public pages of the event were closed.", facts.NoFacts)
    EVENT_SHOWN = LogKind("event shown", Subject.SET_UP, "The public pages of the event were opened.", facts.NoFacts)
    NAMES_KEPT = LogKind("names kept", Subject.SET_UP, "The names are kept for now, without a reminder.", facts.NoFacts)
    LIST_ENTERED = LogKind(
        "list entered", Subject.ENTRIES, "A list of names was entered: {entered}.", facts.HowManyPeople)

    PLAN_CHOSEN = LogKind("plan chosen", Subject.DRAW, "The plan was chosen: {size} players, {plan}.{numbers}",
        facts.APlan)
    DRAW_SEALED = LogKind("draw sealed", Subject.DRAW, "The draw was sealed.", facts.ASeal, LiveChange.DRAW)
    NUMBERS_TYPED = LogKind(
        "numbers typed", Subject.DRAW, "Numbers from the hall were typed: “{public}”.",
        facts.HallNumbers, LiveChange.SCREEN)
    NUMBERS_CHANGED = LogKind(
        "numbers changed", Subject.DRAW, "The numbers “{public}” weren’t used: they’ll be typed again.",
        facts.HallNumbers, LiveChange.SCREEN)
    DRAWN = LogKind(
        "drawn", Subject.DRAW, "The draw was made with the numbers “{public}”.", facts.ADraw, LiveChange.SCREEN)
    DRAW_SHOWN = LogKind(
        "draw shown", Subject.DRAW, "{shown} shown in the hall.", facts.AStepOfTheDraw, LiveChange.SCREEN)
    SEATS_SWAPPED = LogKind("seats swapped", Subject.DRAW, "{a} and {b} swapped seats.", facts.ASwap)
    DRAW_THROWN_AWAY = LogKind(
        "draw thrown away", Subject.DRAW, "The draw was thrown away; it stays in the record.",
        facts.AThrownAwayDraw, LiveChange.SCREEN)
    DRAW_PUBLISHED = LogKind("draw published", Subject.DRAW, "The draw was published.", facts.NoFacts, LiveChange.SEATS)

    CHECKED_IN = LogKind("checked in", Subject.ATTENDANCE, "{competitor} is here.", facts.ACompetitor)
    CHECK_IN_UNDONE = LogKind(
        "check-in undone", Subject.ATTENDANCE, "{competitor} isn’t here after all.", facts.ACompetitor)
    WRISTBAND_GIVEN = LogKind("wristband given", Subject.ATTENDANCE, "{competitor} got {wristband}.", facts.AWristband)
    WRISTBAND_TAKEN_BACK = LogKind(
        "wristband taken back", Subject.ATTENDANCE, "{competitor} gave the wristband back.", facts.ACompetitor)
    NAME_RESPELT = LogKind(
        "name respelt", Subject.ATTENDANCE, "The spelling of {competitor} was fixed.{former}",
        facts.ARespelling, LiveChange.SEATS)
    PERSON_HIDDEN = LogKind(
        "person hidden", Subject.ATTENDANCE, "{competitor} was hidden from public pages.",
        facts.ACompetitor, LiveChange.SEATS)
    PERSON_SHOWN = LogKind(
        "person shown", Subject.ATTENDANCE, "{competitor} is shown on public pages again.",
        facts.ACompetitor, LiveChange.SEATS)
    GONE = LogKind(
        "gone", Subject.ATTENDANCE, "{entry} left before {round}.",
        facts.AnEntryFromARoundOn, LiveChange.SEATS)
    BACK = LogKind("back", Subject.ATTENDANCE, "{entry} is back.", facts.AnEntry, LiveChange.SEATS)
    SUBSTITUTED = LogKind(
        "substituted", Subject.ATTENDANCE, "{substitute} plays for {entry} from {round}.",
        facts.ASubstitution, LiveChange.SEATS)
    CALLED_UP = LogKind(
        "called up", Subject.ATTENDANCE, "{called} was called up for {entry}.", facts.ACallUp, LiveChange.SEATS)
    ARRIVED_LATE = LogKind(
        "arrived late", Subject.ATTENDANCE, "{entry} arrived late and plays from {round}.",
        facts.AnEntryFromARoundOn, LiveChange.SEATS)
    SUBSTITUTION_ASKED = LogKind(
        "substitution asked", Subject.ATTENDANCE, "The group asked for somebody instead of {entry}.", facts.AnEntry)
    EMPTY_CHAIR_ASKED = LogKind(
        "empty chair asked", Subject.ATTENDANCE,
        "The group says that {entry} isn’t coming and nobody will play instead.",
        facts.AnEntry)
    SPELLING_ASKED = LogKind(
        "spelling asked", Subject.ATTENDANCE, "The group asked for another spelling of {entry}.", facts.AnEntry)
    SUBSTITUTION_DECLINED = LogKind(
        "substitution declined", Subject.ATTENDANCE, "The group’s request about {entry} was declined.",
        facts.AnEntryWithAReason, LiveChange.LIST)

    ROUND_MADE = LogKind("round made", Subject.ROUNDS, "{round} was seated.", facts.ARound, LiveChange.ROUND)
    ROUND_SEATED_AGAIN = LogKind(
        "round seated again", Subject.ROUNDS, "{round} was seated again after a correction.",
        facts.ARound, LiveChange.SEATS)
    ROUND_CLOSED = LogKind("round closed", Subject.ROUNDS, "{round} was closed.", facts.ARound, LiveChange.ROUND)
    FINISHED = LogKind("finished", Subject.ROUNDS, "The competition was finished.", facts.NoFacts, LiveChange.ROUND)
    CLOCK_STARTED = LogKind("clock started", Subject.ROUNDS, "The clock was started.", facts.AClock, LiveChange.CLOCK)
    CLOCK_START_SET = LogKind(
        "clock start set", Subject.ROUNDS, "The clock was set to start by itself.", facts.AClock, LiveChange.CLOCK)
    CLOCK_START_CALLED_OFF = LogKind(
        "clock start called off", Subject.ROUNDS, "The set start of the clock was called off.",
        facts.AClock, LiveChange.CLOCK)
    CLOCK_CALL = LogKind("clock call", Subject.ROUNDS, "Announced: {left}.", facts.AClock, LiveChange.CLOCK)
    CLOCK_WARNING = LogKind(
        "clock warning", Subject.ROUNDS, "The last-hand warning was given.", facts.AClock, LiveChange.CLOCK)
    CLOCK_TAKEN_BACK = LogKind(
        "clock taken back", Subject.ROUNDS, "The pause or end was undone.", facts.AClock, LiveChange.CLOCK)
    CLOCK_SET_BACK = LogKind(
        "clock set back", Subject.ROUNDS, "The clock was set back to its beginning.", facts.AClock, LiveChange.CLOCK)
    ROUND_TIMES_SET = LogKind(
        "round times set", Subject.ROUNDS, "{times}.", facts.SomeRoundTimes, LiveChange.CLOCK)
    CALLS_SET = LogKind("calls set", Subject.ROUNDS, "Announcements were set: {minutes}.", facts.SomeCalls)
    BREAK_CHANGED = LogKind(
        "break changed", Subject.ROUNDS, "The break was changed: {seconds}.", hall.ABreak, LiveChange.ROUND)
    BREAK_LENGTH_SET = LogKind(
        "break length set", Subject.ROUNDS, "Breaks between rounds last {length} now.",
        hall.ABreakLength, LiveChange.ROUND)
    CLOCK_PAUSED = LogKind("clock paused", Subject.ROUNDS, "The clock was paused.", facts.AClock, LiveChange.CLOCK)
    CLOCK_RESUMED = LogKind("clock resumed", Subject.ROUNDS, "The clock was resumed.", facts.AClock, LiveChange.CLOCK)
    CLOCK_CHANGED = LogKind("clock changed", Subject.ROUNDS, "{seconds}.", facts.AClock, LiveChange.CLOCK)
    CLOCK_ENDED = LogKind("clock ended", Subject.ROUNDS, "The round was ended by hand.", facts.AClock, LiveChange.CLOCK)
    CLOCK_TIME_UP = LogKind("clock time up", Subject.ROUNDS, "Time was up.", facts.AClock, LiveChange.CLOCK)
    CLOCK_MOVED = LogKind("clock moved", Subject.ROUNDS, "{stepped}.", hall.AMovedClock, LiveChange.CLOCK)

    HAND_RECORDED = LogKind(
        "hand recorded", Subject.TABLES, "Hand {hand} at {table}: {out}.", facts.ARecordedHand, LiveChange.TABLE)
    HAND_CHANGED = LogKind(
        "hand changed", Subject.TABLES, "Hand {hand} at {table} was changed.", facts.AChangedHand, LiveChange.TABLE)
    HAND_DELETED = LogKind(
        "hand deleted", Subject.TABLES, "Hand {hand} at {table} was deleted.", facts.AChangedHand, LiveChange.TABLE)
    TABLE_KEY_RENEWED = LogKind(
        "table key renewed", Subject.TABLES, "{key} was replaced; the old code and link stopped working.", facts.AKey)
    TABLE_TAKEN_OVER = LogKind(
        "table taken over", Subject.TABLES, "Another tablet took over {table}.", facts.ATable, LiveChange.TAP)
    SAT_DOWN = LogKind(
        "sat down", Subject.TABLES, "{entry} sat down at {table}.", facts.ASeatAtATable, LiveChange.TAP)
    NOT_SEATED = LogKind(
        "not seated", Subject.TABLES, "{entry} isn’t sitting at {table} after all.",
        facts.ASeatAtATable, LiveChange.TAP)
    SEATS_SEEN = LogKind(
        "seats seen", Subject.TABLES, "The umpire saw who sits at {table} now.", facts.ATable, LiveChange.TAP)
    DEALER_CHOSEN = LogKind(
        "dealer chosen", Subject.TABLES, "{entry} deals first at {table}.", facts.ASeatAtATable, LiveChange.TAP)
    AGREED = LogKind(
        "agreed", Subject.TABLES, "{entry} agreed with the sheet of {table}.", facts.ASeatAtATable, LiveChange.TAP)
    AGREED_NO_MORE = LogKind(
        "agreed no more", Subject.TABLES, "{entry} no longer agreed with the sheet of {table}.",
        facts.ASeatAtATable, LiveChange.TAP)
    ORGANISER_CALLED = LogKind(
        "organiser called", Subject.TABLES, "{table} called the organiser.", facts.ATable, LiveChange.TAP)
    ORGANISER_CAME = LogKind(
        "organiser came", Subject.TABLES, "The call from {table} was answered.", facts.ATable, LiveChange.TAP)
    TYPED_HAND_LET_GO = LogKind(
        "typed hand let go", Subject.TABLES, "The organiser settled a hand typed on a tablet at {table}.",
        facts.ATable, LiveChange.TAP)
    TIE_TO_THE_LOT = LogKind(
        "tie to the lot", Subject.TABLES, "The tie for first place at {table} went to the lot.",
        facts.ATie, LiveChange.TABLE)
    SHEET_ACCEPTED = LogKind(
        "sheet accepted", Subject.TABLES, "The sheet of {table} was accepted.", facts.AnAcceptedSheet, LiveChange.TABLE)
    SHEET_REOPENED = LogKind(
        "sheet reopened", Subject.TABLES, "The sheet of {table} was reopened.",
        facts.ATableWithAReason, LiveChange.TABLE)
    SHEET_CORRECTED = LogKind(
        "sheet corrected", Subject.TABLES, "Hand {hand} at {table} was corrected after the sheet was in.",
        facts.ACorrection, LiveChange.TABLE)

    PODIUM_SHOWN = LogKind(
        "podium shown", Subject.SCREENS, "Place {place} of the podium was shown.", hall.APlace, LiveChange.ROUND)
    PODIUM_CLOSED = LogKind(
        "podium closed", Subject.SCREENS, "The podium was hidden again.", facts.NoFacts, LiveChange.ROUND)
    PROGRAMME_STEPPED = LogKind(
        "programme stepped", Subject.SCREENS, "The screens moved on to {scene}.", facts.AScene, LiveChange.SCREEN)
    MESSAGE_SAID = LogKind(
        "message said", Subject.SCREENS, "A message was sent to all screens, tablets and phones.",
        facts.NoFacts, LiveChange.MESSAGE)
    MESSAGE_TAKEN_DOWN = LogKind(
        "message taken down", Subject.SCREENS, "The message to everybody was taken down.",
        facts.NoFacts, LiveChange.MESSAGE)
    SCREEN_TAKEN = LogKind(
        "screen taken", Subject.SCREENS, "Screen {screen} was connected.", facts.AScreen, LiveChange.SCREEN)
    SCREEN_SET = LogKind(
        "screen set", Subject.SCREENS, "Screen {screen} shows {scene} from now on.",
        facts.AScreensScene, LiveChange.SCREEN)
    SCREEN_NAMED = LogKind(
        "screen named", Subject.SCREENS, "Screen {screen} was named.", facts.AScreen, LiveChange.SCREEN)
    SCREEN_MUTED = LogKind(
        "screen muted", Subject.SCREENS, "The sound of screen {screen} was turned {sound}.",
        facts.AScreensSound, LiveChange.SCREEN)
    SCREEN_FORGOTTEN = LogKind(
        "screen forgotten", Subject.SCREENS, "Screen {screen} was taken off the list.",
        facts.AScreen, LiveChange.SCREEN)
    SLIDE_ADDED = LogKind("slide added", Subject.SCREENS, "A slide was added.", facts.ASlide, LiveChange.SCREEN)
    SLIDE_CHANGED = LogKind("slide changed", Subject.SCREENS, "A slide was changed.", facts.ASlide, LiveChange.SCREEN)
    SLIDE_MOVED = LogKind("slide moved", Subject.SCREENS, "A slide was moved.", facts.AMovedSlide, LiveChange.SCREEN)
    SLIDE_REMOVED = LogKind("slide removed", Subject.SCREENS, "A slide was removed.", facts.ASlide, LiveChange.SCREEN)
    SAYINGS_CHANGED = LogKind(
        "sayings changed", Subject.SCREENS, "The lines on who deals first were changed.",
        facts.SomeSayings, LiveChange.SCREEN)
    RULES_OF_THE_DAY_CHANGED = LogKind(
        "rules of the day changed", Subject.SCREENS, "The rules of the day were changed.",
        facts.SomeRules, LiveChange.SCREEN)

    PAPER_ASKED_FOR = LogKind("paper asked for", Subject.PAPER, "Printed: {paper}.", facts.APaper)
    # fmt: on


LOG_KINDS: Final[Mapping[str, LogKind[...]]] = {
    kind.stored: kind for kind in vars(Happened).values() if isinstance(kind, LogKind)
}
"""Every kind by what the database keeps."""


def kinds_about(subject: Subject) -> list[str]:
    """What the database keeps for the lines of this subject."""
    return [kind.stored for kind in LOG_KINDS.values() if kind.subject is subject]
