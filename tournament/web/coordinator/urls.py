"""The addresses of a group's pages."""

from __future__ import annotations

from django.urls import path

from tournament.web.coordinator import draw_slip, entries, group, password, seats, spelling

urlpatterns = [
    path("group/<int:group>/", group.show_group, name="group"),
    path("group/<int:group>/add/<slug:competition>/<slug:kind>/", entries.add, name="group-add"),
    path("group/<int:group>/entry/<int:entry>/", entries.change, name="group-entry"),
    path("group/<int:group>/entry/<int:entry>/withdraw/", entries.withdraw, name="group-withdraw"),
    path("group/<int:group>/spelling/<int:entry>/", spelling.fix_spelling, name="group-spelling"),
    path("group/<int:group>/seat/<int:entry>/", seats.change_seat, name="group-seat"),
    path("group/<int:group>/list/", group.print_group, name="group-list"),
    path("group/<int:group>/<slug:competition>/draw.pdf", draw_slip.print_draw, name="group-draw"),
    path("group/<int:group>/password/", password.set_password, name="group-password"),
]
