"""Those who sign in with an account, and the links that let them."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models


class Account(AbstractUser):
    """An organiser or MC. Coordinators and umpires come by link and need no account."""

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
