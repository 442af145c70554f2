"""The addresses of pages about what happened at the tables."""

from __future__ import annotations

from django.urls import path

from scoring.web import demo, public

urlpatterns = [
    path("organise/demo/", demo.show_demo, name="demo"),
    path("c/<slug:slug>/rounds/<int:number>/", public.show_round, name="round"),
    path("c/<slug:slug>/record.json", public.download_record, name="record"),
]
