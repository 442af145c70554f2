"""The organiser's choices among themselves, and how many rounds and tables they make."""

from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .deck import STANDARD
from .facts import CheckedCompetition, CheckedRound
from .found import Discrepancy, Place, counted
from .shape import printable

PRESETS = frozenset({"syg", "syg-60", "bac", "classic-500", "classroom", "custom"})


def check_settings(case: Case) -> Iterator[Discrepancy]:
    """What a choice needs beside it, and what the rounds of the record then look like."""
    yield from _check_preset(case.competition)
    yield from _check_choices(case.competition)
    yield from _check_format(case.competition)
    yield from _check_cards(case.competition)
    yield from _check_number_of_rounds(case)
    for rnd in case.record.rounds:
        yield from _check_round(case, rnd)


def _check_choices(competition: CheckedCompetition) -> Iterator[Discrepancy]:
    """RULES.md 2: an ending carries its number, and “may also carry a clock”, but not another ending's number."""
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
    most = 10 if competition.format == "single" else 5
    if competition.table_max > most:
        yield Place(part="competition.table_max").says(
            f"The largest table has {most} seats, the record says {competition.table_max}."
        )


def _check_format(competition: CheckedCompetition) -> Iterator[Discrepancy]:
    """A rotation has a way to move, a ranking and its number of rounds; to the others these mean nothing, and only a
    knockout can be redrawn."""
    format_ = competition.format
    chosen = {"move": competition.move, "ranking": competition.ranking, "rounds": competition.rounds}
    for name, choice in chosen.items():
        if format_ == "rotation" and choice is None:
            yield Place(part=f"competition.{name}").says("A rotation needs this, the record says null.")
        if format_ != "rotation" and choice is not None:
            yield Place(part=f"competition.{name}").says(f"A {format_} has none, the record says {choice}.")
    if competition.redraw and format_ != "knockout":
        yield Place(part="competition.redraw").says(f"A {format_} is not redrawn, the record says it is.")


def _check_preset(competition: CheckedCompetition) -> Iterator[Discrepancy]:
    """What the organiser started from; `custom` is a start of one's own."""
    if competition.preset is not None and competition.preset not in PRESETS:
        yield Place(part="competition.preset").says(f"There is no preset {printable(competition.preset)}.")


def _check_cards(competition: CheckedCompetition) -> Iterator[Discrepancy]:
    """“Extra cards' own” names are not those of the pack."""
    for name in competition.extra_cards:
        if name in STANDARD:
            yield Place(part="competition.extra_cards").says(f"{printable(name)} is a card of every pack.")


def _check_number_of_rounds(case: Case) -> Iterator[Discrepancy]:
    should, found = case.planned_rounds, case.last_round
    if found != should:
        yield Place(part="rounds").says(f"There should be {counted(should, 'round')}, the record has {found}.")


def _check_round(case: Case, rnd: CheckedRound) -> Iterator[Discrepancy]:
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


def _check_tables(case: Case, rnd: CheckedRound) -> Iterator[Discrepancy]:
    plan, found = case.record.draw.plan, len(rnd.tables)
    planned = plan if case.competition.format == "knockout" else plan[:1] * rnd.number
    if rnd.number <= len(planned) and planned[rnd.number - 1] != found:
        should = planned[rnd.number - 1]
        yield Place(round=rnd.number).says(f"The plan has {counted(should, 'table')}, the record has {found}.")
