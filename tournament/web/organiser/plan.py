"""The plan: how many play, at how many tables, round by round; looked at as often as one likes, then chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament import plan_words, words
from tournament.actions.draw import choose_plan
from tournament.permissions import Actor
from tournament.pictures import bracket, floor
from tournament.queries.plan import PlanBasis, read_plan_basis
from tournament.rules import draw as rules
from tournament.rules import knockout, plan_choices
from tournament.rules.draw import Choice
from tournament.rules.errors import DrawRefused
from tournament.rules.knockout import Plan
from tournament.rules.numbers import whole_number
from tournament.rules.plan_choices import Sizes
from tournament.rules.presets import Format, Settings
from tournament.rules.round_times import NO_CHANGES, ChangedTimes, settings_of
from tournament.rules.rounds import how_many_rounds
from tournament.rules.table_numbers import TableNumbers
from tournament.web.forms import Trouble, carry_out, trouble_of
from tournament.web.organiser.navigation import competition_navigation, waiting_wishes
from tournament.web.organiser.plan_numbers import sealed_numbers, suggest_numbers
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition

CLOSE_FIRST: Final = "Close entries first: the list can’t change once the draw is made."
MOST_DIGITS_OF_A_PLAN: Final = 6
MOST_ROUNDS: Final = 20
SEALED: Final = "The draw is sealed, so its size and plan are fixed."


@dataclass(frozen=True)
class AskedPlan:
    """What the address or the form asks for. Nothing: what was chosen, or fill to optimum with its best plan."""

    size: int | None = None
    plan: tuple[int, ...] = ()
    most_tables: int | None = None
    first_table: int | None = None


def read_asked(typed: Mapping[str, str]) -> AskedPlan:
    """The fields, or a sentence that says how one is written."""
    return AskedPlan(
        _number(typed.get("size", ""), "How many players? Write a number, such as 48."),
        _numbers(typed.get("plan", "")),
        _number(typed.get("tables", ""), "How many tables are there? Write a number, such as 16.") or None,
        _number(typed.get("first", ""), "What’s the first table number? Write a number, such as 17."),
    )


def _number(text: str, sentence: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    number = whole_number(text, most_digits=MOST_DIGITS_OF_A_PLAN)
    if number is None:
        raise DrawRefused(sentence)
    return number


def _numbers(text: str) -> tuple[int, ...]:
    parts = re.split(r"[\s,→]+", text.strip(" ,\t")) if text.strip(" ,\t") else []
    numbers = [whole_number(part, most_digits=MOST_DIGITS_OF_A_PLAN) for part in parts[: MOST_ROUNDS + 1]]
    if len(numbers) > MOST_ROUNDS or None in numbers:
        raise DrawRefused("A plan is the tables of each round, the final last, such as 12, 4, 1.")
    return tuple(number for number in numbers if number is not None)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_plan(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Look at plans, and choose one."""
    if request.method != "POST":
        return _page(request, competition, request.GET)
    try:
        asked = read_asked(request.POST)
    except DrawRefused as error:
        return _page(request, competition, {}, trouble_of(error))
    wanted = {"size": asked.size or 0, "plan": list(asked.plan), "first_table": asked.first_table or 0}
    sure = request.POST.get("sure", "") == request.POST.get("first", "") != ""
    done = carry_out(request, choose_plan, by=by, competition=competition.pk, **wanted, sure=sure)
    if done.trouble:
        return _page(request, competition, request.POST, done.trouble)
    messages.success(request, "The plan is chosen. Nothing is drawn yet.")
    return redirect("ceremony", competition.event.slug, competition.slug)


def _in_numbers(plan: Sequence[int]) -> str:
    return ", ".join(map(str, plan))


