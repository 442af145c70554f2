"""What an umpire's tablet sends: one action for each verb, and always an answer in our own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.actions import calls, hands, players, seen_seats, sheets, tablets
from scoring.queries.roaming import find_round_name
from scoring.queries.table import read_entries_told, read_numbers_told
from scoring.queries.table_address import TableAddress, find_address
from scoring.web import tablet_messages as messages
from scoring.web.tablet_messages import HereMessage, TabletMessage, UnsettledMessage, read_body, read_message
from scoring.web.umpire_door import SIGNED_OUT, device_of, umpire_of
from tournament import current_time
from tournament.actions import attendance
from tournament.permissions import Actor, Role, TabletPlace
from tournament.rules.errors import LooksAlike, NeedsConfirmation, NotFound, RequestReused, Stale, TurntableError
from tournament.rules.travel_ids import TravelId, travel_id_of

NO_TABLE: Final = "There’s no such table. Perhaps its round hasn’t been made yet."


def answer(status: int, request: str = "", **more: Any) -> JsonResponse:
    """An answer in our own words: nothing else counts as an acknowledgement."""
    return JsonResponse({"turntable": 1, "request": request, **more}, status=status)


@dataclass(frozen=True)
class TabletRequest:
    """Who sends, at which table, by which id and from which device."""

    by: Actor
    address: TableAddress
    request: str
    device: str


@dataclass(frozen=True)
class Verb:
    """One thing that a tablet may send: its message, and the action that takes the message's fields."""

    message: type[TabletMessage]
    action: Callable[..., Any]
    of_table: bool = True
    """An action at this table; otherwise one of the tournament's, about the seat of somebody at this table. The
    umpire who sends that knows what it does to them."""
    takes_device: bool = False
    accepts: bool = False
    """It may get the sheet accepted, so the message says what the tablet has not settled."""

    def carry_out(self, sender: TabletRequest, body: Mapping[str, Any]) -> Any:
        """Read the message and do it."""
        address = sender.address
        device = {"device": sender.device} if self.takes_device else {}
        fields = read_message(self.message, body).arguments
        where, rows = _where_in_table(address) if self.of_table else _where_in_competition(address, fields)
        by = replace(sender.by, tablet=TabletPlace(address.ids.secret, _scope_of(sender), rows))
        if self.accepts and "trouble" in body:  # a page of before an upgrade does not tell
            unsettled = read_message(UnsettledMessage, body).trouble
            trouble = unsettled.trouble if unsettled is not None else None
            tablets.hear_trouble(address.competition, address.number, sender.device, trouble)
        answer = self.action(**{"by": by, "request": sender.request, **device, **fields, **where})
        if not self.of_table:
            seen_seats.know_own_change(address.pk, where["entry"])
        return answer


def _scope_of(sender: TabletRequest) -> TravelId:
    """The id of what the sender acts for: an umpire for the table, an organiser for the event."""
    return sender.address.ids.table if sender.by.role is Role.UMPIRE else sender.address.ids.event


def _where_in_table(address: TableAddress) -> tuple[dict[str, int], dict[str, TravelId]]:
    """What an action at the table is given by number, and the ids that travel of the same."""
    return {"table": address.pk}, {"table": address.ids.table}


def _where_in_competition(
    address: TableAddress, fields: Mapping[str, Any]
) -> tuple[dict[str, int], dict[str, TravelId]]:
    """The same for one of the tournament's actions, which is about somebody whom the tablet names."""
    event, told = address.ids.event, fields["entry"]
    entry = read_entries_told(address.competition, [told], event).get(told)
    if entry is None:
        raise NotFound("There is no such entry in this competition.")
    where = {"competition": address.competition, "entry": entry}
    return where, {"competition": address.ids.competition, "entry": travel_id_of(told, event)}


VERBS: Final[Mapping[str, Verb]] = {
    "record": Verb(messages.RecordMessage, hands.record_hand),
    "change": Verb(messages.ChangeMessage, hands.change_hand),
    "delete": Verb(messages.DeleteMessage, hands.delete_hand),
    "lot": Verb(messages.LotMessage, sheets.settle_by_lot),
    "accept": Verb(messages.AcceptMessage, sheets.accept_sheet, accepts=True),
    "nod": Verb(messages.NodMessage, players.nod, accepts=True),
    "take_back": Verb(messages.PlainMessage, sheets.take_back_acceptance),
    "sit": Verb(messages.SitMessage, players.sit),
    "seats": Verb(messages.SeatsMessage, seen_seats.see_seats),
    "deal": Verb(messages.EntryMessage, players.deal_first),
    "take_over": Verb(messages.PlainMessage, tablets.take_over, takes_device=True),
    "flag": Verb(messages.FlagMessage, calls.raise_flag),
    "unflag": Verb(messages.PlainMessage, calls.lower_flag),
    "absent": Verb(messages.EntryMessage, attendance.mark_gone, of_table=False),
    "back": Verb(messages.EntryMessage, attendance.mark_back, of_table=False),
    "substitute": Verb(messages.SubstituteMessage, attendance.substitute, of_table=False),
}


@never_cache
@require_POST
def do(request: HttpRequest, slug: str, number: int, verb: str) -> JsonResponse:
    """Carry out one thing that the tablet sends, once or more often until it hears our answer."""
    body = read_body(request.body)
    if body is None:
        return answer(422, refused="The server couldn’t read this. Load the page again.")
    asked = body["request"]
    address = find_address(slug, number)
    if address is None:
        return answer(404, asked, gone=NO_TABLE)
    by = umpire_of(request, address)
    if by is None:
        return answer(403, asked, signed_out=SIGNED_OUT)
    sender = TabletRequest(by, address, asked, device_of(request))
    if verb == "here":
        return _hear(sender, body)
    if body.get("round", address.round) != address.round:
        name = find_round_name(address, current_time.now())
        return answer(409, asked, stale=f"{name.opening} has begun since.", theirs={}, yours={})
    return _carry_out(VERBS.get(verb), sender, body)


def _hear(sender: TabletRequest, body: Mapping[str, Any]) -> JsonResponse:
    """Note that the tablet is connected, what it counts and what it could not send."""
    report = read_message(HereMessage, body).report
    connected = tablets.hear(sender.address.competition, sender.address.number, sender.device, **report)
    return answer(200, sender.request, ok=True, tablets=connected)


def _carry_out(verb: Verb | None, sender: TabletRequest, body: Mapping[str, Any]) -> JsonResponse:
    asked = sender.request
    if verb is None:
        return answer(404, asked, gone="The server doesn’t know how to do that. Load the page again.")
    try:
        return answer(200, asked, ok=True, answer=verb.carry_out(sender, body))
    except LooksAlike as unsure:
        return answer(409, asked, confirm=str(unsure), known=unsure.known)
    except NeedsConfirmation as unsure:
        return answer(409, asked, confirm=str(unsure))
    except Stale as stale:
        theirs, yours = (_by_entry(sender.address, facts) for facts in (stale.theirs, stale.yours))
        return answer(409, asked, stale=str(stale), theirs=theirs, yours=yours)
    except RequestReused as reused:
        return answer(409, asked, reused=str(reused))
    except TurntableError as refused:
        return answer(422, asked, refused=str(refused))


def _by_entry(address: TableAddress, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A hand of a conflict as the tablet knows it: people by the numbers that it was told."""
    if "held" not in facts:
        return dict(facts)
    told = read_numbers_told(address.pk)
    held = {told[code]: value for code, value in facts["held"].items()}
    return {**facts, "out": told.get(facts["out"]), "last_card": facts["last_card"] or "", "held": held}
