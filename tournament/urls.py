"""Every address of the site; each role's pages are listed in its own module under web/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("scoring.web.urls")),  # by name: tournament never imports scoring
    path("", include("tournament.web.urls")),
]
handler500 = "tournament.web.faults.answer_error"
