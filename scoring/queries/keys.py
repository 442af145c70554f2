"""The keys of tables: a link for the QR code on the table, and a short code to type by hand.

Keys are not stored. Link and code are made from the server's secret, the competition, the table's number and how often
its key was replaced, so paper can be printed at any time and a stolen database opens nothing. Key 0 is the roaming
umpire's, for all tables of the competition.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db.models import Max

from scoring.models import KeyChange
from tournament.models import Table
from tournament.queries.event_facts import KnownCompetition

LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Characters that nobody mixes up: no 0 and O, no 1 and I."""
CODE_LENGTH: Final = 7
ROAMING: Final = 0


@dataclass(frozen=True)
class Key:
    """One table's key; `anew` is how often it was replaced."""

    competition: int
    number: int
    anew: int = 0

    def _secret(self, use: bytes) -> bytes:
        made_from = b"table key %s %d %d %d" % (use, self.competition, self.number, self.anew)
        return hmac.new(settings.SECRET_KEY.encode(), made_from, hashlib.sha256).digest()

    @property
    def token(self) -> str:
        """The link's secret part: 128 bits."""
        return base64.urlsafe_b64encode(self._secret(b"link")[:16]).decode().rstrip("=")

    @property
    def path(self) -> str:
        """The path in the QR code, after the server's address."""
        return f"/t/{self.token}"

    @property
    def code(self) -> str:
        """The code to type: 35 bits. Guessing is slowed at the door."""
        bits = int.from_bytes(self._secret(b"code")[:5])
        return "".join(LETTERS[bits >> 5 * place & 31] for place in range(CODE_LENGTH))

    @property
    def shown_code(self) -> str:
        """The code as people read it aloud: ABC-DEFG."""
        return f"{self.code[:3]}-{self.code[3:]}"


def _made_anew(competition: int) -> dict[int, int]:
    return dict(KeyChange.objects.filter(competition=competition).values_list("number", "anew"))


def key_of(competition: int, number: int) -> Key:
    """The table's current key."""
    changed = KeyChange.objects.filter(competition=competition, number=number).values_list("anew", flat=True).first()
    return Key(competition, number, changed or 0)


def still_good(competition: int, held: Mapping[int, int]) -> set[int]:
    """The numbers of the keys that still open their tables. `held` says, for each table number, how often its key had
    been replaced when somebody came in by it."""
    now = _made_anew(competition)
    return {number for number, anew in held.items() if now.get(number, 0) == anew}


def keys_of(competition: KnownCompetition) -> list[Key]:
    """The roaming umpire's key and every table's, in two queries."""
    most = Table.objects.filter(round__competition=competition.pk).aggregate(most=Max("number"))["most"] or 0
    anew = _made_anew(competition.pk)
    return [Key(competition.pk, number, anew.get(number, 0)) for number in range(most + 1)]


def _open_keys() -> Iterator[Key]:
    """Every key of every competition that is being played, in two queries."""
    tables = Table.objects.filter(round__competition__finished_at__isnull=True)
    most = dict(tables.values_list("round__competition").annotate(most=Max("number")))
    changes = KeyChange.objects.filter(competition__in=most).values_list("competition", "number", "anew")
    anew = {(competition, number): times for competition, number, times in changes}
    for competition, highest in most.items():
        for number in range(highest + 1):
            yield Key(competition, number, anew.get((competition, number), 0))


def find_by_token(token: str) -> Key | None:
    """The key that this link belongs to, if it is still good."""
    return next((key for key in _open_keys() if hmac.compare_digest(key.token.encode(), token.encode())), None)


def find_by_code(typed: str) -> Key | None:
    """The key that this code belongs to, if it is still good. Lower case, spaces and dashes do not matter."""
    code = "".join(letter for letter in typed.upper() if letter.isalnum())
    return next((key for key in _open_keys() if hmac.compare_digest(key.code.encode(), code.encode())), None)
