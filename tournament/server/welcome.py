"""What the terminal says when the server is ready."""

from __future__ import annotations

import os
from itertools import zip_longest
from typing import TextIO

import segno

# Black on white by numbers that no terminal theme changes, so that phones read it on dark and on light terminals.
BLACK_ON_WHITE, RESET = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
HALVES = {(1, 1): "█", (1, 0): "▀", (0, 1): "▄", (0, 0): " "}


def show(out: TextIO, *, port: int, hall: list[str], login_path: str) -> None:
    """Say where the server is reached, on the laptop and in the hall, and how the organiser signs in."""
    laptop = f"http://localhost:{port}"
    in_hall = [f"http://{address}:{port}/" for address in hall]
    lines = ["", "Turntable is running.", ""]
    lines += beside("On this laptop", [f"{laptop}/"])
    lines += beside(
        "In the hall", in_hall or ["this laptop isn’t on a network; connect to one and restart to see its address"]
    )
    if in_hall and can_show_codes(out):
        lines += ["", *qr_code(in_hall[0]), ""]
    lines += beside("Organiser", [f"{laptop}{login_path}", "(this link signs in once; keep it to yourself)"])
    lines += ["", "Stop with Ctrl-C; everything is kept.", ""]
    out.write("\n".join(lines))
    out.flush()


def beside(label: str, values: list[str]) -> list[str]:
    return [f"  {label if number == 0 else '':<16}{value}" for number, value in enumerate(values)]


def can_show_codes(out: TextIO) -> bool:
    utf8 = (out.encoding or "").lower().replace("-", "") == "utf8"
    return utf8 and out.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def qr_code(address: str) -> list[str]:
    """Two rows of the code in one line of text, with half blocks."""
    rows = [list(row) for row in segno.make_qr(address, error="m").matrix_iter(border=2)]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows[0]))
    return [f"  {BLACK_ON_WHITE}{''.join(HALVES[pair] for pair in zip(*both, strict=True))}{RESET}" for both in pairs]
