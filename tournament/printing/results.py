"""The final standings."""

from __future__ import annotations

from collections.abc import Sequence

from tournament import ranking_words
from tournament.printing import fonts
from tournament.printing.job import Job
from tournament.printing.layout import Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, RIGHT, Pen
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.results import ResultLine, Results, read_results
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format, Ranking, Settings
from tournament.rules.standing import Standing


def read_finished_results(competition: CompetitionFacts, standing: Standing) -> Results:
    """Once the competition is finished: before that nobody has a place."""
    if not standing.is_finished:
        raise NothingToPrint(f"{competition} isn’t finished yet: nobody has a place.")
    return read_results(competition, standing)


def draw_standings(pen: Pen, job: Job) -> None:
    """Everybody's place, for the wall: names as public pages show them."""
    results = read_finished_results(job.competition, job.standing)
    title = ranking_words.heading("Final standings", job.standing.settings)
    flow = Flow(pen, title_of(job.competition, title), 22 if len(title) > 20 else 26)
    write_standings(flow, job.standing, results)
    flow.close()


def write_standings(flow: Flow, standing: Standing, results: Results) -> None:
    """By the round reached, by table, or all together; the first of all stands above. A sentence says what the order
    goes by, and the column that decides stands last, in bold."""
    if results.champion:
        _champion(flow, results.champion)
    if how := ranking_words.how_ranked(standing.settings):
        flow.say(how, 10, grey=QUIET)
    columns = _columns(standing.settings)
    for section, lines in results.sections.items():
        if section:
            flow.heading(_heading(standing, section), 13)
        table(flow, columns, [_line(line, standing.settings) for line in lines], 20)


def _champion(flow: Flow, champion: ResultLine) -> None:
    pen = flow.pen
    pen.text(pen.left, flow.y + 12, "Winner", 12, fonts.BOLD, grey=QUIET)
    pen.fitted(pen.left, flow.y + 16, pen.across, 46, champion.person.name, 36, fonts.BLACK)
    pen.fitted(pen.left, flow.y + 62, pen.across, 18, champion.person.group, 12)
    flow.y += 90


def _heading(standing: Standing, section: int) -> str:
    """A section is a table of `single`, or else the round that people reached."""
    if standing.format is Format.SINGLE:
        return f"Table {section}"
    reached = standing.name(section)
    return reached.opening if reached.is_final else f"Out in {reached.lower}"


def _columns(settings: Settings) -> list[Column]:
    """The column that the order goes by stands last, in bold; in `single` tables points decide."""
    rotation, single = settings.format is Format.ROTATION, settings.format is Format.SINGLE
    return [
        Column("Place", 1, fonts.BLACK, MIDDLE, 13),
        Column("Name", 5.6, fonts.BOLD, size=11),
        Column("Group", 3.6, always=False),
        *([Column("Rounds", 1.2, align=RIGHT)] if rotation else []),
        *([] if settings.ranking is Ranking.TOTAL else [Column("Points", 1.3, align=RIGHT)]),
        Column("Hands won", 1.6, align=RIGHT),
        Column(ranking_words.ranked_by(settings).capitalize(), 2.2, fonts.PLAIN if single else fonts.BOLD, RIGHT),
    ]


def _line(line: ResultLine, settings: Settings) -> Sequence[str]:
    name = f"{line.person.name} (for {line.stands_for.name})" if line.stands_for else line.person.name
    rounds = [str(line.rounds)] if settings.format is Format.ROTATION else []
    points, won = ("–", "–") if line.absent else (f"{line.points:,}", str(line.won))
    decides = "not there" if line.absent else ranking_words.value_of(line, settings)
    counted = [won] if settings.ranking is Ranking.TOTAL else [points, won]
    return [str(line.place), name, line.person.group, *rounds, *counted, decides]
