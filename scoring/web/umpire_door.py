"""The umpire's door: a tablet gets in by a table's QR code or short code, and stays in while that key is good."""

from __future__ import annotations

import re
import secrets
import zlib
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.actions import tablets
from scoring.queries.keys import ROAMING, Key, find_by_code, find_by_token, still_good
from scoring.queries.table_address import TableAddress
from tournament.permissions import Actor, Role, as_organiser_of
from tournament.queries.competitions import read_competition
from tournament.web import badges
from tournament.web.refused_guesses import Guess, note_refusal
from tournament.web.throttle import PAUSE, count_wrong_code, count_wrong_link, too_many_links
from tournament.web.visitors import account_of
from tournament.web.waiting import hold_back

SESSION_KEYS: Final = "table_keys"
SESSION_DEVICE: Final = "device"
DEVICE_HEADER: Final = "X-Turntable-Device"
DEVICE: Final = re.compile("[0-9a-f]{32}")
MOST_KEYS: Final = 50
"""How many tables' keys a tablet's session keeps, the latest ones."""
LONGEST_CODE: Final = 100
BADGES_OF_ROAMING_UMPIRES: Final = 8
SIGNED_OUT: Final = "This tablet’s code has stopped working."
TOO_MANY_CODES: Final = "That was too many wrong codes. Wait a minute, or point the tablet at the QR code on the table."
NO_SUCH_CODE: Final = "No table has this code. Check the paper on the table again."


@never_cache
@require_safe
def open_key(request: HttpRequest, token: str) -> HttpResponse:
    """The QR code on the table. The key goes into the session and is gone from the address bar."""
    key = find_by_token(token)
    if key is not None:
        return _let_in(request, key)
    count_wrong_link(request)
    note_refusal(request, Guess.LINK)
    slow = too_many_links(request)
    answer = ask_for_code(request, TOO_MANY_CODES if slow else NO_SUCH_CODE, 429 if slow else 403)
    return hold_back(answer, PAUSE if slow else 0)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponse:
    """The short code, typed by hand."""
    if request.method != "POST":
        return render(request, "umpire/code.html")
    typed = request.POST.get("code", "")[:LONGEST_CODE]
    key = find_by_code(typed)
    if key is None:
        pause = count_wrong_code(request)
        note_refusal(request, Guess.CODE)
        return hold_back(ask_for_code(request, NO_SUCH_CODE, 403, typed), pause)
    return _let_in(request, key)


def ask_for_code(request: HttpRequest, trouble: str, status: int, typed: str = "") -> HttpResponse:
    """The page for the short code, with why it is asked for."""
    return render(request, "umpire/code.html", {"trouble": trouble, "typed": typed}, status=status)


def _let_in(request: HttpRequest, key: Key) -> HttpResponse:
    """Put the key into the tablet's session. A session that gets a key it did not have becomes another session, so that
    somebody who knew the old one does not come in with it."""
    held, given = request.session.get(SESSION_KEYS, []), [key.competition, key.number, key.anew]
    if given not in held:
        request.session.cycle_key()
    kept = [other for other in held if other[:2] != given[:2]]
    request.session[SESSION_KEYS] = [*kept, given][-MOST_KEYS:]
    device_of(request)
    _give_badge(request, key.competition, key.number)
    competition = read_competition(key.competition)
    if key.number == ROAMING:
        return redirect("tables", slug=competition.slug)
    return redirect("table", slug=competition.slug, number=competition.numbers.shown(key.number))


def device_of(request: HttpRequest) -> str:
    """The name by which this tablet is known; it gets one the first time. Its page keeps the name and sends it, so a
    tablet that lost its cookie and was given another stays the same tablet."""
    given = str(request.session.setdefault(SESSION_DEVICE, secrets.token_hex(16)))
    told = request.headers.get(DEVICE_HEADER, "")
    if told == given or not DEVICE.fullmatch(told):
        return given
    tablets.forget_device(given)
    request.session[SESSION_DEVICE] = told
    return told


def umpire_of(request: HttpRequest, address: TableAddress) -> Actor | None:
    """The person who holds this table's key or the roaming one, as long as it is good; the organiser as themselves."""
    if organiser := organiser_of(request, address.event):
        badges.give(request, "account", organiser.account or "")
        return organiser
    if good := address.still_good(_held_keys(request, address.competition)):
        _give_badge(request, address.competition, max(good))
        return Actor(Role.UMPIRE, address.pk, f"Umpire of table {address.shown}")
    return None


def _give_badge(request: HttpRequest, competition: int, number: int) -> None:
    """The one of this table's key, however many browsers hold it. Roaming umpires, who share a key, have a few."""
    if number == ROAMING:
        share = zlib.crc32(str(request.session.get(SESSION_DEVICE)).encode()) % BADGES_OF_ROAMING_UMPIRES
        badges.give(request, "roaming", competition, share)
    else:
        anew = next(anew for *key, anew in request.session[SESSION_KEYS] if key == [competition, number])
        badges.give(request, "table", competition, number, anew)


def organiser_of(request: HttpRequest, event: int) -> Actor | None:
    """The person who is signed in, if they organise this event."""
    account = account_of(request)
    return as_organiser_of(account, event) if account is not None else None


def good_keys(request: HttpRequest, competition: int) -> set[int]:
    """The numbers of this competition's tables whose keys this tablet holds; 0 is the roaming umpire's."""
    held = _held_keys(request, competition)
    return still_good(competition, held) if held else set()


def _held_keys(request: HttpRequest, competition: int) -> dict[int, int]:
    """How often each key that this tablet holds had been replaced when it came in by it."""
    return {number: anew for of, number, anew in request.session.get(SESSION_KEYS, []) if of == competition}
