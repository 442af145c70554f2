"""The print room: every paper of a competition in the order of the day, made behind the page and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from scoring import tasks
from scoring.printing.documents import DOCUMENTS, Document, Needs, Phase, names_on
from scoring.printing.print_room import facts_of
from scoring.queries.print_room import There, read_there
from scoring.queries.print_sources import PrintSources
from tournament import progress
from tournament.actions import prints
from tournament.models import Competition, Print
from tournament.permissions import Actor, Role, may_print
from tournament.printing import fonts
from tournament.printing.paper_sizes import PAPERS
from tournament.rules.prints import Step, changed
from tournament.web.documents import pdf
from tournament.web.forms import Done, Trouble, carry_out, number_in
from tournament.web.links import is_only_here, site_of
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.visitors import NOT_YOURS, for_mc_of_competition

PAGE: Final = "organiser/print_room.html"


@dataclass(frozen=True)
class Line:
    """One paper on the page: what prevents it, or its file and whether that is still right."""

    document: Document
    cannot: str
    kept: Print | None
    percent: int
    stale: str

    @property
    def making(self) -> bool:
        return self.kept is not None and self.kept.step == Step.MAKING

    @property
    def has_file(self) -> bool:
        return self.kept is not None and bool(self.kept.pages)


@dataclass(frozen=True)
class Room:
    """What the address chose, paper and round, and for whom."""

    competition: Competition
    by: Actor
    there: There
    paper: str
    round: int
    site: str

    def why_not(self, document: Document) -> str:
        """The one thing that is missing, or nothing."""
        there, draw = self.there, self.there.draw
        missing = {
            Needs.LINKS: not there.links,
            Needs.ENTRIES: not there.entries,
            Needs.PLAN: draw is None,
            Needs.SEAL: draw is None or draw.sealed_at is None,
            Needs.DRAW: draw is None or draw.published_at is None,
            Needs.SEATS: self.round not in there.seated,
            Needs.SHEETS: self.round not in there.sheets,
            Needs.FINISH: not there.finished,
        }
        return document.needs.value if missing.get(document.needs) else ""

    @property
    def now(self) -> Phase:
        """What the day wants next."""
        there = self.there
        if there.finished:
            return Phase.END
        if there.draw is None or there.draw.sealed_at is None:
            return Phase.BEFORE
        if not there.latest:
            return Phase.DRAWN
        return Phase.AFTER if there.closed and self.round == there.latest else Phase.ROUND

    def documents(self) -> list[Document]:
        """Those that this format has and this person may print, in the order of the day."""
        it = self.competition
        fitting = [one for one in DOCUMENTS.values() if one.only in (None, it.format)]
        return [one for one in fitting if may_print(self.by, it.event_id, one.key)]


def _room(request: HttpRequest, competition: Competition, by: Actor) -> Room:
    there = read_there(competition)
    wanted = request.POST if request.method == "POST" else request.GET
    paper = wanted.get("paper", "a4")
    asked = number_in(wanted.get("round", ""))
    usual = there.latest + (there.closed and there.latest < there.rounds and not there.finished) or 1
    chosen = asked if 1 <= asked <= there.rounds else usual
    return Room(competition, by, there, paper if paper in PAPERS else "a4", chosen, site_of(request))


@for_mc_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_print_room(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Every paper, what it is for, and its file; a button makes it, or makes it again."""
    room = _room(request, competition, by)
    done: Done[Any] = Done()
    if request.method == "POST":
        done = _ask(request, by, room)
        if done.trouble is None:
            chosen = urlencode({"paper": room.paper, "round": str(room.round)})
            there = reverse("print-room", args=[competition.event.slug, competition.slug])
            return HttpResponseRedirect(f"{there}?{chosen}#{request.POST.get('what', '')}")
    part = "#papers" if request.headers.get("HX-Target") == "papers" else ""
    return render(request, f"{PAGE}{part}", _shown(room) | {"trouble": done.trouble}, status=done.status)


def _ask(request: HttpRequest, by: Actor, room: Room) -> Done[Any]:
    what = request.POST.get("what", "")
    document = next((one for one in room.documents() if one.key == what), None)
    if document is None:
        return Done(trouble=Trouble("There is no such paper. Press one of the buttons."))
    if cannot := room.why_not(document):
        return Done(trouble=Trouble(cannot))
    copies = number_in(request.POST.get("copies", "")) if what == "blank-sheets" else 0
    if what == "blank-sheets" and not 1 <= copies <= prints.MOST_COPIES:
        return Done(trouble=Trouble(f"From 1 to {prints.MOST_COPIES:,} blank sheets can be made at once."))
    said = {"competition": room.competition.pk, "what": what, "paper": room.paper, "site": room.site}
    of = room.round if document.of_round else 0
    done = carry_out(request, prints.ask_paper, by=by, **said, round_number=of, copies=copies)
    if done.answer is not None:
        tasks.work_on_paper(done.answer)
    return done


def _shown(room: Room) -> dict[str, Any]:
    competition = room.competition
    now = PrintSources(competition, room.site)
    papers = competition.prints.filter(paper=room.paper).defer("content")
    kept = {(one.what, one.round): one for one in papers}
    lines = [_line(room, now, document, kept) for document in room.documents()]
    return competition_navigation(competition, "print-room") | {
        "phases": [
            (phase, phase is room.now, [line for line in lines if line.document.phase is phase])
            for phase in Phase
            if any(line.document.phase is phase for line in lines)
        ],
        "making": any(line.making for line in lines),
        "papers": [("a4", "A4"), ("letter", "US Letter")],
        "paper": room.paper,
        "rounds": range(1, room.there.rounds + 1),
        "round": room.round,
        "lacking": fonts.warning(fonts.without_font(names_on(competition))),
        "only_here": is_only_here(room.site),
        "erased": competition.event.erased_at is not None,
        "for_mc": room.by.role is Role.MC,
        "base": "mc/base.html" if room.by.role is Role.MC else "organiser/base.html",
    }


def _line(room: Room, now: PrintSources, document: Document, kept: dict[tuple[str, int], Print]) -> Line:
    of = room.round if document.of_round else 0
    one = kept.get((document.key, of))
    stale = ""
    if one is not None and one.pages and one.step == Step.READY:
        stale = changed(one.facts, facts_of(now, document.key, of, one.copies))
    percent = progress.read(f"print-{one.pk}") if one is not None and one.step == Step.MAKING else 0
    return Line(document, room.why_not(document), one, percent, stale)


@for_mc_of_competition
@require_safe
def open_paper(request: HttpRequest, competition: Competition, by: Actor, paper: int) -> HttpResponse:
    """The file, in the browser's own preview."""
    found = competition.prints.filter(pk=paper).first()
    if found is not None and not may_print(by, competition.event_id, found.what):
        raise Http404(NOT_YOURS)
    if found is None or not found.pages:
        raise Http404("This paper is not made yet. Make it in the print room.")
    name = f"{competition.slug}-{found.what}{f'-{found.round}' if found.round else ''}"
    return pdf(bytes(found.content), name)
