"""The organiser's choices among themselves, and how many rounds and tables they make."""

from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .deck import STANDARD
from .facts import Competition, Round
from .found import Discrepancy, Place, counted
from .shape import printable


def check_settings(case: Case) -> Iterator[Discrepancy]:
    """What a choice needs beside it, and what the rounds of the record then look like."""
    yield from _check_choices(case.competition)
    yield from _check_cards(case.competition)
    yield from _check_number_of_rounds(case)
    for rnd in case.record.rounds:
        yield from _check_round(case, rnd)


def _check_choices(competition: Competition) -> Iterator[Discrepancy]:
    """RULES.md 2: an ending carries its number, and “may also carry a clock”, but not another ending's number; a
    rotation has a way to move and a ranking."""
    numbers = {"clock": competition.clock, "target": competition.target, "hands": competition.hands}
    if numbers[competition.ending] is None:
        yield Place(part=f"competition.{competition.ending}").says(
            f"Rounds end by {competition.ending}, and the record does not say at what."
        )
    for other in ("target", "hands"):
        if other != competition.ending and numbers[other] is not None:
            yield Place(part=f"competition.{other}").says(
                f"Rounds end by {competition.ending}, the record says {numbers[other]} here."
            )
    if competition.format == "rotation":
        for name, choice in (("move", competition.move), ("ranking", competition.ranking)):
            if choice is None:
                yield Place(part=f"competition.{name}").says("A rotation needs this, the record says null.")
    most = 10 if competition.format == "single" else 5
    if competition.table_max > most:
        yield Place(part="competition.table_max").says(
            f"The largest table has {most} seats, the record says {competition.table_max}."
        )


def _check_cards(competition: Competition) -> Iterator[Discrepancy]:
    """“Extra cards' own” names are not those of the pack."""
    for name in competition.extra_cards:
        if name in STANDARD:
            yield Place(part="competition.extra_cards").says(f"{printable(name)} is a card of every pack.")


def _check_number_of_rounds(case: Case) -> Iterator[Discrepancy]:
    """“Every round of the plan is recorded”; a rotation has the rounds it chose, a single has one stage."""
    competition, found = case.competition, len(case.record.rounds)
    should = {"knockout": len(case.record.draw.plan), "single": 1}.get(competition.format, competition.rounds)
    if should is None:
        should = max(found, 1)
    if found != should:
        yield Place(part="rounds").says(f"There should be {counted(should, 'round')}, the record has {found}.")
    if competition.rounds is not None and competition.rounds != should:
        yield Place(part="competition.rounds").says(
            f"There should be {counted(should, 'round')}, the record says {competition.rounds}."
        )


def _check_round(case: Case, rnd: Round) -> Iterator[Discrepancy]:
    """What only some formats have is null or empty in the others."""
    place, format_ = Place(round=rnd.number), case.competition.format
    redrawn = format_ == "knockout" and case.competition.redraw and rnd.number > 1
    if rnd.drawn and not redrawn:
        yield place.at(part="draw").says("This round is not redrawn, the record says how it was.")
    if format_ != "rotation" and rnd.moves:
        yield place.at(part="moves").says(
            f"Nobody moves in a {format_}, the record has {counted(len(rnd.moves), 'move')}."
        )
    if not redrawn:
        yield from _check_tables(case, rnd)


def _check_tables(case: Case, rnd: Round) -> Iterator[Discrepancy]:
    plan, found = case.record.draw.plan, len(rnd.tables)
    planned = plan if case.competition.format == "knockout" else plan[:1] * rnd.number
    if rnd.number <= len(planned) and planned[rnd.number - 1] != found:
        should = planned[rnd.number - 1]
        yield Place(round=rnd.number).says(f"The plan has {counted(should, 'table')}, the record has {found}.")
