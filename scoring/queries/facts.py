"""What papers are made from, as signs that change when the facts do: so a page can say what changed since."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from django.conf import settings
from django.db.models import Count, Sum

from scoring.models import Hand, KeyChange
from tournament.models import Competition, Draw, Entry, Invitation, Seat
from tournament.rules.prints import Facts


def _sign(*values: object) -> str:
    """With the server's secret, so that no name can be guessed from what is kept."""
    said = repr(values).encode()
    return hashlib.blake2b(said, digest_size=6, key=settings.SECRET_KEY.encode()[:64]).hexdigest()


class FactsNow:
    """All facts of a competition, read once; `of` picks those of one paper."""

    def __init__(self, competition: Competition, site: str) -> None:
        self.competition, self.site = competition, site
        self.seated: dict[int, set[int]] = {}
        self.kinds: dict[str, dict[str, str]] = {}
        self._read_entries()
        self._read_seats()
        self._read_rest()

    def _read_entries(self) -> None:
        fields = ("pk", "competitor__name", "group__name", "kind", "status", "left", "competitor__wristband", "group")
        rows = list(Entry.objects.filter(competition=self.competition, withdrawn_at=None).values_list(*fields))
        self.kinds["name"] = {str(row[0]): _sign(row[1]) for row in rows}
        self.kinds["group"] = {f"g{row[7]}": _sign(row[2]) for row in rows}
        self.kinds["entry"] = {str(row[0]): _sign(*row[3:6]) for row in rows}
        self.kinds["wristband"] = {str(row[0]): _sign(row[6]) for row in rows}
        self.groups = {row[0]: f"g{row[7]}" for row in rows}

    def _read_seats(self) -> None:
        fields = ("round__number", "table__number", "number", "entry", "stands_for", "absent", "points", "won", "table")
        seats = list(Seat.objects.filter(round__competition=self.competition).values_list(*fields))
        hands = Hand.objects.filter(table__round__competition=self.competition, deleted_at=None)
        played = {table: (n, v) for table, n, v in hands.values_list("table").annotate(Count("pk"), Sum("version"))}
        accepted = dict(
            Seat.objects.filter(round__competition=self.competition).values_list("table", "table__accepted_at")
        )
        self.kinds["seat"], self.kinds["result"] = {}, {}
        for number, table, seat, entry, stands_for, absent, points, won, pk in seats:
            about = f"{number}-{table}-{seat}"
            self.kinds["seat"][about] = _sign(entry, stands_for, absent)
            self.kinds["result"][about] = _sign(points, won, played.get(pk), accepted[pk] is not None)
            self.seated.setdefault(number, set()).update(one for one in (entry, stands_for) if one)

    def _read_rest(self) -> None:
        it, event = self.competition, self.competition.event
        rules = vars(it.settings) | {"name": it.name, "event": event.name, "date": event.date, "place": event.place}
        rules |= {"names": event.full_names, "closes": it.closes_at, "closed": it.closed_at}
        self.kinds["rule"] = {name: _sign(value) for name, value in rules.items()}
        draws = Draw.objects.filter(competition=it, discarded_at=None).values_list(
            "plan", "size", "public", "list_hash", "published_at", "call"
        )
        self.kinds["draw"] = {"draw": _sign(*draws)}
        keys = KeyChange.objects.filter(competition=it).values_list("number", "anew")
        self.kinds["key"] = {str(number): _sign(anew) for number, anew in keys}
        links = Invitation.objects.filter(event=event, group__isnull=False, revoked_at=None)
        self.kinds["invitation"] = {str(group): _sign(nonce) for group, nonce in links.values_list("group", "nonce")}
        self.kinds["address"] = {"site": _sign(self.site)}

    def of(self, kinds: Iterable[str], round_number: int = 0, copies: int = 0) -> Facts:
        """One paper's; a round's has only the names and seats of that round, unless it lists everybody."""
        picked: dict[str, Mapping[str, str]] = {kind: self.kinds[kind] for kind in kinds}
        if round_number:
            here = f"{round_number}-"
            for kind in {"seat", "result"} & picked.keys():
                picked[kind] = {about: sign for about, sign in picked[kind].items() if about.startswith(here)}
        if round_number and "entry" not in picked:
            sitting = self.seated.get(round_number, set())
            named, homes = {str(entry) for entry in sitting}, {self.groups.get(entry) for entry in sitting}
            picked |= {"name": _only(self.kinds["name"], named)} if "name" in picked else {}
            picked |= {"group": _only(self.kinds["group"], homes)} if "group" in picked else {}
        return picked | ({"copies": {"copies": str(copies)}} if copies else {})


def _only(signs: Mapping[str, str], about: Iterable[str | None]) -> dict[str, str]:
    wanted = set(about)
    return {key: sign for key, sign in signs.items() if key in wanted}
