"""A club night on one page: names on the left, the evening as a poster on the right that redraws with every letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods

from tournament import current_time, plan_words
from tournament.actions.club_nights import set_up_club_night
from tournament.event_time import show_in_time_of
from tournament.permissions import Actor
from tournament.pictures import Picture, bracket, row
from tournament.queries.competitions import read_competition
from tournament.rules.club_nights import (
    USUAL_MINUTES,
    USUAL_ROUNDS,
    Listed,
    PlannedEvening,
    WayToPlay,
    find_alike,
    plan_evening,
    read_list,
    starts_about,
    tell_apart,
)
from tournament.rules.errors import Refused, SettingsRefused
from tournament.rules.knockout import Plan
from tournament.rules.namesakes import KnownNames
from tournament.rules.numbers import number_in_words, whole_number
from tournament.rules.presets import Format
from tournament.web.forms import Done, carry_out, who_is_who
from tournament.web.organiser.zone_choice import ZoneChoice
from tournament.web.visitors import for_any_organiser
from tournament.words import count, listed, minutes


@dataclass(frozen=True)
class FormatCard:
    """One way to play, as the page offers it."""

    format: Format
    title: str
    about: str


FORMATS: Final = (
    FormatCard(Format.ROTATION, "Rotation", "Everyone plays every round. Best moves down a table, worst moves up."),
    FormatCard(Format.KNOCKOUT, "Knockout", "One from each table goes on."),
    FormatCard(Format.SINGLE, "Separate tables", "Every table plays its own game."),
)


@dataclass(frozen=True)
class ClubNightForm:
    """What the page holds."""

    name: str
    names: str
    time_zone: str
    has_groups: bool
    format: Format
    rounds: str
    minutes: str
    same: Mapping[str, bool] = field(default_factory=dict)
    """What was said of lines that may be one person in two spellings."""

    def way(self) -> WayToPlay:
        """How it is played, or a sentence that says which number is missing."""
        return WayToPlay(self.format, _number(self.rounds, "rounds"), _number(self.minutes, "minutes"))

    def people(self) -> Sequence[Listed]:
        """The people on the list, if it can be read. A name about which nothing was said counts as another person."""
        people = read_list(self.names, has_groups=self.has_groups)
        return tell_apart(people, find_alike(people, KnownNames(), self.same))

    @property
    def written(self) -> int:
        """How many lines have something in them."""
        return sum(bool(line.strip()) for line in self.names.splitlines())


def _number(text: str, what: str) -> int:
    number = whole_number(text.strip(), most_digits=4)
    if number is None:
        raise SettingsRefused(f"How many {what}? Write a number.", what)
    return number


@for_any_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def new_club_night(request: HttpRequest, by: Actor) -> HttpResponse:
    """Names are enough: everything else has a suggestion. One button leads to the dice, another saves for later."""
    form, do = _form(request), request.POST.get("do", "")
    show_in_time_of(form)
    if do not in ("draw", "draw-anyway", "later"):
        return _page(request, form)
    now, sure = do != "later", do == "draw-anyway"
    try:
        way = form.way()
    except SettingsRefused:
        return _page(request, form, status=422)
    chosen = {"name": form.name, "lines": form.names, "time_zone": form.time_zone, "has_groups": form.has_groups}
    done = carry_out(request, set_up_club_night, by=by, way=way, draw_now=now, same=form.same, sure=sure, **chosen)
    if done.trouble is not None or done.answer is None:
        return _page(request, form, done, status=done.status)
    competition = read_competition(done.answer)
    if now:
        messages.success(request, f"{count(len(form.people()), 'name')}. The draw is sealed: now roll the dice.")
    else:
        messages.success(request, f"{form.name} is saved.")
    return redirect("ceremony" if now else "entries", competition.event.slug, competition.slug)


def _form(request: HttpRequest) -> ClubNightForm:
    post = request.POST
    wanted = post.get("format", "")
    return ClubNightForm(
        name=post.get("name", "") if "name" in post else suggested_name(),
        names=post.get("names", ""),
        time_zone=post.get("time_zone") or settings.TIME_ZONE,
        has_groups=post.get("groups" if "groups" in post else "with_groups") == "yes",
        format=next((card.format for card in FORMATS if card.format == wanted), Format.ROTATION),
        rounds=post.get("rounds", str(USUAL_ROUNDS)),
        minutes=post.get("minutes", str(USUAL_MINUTES)),
        same=who_is_who(request),
    )


def suggested_name() -> str:
    """Club night, Tuesday 17 November."""
    return f"Club night, {date_format(timezone.localdate(current_time.now()), 'l j F')}"


def _page(request: HttpRequest, form: ClubNightForm, done: Done[Any] | None = None, status: int = 200) -> HttpResponse:
    """The page, or only what redraws: the poster, the number of names and the button."""
    context: dict[str, Any] = {
        "form": form,
        "formats": FORMATS,
        "now": timezone.localtime(current_time.now()),
        "zones": ZoneChoice(form.time_zone),
        "cannot": "",
        "trouble": done.trouble if done else None,
    }
    try:
        context |= _poster(plan_evening(form.people(), form.way()), timezone.localtime(current_time.now()))
    except Refused as refusal:
        context |= {"cannot": str(refusal), "field": getattr(refusal, "field", "")}
    # A button that stays as it is must not be taken away under the finger.
    context["changed"] = request.POST.get("shown") != context["cannot"]
    template = "organiser/club_night.html#drawn" if request.headers.get("HX-Request") else "organiser/club_night.html"
    return render(request, template, context, status=status)


def _poster(evening: PlannedEvening, now: datetime) -> dict[str, Any]:
    """The evening in words, times and a picture."""
    times = evening.times(starts_about(now))
    start, end = times[0][0], times[-1][1]
    each = minutes(evening.settings.clock or 0)
    return {
        "evening": evening,
        "title": _title(evening),
        "picture": _picture(evening),
        "rounds_told": _rounds_told(evening),
        "times": [(number, begins) for number, (begins, _) in enumerate(times, start=1)],
        "ends": end,
        "told": f"{count(evening.rounds, 'round')} of {each}, starting about {start:%H:%M}.",
    }


def _title(evening: PlannedEvening) -> str:
    """3 tables: 5, 4 and 4; or, of a knockout, 4 tables, then the final."""
    if evening.settings.format is Format.KNOCKOUT and evening.rounds > 1:
        return plan_words.plan_in_words(evening.plan.plan)
    sizes = evening.tables
    if len(set(sizes)) == 1 or len(sizes) > 6:
        return ": ".join(plan_words.tables_in_words(sizes))
    return f"{count(len(sizes), 'table')}: {listed([str(size) for size in sizes])}"


def _picture(evening: PlannedEvening) -> Picture:
    if evening.settings.format is Format.KNOCKOUT:
        return bracket(Plan(evening.plan.size, evening.plan.plan), tall=True)
    return row(evening.tables, evening.settings.move)


def _rounds_told(evening: PlannedEvening) -> str:
    if evening.rounds == 1:
        return "One round"
    number = number_in_words(evening.rounds).capitalize()
    return f"{number} rounds, ten minutes between them"
