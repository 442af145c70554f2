"""RULES.md 4 and section 3: who plays a hand, what everybody holds, and what it scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from .case import Case
from .deck import check_held, deck
from .facts import Card, CheckedHand, CheckedTable
from .found import Discrepancy, Place, named
from .picks import level_after_hands_won
from .shape import printable


def check_hands(case: Case) -> Iterator[Discrepancy]:
    """Every hand of every table, each from its own facts."""
    cards = deck(case.competition)
    for place, _, table in case.tables():
        yield from _check_sheet(case, place, table)
        yield from _check_players(case, place, table)
        for hand in table.hands:
            at = place.at(hand=hand.number)
            yield from _check_course(case, at, hand, cards)
            yield from _check_holding(at, hand)
            yield from check_held(at, hand, cards)
            yield from _check_void(case, at, hand)
            yield from _check_points(case, at, hand)


def _check_sheet(case: Case, place: Place, table: CheckedTable) -> Iterator[Discrepancy]:
    """The hands of one table among themselves."""
    if len(table.present) < 2 and table.hands:
        yield place.says("One present player goes through without a hand, the record has hands.")
    for hand, after in pairwise(table.hands):
        if hand.playoff and not after.playoff:
            yield place.at(hand=after.number).says("An ordinary hand follows a play-off.")
        if not hand.complete and not hand.playoff and not after.playoff:
            yield place.at(hand=hand.number).says("The end of the round stopped this hand, and another hand follows.")
    for hand in [hand for hand in table.hands if hand.playoff and hand.complete][1:]:
        yield place.at(hand=hand.number).says("There is one play-off hand, and one was finished before.")
    if case.competition.format == "rotation":
        for hand in (hand for hand in table.hands if hand.playoff):
            yield place.at(hand=hand.number).says("A rotation has no play-offs.")


def _check_course(case: Case, place: Place, hand: CheckedHand, cards: Mapping[str, Card]) -> Iterator[Discrepancy]:
    """“Incomplete hand: … nobody went out”; `late`: “started after the warning”, which only a clock gives."""
    if hand.complete and hand.out is None:
        yield place.says("The hand is complete, and nobody went out.")
    if not hand.complete and hand.out is not None:
        yield place.at(entry=hand.out).says(f"The hand is incomplete, and {hand.out} went out.")
    if hand.last_card is not None and hand.last_card not in cards:
        yield place.at(part="last_card").says(f"There is no card {printable(hand.last_card)}.")
    if hand.last_card is not None and not hand.complete:
        yield place.at(part="last_card").says("The hand is incomplete, and a last card ended it.")
    if hand.late and case.competition.clock is None:
        yield place.at(part="late").says("The hand is marked as started after the warning, and there is no clock.")


def _players(case: Case, table: CheckedTable, hand: CheckedHand) -> list[str]:
    """Who plays: everybody present or, in a play-off, “those still level” on points and hands won.

    After a correction too: “the file's facts stand as corrected”, and a play-off among others decided nothing.
    """
    return level_after_hands_won(case, table) if hand.playoff else table.present


def _check_players(case: Case, place: Place, table: CheckedTable) -> Iterator[Discrepancy]:
    """Everybody present has points in every hand, in a play-off “only … those who play it”.

    A chair that is wrong is wrong in all hands of the sheet; it is told once, at the first.
    """
    told: set[str] = set()
    for hand in table.hands:
        at = place.at(hand=hand.number)
        players = _players(case, table, hand)
        if hand.playoff and len(players) < 2:
            yield at.says("There is no tie that a play-off could decide.")
            continue
        for found in _check_codes(at.at(part="points"), players, hand.points):
            if found.sentence not in told:
                yield found
            told.add(found.sentence)


def _check_holding(place: Place, hand: CheckedHand) -> Iterator[Discrepancy]:
    """“`held` has everyone present but the one who went out”."""
    if hand.out is not None and hand.out not in hand.points:
        yield place.at(entry=hand.out).says(f"{hand.out} went out and does not play this hand.")
    holding = [code for code in hand.points if code != hand.out]
    yield from _check_codes(place.at(part="held"), holding, hand.held)


def _check_codes(place: Place, should: Iterable[str], found: Iterable[str]) -> Iterator[Discrepancy]:
    """Who is missing, and who is too many."""
    missing, extra = sorted(set(should) - set(found)), sorted(set(found) - set(should))
    if missing:
        yield place.at(entry=missing[0]).says(f"{named(missing)} should be here, the record leaves them out.")
    if extra:
        yield place.at(entry=extra[0]).says(f"{named(extra)} should not be here, the record has them.")


def _check_void(case: Case, place: Place, hand: CheckedHand) -> Iterator[Discrepancy]:
    """“An incomplete hand that does not count (`ignore`, or `winner_takes`) is `void`”, be it a play-off or not."""
    ignored = case.competition.incomplete == "ignore" or not case.competition.low_wins
    void = not hand.complete and ignored
    if hand.void != void:
        words = ("void", "not void") if void else ("not void", "void")
        yield place.at(part="void").says(f"The hand is {words[0]}, the record says it is {words[1]}.")


def _check_points(case: Case, place: Place, hand: CheckedHand) -> Iterator[Discrepancy]:
    """“`own_hand`: each player's points are their held cards. `winner_takes`: the one who went out gets the sum”."""
    for code, found in hand.points.items():
        should = _points(case, hand, code)
        if found != should:
            yield place.at(entry=code).says(f"{code} scores {should} points, the record says {found}.")


def _points(case: Case, hand: CheckedHand, code: str) -> int:
    if hand.void:
        return 0
    if case.competition.low_wins:
        return hand.held[code].points if code in hand.held and code != hand.out else 0
    return sum(held.points for held in hand.held.values()) if code == hand.out else 0
