"""The print room: every paper of a competition in the order of the day. A worker makes each paper, and it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from scoring import tasks
from scoring.printing.documents import DOCUMENTS, Document, DocumentPhase, Needs, usual_copies
from scoring.printing.print_room import facts_of
from scoring.queries.print_room import PrintReadiness, read_names, read_print_readiness
from scoring.queries.print_sources import PrintSources
from tournament import progress
from tournament.actions import prints
from tournament.live.topics import staff
from tournament.permissions import Actor, Role, may_print
from tournament.printing import fonts
from tournament.printing.paper_sizes import PAPERS
from tournament.queries.log import newest_line
from tournament.queries.prints import KeptPrint, find_printed_file, read_kept_prints
from tournament.rules.errors import Refused
from tournament.rules.numbers import typed_number
from tournament.rules.print_looks import PaperLook, PrintLook, choose_look
from tournament.rules.prints import PrintStep, changed
from tournament.rules.round_names import RoundName
from tournament.web.forms import Done, Trouble, carry_out, number_in
from tournament.web.links import is_only_here, site_of
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.remembered import remember
from tournament.web.small_papers import pdf
from tournament.web.visitors import NOT_YOURS, for_mc_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition

T = TypeVar("T")
PAGE: Final = "organiser/print_room.html"
LOOKS: Final[Mapping[PaperLook, str]] = {
    PaperLook.COLOUR: "In colour",
    PaperLook.BLACK: "Black and white",
    PaperLook.PREPRINTED: "On pre-printed paper",
}
MARGINS: Final[Mapping[str, str]] = {"top": "Top", "right": "Right", "bottom": "Bottom", "left": "Left"}


@dataclass(frozen=True)
class PrintRoomLine:
    """One paper on the page: why it cannot be made, or its file and whether that is out of date."""

    document: Document
    cannot: str
    kept: KeptPrint | None
    percent: int
    stale: str
    usual_copies: int

    @property
    def making(self) -> bool:
        return self.kept is not None and self.kept.is_being_made

    @property
    def has_file(self) -> bool:
        return self.kept is not None and bool(self.kept.pages)

    @property
    def can_be_made(self) -> bool:
        """Whether the paper is missing, failed or out of date. Otherwise only another number of copies or another look
        can be wanted."""
        failed = self.kept is not None and self.kept.step == "failed"
        return not self.has_file or bool(self.stale) or failed

    @property
    def copies(self) -> int:
        """How many copies were made, or are usually wanted."""
        return (max(self.kept.copies, 1) if self.kept is not None else 0) or self.usual_copies

    @property
    def looks(self) -> list[tuple[PaperLook, str]]:
        """The looks to choose from."""
        return [(look, LOOKS[look]) for look in self.document.looks]

    @property
    def look(self) -> PrintLook:
        """The look of its file, or the one it would get."""
        return self.kept.look if self.kept is not None else prints.USUAL_LOOK

    @property
    def margins(self) -> list[tuple[str, str, int]]:
        """The margins of pre-printed paper, for papers that can be printed on it."""
        if PaperLook.PREPRINTED not in self.document.looks:
            return []
        return [(name, words, getattr(self.look.margins, name)) for name, words in MARGINS.items()]


@dataclass(frozen=True)
class PrintRoom:
    """What the address chose, paper and round, and who is looking."""

    competition: Competition
    by: Actor
    ready: PrintReadiness
    paper: str
    round: int
    site: str

    def why_not(self, document: Document) -> str:
        """The one thing that is missing for this paper; empty if nothing is."""
        ready, draw = self.ready, self.ready.standing.draw
        missing = {
            Needs.LINKS: not ready.has_links,
            Needs.ENTRIES: not ready.has_entries,
            Needs.PLAN: draw is None,
            Needs.SEAL: draw is None or draw.sealed_at is None,
            Needs.DRAW: ready.standing.published is None,
            Needs.SEATS: not ready.has_tables(self.round),
            Needs.SHEETS: self.round not in ready.rounds_with_sheets,
            Needs.FINISH: not ready.standing.is_finished,
        }
        return document.needs.value if missing.get(document.needs) else ""

    @property
    def now(self) -> DocumentPhase:
        """The phase of the day whose papers are wanted next."""
        ready, draw = self.ready, self.ready.standing.draw
        if ready.standing.is_finished:
            return DocumentPhase.END
        if draw is None or draw.sealed_at is None:
            return DocumentPhase.BEFORE
        if not ready.latest:
            return DocumentPhase.DRAWN
        is_over = ready.is_latest_closed and self.round == ready.latest
        return DocumentPhase.AFTER if is_over else DocumentPhase.ROUND

    def heading(self, phase: DocumentPhase) -> str:
        """A phase's heading: the name of its round, if it is about one."""
        name = self.ready.standing.name(self.round).lower
        return {DocumentPhase.ROUND: f"For {name}", DocumentPhase.AFTER: f"After {name}"}.get(phase, phase.value)

    def documents(self) -> list[Document]:
        """The documents that this format has and this person may print, in the order of the day."""
        competition = self.competition
        has_groups = competition.event.has_groups
        fitting = [
            document
            for document in DOCUMENTS.values()
            if document.only in (None, competition.format) and (has_groups or not document.by_group)
        ]
        return [document for document in fitting if may_print(self.by, competition.event_id, document.key)]


def _room(request: HttpRequest, competition: Competition, by: Actor) -> PrintRoom:
    ready = read_print_readiness(competition)
    wanted = request.POST if request.method == "POST" else request.GET
    paper = wanted.get("paper", "a4")
    asked = number_in(wanted.get("round", ""))
    chosen = asked if 1 <= asked <= ready.most_rounds else _usual_round(ready)
    return PrintRoom(competition, by, ready, paper if paper in PAPERS else "a4", chosen, site_of(request))


