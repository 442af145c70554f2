"""Certificates to frame: the table's edge with what somebody achieved, and above it how far their sun has risen.

In colour, in black, or the words alone for paper that is printed already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from tournament.printing import colours, fonts, marks
from tournament.printing.colours import Ink
from tournament.printing.job import Job
from tournament.printing.layout import title_of
from tournament.printing.paper_sizes import POINTS_PER_MILLIMETRE
from tournament.printing.pen import INK, MIDDLE, QUIET, RIGHT, WHITE, Pen
from tournament.printing.results import read_finished_results
from tournament.printing.text import width
from tournament.queries.people import read_people
from tournament.queries.results import ResultLine
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format
from tournament.rules.print_looks import PaperLook
from tournament.rules.standing import Standing
from tournament.words import count

GAME: Final = "Uno"
AWAY: Final = 60.0
"""From the left and right edges of the paper to the words."""
EDGE_HEIGHT: Final = 114.0
SUN_RADIUS: Final = 222.0
NAME_TOP, NAME_HEIGHT = 244.0, 104.0
GREY_SUN: Final = 0.86
_ORDINALS: Final = ("First", "Second", "Third", "Fourth", "Fifth")
_ABOVE_THE_SUN: Final = (
    ("leaf", 33),
    ("block", 19),
    ("sun", 9),
    ("flame", 0),
    ("sun", -9),
    ("block", -19),
    ("leaf", -33),
)
"""The shapes in their arc, each with its angle from straight up."""


@dataclass(frozen=True)
class Achievement:
    """What somebody gets the certificate for: the word, the line that explains it, and how far the sun has risen."""

    word: str
    note: str
    sun: float = 0.0


def draw_certificates(pen: Pen, job: Job) -> None:
    """One page for each who was there, under the whole name: the champion, the finalists, everybody who played."""
    competition = job.competition
    results = read_finished_results(competition, job.standing)
    whole = {person.code: person for person in read_people(competition, full_names=True).values()}
    given = [(line, section) for section, lines in results.sections.items() for line in lines if not line.absent]
    if not given:
        raise NothingToPrint("Nobody was there to get a certificate.")
    pen.turn(job.paper.landscape())
    pen.expect(len(given))
    for line, section in given:
        name = whole[line.person.code].name
        pen.bookmark(name)
        _draw(pen, job, name, line.person.group, achievement(job.standing, line, section, len(given)))
        pen.next_page()
    pen.turn(job.paper)


def achievement(standing: Standing, line: ResultLine, section: int, players: int) -> Achievement:
    """Of a knockout, a rotation or a table of `single`; `section` is the round reached, or the table."""
    of_all = f"{_ordinal(line.place)} of {count(players, 'player')}"
    if standing.format is Format.SINGLE:
        return Achievement(f"Winner of table {section}", "", 1) if line.place == 1 else _took_part(players)
    if line.place == 1:
        return Achievement("Champion", of_all, 1)
    if standing.format is Format.ROTATION:
        return Achievement(f"{_ordinal(line.place)} place", of_all, 0.6) if line.place <= 3 else _took_part(players)
    if standing.name(section).is_final:
        return Achievement("Finalist", of_all, 0.6)
    return Achievement("Took part", f"Reached {standing.name(section).lower}") if section > 1 else _took_part(players)


def _took_part(players: int) -> Achievement:
    return Achievement("Took part", f"One of {count(players, 'player')}")


def _ordinal(place: int) -> str:
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"Place {place}"


def _when(job: Job) -> str:
    event = job.competition.event
    return ", ".join(part for part in (event.place, f"{event.date:%-d %B %Y}" if event.date else "") if part)


def _game(job: Job) -> str:
    """The word, and the game if the competition's name does not say it already."""
    return "Certificate" if GAME.casefold() in job.competition.name.casefold() else f"{GAME} certificate"


def _competition_and_game(job: Job) -> str:
    """Uno Open certificate; Under 18, Uno certificate."""
    name, kind = job.competition.name, _game(job)
    return f"{name}, {kind}" if GAME in kind else f"{name} {kind.lower()}"


def _draw(pen: Pen, job: Job, name: str, group: str, achieved: Achievement) -> None:
    if job.look.look is PaperLook.PREPRINTED:
        _draw_words(pen, job, name, group, achieved)
        return
    in_colour = job.look.look is PaperLook.COLOUR
    top = pen.height - 23 - EDGE_HEIGHT
    if achieved.sun:
        _draw_sun(pen, top, achieved.sun, in_colour=in_colour)
    _draw_head(pen, job, colours.OF_SHAPES if in_colour else marks.NO_COLOURS)
    x, wide = AWAY, pen.width - 2 * AWAY
    pen.fitted(x, NAME_TOP, wide, NAME_HEIGHT, name, 86, fonts.BLACK, least=0.5)
    pen.fitted(x, NAME_TOP + NAME_HEIGHT + 12, wide, 28, group, 20, fonts.BOLD)
    _draw_signatures(pen, top - 26)
    _draw_edge(pen, job, achieved, top, colours.EDGE if in_colour else INK)


