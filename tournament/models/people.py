"""Those who sign in with an account, and the links that let them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac

from tournament.models.travel_ids import TravelIdField

_SESSION_SALT: Final = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"


class Account(AbstractUser):
    """An organiser or MC. Coordinators and umpires come by link and need no account."""

    travel_id = TravelIdField()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The hash with which older sessions still count. In version 0.1 the first organiser's password was empty; now
        there is none, and people who were signed in stay signed in until they set one."""
        yield from super().get_session_auth_fallback_hash()
        if not self.has_usable_password():
            yield salted_hmac(_SESSION_SALT, "", algorithm="sha256").hexdigest()

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class LoginLink(models.Model):
    """A link that signs an organiser in once. Only its hash is stored."""

    token_hash = models.CharField(max_length=64, unique=True)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="login_links")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"Login link for {self.account}"


class SignIn(models.Model):
    """A browser in which somebody is signed in, so that they can see where and end it. It is worth as much as its
    session: what is left once that has ended or is too old is shown to nobody, and goes at the next signing in."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="sign_ins")
    session = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)

    def __str__(self) -> str:
        return f"{self.account} since {self.at:%Y-%m-%d %H:%M}"
