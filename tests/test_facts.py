"""Reading is not showing: what a query hands to a page is a value, and no template is given a row of the database."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.apps import apps
from django.template import Context, Template
from template_partials.templatetags.partials import TemplateProxy

from tests.contexts import rows_in
from tests.programs import PROJECT
from tests.rendering import faults, watched_templates
from tournament.models import Event, Group

ROOMS = ("tournament", "scoring")
ROWS = {model.__name__ for model in apps.get_models()} | {"QuerySet", "Manager"}

DOORS = {
    "tournament.queries.slugs.find_event",
    "tournament.queries.slugs.find_competition",
    "tournament.queries.slugs.read_competitions",
    "tournament.queries.events.find_event",
    "tournament.queries.events.read_event",
    "tournament.queries.events.find_competition",
    "tournament.queries.events.find_counted_competition",
    "tournament.queries.competitions.first_competition",
    "tournament.queries.members.find_group",
    "tournament.queries.members.merged_into",
    "tournament.queries.members.read_account",
    "tournament.queries.groups.find_group",
    "tournament.queries.group_entries.find_competition_of",
    "scoring.queries.keys.find_competition_of",
    "tournament.queries.competitions.read_competition",
    "tournament.queries.group_entries.find_entry_of",
    "tournament.queries.group_entries.find_standing_link",
    "tournament.queries.group_entries.read_home",
    "tournament.queries.entries.find_entry",
    "tournament.queries.screens.find_screen",
    "scoring.queries.table_address.find_table",
    "scoring.queries.table_address.find_table_of_round",
}
"""What an address names or a right is asked about: a view holds this row to ask queries and actions with. It is no
page's to show."""


def parsed(folder: str) -> Iterator[tuple[str, ast.Module]]:
    """Every module of this folder of both apps, by its name."""
    for room in ROOMS:
        for path in sorted((PROJECT / room / folder).rglob("*.py")):
            name = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
            yield name, ast.parse(path.read_text())


def names_in(annotation: ast.expr | None) -> set[str]:
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)} if annotation else set()


def imported_by_pages() -> set[str]:
    """What modules of web/ import, whole modules included."""
    imports = (node for _, tree in parsed("web") for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {f"{node.module}.{alias.name}" for node in imports for alias in node.names}


def test_pages_get_rows_through_the_named_doors_only():
    known = imported_by_pages()
    returned = {
        f"{module}.{node.name}"
        for module, tree in parsed("queries")
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and names_in(node.returns) & ROWS
        if module in known or f"{module}.{node.name}" in known
    }
    assert returned == DOORS


def test_the_facts_that_queries_return_hold_no_rows():
    held = {
        f"{module}.{node.name}.{ast.unparse(field.target)}"
        for module, tree in parsed("queries")
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        for field in node.body
        if isinstance(field, ast.AnnAssign) and names_in(field.annotation) & ROWS
    }
    assert held == set()


# What the watch over all page tests notices


@dataclass(frozen=True)
class Held:
    thing: object


@pytest.mark.parametrize(
    ("context", "found"),
    [
        ({"event": Event()}, ["event: Event"]),
        ({"lines": [(1, Held(Group()))]}, ["lines[][].thing: Group"]),
        ({"by": {"pk": {Held(Event.objects.none())}}}, ["by[][].thing: QuerySet"]),
        ({"words": "no row", "lines": [Held((1, None))]}, []),
    ],
)
def test_a_row_is_found_wherever_it_is_held(context: dict[str, object], found: list[str]):
    assert rows_in(context) == found


def partial(template: Template) -> TemplateProxy:
    return TemplateProxy(template.nodelist, template.origin, "part")


@pytest.mark.parametrize("part", [lambda template: template, partial])
def test_a_page_or_partial_that_is_given_a_row_is_a_fault(part: Callable[[Template], Template | TemplateProxy]):
    faults.clear()
    with watched_templates():
        part(Template("{{ event }}")).render(Context({"event": Event(name="Youth Games")}))
    assert {fault.partition(" ")[2] for fault in faults} == {"is given a row: event: Event"}
    faults.clear()
