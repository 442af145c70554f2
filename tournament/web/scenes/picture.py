"""What a screen shows, and what every scene is made from."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest

from tournament.queries.programme import RunningProgramme
from tournament.queries.screens import ShownScene
from tournament.rules.programme import Phase, Scene

if TYPE_CHECKING:
    from tournament.models import Event


@dataclass(frozen=True)
class ScreenPicture:
    """What one screen shows: a template of templates/screens/scenes/ with its facts.

    `facts` are everything that is to be seen, in values with a repr of their own: their hash tells a screen whether it
    has this picture already. What changes by itself (a clock counts, pages turn) is in `counting` instead.
    """

    scene: str
    facts: dict[str, Any]
    counting: dict[str, Any] = field(default_factory=dict)
    look: str = ""
    """Which style it has, if another than the scene's own."""

    @property
    def style(self) -> str:
        return self.look or self.scene

    @property
    def template(self) -> str:
        return f"screens/scenes/{self.scene}.html"

    @property
    def version(self) -> str:
        """The same for the same picture."""
        return hashlib.sha256(repr((self.scene, sorted(self.facts.items()))).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class SceneRequest:
    """What a scene is made from: who asks, for which event, what is to be shown, and when."""

    request: HttpRequest
    event: Event
    shown: ShownScene
    now: datetime
    turns: int = 0
    """How often its pages have turned."""

    @property
    def scene(self) -> Scene:
        return self.shown.item.scene

    @property
    def running(self) -> RunningProgramme:
        """The programme that the scene is about; an event without competitions only welcomes everybody."""
        assert self.shown.about is not None
        return self.shown.about

    def common_facts(self) -> dict[str, Any]:
        """What the head of every scene shows."""
        about = self.shown.about
        facts: dict[str, Any] = {
            "event_name": self.event.name,
            "competition_name": str(about.competition) if about else "",
        }
        if about is not None and about.round is not None:
            facts["round_name"] = about.round.name.heading
            facts["starts"] = about.clock.starts_at if about.clock and about.phase is Phase.SEATED else None
        return facts

    def picture(self, **facts: Any) -> ScreenPicture:
        """The scene's own picture."""
        return ScreenPicture(self.scene.value, self.common_facts() | facts)

    def pages(self, pages: Sequence[object], **facts: Any) -> ScreenPicture:
        """A picture of several pages. All are sent at once, so that a screen turns them without the network too."""
        counting = {"open": self.turns % len(pages)} if pages else {}
        return ScreenPicture(self.scene.value, self.common_facts() | facts | {"pages": pages}, counting)

    def wait(self, heading: str, why: str = "") -> ScreenPicture:
        """What is shown instead while there is nothing to see."""
        return ScreenPicture("wait", self.common_facts() | {"heading": heading, "why": why})
