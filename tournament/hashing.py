"""Passwords are hashed one at a time, by a thread that steps back.

Half a second of a processor each is what makes guessing slow, and on two cores it would make hands slow too.
The hash is Django's own; only who computes it, and when, is ours.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

NICENESS: Final = 5


def _step_back() -> None:
    """Where the system knows priorities of threads (Linux), this one's is lower. It holds Python's lock for a moment
    only: what takes long is computed outside of it."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


_thread: Final = ThreadPoolExecutor(1, thread_name_prefix="hashing", initializer=_step_back)


class OneAtATimeHasher(PBKDF2PasswordHasher):
    """PBKDF2 as Django computes it, in the one thread for it."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        return _thread.submit(super().encode, password, salt, iterations).result()
