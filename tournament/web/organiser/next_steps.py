"""What to do next: one thing for the event, one for each of its competitions, and where it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.urls import NoReverseMatch, reverse

from tournament.queries.events import ListedCompetition
from tournament.queries.groups import InvitingNumbers
from tournament.rules.standing import Stage
from tournament.words import count, stage_in_words

if TYPE_CHECKING:
    from tournament.models import Event


@dataclass(frozen=True)
class NextStep:
    """A headline, a sentence that says why, and the button that leads there."""

    headline: str
    sentence: str
    label: str
    url: str


def step_of_event(event: Event, listed: Sequence[ListedCompetition], numbers: InvitingNumbers) -> NextStep | None:
    """What the whole event lacks, while entries can still come in. Once a draw is ahead, the draw comes before
    inviting more coordinators."""
    if not listed:
        page = reverse("new-competition", args=[event.slug])
        return NextStep("Add a competition", "One for each grade, from a preset.", "Add a competition", page)
    are_open = [line.standing.stage is Stage.OPEN for line in listed]
    if not any(are_open) or not event.has_groups:
        return None
    page = reverse("groups", args=[event.slug])
    if not numbers.groups:
        return NextStep(
            "Add the groups", "Every club, class, church or youth group that takes part.", "Add groups", page
        )
    if numbers.without_link and all(are_open):
        without = _of(numbers.without_link, numbers.groups, "has", "have")
        why = f"{without} no link yet. With a link they enter their own people."
        return NextStep("Invite the coordinators", why, "Make and print the links", page)
    return None


def _of(some: int, all_: int, has: str, have: str) -> str:
    if some == all_:
        return f"{count(all_, 'group')} {has if all_ == 1 else have}"
    return f"{some} of {count(all_, 'group')} {has if some == 1 else have}"


def step_of_competition(line: ListedCompetition, numbers: InvitingNumbers) -> NextStep:
    """The next thing of one competition, from how far it is."""
    words = {
        Stage.OPEN: _while_open(line, numbers),
        Stage.CLOSED: _when_closed(line),
        Stage.SEALED: ("Hold the draw", "It’s sealed. Next, somebody in the hall rolls the dice.", "Go to the draw"),
        Stage.DRAWN: (
            "See who is here",
            "The tables are public. Find a substitute for anybody who’s missing.",
            "Go to check-in",
        ),
        Stage.SEATED: (stage_in_words(line.standing), "The seats are public.", "Go to the board"),
        Stage.RUNNING: (stage_in_words(line.standing), "Sheets are coming in from the tables.", "Go to the board"),
        Stage.OVER: (stage_in_words(line.standing), "Make the next round, or finish.", "Go to the board"),
        Stage.FINISHED: ("Finished", _who_sees_results(line), "See the results"),
    }
    return NextStep(*words[line.standing.stage], _page(line))


def _who_sees_results(line: ListedCompetition) -> str:
    if line.competition.event.hidden:
        return "The public pages are closed: only your team sees the results and the open record."
    return "The results and the open record are public."


def _while_open(line: ListedCompetition, numbers: InvitingNumbers) -> tuple[str, str, str]:
    if not line.competition.event.has_groups:
        who = f"{count(line.entries, 'name')} so far." if line.entries else "Type the names, or paste a list."
        return ("Who’s playing?", f"{who} Close entries when everybody is on the list.", "Go to entries")
    if not line.entries + line.reserves:
        return (
            "Waiting for the first entry",
            "Coordinators enter their people, or you do it for them.",
            "Go to entries",
        )
    entered = numbers.entered.get(line.competition.pk, 0)
    return (
        "Entries are coming in",
        f"{_of(entered, numbers.groups, 'has', 'have')} entered somebody.",
        "Go to entries",
    )


def _when_closed(line: ListedCompetition) -> tuple[str, str, str]:
    if line.competition.event.erased_at:
        return ("The names have been erased", "You can’t enter anybody or hold a draw now.", "Go to entries")
    if line.entries + line.reserves < 2:
        return ("Too few players", "A draw needs two. Reopen entries.", "Go to entries")
    reserves = f" and {count(line.reserves, 'reserve')}" if line.reserves or line.competition.event.has_groups else ""
    entered = f"{count(line.entries, 'entry')}{reserves}"
    return ("Choose the plan", f"{entered}: how many tables, and how even.", "Go to the plan")


_PAGES: Final = {
    Stage.OPEN: "entries",
    Stage.CLOSED: "plan",
    Stage.SEALED: "ceremony",
    Stage.DRAWN: "check-in",
    Stage.SEATED: "board",
    Stage.RUNNING: "board",
    Stage.OVER: "board",
}


def _page(line: ListedCompetition) -> str:
    """The page for this stage; the public one, where the organiser has none."""
    competition, stage = line.competition, line.standing.stage
    if stage is Stage.FINISHED:
        return reverse("results", args=[competition.slug])
    try:
        return reverse(_PAGES[stage], args=[competition.event.slug, competition.slug])
    except NoReverseMatch:
        return reverse("competition", args=[competition.slug])
