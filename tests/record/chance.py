"""Section 1 of the specification once more, as literally as it is written, for the maker of test records."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

Item = TypeVar("Item")
Json: TypeAlias = dict[str, Any]
"""A part of a record as it is read from its file: bent here as somebody without our types has it."""


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def stream(seed: bytes, label: str) -> Callable[[], int]:
    """A function that reads the next 8 bytes as a number."""
    data = b""
    n = 0

    def read() -> int:
        nonlocal data, n
        if not data:
            data = hashlib.sha256(seed + label.encode("ascii") + n.to_bytes(8, "big")).digest()
            n += 1
        x = int.from_bytes(data[:8], "big")
        data = data[8:]
        return x

    return read


def below(read: Callable[[], int], k: int) -> int:
    x = read()
    while x >= 2**64 - (2**64 % k):
        x = read()
    return x % k


def shuffle(seed: bytes, label: str, codes: Iterable[str]) -> list[str]:
    items = sorted(codes)
    read = stream(seed, label)
    for i in range(len(items) - 1, 0, -1):
        j = below(read, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


class Luck:
    """What happens at invented tables: the same on every machine and for every version of Python."""

    def __init__(self, number: int) -> None:
        self.read = stream(b"luck", str(number))

    def happens(self, chance: float) -> bool:
        return below(self.read, 1000) < 1000 * chance

    def upto(self, most: int, least: int = 0) -> int:
        return least + below(self.read, most - least + 1)

    def one_of(self, items: Sequence[Item]) -> Item:
        return items[below(self.read, len(items))]


def seal(record: Json, salt: str, public: str) -> bytes:
    """Fill in `chance` from the listed entries, the plan and these two values."""
    competition, draw = record["competition"], record["draw"]
    redraw = "yes" if competition["redraw"] else "no"
    text = f"draw\t{competition['format']}\t{draw['size']}\t{','.join(map(str, draw['plan']))}\t{redraw}\n"
    for entry in sorted(record["entries"], key=lambda entry: entry["code"]):
        if entry["listed"]:
            text += f"{entry['code']}\t{entry['group']}\t{entry['kind']}\n"
    list_hash = sha(text)
    seed = sha(f"turntable-draw/1\n{list_hash}\n{salt}\n{public}\n")
    record["chance"] = {
        "salt": salt,
        "commitment": sha(salt),
        "public": public,
        "list_hash": list_hash,
        "seed": seed,
        "discarded": [],
    }
    return bytes.fromhex(seed)
