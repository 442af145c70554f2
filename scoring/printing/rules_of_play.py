"""The rules of play in the order of paper, for the scoresheet's back and the umpire's pocket rules (RULES 9).

The words are those of the umpire's tablet, for this competition's preset and switches.
"""

from __future__ import annotations

from scoring.rules.in_words import sections_of_play
from tournament import words
from tournament.rules.presets import Settings

RuleInWords = tuple[str, str]
"""A rule's title and its text."""


def rules_in_sections(settings: Settings) -> list[tuple[str, list[RuleInWords]]]:
    """Special cards and scoring first, as the sheet is asked about them; then the rest."""
    found = sections_of_play(settings)
    found["Scoring"] = [("How it is played", " ".join(words.how_it_is_played(settings)[:3])), *found["Scoring"]]
    order = ["Special cards", "Scoring", "A turn", "The first card", "Penalties"]
    return [(title, found[title]) for title in order if found[title]]
