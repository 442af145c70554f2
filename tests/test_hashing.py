"""Passwords: Django's own hash, computed one at a time."""

from __future__ import annotations

import threading

from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password
from django.test import override_settings

from tournament import hashing, settings
from tournament.hashing import OneAtATimeHasher

FEW = 1000


def test_passwords_that_were_set_before_are_still_good():
    assert settings.PASSWORD_HASHERS == ["tournament.hashing.OneAtATimeHasher"]
    before = PBKDF2PasswordHasher().encode("correct horse", "salt", FEW)
    assert OneAtATimeHasher().encode("correct horse", "salt", FEW) == before
    with override_settings(PASSWORD_HASHERS=settings.PASSWORD_HASHERS):
        assert check_password("correct horse", before)
        assert not check_password("correct cow", before)


def test_however_many_sign_in_at_once_one_thread_computes():
    senders = [threading.Thread(target=OneAtATimeHasher().encode, args=("x", "salt", FEW)) for _ in range(8)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    computing = [thread.name for thread in threading.enumerate() if thread.name.startswith("hashing")]
    assert (hashing._thread._max_workers, computing) == (1, ["hashing_0"])
