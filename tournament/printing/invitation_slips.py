"""Invitation slips: one for each group's coordinator, with the link that lets them enter their people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils import timezone

from tournament.actions.invitations import path_of
from tournament.event_time import zone_in_words
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import rehearsal_note
from tournament.printing.pen import QUIET, Pen
from tournament.queries.competitions import read_competitions
from tournament.queries.event_facts import CompetitionFacts, EventFacts
from tournament.queries.groups import GroupLine, read_groups
from tournament.rules.errors import NothingToPrint

ACROSS, DOWN = 2, 3
"""How many slips are on a page."""
_AWAY: Final = 20
"""From the edges of a slip."""


def draw_slips(pen: Pen, job: Job) -> None:
    """The slips of the competition's whole event."""
    draw_slips_of(pen, job.competition.event, job.site, job.group)


def draw_slips_of(pen: Pen, event: EventFacts, site: str, only: int | None = None) -> None:
    """Six to a page, to be cut. The link is all that a coordinator needs, so each is for its group alone."""
    lines = [line for line in read_groups(event) if only in (None, line.group.pk)]
    linked = [line for line in lines if line.invitation and path_of(line.invitation)]
    if not linked:
        raise NothingToPrint("No group has a link yet. Make the links on the Groups page.")
    grades = read_competitions(event)
    across, down = pen.width / ACROSS, pen.height / DOWN
    for number, line in enumerate(linked):
        place = number % (ACROSS * DOWN)
        if number and not place:
            pen.next_page()
        if not place:
            _cuts(pen, across, down)
        _slip(pen, site, line, grades, place % ACROSS * across + _AWAY, place // ACROSS * down + _AWAY)
    pen.next_page()


def _cuts(pen: Pen, across: float, down: float) -> None:
    for n in range(1, ACROSS):
        marks.cut_line(pen, n * across, 0, n * across, pen.height)
    for n in range(1, DOWN):
        marks.cut_line(pen, 0, n * down, pen.width, n * down)


def _slip(pen: Pen, site: str, line: GroupLine, grades: Sequence[CompetitionFacts], x: float, top: float) -> None:
    """Words above, the code and the link below."""
    assert line.invitation
    link, size = f"{site}{path_of(line.invitation)}", 92.0
    wide, bottom = pen.width / ACROSS - 2 * _AWAY, top + pen.height / DOWN - 2 * _AWAY
    event = line.group.event
    day = f", {event.date:%-d %B %Y}" if event.date else ""
    pen.fitted(x, top, wide, 13, f"{event}{day}", 9.5, fonts.BOLD)
    pen.fitted(x, top + 14, wide, 34, line.group.name, 19, fonts.BLACK)
    how = "Coordinator: point your phone’s camera at the code, or type the link, to enter your people and reserves."
    y = pen.paragraph(x, top + 50, wide, how, 9.5)
    for grade in grades[: int((bottom - size - 4 - y) // 12)]:
        pen.fitted(x, y, wide, 12, _closing(grade), 9, grey=QUIET)
        y += 12
    marks.qr_code(pen, link, x, bottom - size, size)
    left, beside = x + size + 12, wide - size - 12
    pen.fitted(left, bottom - size, beside, 44, link, 9, fonts.BOLD, top=True)
    keep = "Anybody with this slip can enter people for your group. No password is needed."
    note = " ".join([keep, rehearsal_note(event)]).strip()
    pen.fitted(left, bottom - 48, beside, 48, note, 8.5, grey=QUIET)


def _closing(grade: CompetitionFacts) -> str:
    if grade.closed_at:
        return f"{grade}: entries are closed"
    if grade.closes_at is None:
        return str(grade)
    closes = timezone.localtime(grade.closes_at)
    return f"{grade}: entries close {closes:%-d %B %Y, %H:%M}, {zone_in_words(closes)}"
