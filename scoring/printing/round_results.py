"""What came of a round, and the whole event as one report: every table, hand and tie, as public pages tell them."""

from __future__ import annotations

from typing import Final

from scoring.queries.rounds import read_round
from scoring.rounds_in_words import PlayerLine, RoundView, TableView, tell_round
from tournament import current_time, plan_words, words
from tournament.printing import fonts
from tournament.printing.job import Job
from tournament.printing.layout import Column, Flow, plain_page, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, RIGHT, Pen
from tournament.printing.printed_rounds import published_draw
from tournament.printing.results import read_finished_results, write_standings
from tournament.queries.competitions import read_competitions
from tournament.queries.draw import Published, read_draw
from tournament.queries.draw_facts import DrawFacts
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.standing import read_standing
from tournament.rules.errors import NothingToPrint

_COLUMNS = (
    Column("Place", 1, fonts.BLACK, MIDDLE, 12),
    Column("Seat", 0.8),
    Column("Name", 5.2, fonts.BOLD, size=11),
    Column("Group", 3, always=False),
    Column("Points", 1.4, fonts.BOLD, RIGHT),
    Column("", 4.4, align=RIGHT),
)
_LINE: Final = 20
_HAND: Final = 15


def _round(job: Job) -> RoundView:
    standing, name = job.standing, job.round_name
    round_ = standing.round(job.round)
    if round_ is None or not round_.is_made:
        raise NothingToPrint(f"{name.opening} isn’t seated yet, so it has no result.")
    view = tell_round(read_round(standing, job.competition, round_, current_time.now()))
    if not any(result.accepted for result in view.tables):
        raise NothingToPrint(f"No sheet of {name.lower} is in yet, so it has no result.")
    return view


def draw_round_results(pen: Pen, job: Job) -> None:
    """For the wall after a round: each table in its order, and where people go."""
    view = _round(job)
    flow = Flow(pen, title_of(job.competition, f"{job.round_name.heading}: results"))
    waits = sum(not result.accepted for result in view.tables)
    if waits:
        flow.say(f"{words.count(waits, 'sheet')} still to come.", 11, fonts.BOLD)
    for result in view.tables:
        flow.need(_high(flow, result))
        _result(flow, result)
    flow.close()


def _high(flow: Flow, result: TableView, *, hands: bool = False) -> float:
    """How much room a table wants, at most a page."""
    return min(60 + _LINE * len(result.lines) + (30 + _HAND * min(len(result.hands), 12)) * hands, flow.end - 120)


def _result(flow: Flow, result: TableView) -> None:
    number = f"Table {result.number}"
    flow.heading(number if result.accepted else f"{number}: its sheet isn’t in yet", 13)
    if not result.accepted:
        return
    table(flow, _COLUMNS, [_line(line) for line in result.lines], _LINE)
    for tie in result.ties:
        flow.y -= 4
        level = ", ".join(person.name for person in tie.between)
        flow.say(f"Level at {tie.points}: {level}. {tie.took.name} {tie.what}: {tie.how}.", 9, grey=QUIET)


def _line(line: PlayerLine) -> list[str | int]:
    name = f"{line.person.name} (for {line.stands_for.name})" if line.stands_for else line.person.name
    goes = "Not there" if line.absent else f"{line.goes} ({line.why})" if line.why else line.goes
    points = "–" if line.points is None else f"{line.points:,}"
    return [str(line.place or "–"), line.seat, name, line.person.group, points, goes]


# The whole event


def draw_report(pen: Pen, job: Job) -> None:
    """Every finished competition of the event, one after the other, with bookmarks."""
    read_finished_results(job.competition, job.standing)
    for competition in read_competitions(job.competition.event):
        if competition.finished_at is None:
            plain_page(pen, title_of(competition, "Report"), f"{competition} isn’t finished yet.")
        else:
            _whole_competition(pen, competition)


def _whole_competition(pen: Pen, competition: CompetitionFacts) -> None:
    """The standings, how it was played, the draw's chance, and every round with its hands."""
    now = current_time.now()
    standing = read_standing(competition, now)
    results, draw = read_finished_results(competition, standing), published_draw(competition)
    flow = Flow(pen, title_of(competition, "Report"))
    pen.bookmark(competition.name)
    pen.bookmark("Final standings", 1)
    write_standings(flow, standing, results)
    flow.need(200)
    pen.bookmark("How it was played", 1)
    flow.heading("How it was played", 18)
    for sentence in words.how_it_is_played(competition.settings, standing.rounds):
        flow.say(sentence, 11)
    _chance(flow, competition, draw)
    for round_ in standing.made:
        view = tell_round(read_round(standing, competition, round_, now))
        flow.need(60 + _high(flow, view.tables[0], hands=True))
        pen.bookmark(round_.name.heading, 1)
        _whole_round(flow, view)
    flow.close()


def _chance(flow: Flow, competition: CompetitionFacts, draw: DrawFacts) -> None:
    flow.pen.bookmark("The draw", 1)
    flow.heading("The draw", 18)
    flow.say(f"{words.count(draw.size, 'player')}. {plan_words.plan_in_words(draw.plan).capitalize()}.", 11)
    known = read_draw(competition)
    if isinstance(known, Published) and known.from_reserves:
        flow.say(f"Reserves drawn by lot: {', '.join(person.name for person in known.from_reserves)}.", 10)
    told = {
        "Numbers from the hall": draw.public,
        "Fingerprint of the list (list_hash)": draw.list_hash,
        "Secret (salt)": draw.salt,
        "Seed": draw.seed,
    }
    for label, value in told.items():
        flow.say(f"{label}: {value}", 8.5)


def _whole_round(flow: Flow, view: RoundView) -> None:
    flow.heading(view.round.name.heading, 18)
    flow.say("Each table’s hands are listed below it: points under each seat, (0) for who went out.", 9, grey=QUIET)
    for move in view.balance:
        flow.say(f"Before it, {move.person.name} was moved from table {move.source} to table {move.target}, by lot.", 9)
    for result in view.tables:
        flow.need(_high(flow, result, hands=True))
        _result(flow, result)
        _hands(flow, result)


def _hands(flow: Flow, result: TableView) -> None:
    """One line a hand, everybody's points under their seat; who went out in brackets."""
    if not result.hands:
        return
    seats = [Column(line.seat, 2, align=RIGHT, size=9) for line in result.columns]
    columns = [Column("Hand", 1.6, fonts.BOLD, size=9), *seats, Column("", 6, size=9)]
    rows = [
        [
            str(hand.number),
            *(f"({cell.points})" if cell.out else cell.points for cell in hand.cells),
            ", ".join(hand.notes),
        ]
        for hand in result.hands
    ]
    table(flow, columns, rows, _HAND)
