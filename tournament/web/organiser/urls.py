"""The addresses of the organiser's pages."""

from __future__ import annotations

from django.urls import path

from tournament.web.organiser import ceremony, events, hall, plan

urlpatterns = [
    path("organise/", events.show_events, name="organise"),
    path("organise/<slug:event>/", events.show_event, name="event"),
    path("organise/<slug:event>/<slug:competition>/plan/", plan.show_plan, name="plan"),
    path("organise/<slug:event>/<slug:competition>/draw/", ceremony.show_ceremony, name="ceremony"),
    path("organise/<slug:event>/<slug:competition>/draw/publish/", ceremony.publish, name="publish"),
    path("organise/<slug:event>/<slug:competition>/draw/certificate/", ceremony.show_certificate, name="certificate"),
    path("organise/<slug:event>/<slug:competition>/draw/hall/", hall.show_hall, name="hall"),
]
