"""The umpire's tablet: getting in by a table's key, the one page, its state, and everything it may send."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.actions import hands, sheets, tablets
from scoring.queries.keys import ROAMING, Key, find_by_code, find_by_token, still_good
from scoring.queries.state import as_json
from scoring.queries.substitutes import read_substitutes
from scoring.queries.table import Spot, find_spot, find_table, latest_tables, read_table, spot_of
from scoring.rules.in_words import rules_of_play
from scoring.web.sent import fields_of, read_body, read_fields
from tournament.actions import attendance
from tournament.live.topics import everyone
from tournament.live.topics import tablets as for_tablets
from tournament.models import Competition, Draw, Event, Seat, Table
from tournament.permissions import Actor, Role, as_organiser
from tournament.prepared import PreparedQuery
from tournament.rules.errors import NeedsConfirmation, RequestReused, Stale, TurntableError
from tournament.web.clock import clock_context
from tournament.web.live_page import live_context
from tournament.web.throttle import count_wrong_code, count_wrong_link, too_many_links, turn_of_code
from tournament.web.visitors import account_of

KEYS: Final = "table_keys"
DEVICE: Final = "device"
SIGNED_OUT: Final = "This tablet is not let in to this table any more."
SLOW_DOWN: Final = "Too many wrong codes. Wait a minute, or point the tablet at the QR code on the table."
NO_SUCH_CODE: Final = "This code opens no table. Look at the paper on the table again."
LONGEST_CODE: Final = 100

# Getting in


@never_cache
@require_safe
def open_key(request: HttpRequest, token: str) -> HttpResponse:
    """The QR code on the table. The key goes into the session and is gone from the address bar."""
    key = find_by_token(token)
    if key is not None:
        return _let_in(request, key)
    count_wrong_link(request)
    slow = too_many_links(request)
    return _ask_for_code(request, SLOW_DOWN if slow else NO_SUCH_CODE, 429 if slow else 403)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponse:
    """The short code, typed by hand."""
    if request.method != "POST":
        return render(request, "umpire/code.html")
    typed = request.POST.get("code", "")[:LONGEST_CODE]
    with turn_of_code(request) as came:
        if not came:
            return _ask_for_code(request, SLOW_DOWN, 429, typed)
        key = find_by_code(typed)
        if key is None:
            count_wrong_code(request)
            return _ask_for_code(request, NO_SUCH_CODE, 403, typed)
    return _let_in(request, key)


def _ask_for_code(request: HttpRequest, trouble: str, status: int, typed: str = "") -> HttpResponse:
    return render(request, "umpire/code.html", {"trouble": trouble, "typed": typed}, status=status)


def _let_in(request: HttpRequest, key: Key) -> HttpResponse:
    kept = [one for one in request.session.get(KEYS, []) if one[:2] != [key.competition, key.number]]
    request.session[KEYS] = [*kept, [key.competition, key.number, key.anew]][-50:]
    request.session.setdefault(DEVICE, secrets.token_hex(16))
    competition = Competition.objects.get(pk=key.competition)
    if key.number == ROAMING:
        return redirect("tables", slug=competition.slug)
    return redirect("table", slug=competition.slug, number=key.number)


def _umpire(request: HttpRequest, spot: Spot) -> Actor | None:
    """Whoever holds this table's key or the roaming one, as long as it is good; the organiser as themselves."""
    if organiser := _organiser(request, spot.event):
        return organiser
    if {ROAMING, spot.number} & _good_keys(request, spot.competition):
        return Actor(Role.UMPIRE, spot.pk, f"Umpire of table {spot.number}")
    return None


def _organiser(request: HttpRequest, event: int) -> Actor | None:
    account = account_of(request)
    return as_organiser(account, Event(pk=event)) if account is not None else None


def _good_keys(request: HttpRequest, competition: int) -> set[int]:
    held = {number: anew for of, number, anew in request.session.get(KEYS, []) if of == competition}
    return still_good(competition, held) if held else set()


# The page, and what it knows


NO_TABLE: Final = "There is no such table. Perhaps its round is not made yet."


def _open(request: HttpRequest, slug: str, number: int, round_: int | None = None) -> Table | None:
    """The table, if this tablet is let in to it; as it is now, or as it was in this round."""
    table = find_table(slug, number, round_)
    if table is None:
        raise Http404(NO_TABLE)
    return table if _umpire(request, spot_of(table)) else None


@never_cache
@require_safe
def show_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The one page. It is complete when it comes, and never navigates."""
    table = _open(request, slug, number)
    if table is None:
        return _ask_for_code(request, SIGNED_OUT, 403)
    competition = table.round.competition
    topics = [everyone(competition.pk), for_tablets(competition.pk)]
    hears = live_context(topics)
    tablets.hear(competition.pk, number, _device(request))
    context = {
        "competition": competition,
        "event": competition.event,
        "table": table,
        "state": _state(request, table),
        "rules": rules_of_play(competition.settings),
        "roams": ROAMING in _good_keys(request, competition.pk) or _organiser(request, competition.event_id),
        **hears,
        "token": get_token(request),
        **_clock(competition, table),
    }
    return render(request, "umpire/table.html", context)


@never_cache
@require_safe
def show_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables of the latest round, for whoever roams."""
    competition = Competition.objects.select_related("event").filter(slug=slug).first()
    tables = latest_tables(competition) if competition else []
    if competition is None or not tables:
        raise Http404("There are no tables yet: the draw is not published.")
    good = _good_keys(request, competition.pk)
    roams = ROAMING in good or _organiser(request, competition.event_id) is not None
    allowed = [table for table in tables if roams or table.number in good]
    if not allowed:
        return _ask_for_code(request, SIGNED_OUT, 403)
    context = {"competition": competition, "event": competition.event, "tables": allowed, "round": tables[0].round}
    return render(request, "umpire/tables.html", context)


