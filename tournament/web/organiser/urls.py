"""The addresses of the organiser's pages."""

from __future__ import annotations

from django.urls import path

from tournament.web.organiser import events

urlpatterns = [
    path("organise/", events.show_events, name="organise"),
    path("organise/<slug:event>/", events.show_event, name="event"),
]
