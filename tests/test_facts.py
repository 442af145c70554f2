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

THE_ADDRESS = "what a page of the team is about: its rights, queries and actions are asked with it"
THE_TABLE = "where a table’s hands are worked out from: the same row for tablet, sheet and board"
DOORS = {
    "tournament.queries.slugs.find_event_row": THE_ADDRESS,
    "tournament.queries.slugs.find_competition_row": THE_ADDRESS,
    "tournament.queries.members.find_group": THE_ADDRESS,
    "tournament.queries.members.read_account": "Django signs in an account, not facts about it",
    "tournament.queries.screens.find_screen": "a screen that is heard from is written down, and may get its event",
    "scoring.queries.table_address.find_table": THE_TABLE,
    "scoring.queries.table_address.find_table_of_round": THE_TABLE,
}
"""Where a view gets a row of the database, and why. It is no page's to show: no template is given one."""


def parsed(folder: str) -> Iterator[tuple[str, ast.Module]]:
    """Every module of this folder of both apps, by its name."""
    for room in ROOMS:
        for path in sorted((PROJECT / room / folder).rglob("*.py")):
            name = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
            yield name, ast.parse(path.read_text())


def names_in(annotation: ast.expr | None) -> set[str]:
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)} if annotation else set()


def imported_by_pages() -> set[str]:
    """What modules of web/ and printing/ import, whole modules included."""
    modules = [tree for folder in ("web", "printing") for _, tree in parsed(folder)]
    imports = (node for tree in modules for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
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
    assert returned == set(DOORS)


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
