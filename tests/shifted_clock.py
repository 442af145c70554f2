"""Sets the computer's clock for one program alone, while it runs.

    clock = ShiftedClock(folder)             the clock of this computer, as it is
    subprocess.Popen(…, env={**env, **clock.env})
    clock.shift(-600)                        ten minutes back, at once, for every program that got `clock.env`

A small library (shifted_clock.c) answers for the system when a program asks what time it is. Clocks that nobody can set
go on as they are, as they do when a laptop fetches the time. Without a compiler, Python itself answers so, which is all
that our own programs ask.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_suffix(".c")
COMPILE: Final = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]
IN_PYTHON: Final = """
import os, struct, time
ask = time.time
def time_with_shift():
    with open(os.environ["SHIFTED_CLOCK"], "rb") as file:
        return ask() + struct.unpack("=q", file.read())[0] / 1e9
time.time = time_with_shift
"""


def build(folder: Path) -> Path:
    """The library, made in this folder once."""
    library = folder / "shifted_clock.so"
    if not library.exists():
        subprocess.run([*COMPILE, str(library), str(SOURCE), "-ldl"], check=True)
    return library


class ShiftedClock:
    """The clock that programs with `env` have. They may be started before and after it is shifted."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "shift"
        self.shift(0)
        self.env = {"SHIFTED_CLOCK": str(self.file)}
        if shutil.which(COMPILE[0]):
            self.env["LD_PRELOAD"] = str(build(folder))
        else:
            (folder / "sitecustomize.py").write_text(IN_PYTHON)
            self.env["PYTHONPATH"] = str(folder)

    def shift(self, seconds: float) -> None:
        """From now on it is this many seconds ahead of the computer's clock, or behind it. Programs have the file
        mapped, so its bytes are changed in place."""
        with self.file.open("r+b" if self.file.exists() else "wb", buffering=0) as file:
            file.write(struct.pack("=q", round(seconds * 1e9)))
