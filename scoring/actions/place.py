"""A locked table with all that its rules need to know: where each action at a table begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone

from scoring import models
from scoring.permissions import may_correct, may_score
from scoring.rules import hand as rules
from scoring.rules.cards import Deck, ExtraCard
from scoring.rules.hand import Hand, Held
from scoring.rules.sheet import Sheet
from tournament.actions.base import lock_competition
from tournament.models import Competition, Entry, Table
from tournament.permissions import Actor, require
from tournament.rules.clock import State
from tournament.rules.errors import HandRefused, NotFound, RoundRefused
from tournament.rules.presets import Settings


@dataclass(frozen=True)
class Typed:
    """A hand as somebody typed it. `held` says what each other player holds, by entry: the cards, as
    `{"7": 1, "skip": 1}`, or a total, as `27`. Without `out` it is the incomplete hand."""

    out: int | None
    last_card: str
    held: Mapping[str, Any]
    late: bool = False
    playoff: bool = False


@dataclass(frozen=True)
class Place:
    """A table, its competition, and who sits there, by code, in seat order."""

    table: Table
    competition: Competition
    settings: Settings
    deck: Deck
    present: Mapping[str, Entry]

    @property
    def names(self) -> dict[str, str]:
        """What the sentences call each player."""
        return {code: str(entry.competitor) for code, entry in self.present.items()}

    @property
    def time_is_up(self) -> bool:
        """Whether the round's clock, if it has one, has run out."""
        clock = getattr(self.table.round, "clock", None)
        return clock is not None and clock.facts.state(timezone.now()) in (State.TIME_UP, State.CLOSED)

    def code(self, entry: object) -> str:
        """The code of an entry at this table."""
        for code, known in self.present.items():
            if str(known.pk) == str(entry):
                return code
        raise HandRefused("Somebody in this hand does not sit at this table.")

    def read(self, typed: Typed) -> Hand:
        """The hand in the words of the rules."""
        if not isinstance(typed.held, Mapping):
            raise HandRefused("Count what each player holds.")
        names = self.names
        codes = {self.code(entry): value for entry, value in typed.held.items()}
        return Hand(
            complete=typed.out is not None,
            out=None if typed.out is None else self.code(typed.out),
            held={code: rules.read_held(value, self.deck, names[code]) for code, value in codes.items()},
            last_card=typed.last_card or None,
            playoff=typed.playoff,
            late=typed.late,
        )

    def sheet(self, rows: Sequence[models.Hand]) -> Sheet:
        """The table's sheet with these hands."""
        return Sheet(tuple(self.present), tuple(as_rule(row) for row in rows))


def deck_of(settings: Settings) -> Deck:
    """The cards on a table of this competition."""
    return Deck(settings.decks, {name: ExtraCard(**card) for name, card in settings.extra_cards.items()})


def as_rule(row: models.Hand) -> Hand:
    """A stored hand as the rules know it."""
    return Hand(
        complete=row.complete,
        out=row.out.code if row.out else None,
        held={held.entry.code: Held(held.points, held.cards) for held in row.held.all()},
        last_card=row.last_card or None,
        playoff=row.playoff,
        late=row.late,
    )


def load_hands(table: Table) -> list[models.Hand]:
    """The table's hands that stand, in order, with what everybody held."""
    standing = models.Hand.objects.filter(table=table, deleted_at__isnull=True)
    held = Prefetch("held", models.Held.objects.select_related("entry"))
    return list(standing.select_related("out").prefetch_related(held).order_by("number"))


def lock_place(by: Actor, table: int, *, correcting: bool = False) -> Place:
    """Lock the table: two tablets at the same one come one after the other."""
    with_all = Table.objects.select_related("round__competition", "round__clock", "playoff")
    locked = with_all.select_for_update(of=("self",)).filter(pk=table).first()
    if locked is None:
        raise NotFound("There is no such table.")
    require(may_correct(by, locked) if correcting else may_score(by, locked), by)
    competition = locked.round.competition
    settings = competition.settings
    seats = locked.seats.select_related("entry__competitor").filter(absent=False).order_by("number")
    return Place(locked, competition, settings, deck_of(settings), {seat.entry.code: seat.entry for seat in seats})


def lock_open_place(by: Actor, table: int) -> Place:
    """A table whose sheet is still being written."""
    place = lock_place(by, table)
    if place.table.round.closed_at is not None:
        raise RoundRefused("This round is closed.")
    if place.table.accepted_at is not None:
        raise RoundRefused("This sheet is accepted. Only the organiser can open or correct it now.")
    return place


def lock_accepted_place(by: Actor, table: int) -> Place:
    """A sheet that is in, with its competition locked: a correction may seat the next round anew."""
    found = Table.objects.select_related("round").filter(pk=table).first()
    if found is None:
        raise NotFound("There is no such table.")
    lock_competition(found.round.competition_id)
    place = lock_place(by, table, correcting=True)
    if place.table.accepted_at is None:
        raise RoundRefused("This sheet is not accepted yet: change the hand itself.")
    return place
