"""Signing an organiser in by a link that works once."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from tournament.models import Account, LoginLink
from tournament.rules.errors import NotPermitted

FIRST: Final = "organiser"
VALID: Final = timedelta(hours=24)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def make_login_link() -> str:
    """A new link's path for the first organiser; the links printed before it stop working."""
    account, _ = Account.objects.get_or_create(username=FIRST, defaults={"first_name": "Organiser"})
    LoginLink.objects.filter(account=account, used_at__isnull=True).delete()
    token = secrets.token_urlsafe(16)
    LoginLink.objects.create(account=account, token_hash=_hash(token), expires_at=timezone.now() + VALID)
    return f"/login/{token}"


def use_login_link(token: str) -> Account:
    """The account this link signs in. Using it is a conditional update, so two at once cannot both win."""
    now = timezone.now()
    unused = LoginLink.objects.filter(token_hash=_hash(token), used_at__isnull=True, expires_at__gt=now)
    link = unused.select_related("account").first()
    if link is None or not unused.update(used_at=now):
        raise NotPermitted("This login link was used already, or is too old. Restart the server to get a new one.")
    return link.account
