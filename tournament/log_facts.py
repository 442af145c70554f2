"""The facts of each kind of log line: ids that travel, codes and numbers, never a person's name, never a primary key.

`log_kinds` says which kind has which facts. mypy compares every call of `log()` with these types.
"""
# Without `from __future__ import annotations`: a TypedDict could not tell NotRequired at run time.

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from tournament.rules.travel_ids import TravelId


class NoFacts(TypedDict):
    """The kind alone says everything."""


class AReason(TypedDict):
    why: str
    note: NotRequired[TravelId]  # of a row, which goes when names are erased


# Set-up, links and members


class AnEventsChanges(TypedDict):
    changed: Sequence[str]


class SomeSettings(TypedDict):
    choices: Mapping[str, Any]


class ANewCompetition(SomeSettings):
    preset: str


class ACompetitionsName(TypedDict):
    name: str


class RemovedCompetitions(TypedDict):
    competitions: Sequence[str]


class AClosingTime(TypedDict):
    closes: str


class HowManyPeople(TypedDict):
    people: int


class AGroup(TypedDict):
    group: TravelId


class SomeGroups(TypedDict):
    groups: Sequence[TravelId]


class MergedGroups(TypedDict):
    group: TravelId
    into: TravelId
    joined: int


class AnInvitation(TypedDict):
    invitation: TravelId


class AnEndedInvitation(AnInvitation):
    members: Sequence[TravelId]


class ANewInvitation(AnEndedInvitation):
    role: str
    group: TravelId | None


class AMember(TypedDict):
    role: str
    account: TravelId


# Entries and the draw


class AnEntry(TypedDict):
    entry: TravelId


class AnEntryWithAReason(AnEntry):
    why: NotRequired[str]
    note: NotRequired[TravelId]


class AList(TypedDict):
    upload: TravelId


class AConfirmedList(AList):
    leave_out: bool


class WhatAListBrought(TypedDict):
    entries: int
    reserves: int
    groups: int
    there: int
    left_out: int


class AnImportedList(AList, WhatAListBrought):
    pass


class APlan(TypedDict):
    size: int
    plan: Sequence[int]
    first_table: int


class ASeal(TypedDict):
    list_hash: str
    commitment: str


class HallNumbers(TypedDict):
    public: str


class ADraw(HallNumbers):
    seed: str
    method: str
    attempt: int | None


class NewlyShown(TypedDict):
    reserves: Sequence[TravelId]
    tables: Sequence[int]


class AStepOfTheDraw(NewlyShown):
    revealed: int


class ASwap(AReason):
    a: TravelId
    b: TravelId


class AThrownAwayDraw(AReason, HallNumbers):
    list_hash: str
    salt: str


# Who is there


class ACompetitor(TypedDict):
    competitor: TravelId


class ARespelling(ACompetitor):
    former: TravelId


class AWristband(ACompetitor):
    number: str


class AnEntryFromARoundOn(AnEntry):
    round: int | None


class ASubstitution(AnEntryFromARoundOn, AReason):
    substitute: TravelId


class ACallUp(AnEntry):
    called: TravelId


# Rounds, clocks and paper


class ARound(TypedDict):
    round: int


class AClock(TypedDict):
    clock: TravelId
    seconds: int | None
    shows: Mapping[str, Any]
    """What live pages are told, so that a clock counts on without asking."""


class SomeRoundTimes(TypedDict):
    rounds: Sequence[int]
    clock: int
    warning: int | None
    shows: Mapping[str, Any] | None


class SomeCalls(TypedDict):
    minutes: Sequence[int]


class APaper(ARound):
    paper: str


# Tables


class AKey(TypedDict):
    number: int


class ATable(TypedDict):
    table: TravelId


class ASeatAtATable(ATable, AnEntry):
    pass


class ATie(ATable):
    level: Sequence[str]


class ATableWithAReason(ATable, AReason):
    pass


class AnAcceptedSheet(ATableWithAReason):
    totals: Mapping[str, int]


class AHand(TypedDict):
    out: str | None
    last_card: str | None
    held: Mapping[str, int | Mapping[str, int]]


class ARecordedHand(ATable, AHand):
    hand: int


class AChangedHand(ATableWithAReason):
    hand: int
    was: AHand | None
    now: AHand | None


class WhatACorrectionChanges(TypedDict):
    totals: Mapping[str, Sequence[int]]
    first: Sequence[str | None] | None
    moves: Sequence[Sequence[str]] | None
    reseats: int | None
    refused: str | None


class ACorrection(AChangedHand, WhatACorrectionChanges):
    pass


# Screens


class AScreen(TypedDict):
    screen: int


class AScreensScene(AScreen):
    scene: str


class AScreensSound(AScreen):
    sound: str


class AScene(TypedDict):
    scene: str


class ASlide(TypedDict):
    slide: TravelId


class AMovedSlide(ASlide):
    steps: int


class SomeSayings(TypedDict):
    sayings: int


class SomeRules(TypedDict):
    length: int
