"""What a round is called. The last round of a knockout is its final; every other round has its number.

Decided here alone: every page, screen, paper, log line and command takes the name from the standing, which asks here.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.rules.presets import Format


@dataclass(frozen=True, slots=True)
class RoundName:
    """A round's name, for each place in a sentence."""

    number: int
    is_final: bool = False

    def __str__(self) -> str:
        return self.heading

    @property
    def heading(self) -> str:
        """Alone, as a heading or in a list: Round 2, Final."""
        return "Final" if self.is_final else f"Round {self.number}"

    @property
    def before(self) -> RoundName:
        """The name of the round before this one: no final, because this one follows it."""
        return RoundName(self.number - 1)

    @property
    def opening(self) -> str:
        """At the start of a sentence: Round 2 is over, The final is over."""
        return "The final" if self.is_final else f"Round {self.number}"

    @property
    def inside(self) -> str:
        """Inside a sentence: Close Round 2, Close the final."""
        return "the final" if self.is_final else f"Round {self.number}"

    @property
    def lower(self) -> str:
        """Inside a sentence where a capital would disturb: make round 2, make the final."""
        return "the final" if self.is_final else f"round {self.number}"

    @property
    def as_last(self) -> str:
        """Where it matters that none follows it: That was the last round, That was the final."""
        return "the final" if self.is_final else "the last round"


def name_round(format: Format, rounds: int, number: int) -> RoundName:
    """The name of round `number` in a competition with this many rounds. A knockout of one round is its own final; a
    rotation and `single` have none."""
    return RoundName(number, is_final=format is Format.KNOCKOUT and number == rounds)
