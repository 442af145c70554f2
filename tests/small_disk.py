"""A disk of its own that is soon full."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """While the block runs, this folder is a disk with so much room. Mounting takes an administrator; for everybody
    else tests/web/test_faults.py fills the database alone."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "small-disk", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("This user may not mount a disk.")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take what is left of the disk; whoever deletes the file makes room again."""
    file = folder / "somebody’s film"
    with file.open("wb", buffering=0) as film, suppress(OSError):
        while film.write(b"\0" * 4096):
            pass
    return file