def _page(
    request: HttpRequest, competition: Competition, typed: Mapping[str, str], trouble: Trouble | None = None
) -> HttpResponse:
    """The whole page, no matter what was asked for: it says what cannot be and shows what can be instead."""
    facts = read_plan_basis(competition)
    context = (
        competition_navigation(competition, "plan") | waiting_wishes(competition) | {"facts": facts, "typed": typed}
    )
    try:
        context |= _shown(competition, facts, read_asked(typed), typed)
    except DrawRefused as error:
        trouble = trouble or (trouble_of(error) if any(typed.values()) or facts.chosen else None)
        context |= _otherwise(competition, facts, _limit(typed))
    status = trouble.status if trouble else 200
    template = "organiser/plan.html#plan" if request.headers.get("HX-Target") == "plan" else "organiser/plan.html"
    return render(request, template, context | {"trouble": trouble}, status=status)


def _limit(typed: Mapping[str, str]) -> int | None:
    """The limit on tables, if that at least could be read."""
    try:
        return read_asked({"tables": typed.get("tables", "")}).most_tables
    except DrawRefused:
        return None


def _otherwise(competition: Competition, facts: PlanBasis, most_tables: int | None) -> dict[str, Any]:
    """What can be shown although what was asked cannot, or what was chosen does not fit any more: within the limit on
    tables, if that is possible at all; at the least, why there is no plan."""
    facts = facts if facts.is_sealed else replace(facts, chosen=None)
    try:
        return _shown(competition, facts, AskedPlan(most_tables=most_tables), {})
    except DrawRefused as error:
        return _otherwise(competition, facts, None) if most_tables else {"nothing": str(error)}


def _shown(competition: Competition, facts: PlanBasis, asked: AskedPlan, typed: Mapping[str, str]) -> dict[str, Any]:
    """Everything about the one plan that is looked at, and the ways to others."""
    settings, asked = competition.settings, replace(asked, first_table=None)
    sizes = plan_choices.sizes(settings, facts.entries, facts.reserves, most_tables=asked.most_tables)
    choice, plans = _looked_at(settings, facts, sizes, asked)
    sealed = facts.is_sealed
    numbers = sealed_numbers(competition, choice.plan) if sealed else suggest_numbers(competition, choice.plan, typed)
    return {
        "numbers": numbers,
        "sizes": _sizes(settings, sizes, choice.size, asked),
        "offers": _offers(settings, choice, plans, asked),
        "choice": choice,
        "players": words.count(choice.size, "player"),
        "use": _in_numbers(choice.plan),
        "use_words": plan_words.tables_round_by_round(choice.plan),
        "cannot": SEALED if facts.is_sealed else "" if competition.closed_at else CLOSE_FIRST,
        "is_chosen": facts.chosen == choice,
    } | _poster(competition, choice, competition.times if sealed else NO_CHANGES, numbers.numbers)


def _looked_at(
    settings: Settings, facts: PlanBasis, sizes: Sizes, asked: AskedPlan
) -> tuple[Choice, Sequence[tuple[int, ...]]]:
    """What is asked for; if nothing is, what was chosen; if nothing was, the optimum. And the best few of its size."""
    chosen = facts.chosen
    if chosen and facts.is_sealed:
        return chosen, []
    choice = chosen if chosen and asked == AskedPlan() else Choice(_size(settings, sizes, asked), asked.plan)
    plans = plan_choices.plans(settings, choice.size, most_tables=asked.most_tables)
    choice = Choice(choice.size, choice.plan or plans[0])
    return rules.check(settings, choice, facts.entries, facts.reserves), plans


def _size(settings: Settings, sizes: Sizes, asked: AskedPlan) -> int:
    """What is asked for, or the optimum; where no size fits the tables there are, the smallest, whose refusal says how
    many tables are needed at the least."""
    usual = sizes.optimum if _is_possible(settings, sizes.optimum, asked) else sizes.least
    size = asked.size if asked.size is not None else usual
    if not sizes.least <= size <= sizes.most:
        raise DrawRefused(rules.not_this_size(range(sizes.least, sizes.most + 1), size))
    return size


def _link(size: int, plan: Sequence[int], asked: AskedPlan) -> str:
    asks = {"size": size, "plan": ",".join(map(str, plan)), "tables": asked.most_tables or ""}
    return f"?{urlencode({name: value for name, value in asks.items() if value}, safe=',')}"


