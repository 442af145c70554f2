"""The picture of a knockout's bracket: the plan's own with what is decided, and a tree of names for the hall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournament.pictures import Picture, bracket
from tournament.pictures.bracket import MOST_TABLES_OF_A_ROUND
from tournament.pictures.parts import Spot
from tournament.queries.bracket import Bracket, BracketRound
from tournament.queries.people import Person
from tournament.rules.knockout import feeds
from tournament.rules.table_numbers import ShownTable

MOST_TABLES_OF_A_PAGE: Final = 8
"""How many names below each other can be read from the back wall, even if each takes two lines."""
MOST_ROUNDS_OF_A_PAGE: Final = 3
"""How many rounds beside each other leave a name its room."""


def latest_first(played: Bracket) -> list[BracketRound]:
    """The round that is played now, those before it, and then what is still to come."""
    made = [round_ for round_ in reversed(played.rounds) if round_.is_made]
    return made + [round_ for round_ in played.rounds if not round_.is_made]


def draw_bracket(played: Bracket, *, redraw: bool) -> list[tuple[str, Picture, list[tuple[Spot, str]]]]:
    """Wide for a laptop and tall for a phone: each table with its state, done, now or to come."""
    drawn = [(round_, planned) for round_, planned in zip(played.rounds, played.plan.tables, strict=True)]
    states = [
        _state(round_, table)
        for round_, planned in drawn
        if planned <= MOST_TABLES_OF_A_ROUND
        for table in range(planned)
    ]
    pictures = [
        (shape, bracket(played.plan, tall=tall, redraw=redraw, numbers=played.numbers))
        for shape, tall in (("wide", False), ("tall", True))
    ]
    return [(shape, picture, list(zip(picture.spots, states, strict=True))) for shape, picture in pictures]


def _state(round_: BracketRound, index: int) -> str:
    """A redrawn round may have fewer tables than were planned: those stay empty."""
    if not round_.is_made or index >= len(round_.tables):
        return "to-come"
    return "done" if round_.tables[index].first else "now"


@dataclass(frozen=True)
class Branch:
    """A table in the tree: `done` with who went on, `now`, or `to-come`; and the tables whose winners it takes."""

    number: ShownTable
    state: str
    first: Person | None
    feeders: Sequence[Branch]
    final: bool


def branch_out(played: Bracket) -> Branch:
    """The tree of a fixed bracket, from the final back to the first round."""
    return _branch(played, played.rounds, 0)


def _branch(played: Bracket, rounds: Sequence[BracketRound], index: int) -> Branch:
    *before, last = rounds
    goals = feeds(played.plan)[last.number - 2] if before else []
    feeders = tuple(_branch(played, before, child) for child, goal in enumerate(goals) if goal == index + 1)
    return Branch(last.tables[index].number, _state(last, index), last.tables[index].first, feeders, last.is_final)


@dataclass(frozen=True)
class BracketPage:
    """So much of a bracket as can be read from the back wall: some of its branches, with the names of their rounds."""

    branches: Sequence[Branch]
    rounds: Sequence[str]


def pages_for_the_hall(played: Bracket) -> list[BracketPage]:
    """The bracket in pages: first its early rounds, a few tables at a time, and then what they lead to."""
    headings = [round_.name.heading for round_ in played.rounds]
    return _pages(branch_out(played), headings)


def pages_of_rounds(played: Bracket) -> list[BracketPage]:
    """A bracket that is drawn anew each round has no tree: its rounds one after the other, a few tables at a time."""
    pages: list[BracketPage] = []
    for round_ in played.rounds:
        tables = [
            Branch(table.number, _state(round_, index), table.first, (), round_.is_final)
            for index, table in enumerate(round_.tables)
        ]
        pages += [BracketPage(branches, [round_.name.heading]) for branches in _together(tables)]
    return pages


def _pages(tree: Branch, headings: Sequence[str]) -> list[BracketPage]:
    if _fits(tree):
        return [BracketPage([tree], headings)]
    depth = len(headings) - 1
    cut = next((level for level in range(depth) if all(map(_fits, _level(tree, level)))), depth - 1)
    early = headings[: depth - cut + 1]
    pages = [BracketPage(branches, early) for branches in _together(_level(tree, cut))]
    return [*pages, *_pages(_cut_off(tree, cut), headings[depth - cut :])]


def _fits(tree: Branch) -> bool:
    return len(_leaves(tree)) <= MOST_TABLES_OF_A_PAGE and _depth(tree) <= MOST_ROUNDS_OF_A_PAGE


def _leaves(tree: Branch) -> list[Branch]:
    return [leaf for feeder in tree.feeders for leaf in _leaves(feeder)] or [tree]


def _depth(tree: Branch) -> int:
    return 1 + max(map(_depth, tree.feeders), default=0)


def _level(tree: Branch, level: int) -> list[Branch]:
    """The tables this many rounds before the last one of this tree."""
    return [tree] if level == 0 else [below for feeder in tree.feeders for below in _level(feeder, level - 1)]


def _cut_off(tree: Branch, level: int) -> Branch:
    """The tree without what comes before that level."""
    feeders = () if level == 0 else tuple(_cut_off(feeder, level - 1) for feeder in tree.feeders)
    return replace(tree, feeders=feeders)


def _together(branches: Sequence[Branch]) -> list[list[Branch]]:
    """As many branches on a page as can be read together."""
    pages: list[list[Branch]] = []
    for branch in branches:
        tables = sum(len(_leaves(before)) for before in pages[-1]) if pages else MOST_TABLES_OF_A_PAGE
        if tables + len(_leaves(branch)) <= MOST_TABLES_OF_A_PAGE:
            pages[-1].append(branch)
        else:
            pages.append([branch])
    return pages
