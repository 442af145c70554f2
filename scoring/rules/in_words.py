"""The rules of play for umpires and the back of the scoresheet (RULES 9), for one competition's switches."""

from __future__ import annotations

from tournament.rules.presets import SWITCHES, Settings

_RULES: tuple[tuple[str, str], ...] = (
    (
        "Turn",
        "Play one card that matches the colour, number or symbol of the top card, or a Wild. One card a turn.",
    ),
    ("Drawing", "If you can’t play, or don’t want to, draw one card. You may play that card (no other), or keep it."),
    ("Skip", "The next player misses a turn."),
    ("Reverse", "Play changes direction. With two players left at the table it works as a Skip."),
    ("Draw Two", "The next player draws two cards and misses a turn."),
    ("Wild", "You may always play it. You then name the colour."),
    (
        "Wild Draw Four",
        "Play it only if you have no card of the current colour. (A matching number, symbol or Wild doesn’t count.) "
        "You name the colour; the next player draws four and misses a turn, or challenges.",
    ),
    (
        "Challenge to a Wild Draw Four",
        "Show your hand to the challenger alone. If you had the current colour, you draw four and the challenger keeps "
        "the turn. If you didn’t, the challenger draws six and misses a turn.",
    ),
    ("First card: Skip", "The player left of the dealer misses a turn."),
    ("First card: Reverse", "The dealer plays first, and play goes anticlockwise."),
    ("First card: Draw Two", "The player left of the dealer draws two and misses a turn."),
    ("First card: Wild", "The player left of the dealer names the colour and plays."),
    ("First card: Wild Draw Four", "Put it back in the deck, shuffle, and turn up another."),
    (
        "Not saying “Uno”",
        "If you’re caught after the card touches the pile and before the next player begins a turn, draw two. "
        "The card stands.",
    ),
    ("Wrong card", "Take it back and draw two."),
    ("Coaching", "Draw two."),
    ("False “Uno”", "Draw three."),
    ("The deck is used up", "Keep the top card, shuffle the rest, and play on."),
    (
        "Going out on a Draw Two or Wild Draw Four",
        "The next player draws two or four first; those cards count.",
    ),
)
_STACKING = ("Stacking", "No stacking and no cancelling: if you must draw, you draw.")
_TIME_IS_UP = (
    "Time is up",
    "Finish this turn, then count what you hold. If somebody still has to draw, or challenges, that comes first.",
)
_TITLES = {
    "stack_draw_two": "Stacking: on",
    "stack_draw_four": "Stacking: on",
    "stack_both": "Stacking: on",
    "sevens_swap": "Sevens swap: on",
    "zeros_rotate": "Zeros rotate: on",
    "jump_in": "Jump-in: on",
    "must_play": "Must play: on",
    "no_special_cards": "No special cards: on",
}


def rules_of_play(settings: Settings) -> list[tuple[str, str]]:
    """Each rule with its title. Variations that are on come first, because people ask about them."""
    on = [(_TITLES[name], SWITCHES[name]) for name in settings.switches]
    stacks = any(name.startswith("stack") for name in settings.switches)
    points = [("Points", _points(settings))]
    off = [title.removesuffix(": on") for name, title in _TITLES.items() if name not in settings.switches]
    not_here = [("Not played here", f"{', '.join(dict.fromkeys(off))}.")] if off else []
    at_the_bell = [_TIME_IS_UP] if settings.clock else []
    return [*on, *_RULES, *([] if stacks else [_STACKING]), *not_here, *at_the_bell, *points]


_SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Special cards", ("Skip", "Reverse", "Draw Two", "Wild", "Wild Draw Four", "Challenge", "Stacking", "Not played")),
    ("A turn", ("Turn", "Drawing", "The deck")),
    ("The first card", ("First card",)),
    ("Penalties", ("Not saying", "Wrong card", "Coaching", "False")),
    ("Scoring", ("Going out", "Time is up", "Points")),
)
"""Each section of the printed rules, and how the titles of its rules begin."""


def sections_of_play(settings: Settings) -> dict[str, list[tuple[str, str]]]:
    """The same rules in sections, as paper prints them. Variations that are on are in the first section."""
    sections: dict[str, list[tuple[str, str]]] = {title: [] for title, _ in _SECTIONS}
    for rule in rules_of_play(settings):
        found = next((title for title, begins in _SECTIONS if rule[0].startswith(begins)), _SECTIONS[0][0])
        sections[found].append(rule)
    return sections


def _points(settings: Settings) -> str:
    extra = "".join(f" {name} {card['points']}." for name, card in settings.extra_cards.items())
    return f"Numbers count their face value. Skip, Reverse and Draw Two: 20. Wild and Wild Draw Four: 50.{extra}"
