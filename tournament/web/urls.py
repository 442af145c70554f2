"""The addresses of the public pages, and of signing in."""

from __future__ import annotations

from django.urls import path

from tournament.web import public, signing_in

urlpatterns = [
    path("", public.show_first_page, name="first-page"),
    path("c/<slug:slug>/", public.show_competition, name="competition"),
    path("c/<slug:slug>/draw/", public.show_draw, name="draw"),
    path("c/<slug:slug>/draw/list.txt", public.download_list, name="draw-list"),
    path("c/<slug:slug>/results/", public.show_results, name="results"),
    path("login/<str:token>", signing_in.sign_in, name="sign-in"),
    path("logout/", signing_in.sign_out, name="sign-out"),
]
