"""Celery, the alarm clock: every second it looks for work that is due. settings.py says how it is wired."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import after_task_publish, task_postrun
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

SWEEP = "tournament.tasks.sweep"
SEND_INVITATION = "tournament.tasks.send_invitation"

app = Celery("turntable")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.include = ["tournament.tasks", "scoring.tasks"]
# A sweep that waited five seconds is worthless, because a younger one is behind it.
app.conf.beat_schedule = {"sweep": {"task": SWEEP, "schedule": 1.0, "options": {"expires": 5}}}


def beat_is_alive(**_: Any) -> None:
    show_life("beat.alive")


def worker_is_alive(**_: Any) -> None:
    show_life("worker.alive")


def show_life(name: str) -> None:
    """On servers, a file that is seconds old tells the health check that the whole chain works, broker included."""
    if not settings.EMBEDDED:
        Path(settings.DATA, name).touch()


after_task_publish.connect(beat_is_alive, sender=SWEEP)
task_postrun.connect(worker_is_alive)
