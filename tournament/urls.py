"""Every address of the site; each role's pages are listed in its own module under web/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
