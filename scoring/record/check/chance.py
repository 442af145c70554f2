"""Section 1: the seed, the streams that come from it, and the shuffle. A dozen lines of hashing, nothing else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count

from .facts import Chance, Record
from .found import Discrepancy, Place

WORD = 2**64


def numbers(seed: bytes, label: str) -> Iterator[int]:
    """“SHA-256(seed ‖ label ‖ n) for n = 0, 1, 2 … joined”, read 8 bytes at a time, big-endian."""
    start = sha256(seed + label.encode("ascii"))
    for n in count():
        block = start.copy()
        block.update(n.to_bytes(8, "big"))
        digest = block.digest()
        for at in (0, 8, 16, 24):
            yield int.from_bytes(digest[at : at + 8], "big")


def below(stream: Iterator[int], k: int) -> int:
    """“Read 8 bytes big-endian as x; while x ≥ 2^64 − (2^64 mod k), read the next 8; answer x mod k.”"""
    limit = WORD - WORD % k
    return next(x for x in stream if x < limit) % k


def from_the_end(seed: bytes, label: str, ordered: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The shuffle of a sorted list, last place first.

    “For i from the last index down to 1, swap items i and below(i+1)”: what has been swapped into place i stays
    there, so whoever only needs to know whether a shuffle will do may stop at the first place that does not.
    """
    stream = numbers(seed, label)
    moved: dict[int, str] = {}
    for i in range(len(ordered) - 1, 0, -1):
        j = below(stream, i + 1)
        item = moved.get(j, ordered[j])
        moved[j] = moved.get(i, ordered[i])
        yield i, item
    if ordered:
        yield 0, moved.get(0, ordered[0])


def shuffle(seed: bytes, label: str, codes: Iterable[str]) -> list[str]:
    """“`shuffle(list)`: sort by code”, then the swaps."""
    ordered = sorted(codes)
    places = dict(from_the_end(seed, label, ordered))
    return [places[i] for i in range(len(ordered))]


def list_hash(record: Record) -> str:
    """“A line `draw TAB format TAB size TAB plan TAB redraw LF`, then a line for each *listed* entry”."""
    plan = ",".join(str(tables) for tables in record.draw.plan)
    redraw = "yes" if record.competition.redraw else "no"
    first = f"draw\t{record.competition.format}\t{record.draw.size}\t{plan}\t{redraw}\n"
    listed = sorted((entry for entry in record.entries if entry.listed), key=lambda entry: entry.code)
    text = first + "".join(f"{entry.code}\t{entry.group}\t{entry.kind}\n" for entry in listed)
    return sha256(text.encode()).hexdigest()


def seed(chance: Chance) -> bytes:
    """“SHA-256 of the UTF-8 text `turntable-draw/1 LF list_hash LF salt LF public LF`”."""
    return sha256(f"turntable-draw/1\n{chance.list_hash}\n{chance.salt}\n{chance.public}\n".encode()).digest()


def seeds(record: Record) -> list[bytes]:
    """The seed as recorded and, where that is another, the seed as derived."""
    recorded, derived = bytes.fromhex(record.chance.seed), seed(record.chance)
    return [recorded] if recorded == derived else [recorded, derived]


def check_chance(record: Record) -> Iterator[Discrepancy]:
    """Everything that was sealed, and that the seed comes from it."""
    chance, place = record.chance, Place(part="chance")
    if chance.list_hash != list_hash(record):
        yield place.at(part="chance.list_hash").says("The list hash is not that of the draw and the listed entries.")
    if chance.commitment != sha256(chance.salt.encode("ascii")).hexdigest():
        yield place.at(part="chance.commitment").says("The commitment is not the SHA-256 of the salt.")
    if chance.seed != seed(chance).hex():
        yield place.at(part="chance.seed").says("The seed is not that of the list hash, the salt and the public value.")
    yield from _check_public(chance)
    yield from _check_discarded(chance)


def _check_public(chance: Chance) -> Iterator[Discrepancy]:
    """“Somebody outside supplies `public` … Spaces at the ends are cut; NFC.”"""
    place = Place(part="chance.public")
    if not chance.public.strip():
        yield place.says("The public value is empty, nobody outside supplied one.")
    elif chance.public != chance.public.strip(" "):
        yield place.says("The public value has spaces at its ends.")
    if chance.public != unicodedata.normalize("NFC", chance.public):
        yield place.says("The public value is not in the Unicode form NFC.")


def _check_discarded(chance: Chance) -> Iterator[Discrepancy]:
    """“The salt is shown with the draw”: one that a draw thrown away has shown could steer the next. And it says why it
    was thrown away, “so nobody re-rolls unseen”."""
    for number, discarded in enumerate(chance.discarded):
        place = Place(part=f"chance.discarded[{number}]")
        if not discarded.why.strip():
            yield place.says("The draw was thrown away without a reason.")
        if discarded.salt == chance.salt and discarded.public:
            yield place.says("The salt of this draw was shown with it, and the draw that stands uses it again.")
