"""Two people wrote the same hand: the recorded and the typed values side by side, for a person to choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.web.forms import Trouble


def both_values(trouble: Trouble | None, names: Mapping[str, str]) -> Sequence[tuple[str, object, object]]:
    """For each player the name, the recorded value and the typed one. Empty if the trouble is another one."""
    if trouble is None or trouble.theirs is None or "held" not in trouble.theirs or trouble.yours is None:
        return []
    return [(name, _held(trouble.theirs, code), _held(trouble.yours, code)) for code, name in names.items()]


def _held(hand: Mapping[str, Any], code: str) -> object:
    if hand.get("out") == code:
        return "out"
    held = hand.get("held", {}).get(code, "–")
    return ", ".join(f"{number} × {face}" for face, number in held.items()) if isinstance(held, Mapping) else held
