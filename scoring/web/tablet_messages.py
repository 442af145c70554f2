"""What a tablet sends, read into typed messages before anything is done with it (pydantic).

Anything else is refused in our own words. A server error would be no answer for a tablet: it would send the same again
for ever. Only kinds and sizes are read here; the rules know what a text may say and what somebody may hold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from scoring.rules.cards import LONGEST_FACE
from scoring.rules.troubles import NOTHING_TOLD, HandInCount, HandInTrouble
from tournament.rules import names
from tournament.rules.errors import Refused

WRONG_KIND: Final = "Something here can’t be understood. Type it again."
NO_NUMBER: Final = object()
"""Marks NaN and Infinity, which Python would take for numbers. No field is of this kind."""

LARGEST: Final = 10**15
"""Whole numbers stay below this, so that every database knows them."""
MOST_VERSIONS: Final = 1000
MOST_COUNTED: Final = 10
MOST_SEATS: Final = 50
LONGEST_REQUEST: Final = 64
LONGEST_MESSAGE: Final = 200


def read_body(sent: bytes) -> dict[str, Any] | None:
    """The body that was sent, if it can be read and names the id by which it wants to be answered."""
    try:
        body = json.loads(sent, parse_constant=lambda _: NO_NUMBER)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) and isinstance(body.get("request"), str) and body["request"] else None


class TabletMessage(BaseModel):
    """The fields of one message. A number is not taken for a text, nor a text or True for a number."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    @property
    def arguments(self) -> dict[str, Any]:
        """What its action is given: only what was sent, so that a message sent again is the same message."""
        return self.model_dump(exclude_unset=True)


Sent = TypeVar("Sent", bound=TabletMessage)


def read_message(message: type[Sent], body: Mapping[str, Any]) -> Sent:
    """Read the message from a body. Refused if a field is missing or of another kind."""
    try:
        return message.model_validate(body)
    except ValidationError:
        raise Refused(WRONG_KIND) from None


# Kinds of fields

Whole = Annotated[int, Field(gt=-LARGEST, lt=LARGEST)]
Versions = Annotated[list[Whole], Field(max_length=MOST_VERSIONS)]
Held = dict[str, Any]
"""By entry: a total, or the cards face by face. The rules refuse anything else, because they can name the player."""


# What is done at a table


class HandMessage(TabletMessage):
    """A hand as it was counted. Without `out` it is the incomplete hand."""

    number: Whole
    held: Held
    out: Whole | None = None
    last_card: str = ""
    late: bool = False
    drew: Whole | None = None
    sure: bool = False


class RecordMessage(HandMessage):
    """A new hand. `after_warning`: it was counted after the warning, whenever it comes."""

    playoff: bool = False
    after_warning: bool | None = None


class ChangeMessage(HandMessage):
    """A hand that was counted again; `version` is the one that was on the screen."""

    version: Whole
    why: str = ""
    note: str = ""


class DeleteMessage(TabletMessage):
    """A hand that was entered twice, or was never played."""

    number: Whole
    why: str
    note: str = ""
    version: Whole | None = None


class LotMessage(TabletMessage):
    """The tie for first goes to the lot."""

    sure: bool = False


class AcceptMessage(TabletMessage):
    """The sheet is accepted; `seen` is the version of each hand that was on the screen."""

    seen: Versions
    sure: bool = False


class NodMessage(TabletMessage):
    """A player agrees with the sheet, or no longer does."""

    entry: Whole
    seen: Versions
    agrees: bool = True
    sure: bool = False


class SitMessage(TabletMessage):
    """The umpire has looked at somebody's wristband, or takes the tick back."""

    entry: Whole
    seated: bool = Field(default=True, alias="here")


class SeatPart(TabletMessage):
    """One chair as the tablet showed it."""

    number: Whole
    entry: Whole
    absent: bool


class SeatsMessage(TabletMessage):
    """The umpire has read what changed about who sits here."""

    seats: Annotated[list[SeatPart], Field(max_length=MOST_SEATS)]


class EntryMessage(TabletMessage):
    """Something about one player, and nothing more."""

    entry: Whole


class SubstituteMessage(EntryMessage):
    """Somebody else takes a player's seat. `sure`: the umpire says that it is nobody who is known in another
    spelling."""

    name: str
    sure: bool = False


class FlagMessage(TabletMessage):
    """The table calls the organiser."""

    message: str = Field(default="", alias="said")


class PlainMessage(TabletMessage):
    """Something that needs no field."""


# What a tablet reports about itself: parts that are not of the right kind are left out


def _or_nothing(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    try:
        return read(value)
    except ValidationError:
        return None


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError
    return text


LENIENT: Final = WrapValidator(_or_nothing)
HandNumber = Annotated[int | None, Field(ge=1, lt=1000), LENIENT]
Face = Annotated[str, Field(max_length=LONGEST_FACE), AfterValidator(_printable)]
EntryKey = Annotated[str, Field(pattern=r"^[0-9]{1,15}$")]
Points = Annotated[int, Field(ge=0, lt=10_000)]


class CountingPart(TabletMessage):
    """The hand that is being counted, and the entries that are counted already."""

    number: HandNumber = None
    done: Annotated[
        list[Annotated[Whole | None, LENIENT]],
        BeforeValidator(lambda done: done[:MOST_COUNTED] if isinstance(done, list) else done),
    ]

    @property
    def hand(self) -> HandInCount:
        return HandInCount(self.number, frozenset(entry for entry in self.done if entry is not None))


class TypedPart(TabletMessage):
    """A hand that was typed, where another one of its number is recorded already."""

    out: Whole | None = None
    last_card: Annotated[Face, BeforeValidator(lambda card: card or "")] = ""
    held: dict[EntryKey, Points | dict[Face, Whole]]
    late: Annotated[bool, BeforeValidator(lambda late: late is True)] = False


class TroublePart(TabletMessage):
    """What the server did not take. With `theirs` and `mine` it is a conflict, and `body` is the hand as typed."""

    request: Annotated[str, Field(min_length=1, max_length=LONGEST_REQUEST), AfterValidator(_printable)]
    hand: HandNumber = None
    round: HandNumber = None
    message: Annotated[str | None, LENIENT] = Field(default=None, alias="said")
    theirs: Annotated[dict[Any, Any] | None, LENIENT] = None
    mine: Annotated[dict[Any, Any] | None, LENIENT] = None
    body: Annotated[TypedPart | None, LENIENT] = None

    @property
    def trouble(self) -> HandInTrouble:
        is_conflict = self.theirs is not None and self.mine is not None
        return HandInTrouble(
            request=self.request,
            hand=self.hand,
            message=names.shown(self.message, LONGEST_MESSAGE) if self.message else NOTHING_TOLD,
            typed=self.body.model_dump() if is_conflict and self.body is not None else None,
            round=self.round,
        )


ToldTrouble = Annotated[TroublePart | None, LENIENT]


class UnsettledMessage(TabletMessage):
    """What a tablet that accepts has not settled yet."""

    trouble: ToldTrouble = None


class HereMessage(TabletMessage):
    """A tablet reports that it is connected: what it counts, what it could not send, and whether it shows the
    result."""

    counting: Annotated[CountingPart | None, LENIENT] = None
    trouble: ToldTrouble = None
    at_result: Annotated[bool | None, LENIENT] = None

    @property
    def report(self) -> dict[str, Any]:
        """As `tablets.hear` takes it."""
        return {
            "counting": self.counting.hand if self.counting is not None else None,
            "trouble": self.trouble.trouble if self.trouble is not None else None,
            "at_result": self.at_result,
        }
