"""What every form has in common: one request id, one action, and an answer in words that loses nothing.

    done = carry_out(request, registration.withdraw, by=by, entry=entry)
    if done.trouble is None:
        return redirect(...)
    return render(request, "page.html", context | {"trouble": done.trouble}, status=done.status)

A page shows the trouble with templates/parts/trouble.html, above the form with everything still in it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest

from tournament.rules.errors import (
    NeedsConfirmation,
    NotARespelling,
    NotFound,
    NotPermitted,
    ReplacesWish,
    RequestReused,
    Stale,
    TurntableError,
)
from tournament.rules.numbers import whole_number

R = TypeVar("R")
_STATUS: Final[Mapping[type[TurntableError], int]] = {
    NotPermitted: 403,
    NeedsConfirmation: 409,
    Stale: 409,
    RequestReused: 409,
}
SENT_ALREADY: Final = (
    "You’ve already sent this form, saying something else. "
    "This page shows what’s saved now; send it again to change it."
)

NOT_OURS: Final = "This form doesn’t match its page, so nothing was changed. Reload the page and send it again."
WHO: Final = "who:"
"""How the fields begin that say of a line of a list who it is."""
_OURS: Final = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Trouble:
    """Why nothing was done, for the page to say.

    With `confirm` the form can be sent again with `sure`. `theirs` and `yours` stand side by side where two people
    changed the same thing.
    """

    sentence: str
    status: int = 422
    confirm: bool = False
    theirs: Mapping[str, Any] | None = None
    yours: Mapping[str, Any] | None = None
    known: str = ""
    """The name of the person who may be the same."""
    can_ask: bool = False
    """Whether an organiser can be asked to do it all the same."""
    replaces: bool = False
    """Whether something that was asked before would be forgotten: the form can be sent again with `replace`."""
    alike: Sequence[Any] = ()
    """The lines of a list that may be somebody known, each with that name."""
    field: str = ""
    """The field that is wrong, if it is one."""
    fields: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Every field that is wrong, with its sentence."""

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Done(Generic[R]):
    """What came of an action: its answer, or the trouble."""

    answer: R | None = None
    trouble: Trouble | None = None

    @property
    def status(self) -> int:
        """The page's status."""
        return 200 if self.trouble is None else self.trouble.status


def carry_out(request: HttpRequest, action: Callable[..., R], **arguments: Any) -> Done[R]:
    """Carry one action out with the form's own request id, so that a double click does it once."""
    if request.POST.get("request", "") != request_id(request):
        return Done(trouble=Trouble(NOT_OURS))
    try:
        return Done(action(request=request_id(request), **arguments))
    except NotFound as error:
        raise Http404(str(error)) from None
    except TurntableError as error:
        return Done(trouble=trouble_of(error))


def request_id(request: HttpRequest) -> str:
    """The id that {% form_keys %} put into the form.

    It is empty where there is none, or one that no page of ours made: with such an id somebody could take one before it
    is needed.
    """
    given = request.POST.get("request", "")
    return given if _OURS.fullmatch(given) else ""


@dataclass(frozen=True)
class Deed:
    """What one of a page's buttons does: an action, its arguments, and what the page says afterwards.

    Buttons of such a page are called `do`, and their value is the deed's name.
    """

    action: Callable[..., Any]
    arguments: Mapping[str, Any]
    afterwards: Callable[[Any], str]


def do(request: HttpRequest, deeds: Mapping[str, Deed]) -> Done[Any]:
    """Carry out the deed whose button was pressed; once it is done the next page says so."""
    deed = deeds.get(request.POST.get("do", ""))
    if deed is None:
        return Done(trouble=Trouble("Nothing was chosen. Press one of the buttons."))
    done = carry_out(request, deed.action, **deed.arguments)
    if done.trouble is None:
        messages.success(request, deed.afterwards(done.answer))
    return done


def trouble_of(error: TurntableError) -> Trouble:
    """The error as a page shows it."""
    return Trouble(
        SENT_ALREADY if isinstance(error, RequestReused) else str(error),
        status=next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 422),
        confirm=isinstance(error, NeedsConfirmation),
        theirs=error.theirs if isinstance(error, Stale) else None,
        yours=error.yours if isinstance(error, Stale) else None,
        known=getattr(error, "known", ""),
        can_ask=isinstance(error, NotARespelling),
        replaces=isinstance(error, ReplacesWish),
        alike=getattr(error, "lines", ()),
        field=getattr(error, "field", ""),
        fields=getattr(error, "fields", {}),
    )


def reason_given(request: HttpRequest) -> dict[str, str]:
    """The reason that {% reason %} asked for, with its note. A page of an earlier version has no field for a note, and
    sent again it must be the same request."""
    note = {"note": request.POST["note"]} if "note" in request.POST else {}
    return {"why": request.POST.get("why", "")} | note


def who_is_who(request: HttpRequest) -> dict[str, bool]:
    """What a form says of the lines that parts/alike_lines.html asked about, by their keys: the same person, or not."""
    asked = (name for name in request.POST if name.startswith(WHO))
    return {name.removeprefix(WHO): request.POST[name] == "same" for name in asked}


def number(request: HttpRequest, field: str) -> int:
    """A number that the page itself put into its form; 0, which nothing has, if somebody changed it."""
    return number_in(request.POST.get(field, ""))


def number_in(text: str) -> int:
    """The id that one of our pages wrote; 0, which no row has, for anything else."""
    return whole_number(text) or 0