def _draw_head(pen: Pen, job: Job, shapes: Mapping[str, Ink]) -> None:
    """The game and the word on the left, the event with its sign on the right."""
    pen.fitted(AWAY, 50, pen.width * 0.52, 34, job.competition.name, 27, fonts.BLACK)
    pen.text(AWAY, 110, _game(job), 27, fonts.BLACK)
    right, event = pen.width - AWAY, job.competition.event.name
    wide = pen.width * 0.26
    used = pen.fitted(right - wide, 54, wide, 40, event, 14, fonts.BOLD, RIGHT)
    from_right = min(wide, _width_of(event, used))
    marks.mark(pen, right - from_right - 44, 58, 32, INK, shapes)


def _width_of(event: str, used: float) -> float:
    """How wide the event's name came out: a wrapped one takes all its room."""
    return width(event, 14, fonts.BOLD) if used < 20 else 1000.0


def _draw_sun(pen: Pen, horizon: float, risen: float, *, in_colour: bool) -> None:
    """Half a sun behind the table's edge, lower if it has not risen as far; at its highest with the shapes above it."""
    canvas, x = pen.canvas, pen.width * 0.66
    y = horizon + SUN_RADIUS * (1 - risen)
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(0, pen.height - horizon, pen.width, horizon)
    canvas.clipPath(clip, stroke=0, fill=0)
    pen.fill(colours.SUN if in_colour else GREY_SUN)
    canvas.circle(x, pen.height - y, SUN_RADIUS, stroke=0, fill=1)
    canvas.restoreState()
    pen.fresh()
    if risen < 1:
        return
    for name, angle in (*_ABOVE_THE_SUN, *((name, -angle) for name, angle in _ABOVE_THE_SUN[1:])):
        size = 34.0 if name == "flame" else 25.0
        away = SUN_RADIUS + 44
        middle = (x - sin(radians(angle)) * away, y - cos(radians(angle)) * away)
        _draw_turned(pen, name, middle, size, angle, colours.OF_SHAPES[name] if in_colour else INK)


def _draw_turned(pen: Pen, name: str, middle: tuple[float, float], size: float, angle: float, ink: Ink) -> None:
    """A shape around its middle, leaning with the arc."""
    canvas = pen.canvas
    canvas.saveState()
    canvas.translate(middle[0], pen.height - middle[1])
    canvas.rotate(angle)
    canvas.translate(-middle[0], -(pen.height - middle[1]))
    marks.shape(pen, name, middle[0] - size / 2, middle[1] - size / 2, size, ink)
    canvas.restoreState()
    pen.fresh()


def _draw_signatures(pen: Pen, y: float) -> None:
    for number, who in enumerate(("Organiser", "Head umpire")):
        x = AWAY + number * 126
        pen.rule(x, y, x + 112, y, 0.8)
        pen.text(x, y + 12, who, 9, grey=QUIET)


def _draw_edge(pen: Pen, job: Job, achieved: Achievement, top: float, ink: Ink) -> None:
    """The table's edge: the one thing that somebody reads from across the room."""
    pen.box(23, top, pen.width - 46, EDGE_HEIGHT, fill=ink, edge=None)
    wide = pen.width - 2 * AWAY
    pen.fitted(AWAY, top + 10, wide * 0.6, EDGE_HEIGHT - 20, achieved.word, 60, fonts.BLACK, grey=WHITE, least=0.5)
    told = [text for text in (achieved.note, _when(job), title_of(job.competition, "").note) if text]
    y = top + EDGE_HEIGHT / 2 - len(told) * 9
    for line in told:
        pen.fitted(AWAY + wide * 0.62, y, wide * 0.38, 18, line, 13, fonts.BOLD, RIGHT, WHITE)
        y += 18


def _draw_words(pen: Pen, job: Job, name: str, group: str, achieved: Achievement) -> None:
    """The words alone, in the middle of what the margins leave."""
    margins = job.look.margins
    left, top = margins.left * POINTS_PER_MILLIMETRE, margins.top * POINTS_PER_MILLIMETRE
    right, bottom = margins.right * POINTS_PER_MILLIMETRE, margins.bottom * POINTS_PER_MILLIMETRE
    wide, high = pen.width - left - right, pen.height - top - bottom
    told = ", ".join(text for text in (achieved.note, _when(job)) if text)
    lines = (
        (_competition_and_game(job), 18, fonts.BOLD, 0.12),
        (name, 60, fonts.BLACK, 0.38),
        (group, 16, fonts.PLAIN, 0.1),
        (achieved.word, 34, fonts.BLACK, 0.2),
        (told, 12, fonts.PLAIN, 0.1),
        (title_of(job.competition, "").note, 9, fonts.PLAIN, 0.06),
    )
    for words, size, weight, share in lines:
        pen.fitted(left, top, wide, high * share, words, size, weight, MIDDLE, least=0.5)
        top += high * share
