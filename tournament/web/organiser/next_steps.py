"""What to do next: one thing for the event, one for each of its competitions, and where it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import NoReverseMatch, reverse

from tournament.models import Event
from tournament.queries.events import ListedCompetition
from tournament.queries.groups import Numbers
from tournament.rules.standing import Stage
from tournament.words import count, stage_in_words


@dataclass(frozen=True)
class Step:
    """A headline, a sentence that says why, and the button that leads there."""

    headline: str
    sentence: str
    label: str
    url: str


def step_of_event(event: Event, listed: Sequence[ListedCompetition], numbers: Numbers) -> Step | None:
    """What the whole event lacks, while entries can still come in. Once a draw is ahead, that comes before inviting
    whoever has not been."""
    if not listed:
        there = reverse("new-competition", args=[event.slug])
        return Step("Add a competition", "One for each grade, from a preset.", "Add a competition", there)
    if not any(one.standing.stage is Stage.OPEN for one in listed):
        return None
    there = reverse("groups", args=[event.slug])
    if not numbers.groups:
        return Step("Add the groups", "Every church or youth group that takes part.", "Add groups", there)
    if numbers.without_link and all(one.standing.stage is Stage.OPEN for one in listed):
        without = _of(numbers.without_link, numbers.groups, "has", "have")
        why = f"{without} no link yet. With it they enter their own people."
        return Step("Invite the coordinators", why, "Make and print the links", there)
    return None


def _of(some: int, all_: int, has: str, have: str) -> str:
    if some == all_:
        return f"{count(all_, 'group')} {has if all_ == 1 else have}"
    return f"{some} of {count(all_, 'group')} {has if some == 1 else have}"


def step_of_competition(one: ListedCompetition, numbers: Numbers) -> Step:
    """The next thing of one competition, from how far it is."""
    words = {
        Stage.OPEN: _while_open(one, numbers),
        Stage.CLOSED: _when_closed(one),
        Stage.SEALED: ("Hold the draw", "It is sealed: somebody in the hall supplies the numbers.", "To the draw"),
        Stage.DRAWN: ("See who is here", "The tables are public. Replace whoever is missing.", "To check-in"),
        Stage.SEATED: (stage_in_words(one.standing), "The seats are public.", "To the board"),
        Stage.RUNNING: (stage_in_words(one.standing), "The sheets come in from the tables.", "To the board"),
        Stage.OVER: (stage_in_words(one.standing), "Make the next round, or finish.", "To the board"),
        Stage.FINISHED: ("Finished", "The results and the open record are public.", "See the results"),
    }
    return Step(*words[one.standing.stage], _there(one))


def _while_open(one: ListedCompetition, numbers: Numbers) -> tuple[str, str, str]:
    if not one.entries + one.reserves:
        return (
            "Waiting for the first entry",
            "Coordinators enter their people, or you do it for them.",
            "To the entries",
        )
    entered = numbers.entered.get(one.competition.pk, 0)
    return (
        "Entries are coming in",
        f"{_of(entered, numbers.groups, 'has', 'have')} entered somebody.",
        "To the entries",
    )


def _when_closed(one: ListedCompetition) -> tuple[str, str, str]:
    if one.entries + one.reserves < 2:
        return ("Too few players", "A draw needs two. Reopen entries.", "To the entries")
    there = f"{count(one.entries, 'entry')} and {count(one.reserves, 'reserve')}"
    return ("Choose the plan", f"{there}: how many tables, and how even.", "To the plan")


_PAGES: Final = {
    Stage.OPEN: "entries",
    Stage.CLOSED: "plan",
    Stage.SEALED: "ceremony",
    Stage.DRAWN: "check-in",
    Stage.SEATED: "board",
    Stage.RUNNING: "board",
    Stage.OVER: "board",
}


def _there(one: ListedCompetition) -> str:
    """The page for this stage; the public one, where the organiser has none."""
    it, stage = one.competition, one.standing.stage
    if stage is Stage.FINISHED:
        return reverse("results", args=[it.slug])
    try:
        return reverse(_PAGES[stage], args=[it.event.slug, it.slug])
    except NoReverseMatch:
        return reverse("competition", args=[it.slug])
