"""What is said about the disk: in the terminal, on the team's pages, by /health and on tablets."""

from __future__ import annotations

from typing import Final

from tournament.disk_space import DiskRoom, DiskState

ON_TABLETS: Final = "The {computer}’s disk is full: hands are kept on this tablet."


def disk_in_words(disk: DiskRoom) -> str:
    """What is wrong with the disk and what helps; empty if nothing is."""
    if disk.state is DiskState.FINE:
        return ""
    if disk.megabytes is None:
        return "The server’s disk is full, so nothing can be saved. Ask the person who runs it to make room."
    if disk.state is DiskState.LOW:
        return (
            f"This laptop’s disk has only {disk.megabytes} MB left. Free at least {disk.wanted} MB now: "
            "on a full disk no hand can be saved."
        )
    return (
        f"This laptop’s disk is full, so nothing can be saved. Free at least {disk.wanted} MB: "
        "delete files or empty the bin. Tablets keep their hands and send them by themselves."
    )