def _clock(competition: Competition, table: Table) -> dict[str, Any]:
    clock = getattr(table.round, "clock", None)
    facts = clock.facts if clock else None
    return clock_context(facts, competition.pk, f"left in {table.round}", timezone.now())


def _device(request: HttpRequest) -> str:
    return str(request.session.setdefault(DEVICE, secrets.token_hex(16)))


_DRAW: Final = PreparedQuery(
    lambda competition: Draw.objects.filter(competition=competition, published_at__isnull=False).only(
        "competition", "commitment", "size", "plan", "seed"
    )
)


def _state(request: HttpRequest, table: Table) -> dict[str, Any]:
    competition = table.round.competition
    draw = _DRAW.first(competition.pk)
    assert draw is not None  # there are no tables before it is published
    it = read_table(competition, draw, table, timezone.now())
    return as_json(it, _device(request)) | {"substitutes": read_substitutes(it)}


@never_cache
@require_safe
def read_state(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """The same again, for the page to stay right."""
    asked = request.GET.get("round", "")
    table = _open(request, slug, number, int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None)
    if table is None:
        return _said(403, signed_out=SIGNED_OUT)
    return JsonResponse(_state(request, table) | {"token": get_token(request)})


# What the page sends


def _said(status: int, request: str = "", **more: Any) -> JsonResponse:
    """Our own words: nothing else is an acknowledgement."""
    return JsonResponse({"turntable": 1, "request": request, **more}, status=status)


Verb = Callable[[Actor, Spot, Mapping[str, Any]], Any]


def _of_table(action: Callable[..., Any], *names: str) -> Verb:
    """A verb that is one action at this table, with these fields of the body."""
    fields = fields_of(action, *names)

    def carry_out(by: Actor, spot: Spot, body: Mapping[str, Any]) -> Any:
        return action(by=by, table=spot.pk, request=body["request"], **read_fields(body, fields))

    return carry_out


def _of_entry(action: Callable[..., Any], *names: str) -> Verb:
    """A verb about somebody's seat: an action of the tournament's."""
    fields = fields_of(action, "entry", *names)

    def carry_out(by: Actor, spot: Spot, body: Mapping[str, Any]) -> Any:
        return action(by=by, competition=spot.competition, request=body["request"], **read_fields(body, fields))

    return carry_out


_HAND: Final = ("number", "held", "out", "last_card", "late", "sure")
VERBS: Final[Mapping[str, Verb]] = {
    "record": _of_table(hands.record_hand, *_HAND, "playoff"),
    "change": _of_table(hands.change_hand, *_HAND, "version", "why"),
    "delete": _of_table(hands.delete_hand, "number", "version", "why"),
    "lot": _of_table(sheets.settle_by_lot, "sure"),
    "accept": _of_table(sheets.accept_sheet, "seen", "sure"),
    "nod": _of_table(tablets.nod, "entry", "seen", "agrees", "sure"),
    "sit": _of_table(tablets.sit, "entry", "here"),
    "deal": _of_table(tablets.deal_first, "entry"),
    "take_over": _of_table(tablets.take_over, "device"),
    "flag": _of_table(tablets.raise_flag, "said"),
    "unflag": _of_table(tablets.lower_flag),
    "absent": _of_entry(attendance.mark_gone),
    "back": _of_entry(attendance.mark_back),
    "substitute": _of_entry(attendance.substitute, "name"),
}


@never_cache
@require_POST
def do(request: HttpRequest, slug: str, number: int, verb: str) -> JsonResponse:
    """One thing the tablet sends, once or more often, until it hears our answer."""
    body = read_body(request.body)
    if body is None:
        return _said(422, refused="This could not be read. Load the page again.")
    asked = body["request"]
    spot = find_spot(slug, number)
    if spot is None:
        return _said(404, asked, gone=NO_TABLE)
    by = _umpire(request, spot)
    if by is None:
        return _said(403, asked, signed_out=SIGNED_OUT)
    body["device"] = _device(request)
    if verb == "here":
        said = {name: body.get(name) for name in ("counting", "trouble")}
        there = tablets.hear(spot.competition, number, body["device"], **said)
        return _said(200, asked, ok=True, tablets=there)
    if body.get("round", spot.round) != spot.round:
        return _said(409, asked, stale=f"Round {spot.round} has begun meanwhile.", theirs={}, yours={})
    return _carry_out(VERBS.get(verb), by, spot, body)


def _by_entry(spot: Spot, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A hand of a conflict as the tablet knows it: people by their entry."""
    if "held" not in facts:
        return dict(facts)
    entries = dict(Seat.objects.filter(table=spot.pk).values_list("entry__code", "entry"))
    held = {entries[code]: value for code, value in facts["held"].items()}
    return {**facts, "out": entries.get(facts["out"]), "last_card": facts["last_card"] or "", "held": held}


def _carry_out(verb: Verb | None, by: Actor, spot: Spot, body: Mapping[str, Any]) -> JsonResponse:
    asked = body["request"]
    if verb is None:
        return _said(404, asked, gone="There is no such thing to do.")
    try:
        return _said(200, asked, ok=True, answer=verb(by, spot, body))
    except NeedsConfirmation as unsure:
        return _said(409, asked, confirm=str(unsure))
    except Stale as stale:
        theirs, yours = (_by_entry(spot, facts) for facts in (stale.theirs, stale.yours))
        return _said(409, asked, stale=str(stale), theirs=theirs, yours=yours)
    except RequestReused as reused:
        return _said(409, asked, reused=str(reused))
    except TurntableError as refused:
        return _said(422, asked, refused=str(refused))
