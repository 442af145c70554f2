"""A new event on one page, and a further competition for one that is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament import current_time, words
from tournament.actions import setup
from tournament.event_time import zone_in_words
from tournament.permissions import Actor
from tournament.queries.competitions import read_competition_names
from tournament.queries.events import read_event
from tournament.rules.presets import CUSTOM, PRESETS, preset
from tournament.web.forms import Done, carry_out
from tournament.web.organiser.navigation import event_navigation
from tournament.web.organiser.settings_form import choices, shown, typed_from, typed_in
from tournament.web.organiser.zone_choice import ZoneChoice
from tournament.web.visitors import for_any_organiser, for_organiser

if TYPE_CHECKING:
    from tournament.models import Event


@dataclass(frozen=True)
class OfferedPreset:
    """A preset as the page offers it, with the competitions it usually makes."""

    preset: str
    title: str
    grades: tuple[str, ...]

    @property
    def about(self) -> str:
        """Knockout, 30 minutes a round, …"""
        if self.preset == CUSTOM.name:
            return "A plain knockout to start from: choose everything yourself, below."
        text = ", ".join(words.in_short(preset(self.preset).settings))
        return f"{text[0].upper()}{text[1:]}."


OFFERS: Final = tuple(OfferedPreset(row.name, row.offered_as, row.grades) for row in (*PRESETS.values(), CUSTOM))
ABOUT: Final = ("name", "on", "place", "time_zone", "closes")


@for_any_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest, by: Actor) -> HttpResponse:
    """Name, date and one preset are enough; everything else is folded away."""
    form = _form(request)
    if form.looking:
        return _show(request, form, {})
    done = carry_out(request, lambda **key: setup.set_up_event(by=by, **form.event(), **form.competitions(), **key))
    if done.trouble is not None or done.answer is None:
        return _show(request, form, {}, done)
    event = read_event(done.answer)
    messages.success(request, f"{event} is set up.")
    return redirect("event", event=event.slug)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def new_competition(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """One more grade, or several."""
    form, navigation = _form(request, read_competition_names(event)), event_navigation(event, "event")
    if form.looking:
        return _show(request, form, navigation)
    done = carry_out(request, lambda **key: setup.add_competitions(by=by, event=event.pk, **form.competitions(), **key))
    if done.trouble is not None:
        return _show(request, form, navigation, done)
    messages.success(request, f"{' and '.join(form.grades)}: added.")
    return redirect("event", event=event.slug)


@dataclass(frozen=True)
class NewEventForm:
    """What the page holds: about the event, the preset, the competitions' names, and the settings under the fold."""

    looking: bool
    offer: OfferedPreset
    about: dict[str, str]
    lines: str
    typed: dict[str, Any]
    sure_of_day: str = ""
    sure_of_closing: str = ""

    @property
    def grades(self) -> list[str]:
        return [line for line in self.lines.splitlines() if line.strip()]

    @property
    def closing(self) -> str:
        """What is answered for: this closing time, for an event on this day."""
        return f"{self.about['on']} {self.about['closes']}"

    def event(self) -> dict[str, Any]:
        about = {name: self.about[name] for name in ("name", "on", "place", "time_zone")}
        return about | {"sure_of_day": self.sure_of_day == about["on"]}

    def competitions(self) -> dict[str, Any]:
        """What the actions take; of the settings only what differs from the preset."""
        usual = preset(self.offer.preset).settings
        changed = {name: value for name, value in choices(self.typed).items() if _differs(getattr(usual, name), value)}
        closing = {"closes": self.about["closes"], "sure_of_closing": self.sure_of_closing == self.closing}
        return {"preset_name": self.offer.preset, "grades": self.grades, "choices": changed} | closing


def _differs(usual: Any, value: Any) -> bool:
    return bool((list(usual) if isinstance(usual, tuple) else usual) != value)


def _form(request: HttpRequest, taken: Sequence[str] = ()) -> NewEventForm:
    """From what was typed. Settings shown for another preset than the one chosen now are not meant for it."""
    post = request.POST
    offer = next((offer for offer in OFFERS if offer.preset == post.get("preset")), OFFERS[0])
    before = next((offer for offer in OFFERS if offer.preset == post.get("settings_of")), None)
    kept = before == offer
    lines = post.get("grades", "")
    if not kept and lines.split() == (_usual(before, taken).split() if before else []):
        lines = _usual(offer, taken)
    return NewEventForm(
        looking=request.method != "POST" or "look" in post,
        offer=offer,
        about={name: post.get(name, "") for name in ABOUT},
        lines=lines,
        typed=typed_in(post) if kept else typed_from(preset(offer.preset).settings),
        sure_of_day=post.get("sure_of_day", ""),
        sure_of_closing=post.get("sure_of_closing", ""),
    )


def _usual(offer: OfferedPreset, taken: Sequence[str]) -> str:
    """The offer's grades, without those that the event has already."""
    return "\n".join([grade for grade in offer.grades if grade not in taken] or offer.grades[:1])


def _show(
    request: HttpRequest, form: NewEventForm, navigation: dict[str, Any], done: Done[Any] | None = None
) -> HttpResponse:
    context = navigation | {
        "form": form,
        "offers": OFFERS,
        "settings": shown(
            form.typed,
            done.trouble if done else None,
            has_groups="event" not in navigation or navigation["event"].has_groups,
        ),
        "zone": zone_in_words(current_time.now()),
        "zones": ZoneChoice(form.about["time_zone"] or settings.TIME_ZONE),
        "trouble": done.trouble if done else None,
    }
    template = "organiser/new.html#rules" if request.headers.get("HX-Request") else "organiser/new.html"
    return render(request, template, context, status=done.status if done else 200)
