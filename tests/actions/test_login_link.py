"""An organiser signs in by a link that works once."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
import time_machine

from tests.refusals import refused
from tournament.actions.accounts import make_login_link, use_login_link
from tournament.models import Account, LoginLink
from tournament.rules.errors import NotPermitted
from tournament.rules.key_hashes import hash_of

pytestmark = pytest.mark.django_db

NO = (
    "This login link has been used, is too old, or a newer one took its place. "
    "For a new one restart Turntable (make run), or on a server run: manage.py login_link"
)


def token() -> str:
    return make_login_link().removeprefix("/login/")


def test_a_link_signs_the_organiser_in_once():
    link = token()
    account = use_login_link(hash_of(link))
    assert (account.username, account.is_superuser) == ("organiser", True)
    with refused(NotPermitted, NO):
        use_login_link(hash_of(link))


def test_only_the_hash_of_a_link_is_stored():
    link = token()
    assert LoginLink.objects.get().token_hash == hashlib.sha256(link.encode()).hexdigest()
    assert len(link) >= 22


def test_a_new_link_ends_the_ones_before_it_and_is_for_the_same_account():
    first, second = token(), token()
    assert first != second
    with refused(NotPermitted, NO):
        use_login_link(hash_of(first))
    use_login_link(hash_of(second))
    assert Account.objects.count() == 1


def test_a_link_is_good_for_a_day():
    with time_machine.travel("2026-11-21T08:00:00Z", tick=False) as now:
        first = token()
        now.shift(timedelta(hours=24))
        with refused(NotPermitted, NO):
            use_login_link(hash_of(first))
        second = token()
        now.shift(timedelta(hours=24) - timedelta(seconds=1))
        use_login_link(hash_of(second))


@pytest.mark.parametrize("guess", ["", "x", "é\x00", "../admin"])
def test_a_guess_signs_nobody_in(guess):
    token()
    with refused(NotPermitted, NO):
        use_login_link(hash_of(guess))
