"""Small papers, made while somebody waits for them; large ones are the print room's."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from django.http import Http404, HttpRequest, HttpResponse

from tournament.printing.paper_sizes import A4, PAPERS, PaperSize
from tournament.printing.pen import Pen
from tournament.rules.errors import NothingToPrint


def paper_in(request: HttpRequest) -> PaperSize:
    """The size that the address asks for."""
    return PAPERS.get(request.GET.get("paper", ""), A4)


def at_once(draw: Callable[[Pen], None], paper: PaperSize, title: str, name: str) -> HttpResponse:
    """A paper of a page or a few. Where there is none, its address has nothing, and says why."""
    out = BytesIO()
    pen = Pen(out, paper, title)
    try:
        draw(pen)
    except NothingToPrint as nothing:
        raise Http404(str(nothing)) from None
    pen.save()
    return pdf(out.getvalue(), name)


def pdf(content: bytes, name: str) -> HttpResponse:
    """A PDF to look at and to print; nobody keeps names on the way."""
    shown = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type="application/pdf", headers=shown)
