"""The keys of tables: a link for the QR code on the table, and a short code to type by hand.

Link and code are made from the secret of the event, the competition, the table's number and how often its key was
replaced. So paper can be printed at any time, and what was printed goes on working wherever the event is held. Those
that an earlier version printed came from the server's secret and are stored. Key 0 is the roaming umpire's, for all
tables of the competition.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Max
from django.utils.crypto import salted_hmac

from scoring.models import KeyChange
from tournament.models import Competition, Table
from tournament.queries.event_facts import KnownCompetition
from tournament.rules.travel_ids import TravelId

LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Characters that nobody mixes up: no 0 and O, no 1 and I."""
CODE_LENGTH: Final = 7
ROAMING: Final = 0


@dataclass(frozen=True)
class KeySource:
    """What all keys of a competition are made from."""

    competition: int
    travel_id: TravelId
    secret: str
    """The event's."""

    def make(self, use: str, number: int, anew: int) -> bytes:
        """32 bytes that nobody can guess who does not know the secret."""
        made_from = f"{self.travel_id}/{number}/{anew}"
        return salted_hmac(f"turntable.table_key.{use}", made_from, secret=self.secret, algorithm="sha256").digest()


@dataclass(frozen=True)
class Replaced:
    """How often a key was replaced, and what an earlier version printed of the one that stands now."""

    anew: int = 0
    token: str = ""
    code: str = ""


@dataclass(frozen=True)
class Key:
    """One table's key."""

    source: KeySource
    number: int
    replaced: Replaced = Replaced()

    @property
    def competition(self) -> int:
        """The number of the competition that it is for."""
        return self.source.competition

    @property
    def anew(self) -> int:
        """How often it was replaced."""
        return self.replaced.anew

    @property
    def token(self) -> str:
        """The link's secret part: 128 bits."""
        if self.replaced.token:
            return self.replaced.token
        return base64.urlsafe_b64encode(self.source.make("link", self.number, self.anew)[:16]).decode().rstrip("=")

    @property
    def path(self) -> str:
        """The path in the QR code, after the server's address."""
        return f"/t/{self.token}"

    @property
    def code(self) -> str:
        """The code to type: 35 bits. Guessing is slowed at the door."""
        if self.replaced.code:
            return self.replaced.code
        bits = int.from_bytes(self.source.make("code", self.number, self.anew)[:5])
        return "".join(LETTERS[bits >> 5 * place & 31] for place in range(CODE_LENGTH))

    @property
    def shown_code(self) -> str:
        """The code as people read it aloud: ABC-DEFG."""
        return f"{self.code[:3]}-{self.code[3:]}"


def _made_anew(competition: int) -> dict[int, int]:
    return dict(KeyChange.objects.filter(competition=competition).values_list("number", "anew"))


def key_source(competition: int) -> KeySource:
    """What the keys of this competition are made from."""
    return next(_sources(pk=competition))


def _sources(**which: object) -> Iterator[KeySource]:
    rows = Competition.objects.filter(**which).order_by().values_list("pk", "travel_id", "event__secret")
    return (KeySource(*row) for row in rows)


def _replaced(**which: object) -> dict[tuple[int, int], Replaced]:
    """What is stored of keys, by their competition and number."""
    rows = KeyChange.objects.filter(**which).values_list("competition", "number", "anew", "token", "code")
    return {(competition, number): Replaced(anew, token, code) for competition, number, anew, token, code in rows}


def key_of(competition: int, number: int) -> Key:
    """The table's current key."""
    replaced = _replaced(competition=competition, number=number)
    return Key(key_source(competition), number, replaced.get((competition, number), Replaced()))


def still_good(competition: int, held: Mapping[int, int]) -> set[int]:
    """The numbers of the keys that still open their tables. `held` says, for each table number, how often its key had
    been replaced when somebody came in by it."""
    now = _made_anew(competition)
    return {number for number, anew in held.items() if now.get(number, 0) == anew}


def keys_of(competition: KnownCompetition) -> list[Key]:
    """The roaming umpire's key and every table's, in three queries."""
    most = Table.objects.filter(round__competition=competition.pk).aggregate(most=Max("number"))["most"] or 0
    return list(_numbered(key_source(competition.pk), most, _replaced(competition=competition.pk)))


def _numbered(source: KeySource, most: int, replaced: Mapping[tuple[int, int], Replaced]) -> Iterator[Key]:
    return (Key(source, number, replaced.get((source.competition, number), Replaced())) for number in range(most + 1))


def _open_keys() -> Iterator[Key]:
    """Every key of every competition that is being played, in three queries."""
    tables = Table.objects.filter(round__competition__finished_at__isnull=True)
    most = dict(tables.values_list("round__competition").annotate(most=Max("number")))
    replaced = _replaced(competition__in=most)
    for source in _sources(pk__in=most):
        yield from _numbered(source, most[source.competition], replaced)


def find_by_token(token: str) -> Key | None:
    """The key that this link belongs to, if it is still good."""
    return next((key for key in _open_keys() if hmac.compare_digest(key.token.encode(), token.encode())), None)


def find_by_code(typed: str) -> Key | None:
    """The key that this code belongs to, if it is still good. Lower case, spaces and dashes do not matter."""
    code = "".join(letter for letter in typed.upper() if letter.isalnum())
    return next((key for key in _open_keys() if hmac.compare_digest(key.code.encode(), code.encode())), None)
