"""Invitation slips: one for each group's coordinator, with the link that lets them enter their people."""

from __future__ import annotations

from typing import Final

from tournament.actions.invitations import path_of
from tournament.models import Competition
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import title_of
from tournament.printing.pen import QUIET, Pen
from tournament.queries.groups import GroupLine, read_groups
from tournament.rules.errors import NothingToPrint

ON_A_PAGE: Final = 4


def draw_slips(pen: Pen, job: Job) -> None:
    """Four to a page, to be cut. The link is all that a coordinator needs, so each is for its group alone."""
    lines = [line for line in read_groups(job.competition.event) if job.group in (None, line.group.pk)]
    linked = [line for line in lines if line.invitation and path_of(line.invitation)]
    if not linked:
        raise NothingToPrint("No group has a link yet. Make the links on the page Groups.")
    grades = list(Competition.objects.filter(event=job.competition.event_id).order_by("pk"))
    down = pen.height / ON_A_PAGE
    for number, line in enumerate(linked):
        place = number % ON_A_PAGE
        if number and not place:
            pen.next_page()
        _slip(pen, job, line, grades, place * down, down)
    pen.next_page()


def _slip(pen: Pen, job: Job, line: GroupLine, grades: list[Competition], top: float, down: float) -> None:
    assert line.invitation
    link, size = f"{job.site}{path_of(line.invitation)}", down - 64
    wide = pen.across - size - 20
    title = title_of(job.competition, "")
    event = job.competition.event
    day = f", {event.date:%-d %B %Y}" if event.date else ""
    y = top + 20
    pen.fitted(pen.left, y, wide, 14, f"{event}{day}", 9.5, fonts.BOLD)
    pen.fitted(pen.left, y + 16, wide, 34, line.group.name, 20, fonts.BLACK)
    said = "Coordinator: point your phone's camera at the code, or type the link, to enter your people and reserves."
    y = pen.paragraph(pen.left, y + 54, wide, said, 9.5)
    for grade in grades[:4]:
        pen.fitted(pen.left, y, wide, 12, _closing(grade), 8.5, grey=QUIET)
        y += 12
    pen.fitted(pen.left, top + down - 52, wide, 18, link, 9, fonts.BOLD)
    keep = "Whoever has this slip can enter people for your group. No password is needed."
    pen.fitted(pen.left, top + down - 32, wide, 12, " ".join([keep, title.note]).strip(), 8, grey=QUIET)
    marks.qr_code(pen, link, pen.right - size, top + 24, size)
    if top + down < pen.height - 1:
        marks.cut_line(pen, 0, top + down, pen.width, top + down)


def _closing(grade: Competition) -> str:
    if grade.closed_at:
        return f"{grade}: entries are closed"
    return f"{grade}: entries close on {grade.closes_at:%-d %B at %H:%M}" if grade.closes_at else str(grade)
