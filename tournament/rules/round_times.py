"""How long each round lasts, and when its warning comes (RULES 8).

The seal fixes both with all other settings, and the record keeps those. They decide no chance, so they may still be
changed for a round that has not begun. Such changes are kept beside the settings, by the number of the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tournament.rules.errors import SettingsRefused
from tournament.rules.presets import Settings
from tournament.rules.round_names import RoundName

ChangedTimes: TypeAlias = Mapping[str, Sequence[int | None]]
"""As the database holds them: by the number of a round its length and its warning, in seconds."""
NO_CHANGES: Final[ChangedTimes] = {}


@dataclass(frozen=True, slots=True)
class RoundTime:
    """The length of a round and how long before its end the warning comes, in seconds."""

    length: int
    warning: int | None = None

    @property
    def stored(self) -> list[int | None]:
        return [self.length, self.warning]


@dataclass(frozen=True, slots=True)
class TimedRound:
    """A round of the plan whose time somebody may want to change."""

    name: RoundName
    has_begun: bool


def time_of(settings: Settings, changed: ChangedTimes, number: int) -> RoundTime | None:
    """How long a round lasts; None if the competition has no clock."""
    if settings.clock is None:
        return None
    length, warning = changed.get(str(number), (settings.clock, settings.warning))
    return RoundTime(length or settings.clock, warning)


def settings_of(settings: Settings, changed: ChangedTimes, number: int) -> Settings:
    """The settings as they hold in one round."""
    time = time_of(settings, changed, number)
    return settings if time is None else replace(settings, clock=time.length, warning=time.warning)


def settings_for_all(settings: Settings, times: Iterable[RoundTime | None]) -> Settings:
    """The settings for another competition like this one, whose rounds lasted so long by the end.

    If all were changed to one time, that is its length. What single rounds were changed to stays behind: with more
    players the third round is another one.
    """
    [*different] = set(times)
    if len(different) != 1 or different[0] is None:
        return settings
    return replace(settings, clock=different[0].length, warning=different[0].warning)


def change_times(
    settings: Settings,
    changed: ChangedTimes,
    rounds: Sequence[TimedRound],
    number: int,
    time: RoundTime,
    *,
    onwards: bool,
) -> dict[str, list[int | None]]:
    """The times with this one for a round, and for all after it if so asked. A round that has begun keeps its own."""
    if settings.clock is None:
        raise SettingsRefused("This competition has no clock, so its rounds have no length.")
    settings.change(clock=time.length, warning=time.warning)
    meant = [round_ for round_ in rounds if round_.name.number == number or (onwards and round_.name.number > number)]
    if not meant or meant[0].name.number != number:
        raise SettingsRefused("There is no such round.")
    begun = next((round_ for round_ in meant if round_.has_begun), None)
    if begun is not None:
        raise SettingsRefused(f"{begun.name.opening} has begun. Add or take off time at the clock instead.")
    new = {number_: list(stored) for number_, stored in changed.items()}
    return new | {str(round_.name.number): time.stored for round_ in meant}