def _usual_round(ready: PrintReadiness) -> int:
    """The round whose documents are wanted next: the one after a closed round, if there is one."""
    goes_on = ready.is_latest_closed and ready.standing.following is not None and not ready.standing.is_finished
    return ready.latest + goes_on or 1


@for_mc_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_print_room(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Show every paper, what it is for, and its file. A button makes it, or makes it again."""
    room = _room(request, competition, by)
    done: Done[Any] = Done()
    if request.method == "POST":
        done = _ask(request, by, room)
        if done.trouble is None:
            chosen = urlencode({"paper": room.paper, "round": str(room.round)})
            address = reverse("print-room", args=[competition.event.slug, competition.slug])
            return HttpResponseRedirect(f"{address}?{chosen}#{request.POST.get('what', '')}")
    part = "#papers" if request.headers.get("HX-Target") == "papers" else ""
    return render(request, f"{PAGE}{part}", _shown(room) | {"trouble": done.trouble}, status=done.status)


def _ask(request: HttpRequest, by: Actor, room: PrintRoom) -> Done[Any]:
    what = request.POST.get("what", "")
    document = next((document for document in room.documents() if document.key == what), None)
    if document is None:
        return Done(trouble=Trouble("There is no such paper. Press one of the buttons."))
    if cannot := room.why_not(document):
        return Done(trouble=Trouble(cannot))
    copies = number_in(request.POST.get("copies", "1"))
    if not 1 <= copies <= document.most_copies:
        return Done(trouble=Trouble(f"You can make 1 to {document.most_copies:,} copies at once."))
    try:
        look = _look(request, document)
    except Refused as refused:
        return Done(trouble=Trouble(str(refused)))
    wanted = {"competition": room.competition.pk, "what": what, "paper": room.paper, "site": room.site}
    of = room.round if document.of_round else 0
    number = copies if copies > 1 or document.copies > 1 else 0
    done = carry_out(request, prints.ask_paper, by=by, **wanted, round_number=of, copies=number, look=look)
    if done.answer is not None:
        tasks.work_on_paper(done.answer)
    return done


def _look(request: HttpRequest, document: Document) -> PrintLook:
    """The chosen look, if the paper has several. Empty margins get the usual values."""
    look = request.POST.get("look", "")
    if look not in document.looks:
        return prints.USUAL_LOOK
    names = [name for name in MARGINS if look == PaperLook.PREPRINTED and name in request.POST]
    margins = {name: number for name in names if (number := typed_number(request.POST[name])) is not None}
    if len(margins) < len(names):
        raise Refused("Type each margin as a whole number of millimetres.")
    return choose_look(look, margins)


def _shown(room: PrintRoom) -> dict[str, Any]:
    competition = room.competition
    now = _derived(competition, f"print sources {room.site}", partial(PrintSources, competition, room.site))
    kept = read_kept_prints(competition, room.paper)
    lines = [_line(room, now, document, kept) for document in room.documents()]
    return competition_navigation(competition, "print-room", room.by.role) | {
        "phases": [
            (room.heading(phase), phase is room.now, [line for line in lines if line.document.phase is phase])
            for phase in DocumentPhase
            if any(line.document.phase is phase for line in lines)
        ],
        "making": any(line.making for line in lines),
        "papers": [("a4", "A4"), ("letter", "US Letter")],
        "paper": room.paper,
        "rounds": [_choice(room.ready.standing.name(number)) for number in range(1, room.ready.most_rounds + 1)],
        "round": room.round,
        "lacking": _derived(competition, "lacking letters", partial(_lacking, competition)),
        "only_here": is_only_here(room.site),
        "erased": competition.event.erased_at is not None,
        "for_mc": room.by.role is Role.MC,
    }


def _derived(competition: Competition, what: str, make: Callable[[], T]) -> T:
    """What has to be worked out from everybody, for all who look, until the event's log has a line more."""
    event = competition.event_id
    return remember((what, competition.pk), [staff(event)], make, sign=partial(newest_line, event))


def _lacking(competition: Competition) -> list[str]:
    """Which letters of names no font has, in a sentence for each script."""
    return fonts.warning(fonts.without_font(read_names(competition)))


def _choice(name: RoundName) -> tuple[int, str]:
    """A round's name in a list whose label already says “Round”."""
    return name.number, name.heading if name.is_final else str(name.number)


def _line(
    room: PrintRoom, now: PrintSources, document: Document, prints_kept: Mapping[tuple[str, int], KeptPrint]
) -> PrintRoomLine:
    of = room.round if document.of_round else 0
    kept = prints_kept.get((document.key, of))
    stale = ""
    if kept is not None and kept.pages and kept.step is PrintStep.READY:
        stale = changed(kept.facts, facts_of(now, document.key, of, kept.copies, kept.look))
    percent = progress.read(f"print-{kept.pk}") if kept is not None and kept.is_being_made else 0
    usual = usual_copies(document, room.ready.standing)
    return PrintRoomLine(document, room.why_not(document), kept, percent, stale, usual)


@for_mc_of_competition
@require_safe
def open_paper(request: HttpRequest, competition: Competition, by: Actor, paper: int) -> HttpResponse:
    """Show the file in the browser's own preview."""
    found = find_printed_file(competition, paper)
    if found is not None and not may_print(by, competition.event_id, found.what):
        raise Http404(NOT_YOURS)
    if found is None or not found.pages:
        raise Http404("This paper isn’t made yet. Make it in the print room.")
    name = f"{competition.slug}-{found.what}{f'-{found.round}' if found.round else ''}"
    return pdf(found.content, name)
