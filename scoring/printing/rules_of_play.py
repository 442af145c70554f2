"""The rules of play in the order of paper, for the scoresheet's back and the umpire's pocket rules (RULES 9).

The words are those of the umpire's tablet, for this competition's preset and switches.
"""

from __future__ import annotations

from scoring.rules.in_words import sections_of_play
from tournament import words
from tournament.rules.standing import Standing

RuleInWords = tuple[str, str]
"""A rule's title and its text."""


def rules_in_sections(standing: Standing) -> list[tuple[str, list[RuleInWords]]]:
    """Special cards and scoring first, as the sheet is asked about them; then the rest."""
    found = sections_of_play(standing.settings)
    played = words.how_it_is_played(standing.settings, standing.rounds)[:3]
    found["Scoring"] = [("How it is played", " ".join(played)), *found["Scoring"]]
    order = ["Special cards", "Scoring", "A turn", "The first card", "Penalties"]
    return [(title, found[title]) for title in order if found[title]]
