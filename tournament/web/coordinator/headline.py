"""The one thing a coordinator's page says largest: what is missing, and where nothing is, how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.group_list import GroupCompetition, GroupPlace
from tournament.rules.entries import Kind
from tournament.rules.standing import Stage
from tournament.web.coordinator.list_words import places_to_fill
from tournament.words import count, isolated, listed, stage_in_words, time_left

WHAT_FOR: Final = {
    Kind.ENTRY: "Everybody you enter has a place in the competition.",
    Kind.RESERVE: "A reserve can be drawn by lot to fill a free place.",
}


@dataclass(frozen=True)
class Headline:
    """`tone` is how it looks: sun for what is missing, pine for tables, well for what is done."""

    tone: str
    icon: str
    above: str
    words: str
    below: str = ""
    competition: CompetitionFacts | None = None
    kind: Kind | None = None
    button: str = ""
    """What the button adds, and to what."""
    place: GroupPlace | None = None
    """Whose table it is."""


def headline(parts: Sequence[GroupCompetition]) -> Headline:
    """What a coordinator has to do comes before where their people sit, and that before what they may do if they like,
    and what is over."""
    missing = sorted((part for part in parts if Kind.ENTRY in part.missing), key=_soonest)
    if missing:
        return _missing(missing)
    at_tables = [part for part in parts if part.seated and part.standing.stage is not Stage.FINISHED]
    if at_tables:
        playing = [part for part in at_tables if not part.is_between_rounds]
        return _at_tables(playing) if playing else _between_rounds(at_tables)
    possible = sorted((part for part in parts if part.missing), key=_soonest)
    if possible:
        return _reserve_possible(possible[0])
    if not parts:
        return Headline("well", "look", "Come back later", "Nothing to enter yet", "The organiser sets it up.")
    if any(part.is_open for part in parts):
        return _all_entered([part for part in parts if part.is_open], all(part.is_open for part in parts))
    if all(part.standing.stage is Stage.FINISHED for part in parts):
        return Headline("well", "finished", "Thank you for coming", "Finished", "The results are public.")
    return _waiting(parts)


def _soonest(part: GroupCompetition) -> tuple[bool, datetime | int]:
    """By closing time, those without one last."""
    closes_at = part.competition.closes_at
    return closes_at is None, closes_at or part.competition.pk


def _missing(parts: Sequence[GroupCompetition]) -> Headline:
    number = sum(part.missing.count(Kind.ENTRY) for part in parts)
    first, kind = parts[0], Kind.ENTRY
    return Headline(
        tone="sun",
        icon="look",
        above=places_to_fill(number),
        words=f"{first.competition} {kind.value}",
        below=WHAT_FOR[kind],
        competition=first.competition,
        kind=kind,
        button="Add an entry",
    )


def _reserve_possible(part: GroupCompetition) -> Headline:
    """A reserve is a group's right, not its duty: nothing is missing without one."""
    kind = Kind.RESERVE
    words, below = f"{part.competition} reserve", WHAT_FOR[kind]
    return Headline("well", "tick", "If you like", words, below, part.competition, kind, "Add a reserve")


def _all_entered(parts: Sequence[GroupCompetition], every: bool) -> Headline:
    """Where any number may come nothing is ever complete: the button stays. `every` says that nothing is closed yet;
    otherwise it says which competitions can still be changed."""
    free = next((part for part in parts if not part.is_limited and Kind.ENTRY in part.may_add), None)
    what = "it" if every else _named(parts)
    below = f"You can change {what} until entries close."
    if free is None:
        return Headline("well", "tick", "Nothing is missing", "All entered", below)
    words = f"{sum(place.kind is Kind.ENTRY for place in free.entered)} entered"
    above = f"{free.competition} takes as many as you like"
    return Headline("well", "tick", above, words, below, free.competition, Kind.ENTRY, "Add people")


def _at_tables(parts: Sequence[GroupCompetition]) -> Headline:
    seated = [place for part in parts for place in part.seated]
    above = f"{parts[0].competition}, {stage_in_words(parts[0].standing).lower()}"
    if len(seated) == 1:
        return Headline("pine", "seated", above, f"Table {seated[0].table}", seated[0].name, place=seated[0])
    return Headline("pine", "seated", above, f"{len(seated)} at the tables", "Their tables are below.")


def _between_rounds(parts: Sequence[GroupCompetition]) -> Headline:
    """A round is over: who goes on matters now, not where they sat."""
    going = [(place, part) for part in parts for place in part.going_on]
    above = f"{parts[0].competition}, {stage_in_words(parts[0].standing).lower()}"
    if not going:
        return Headline("well", "over", above, "Nobody goes on", "Thank you for playing. Your list is below.")
    place, part = going[0]
    words = f"{isolated(place.name)} goes on" if len(going) == 1 else f"{len(going)} go on"
    whose = "Their table" if len(going) == 1 else "Their tables"
    following = part.standing.following
    coming = following.name.lower if following else "the next round"
    return Headline("pine", "seated", above, words, f"{whose} will be here when {coming} is seated.")


def _waiting(parts: Sequence[GroupCompetition]) -> Headline:
    entered = sum(len(part.entered) for part in parts)
    if any(part.published for part in parts):
        return Headline("well", "over", "Your group", "Nobody is seated", "Your list below says why.")
    people = f"{count(entered, 'name')} on your list. " if entered else "Nobody from your group is entered. "
    return Headline("well", "closed", "The draw comes next", "Entries are closed", f"{people}Your tables will be here.")


@dataclass(frozen=True)
class Deadline:
    """When entries close, and how long that is."""

    at: datetime | None
    number: int = 0
    unit: str = ""
    of: str = ""
    """The competitions that it is about; empty if it is about all of them."""


def deadline(parts: Sequence[GroupCompetition], now: datetime) -> Deadline | None:
    """The next closing time of the open competitions; None if none is open."""
    still_open = [part for part in parts if part.is_open]
    if not still_open:
        return None
    closing = min((part.competition.closes_at for part in still_open if part.competition.closes_at), default=None)
    then = [part for part in still_open if part.competition.closes_at == closing]
    of = "" if len(then) == len(parts) else _named(then)
    return Deadline(closing, *time_left(closing - now), of=of) if closing else Deadline(None, of=of)


def _named(parts: Sequence[GroupCompetition]) -> str:
    return listed([isolated(str(part.competition)) for part in parts])
