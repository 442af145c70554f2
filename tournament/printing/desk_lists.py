"""Lists for the desk: check-in with a column for wristbands, and the reserves' order of call. Whole names: organisers
alone get them."""

from __future__ import annotations

from collections.abc import Sequence

from tournament import current_time
from tournament.printing import fonts
from tournament.printing.job import Job
from tournament.printing.layout import TICK, Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, Pen
from tournament.queries.check_in import Arrival, read_check_in_list
from tournament.queries.check_in_desk import read_waiting_arrivals
from tournament.queries.search import natural
from tournament.rules.errors import NothingToPrint
from tournament.words import count


def draw_check_in(pen: Pen, job: Job) -> None:
    """Everybody who entered, by name, with a box to tick and room for the wristband's number. It stays the same list
    when later rounds are seated: table and seat are those of the first."""
    desk = read_check_in_list(job.competition, current_time.now())
    people: Sequence[Arrival] = sorted(desk.people, key=lambda arrival: natural(arrival.name))
    if not people:
        raise NothingToPrint(f"Nobody is entered in {job.competition} yet.")
    flow = Flow(pen, title_of(job.competition, "Check-in", "Keep this list to yourself: it has full names"))
    flow.say(f"{count(len(people), 'player')}. Tick everybody who is here, and write down their wristband number.", 11)
    columns = [
        Column("Here", 1, align=MIDDLE, size=13),
        Column("Wristband", 2.1, fonts.BOLD),
        Column("Name", 6, fonts.BOLD, size=11.5),
        Column("Group", 4, always=False),
        *([Column("Table", 1.2, fonts.BLACK, MIDDLE, 13), Column("Seat", 1)] if desk.is_seated else []),
    ]
    table(flow, columns, [_arrival(arrival, seated=desk.is_seated) for arrival in people], 23)
    if desk.waiting:
        flow.heading("Reserves who may be called up, in order")
        table(flow, _CALL, [_called(reserve) for reserve in desk.waiting], 23)
    flow.close()


def _arrival(arrival: Arrival, *, seated: bool) -> list[str | int]:
    note = _note(arrival)
    name = f"{arrival.name} ({note})" if note else arrival.name
    place: list[str | int] = [str(arrival.table), arrival.seat] if arrival.table else ["", ""]
    return ["×" if arrival.is_here else TICK, arrival.wristband, name, arrival.group, *(place if seated else [])]


def _note(arrival: Arrival) -> str:
    """What the desk should know about somebody who does not simply sit on their own chair."""
    if arrival.plays_for:
        return f"for {arrival.plays_for}"
    if arrival.replaced_by:
        return f"{arrival.replaced_by} plays instead"
    return "not coming" if arrival.gone or arrival.absent else ""


_CALL = [
    Column("", 0.8, fonts.BLACK, MIDDLE, 14),
    Column("Name", 6, fonts.BOLD, size=12),
    Column("Group", 4, always=False),
    Column("Here", 1, align=MIDDLE, size=13),
    Column("Called up for", 4),
]


def _called(reserve: Arrival) -> list[str | int]:
    return [f"{reserve.call}", reserve.name, reserve.group, "×" if reserve.is_here else TICK, ""]


def draw_reserves(pen: Pen, job: Job) -> None:
    """Who is called next when somebody does not come, before round 1."""
    waiting = read_waiting_arrivals(job.competition, job.standing)
    if job.standing.latest is None:
        raise NothingToPrint(f"{job.competition} isn’t drawn yet. Publish the draw first.")
    if not waiting:
        raise NothingToPrint("Nobody is waiting to be called up.")
    flow = Flow(pen, title_of(job.competition, "Order of call", "Keep this list to yourself: it has full names"))
    flow.say(
        f"Before {job.standing.name(1).lower}, for somebody who doesn’t come: first a substitute"
        f"{' from the same group' if job.competition.event.has_groups else ''}, then the next on this list.",
        12,
    )
    table(flow, _CALL, [_called(reserve) for reserve in waiting], 26)
    flow.say("The order was drawn by lot. Anybody who isn’t here when called is passed over.", 10, grey=QUIET)
    flow.close()
