"""The project's settings without anything remembered, so that each request is answered anew."""

from tournament.settings import *  # noqa: F403

SECONDS_REMEMBERED = 0
