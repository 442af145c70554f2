"""Signing an organiser in by the link that the server prints, and out again."""

from __future__ import annotations

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.actions.accounts import use_login_link
from tournament.rules.errors import NotPermitted


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Opening the link only asks: previews and prefetching browsers open links too, and this one works once."""
    if request.method != "POST":
        return render(request, "public/sign_in.html")
    try:
        account = use_login_link(token)
    except NotPermitted as refused:
        return render(request, "refused.html", {"sentence": str(refused)}, status=403)
    login(request, account)
    return redirect("first-page")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Like signing in: the address only asks, the button does it."""
    if request.method != "POST":
        return render(request, "public/sign_out.html")
    logout(request)
    return redirect("first-page")
