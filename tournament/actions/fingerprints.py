"""How a request is known again: by who asked for what, as a fingerprint that tells nobody what that was.

Here it is made with the secret of this installation, so that a name in the body cannot be guessed from what stays after
names are erased. What a tablet sends has a second fingerprint, made with the secret of the event from ids that travel:
the tablet sends the same again to whichever installation holds the event next.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

from tournament.models import Answered, Event, LogEntry
from tournament.permissions import Actor


@dataclass(frozen=True)
class Fingerprint:
    """The fingerprints of one request. The name in the log may differ between two sign-ins of the same tablet."""

    action: str
    by: Actor
    asked: Mapping[str, Any]

    @cached_property
    def local(self) -> str:
        """By which this installation knows the request."""
        return salted_hmac("turntable.request", self._text, algorithm="sha256").hexdigest()

    @cached_property
    def travelling(self) -> str:
        """By which every installation that holds the event knows it; empty if it is no tablet's."""
        told = self.by.tablet
        if told is None:
            return ""
        text = _text_of(self.action, self.by.role, told.scope, {**self.asked, **told.rows})
        return salted_hmac("turntable.travelling_request", text, secret=told.secret, algorithm="sha256").hexdigest()

    @property
    def _text(self) -> str:
        return _text_of(self.action, self.by.role, self.by.scope, self.asked)

    def is_of(self, given: Answered) -> bool:
        """Whether this is the request that was answered, here or where the event was held then."""
        if not given.fingerprint:
            return given.travels in ("", self.travelling)
        return given.fingerprint in (self.local, self._of_before)

    @property
    def _of_before(self) -> str:
        """As an earlier version made it: a tablet may send again what that version answered."""
        return hmac.new(settings.SECRET_KEY.encode(), self._text.encode(), hashlib.sha256).hexdigest()


def forget_what_was_asked(event: Event) -> None:
    """Names are erased. A name in the body of a request could be guessed from the fingerprint that travels, because
    what that is made with stands beside it. Each request keeps its answer, wherever the event is held."""
    lines = LogEntry.objects.filter(event=event).exclude(request="")
    Answered.objects.filter(request__in=lines.values("request")).exclude(travels="").update(travels="")


def _text_of(action: str, role: str, scope: int | None, asked: Mapping[str, Any]) -> str:
    return json.dumps([action, role, scope, asked], sort_keys=True, default=str)
