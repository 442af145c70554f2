"""What papers are made from, as signs that change when the facts change, so that a page can say what is out of date."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Count, Max, Sum

from scoring.models import Hand, KeyChange
from tournament.models import Competition, Entry, Invitation, Move, Round, Seat
from tournament.queries.people import read_people
from tournament.queries.published_draws import standing_draws
from tournament.rules.print_looks import PrintLook
from tournament.rules.prints import PrintSigns

Signs = dict[str, str]
_NOT_ON_PAPER: Final = ("cap", "entries_per_group", "reserves_per_group")


def _sign(*values: object) -> str:
    """The sign of these values. It uses the server's secret, so that nobody can guess a name from what is kept, even
    with the event's. Papers that were printed by an earlier version have signs made in this way, and are compared with
    today's: made in another they would all seem to have changed."""
    text = repr(values).encode()
    return hashlib.blake2b(text, digest_size=6, key=settings.SECRET_KEY.encode()[:64]).hexdigest()


def _minute(moment: datetime | None) -> datetime | None:
    """The minute of a moment. A clock that starts by itself starts a little after the moment it was set to, and on
    paper that is the same time."""
    return moment and moment.replace(second=0, microsecond=0)


class PrintSources:
    """The facts of a competition by kind, each read once and only when a paper that is kept was made from it; `of`
    picks those of one paper. rules/prints.py says what the kinds are called."""

    def __init__(self, competition: Competition, site: str) -> None:
        self.competition = competition
        self.kinds: dict[str, Signs] = {"address": {"site": _sign(site)}}

    def _signs(self, kind: str) -> Signs:
        if kind not in self.kinds:
            _READERS[kind](self)
        return self.kinds[kind]

    def _read_entries(self) -> None:
        fields = (
            "pk", "competitor__name", "group", "group__name", "kind", "status", "left", "competitor__wristband",
            "competitor__here_at",
        )  # fmt: skip
        rows = list(Entry.objects.filter(competition=self.competition, withdrawn_at=None).values_list(*fields))
        self.groups = {row[0]: f"g{row[2]}" for row in rows}
        self.kinds["name"] = {str(row[0]): _sign(row[1]) for row in rows}
        self.kinds["group"] = {f"g{row[2]}": _sign(row[3]) for row in rows}
        self.kinds["entry"] = {str(row[0]): _sign(*row[4:7]) for row in rows}
        self.kinds["arrival"] = {str(row[0]): _sign(row[7], row[8] is not None) for row in rows}

    def _read_public_names(self) -> None:
        self.kinds["public"] = {str(pk): _sign(person.name) for pk, person in read_people(self.competition).items()}

    def _read_seats(self) -> None:
        """Seats by round, table and number; sheets by round and table, with all that a correction can change."""
        hands = Hand.objects.filter(table__round__competition=self.competition, deleted_at=None)
        played = {table: (n, v) for table, n, v in hands.values_list("table").annotate(Count("pk"), Sum("version"))}
        fields = ("round__number", "table__number", "number", "entry", "stands_for", "absent", "points", "won")
        of_table = ("table", "table__accepted_at", "table__lot", "round__closed_at")
        seats = Seat.objects.filter(round__competition=self.competition).order_by("pk")
        sheets: dict[str, list[object]] = defaultdict(list)
        signs: Signs = {}
        self.seated: dict[int, set[int]] = defaultdict(set)
        for row in seats.values_list(*fields, *of_table):
            number, table, seat, entry, stands_for, absent, points, won, pk, accepted, lot, closed = row
            signs[f"{number}-{table}-{seat}"] = _sign(entry, stands_for, absent)
            came = (entry, points, won, played.get(pk), accepted is not None, lot, closed is not None)
            sheets[f"{number}-{table}"].append(came)
            self.seated[number].update(pk for pk in (entry, stands_for) if pk)
        self.kinds["seat"] = signs
        self.kinds["sheet"] = {about: _sign(*came) for about, came in sheets.items()}

    def _read_settings(self) -> None:
        competition, event = self.competition, self.competition.event
        rules = {name: value for name, value in vars(competition.settings).items() if name not in _NOT_ON_PAPER}
        heads = {"name": competition.name, "event": event.name, "date": event.date, "place": event.place}
        times = {f"time-{number}": time for number, time in competition.times.items()}
        self.kinds["rule"] = {name: _sign(value) for name, value in (rules | times).items()}
        self.kinds["head"] = {name: _sign(value) for name, value in heads.items()}
        self.kinds["saying"] = {str(place): _sign(saying) for place, saying in enumerate(event.sayings)}

    def _read_draw(self) -> None:
        competition = self.competition
        fields = ("plan", "size", "public", "list_hash", "published_at", "call")
        self.kinds["draw"] = {"draw": _sign(*standing_draws().filter(competition=competition).values_list(*fields))}
        keys = KeyChange.objects.filter(competition=competition, anew__gt=0).values_list("number", "anew")
        self.kinds["key"] = {str(number): _sign(anew) for number, anew in keys}
        self.kinds["winner"] = {"winner": _sign(competition.finished_at)}
        moves = Move.objects.filter(competition=competition).values_list("after", "source", "why", "entry", "target")
        self.kinds["move"] = {f"{after}-{source}-{why}": _sign(*move) for after, source, why, *move in moves}

    def _read_times(self) -> None:
        """When rounds start, as far as it is set, and how long the breaks between them are."""
        competition = self.competition
        fields = ("number", "break_after", "clock__starts_at", "clock__started_at")
        starts = {"break": _sign(competition.break_length)}
        for number, length, set_to, started in Round.objects.filter(competition=competition).values_list(*fields):
            if length is not None or started or set_to:
                starts[str(number)] = _sign(length, _minute(started or set_to))
        self.kinds["start"] = starts

    def _read_event(self) -> None:
        """What papers of the whole event have besides: links, when each grade closes, and the other competitions."""
        event = self.competition.event
        links = Invitation.objects.filter(event=event, group__isnull=False, revoked_at=None)
        rows = list(links.values_list("group", "group__name", "nonce"))
        self.kinds["invitation"] = {str(group): _sign(nonce) for group, _, nonce in rows}
        self.kinds["home"] = {str(group): _sign(name) for group, name, _ in rows}
        grades = list(Competition.objects.filter(event=event))
        self.kinds["closing"] = {str(grade.pk): _sign(grade.name, grade.closes_at, grade.closed_at) for grade in grades}
        hands = Hand.objects.filter(table__round__competition__event=event, deleted_at=None)
        counted = hands.values_list("table__round__competition").annotate(Count("pk"), Sum("version"), Max("pk"))
        played = {pk: numbers for pk, *numbers in counted}
        others = [grade for grade in grades if grade.pk != self.competition.pk]
        self.kinds["other"] = {
            str(grade.pk): _sign(grade.name, grade.finished_at, played.get(grade.pk)) for grade in others
        }

    def of(self, kinds: Iterable[str], round_number: int = 0) -> PrintSigns:
        """One paper's; a round's has only the names and seats of that round, unless it lists everybody."""
        picked = {kind: self._signs(kind) for kind in kinds}
        if round_number:
            for kind in {"seat", "sheet"} & picked.keys():
                prefix = f"{round_number}-"
                picked[kind] = {about: sign for about, sign in picked[kind].items() if about.startswith(prefix)}
        if round_number and "entry" not in picked and {"name", "public", "group"} & picked.keys():
            self._signs("seat"), self._signs("name")
            sitting = self.seated.get(round_number, set())
            about = {str(entry) for entry in sitting} | {self.groups.get(entry, "") for entry in sitting}
            for kind in {"name", "public", "group"} & picked.keys():
                picked[kind] = {key: sign for key, sign in picked[kind].items() if key in about}
        return picked

    def as_wanted(self, copies: int, look: PrintLook) -> PrintSigns:
        """How many, and in which look, where somebody chose."""
        chosen: dict[str, Signs] = {"copies": {"copies": str(copies)}} if copies else {}
        return chosen | ({"look": {"look": _sign(*look.stored.items())}} if look.stored else {})


_READERS: Final[Mapping[str, Callable[[PrintSources], None]]] = {
    kind: read
    for read, kinds in (
        (PrintSources._read_entries, ("name", "group", "entry", "arrival")),
        (PrintSources._read_public_names, ("public",)),
        (PrintSources._read_seats, ("seat", "sheet")),
        (PrintSources._read_settings, ("rule", "head", "saying")),
        (PrintSources._read_draw, ("draw", "key", "winner", "move")),
        (PrintSources._read_times, ("start",)),
        (PrintSources._read_event, ("invitation", "home", "closing", "other")),
    )
    for kind in kinds
}
"""What reads the facts of each kind."""


def together(parts: Iterable[PrintSigns]) -> PrintSigns:
    """What a file of several papers is made from."""
    whole: dict[str, Signs] = defaultdict(dict)
    for part in parts:
        for kind, signs in part.items():
            whole[kind] |= signs
    return dict(whole)
