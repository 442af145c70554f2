"""What a tablet sends, read before anything is done with it: each field is of the kind that its action takes.

Whatever else comes is refused in our own words. An error of the server would be no answer for a tablet: it would send
the same again for ever.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_type_hints

from tournament.rules.errors import Refused

MOST_DIGITS: Final = 15
LONGEST_LIST: Final = 1000
WRONG_KIND: Final = "Something in this is not of the right kind. Type it again."
NO_NUMBER: Final = object()
"""NaN and Infinity, which Python would take for numbers; no field is of this kind."""


def read_body(sent: bytes) -> dict[str, Any] | None:
    """What was sent, if it can be read and says by which id it wants to be answered."""
    try:
        body = json.loads(sent, parse_constant=lambda _: NO_NUMBER)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) and isinstance(body.get("request"), str) and body["request"] else None


def is_whole(said: Any) -> bool:
    """A whole number of a size that the database knows."""
    return isinstance(said, int) and not isinstance(said, bool) and abs(said) < 10**MOST_DIGITS


def _is_list(said: Any) -> bool:
    return isinstance(said, list) and len(said) <= LONGEST_LIST and all(is_whole(one) for one in said)


_KINDS: Final[Mapping[Any, Callable[[Any], bool]]] = {
    bool: lambda said: isinstance(said, bool),
    int: is_whole,
    int | None: lambda said: said is None or is_whole(said),
    str: lambda said: isinstance(said, str),
    list[int]: _is_list,
    Mapping[str, Any]: lambda said: isinstance(said, dict),
}
"""What each kind of argument takes. What a text may say, and what somebody may hold, the rules know better."""


@dataclass(frozen=True)
class Field:
    """One of an action's arguments, as it may be sent."""

    name: str
    is_right: Callable[[Any], bool]
    may_be_left_out: bool


def fields_of(action: Callable[..., Any], *names: str) -> list[Field]:
    """These arguments of an action, of the kinds that the action itself names."""
    kinds, takes = get_type_hints(action), inspect.signature(action).parameters
    return [Field(name, _KINDS[kinds[name]], takes[name].default is not inspect.Parameter.empty) for name in names]


def read_fields(body: Mapping[str, Any], fields: Iterable[Field]) -> dict[str, Any]:
    """What was said for them; refused if one is missing or of another kind."""
    said: dict[str, Any] = {}
    for field in fields:
        if field.name in body:
            said[field.name] = body[field.name]
        if not (field.is_right(said[field.name]) if field.name in said else field.may_be_left_out):
            raise Refused(WRONG_KIND)
    return said
