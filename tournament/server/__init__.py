"""The embedded server: everything a hall needs in one process on one laptop. `run.serve` tells the story.

It is a room of its own because nothing else may know how the program was started: actions, tasks and pages are the same
here and on servers, where docker-compose.yml starts uvicorn, a worker and beat instead.
"""

from __future__ import annotations

from tournament.disk_space import read_disk
from tournament.disk_words import disk_in_words
from tournament.faults import Fault, fault_of


class CannotStart(SystemExit):
    """Says in one sentence why, and what to do; Python prints it and leaves with status 1, without a traceback."""

    @classmethod
    def because(cls, problem: Exception, what: str, advice: str = "Look at the file and its folder.") -> CannotStart:
        """A file that cannot be read or written. If that is because the disk is full, the sentence says so."""
        if fault_of(problem) is Fault.DISK_FULL:
            return cls(disk_in_words(read_disk()))
        return cls(f"{what}: {getattr(problem, 'strerror', None) or problem}. {advice}")
