"""The addresses of the public pages, of signing in, and of each role's own."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournament.web import account, hall_message, phone, public, screen, signing_in, team_corner
from tournament.web.coordinator import urls as coordinator
from tournament.web.mc import urls as mc
from tournament.web.organiser import urls as organiser

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.show_first_page, name="first-page"),
    path("c/<slug:slug>/", public.show_competition, name="competition"),
    path("c/<slug:slug>/draw/", public.show_draw, name="draw"),
    path("c/<slug:slug>/draw/<int:page>/", public.show_draw, name="draw-page"),
    path("c/<slug:slug>/draw/list.txt", public.download_list, name="draw-list"),
    path("c/<slug:slug>/results/", public.show_results, name="results"),
    path("c/<slug:slug>/results/<int:page>/", public.show_results, name="results-page"),
    path("c/<slug:slug>/standings/", public.show_standings, name="standings"),
    path("c/<slug:slug>/standings/<int:page>/", public.show_standings, name="standings-page"),
    path("e/<slug:event>/", phone.show_event, name="event-page"),
    path("e/<slug:event>/message", hall_message.show_message, name="hall-message"),
    path("e/<slug:event>/me/<slug:code>", phone.show_person, name="event-person"),
    path("e/<slug:event>/hide/<int:person>", phone.hide, name="hide-person"),
    path("robots.txt", public.show_robots, name="robots"),
    path("login/", signing_in.sign_in, name="sign-in"),
    path("login/<str:token>", signing_in.open_login_link, name="login-link"),
    path("join/<str:token>", signing_in.open_invitation, name="join"),
    path("welcome/", signing_in.welcome, name="welcome"),
    path("logout/", signing_in.sign_out, name="sign-out"),
    path("team-corner", team_corner.show_corner, name="team-corner"),
    path("account/", account.show_account, name="account"),
    path("screen", screen.show_screen, name="screen"),
    path("screen/pictures/<slug:digest>", screen.show_picture, name="slide-picture"),
    path("", include(mc)),
    path("", include(coordinator)),
    path("", include(organiser)),
]
