"""The addresses of the MC's pages."""

from __future__ import annotations

from django.urls import path

from tournament.web.mc import desk, hall_messages, screens, slides

urlpatterns = [
    path("mc/<slug:event>/", desk.show_event, name="mc"),
    path("mc/<slug:event>/say/", hall_messages.say_something, name="mc-say"),
    path("mc/<slug:event>/screens/", screens.show_screens, name="screens"),
    path("mc/<slug:event>/screens/take/", screens.take, name="screen-take"),
    path("mc/<slug:event>/screens/<int:screen>/", screens.change_screen, name="screen-change"),
    path("mc/<slug:event>/screens/programme/<slug:competition>/", screens.step, name="programme-step"),
    path("mc/<slug:event>/screens/slides/", slides.add_slide, name="slide-add"),
    path("mc/<slug:event>/screens/slides/<int:slide>/", slides.change_slide, name="slide-change"),
    path("mc/<slug:event>/screens/words/", slides.change_words, name="screen-words"),
    path("mc/<slug:event>/<slug:competition>/", desk.show_desk, name="mc-desk"),
]