def _sizes(settings: Settings, sizes: Sizes, size: int, asked: AskedPlan) -> dict[str, Any]:
    """Who plays with this size, and the ways to another."""
    best = _best(settings, sizes, asked)
    everyone = sizes.everyone if _is_possible(settings, sizes.everyone, asked) else None
    ways = [("Fill to optimum", sizes.optimum), ("Take everyone", everyone)]
    if everyone == sizes.optimum:
        ways = [("Fill to optimum: that is everyone", everyone)]
    links = [(title, n, _link(n, (), asked), n == size) for title, n in ways if n]
    return {
        "all": sizes,
        "who": plan_words.who_plays(sizes.entered, sizes.reserves, size),
        "why": plan_words.why_this_size(sizes, size, best),
        "ways": links if sizes.least < sizes.most else [],
        "left_out": sizes.left_out,
    }


def _is_possible(settings: Settings, size: int, asked: AskedPlan) -> bool:
    """Whether this many people can play at the tables there are."""
    try:
        return asked.most_tables is None or bool(plan_choices.plans(settings, size, most_tables=asked.most_tables))
    except DrawRefused:
        return False


def _best(settings: Settings, sizes: Sizes, asked: AskedPlan) -> Plan | None:
    """The best plan of the optimum size, which says why it is the optimum."""
    if settings.format is not Format.KNOCKOUT:
        return None
    return knockout.plans(sizes.optimum, settings.table_max, most_tables=asked.most_tables, few=1)[0]


@dataclass(frozen=True)
class Offered:
    """One plan to choose from, as a card."""

    tables: tuple[int, ...]
    told: str
    note: str
    link: str
    current: bool


def _offers(settings: Settings, choice: Choice, plans: Sequence[tuple[int, ...]], asked: AskedPlan) -> list[Offered]:
    """The best few, and one that was typed behind them."""
    if plans and choice.plan not in plans:
        plans = [*plans, choice.plan]
    return [
        Offered(
            plan,
            plan_words.plan_in_words(plan),
            _note(settings, choice.size, plan, plans[0]),
            _link(choice.size, plan, asked),
            plan == choice.plan,
        )
        for plan in plans
    ]


def _note(settings: Settings, size: int, plan: tuple[int, ...], best: tuple[int, ...]) -> str:
    if settings.format is not Format.KNOCKOUT:
        return plan_words.sizes_in_a_sentence(rules.table_sizes(settings, size, plan[0])) + "."
    noted = Plan(size, plan)
    return plan_words.plan_note(noted, Plan(size, best), knockout.chances(noted, redraw=settings.redraw))


def _poster(competition: Competition, choice: Choice, times: ChangedTimes, numbers: TableNumbers) -> dict[str, Any]:
    """The picture, and what it comes to."""
    settings = competition.settings
    rounds = range(1, how_many_rounds(settings, choice.plan) + 1)
    each = [settings_of(settings, times, number) for number in rounds]
    takes, because = plan_words.duration_in_words(each, competition.break_length)
    told = {
        "title": plan_words.plan_in_words(choice.plan),
        "takes": takes,
        "because": because,
        "at_once": choice.plan[0],
    }
    if settings.format is not Format.KNOCKOUT:
        sizes = rules.table_sizes(settings, choice.size, choice.plan[0])
        pictures = [floor(sizes, settings.move, tall=tall, numbers=numbers) for tall in (False, True)]
        return told | {"pictures": pictures, "rounds": [("Every round", plan_words.tables_in_words(sizes))]}
    plan = Plan(choice.size, choice.plan)
    pictures = [bracket(plan, tall=tall, redraw=settings.redraw, numbers=numbers) for tall in (False, True)]
    odds = knockout.chances(plan, redraw=settings.redraw)
    chance = {
        "even": min(odds) == max(odds),
        "told": f"1 in {min(odds):,}" + ("" if min(odds) == max(odds) else f" to {max(odds):,}"),
        "product": "" if settings.redraw else plan_words.product_in_words(plan),
    }
    return told | {"pictures": pictures, "rounds": plan_words.rounds_in_words(plan.sizes), "chance": chance}
