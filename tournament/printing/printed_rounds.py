"""What a document needs of a round, or why there is nothing to print of it; and a chair's note in words."""

from __future__ import annotations

from tournament.printing.job import Job
from tournament.queries.draw import read_published_draw
from tournament.queries.draw_facts import DrawFacts
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.printed_rounds import PrintedChair, PrintedRound, read_printed_round
from tournament.rules.errors import NothingToPrint
from tournament.rules.standing import StandingDraw


def published_plan(job: Job) -> StandingDraw:
    """The draw as far as its plan goes, once everybody may see it."""
    draw = job.standing.published
    if draw is None:
        raise NothingToPrint(f"{job.competition} isn’t drawn yet. Publish the draw first.")
    return draw


def published_draw(competition: CompetitionFacts) -> DrawFacts:
    """The published draw with its chance, for what is worked out from the seed."""
    draw = read_published_draw(competition.pk)
    if draw is None:
        raise NothingToPrint(f"{competition} isn’t drawn yet. Publish the draw first.")
    return draw


def round_to_print(job: Job, *, full_names: bool = False, only_seated: bool = False) -> PrintedRound:
    """The job's round; with `only_seated`, everybody must have their seat."""
    published_plan(job)
    standing, number = job.standing, job.round
    if standing.round(number) is None:
        raise NothingToPrint(f"There is no round {number}: {job.competition} has {len(standing.rounds)}.")
    found = read_printed_round(job.competition, standing, number, full_names=full_names)
    if not found.tables or (only_seated and not found.is_seated):
        before = standing.name(number - 1)
        raise NothingToPrint(f"{found.name.opening} isn’t seated yet. Close {before.lower} first.")
    return found


def note_of(chair: PrintedChair) -> str:
    """Who will sit on a chair, or for whom, or that nobody does."""
    if chair.absent:
        return "Empty chair"
    if chair.stands_for:
        return f"for {chair.stands_for}"
    return f"Winner of table {chair.winner_of}" if chair.winner_of else ""
