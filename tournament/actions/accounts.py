"""Who signs in: the keeper of this server by a link that works once, anybody with a password by their sign-in name.

The keeper is the person who can start the server. They may organise every event on it, and hold the database in their
hands anyway.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tournament import current_time
from tournament.models import Account, LoginLink
from tournament.rules import names
from tournament.rules.errors import NotPermitted, Refused
from tournament.rules.key_hashes import hash_of

FIRST: Final = "organiser"
LOGIN_LINK_LASTS: Final = timedelta(hours=24)
_OVER: Final = (
    "This login link has been used, is too old, or a newer one took its place. "
    "For a new one restart Turntable (make run), or on a server run: manage.py login_link"
)
LONGEST_SIGN_IN: Final = 80


@transaction.atomic
def make_login_link() -> str:
    """Make a new link for the keeper; answers its path. Links printed before it stop working."""
    account = _keeper()
    LoginLink.objects.filter(account=account, used_at__isnull=True).delete()
    token = secrets.token_urlsafe(16)
    LoginLink.objects.create(
        account=account, token_hash=hash_of(token), expires_at=current_time.now() + LOGIN_LINK_LASTS
    )
    return f"/login/{token}"


def _keeper() -> Account:
    """The account of the person who keeps this server. There is one, however often a link is made, and at first it has
    no password."""
    account = Account.objects.filter(is_superuser=True).order_by("pk").first()
    if account is not None:
        return account
    account = Account.objects.filter(username=FIRST).first() or Account(username=FIRST)
    account.is_superuser = True
    if not account.password:  # an empty one would count as set, and nobody could type it
        account.set_unusable_password()
    account.save()
    return account


def look_at_login_link(hashed: str) -> LoginLink:
    """The link of this hash, if it still works. Looking does not use it up: previews and prefetching browsers look
    too."""
    unused = LoginLink.objects.filter(used_at__isnull=True, expires_at__gt=current_time.now())
    link = unused.select_related("account").filter(token_hash=hashed).first()
    if link is None:
        raise NotPermitted(_OVER)
    return link


def use_login_link(hashed: str) -> Account:
    """The account this link signs in. Using it is a conditional update, so two at once cannot both win."""
    link = look_at_login_link(hashed)
    if not LoginLink.objects.filter(pk=link.pk, used_at__isnull=True).update(used_at=current_time.now()):
        raise NotPermitted(_OVER)
    return link.account


@transaction.atomic
def sign_in_by_link(hashed: str, *, name: str, sign_in: str = "", password: str = "") -> Account:
    """Come in and say who you are, in one step: if either is refused, the link is still good."""
    account = look_at_login_link(hashed).account
    introduce(account, name=name or account.first_name, sign_in=sign_in, password=password)
    return use_login_link(hashed)


@transaction.atomic
def introduce(account: Account, *, name: str, sign_in: str = "", password: str = "") -> Account:
    """Note what the log and the pages call this person and, if they like, the sign-in name and password for next
    time."""
    account.first_name = names.clean(name, "Your name")
    if sign_in.strip() or password:
        account.username = _sign_in_name(account, sign_in)
        account.set_password(_good_password(account, password))
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError:
        raise Refused(f"Somebody else signs in as “{account.username}”. Choose another sign-in name.") from None
    return account


def _sign_in_name(account: Account, sign_in: str) -> str:
    """The sign-in name in small letters, so that a capital typed by a phone makes no difference."""
    text = "".join(sign_in.split()).casefold()
    if not text:
        raise Refused("A password needs a sign-in name to go with it, for example your email address.")
    if len(text) > LONGEST_SIGN_IN or not names.is_printable(text):
        raise Refused(f"A sign-in name has at most {LONGEST_SIGN_IN} plain characters.")
    if Account.objects.filter(username=text).exclude(pk=account.pk).exists():
        raise Refused(f"Somebody else signs in as “{text}”. Choose another sign-in name.")
    return text


def _good_password(account: Account, password: str) -> str:
    if not password:
        raise Refused("Type a password as well, or leave the sign-in name empty.")
    if len(password) > 200:
        raise Refused("A password can have up to 200 characters.")
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
    return password


def set_own_password(
    account: Account, *, current: str, sign_in: str, password: str, is_keeper: bool = False
) -> Account:
    """Set the sign-in name and password of somebody who is signed in. If they have a password they type it first, so
    that a phone that was left open does not lock its owner out. The keeper, who came by a link from the terminal, need
    not know it."""
    if account.has_usable_password() and not is_keeper and not account.check_password(current):
        raise Refused("The current password isn’t right. Nothing was changed.")
    if not password:
        raise Refused("Type a new password.")
    return introduce(account, name=account.first_name, sign_in=sign_in, password=password)
