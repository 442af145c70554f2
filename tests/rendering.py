"""A page is rendered from its facts: nothing hands it a row, and while it renders nothing asks the database.

`faults` holds where that was not so, with the template; the fixture of tests/web fails a test that leaves some there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.template.base import Template
from django.template.context import Context
from template_partials.templatetags.partials import TemplateProxy

from tests.contexts import rows_in

WHO_IS_ASKING = ('FROM "django_session"', 'FROM "tournament_account"')
"""Whose visit it is belongs to the request, not to the page: it is looked up where something first wants to know."""
faults: list[str] = []


@contextmanager
def watched_templates() -> Iterator[None]:
    """Every template and every partial of the process, whoever renders it."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in (Template, TemplateProxy):
            patch.setattr(kind, "render", _watched(kind.render))
        yield


def _watched(render: Callable[[Any, Context], Any]) -> Callable[[Any, Context], Any]:
    """Whatever is wrong is rendered nevertheless, and written down."""

    def render_and_note(template: Any, context: Context) -> Any:
        def note(execute: Any, sql: str, params: Any, many: bool, about: Any) -> Any:
            if not any(table in sql for table in WHO_IS_ASKING):
                faults.append(f"{template.name} asks: {sql}")
            return execute(sql, params, many, about)

        if context.template is None:  # what the view gave; what templates give each other comes from there
            faults.extend(f"{template.name} is given a row: {row}" for row in rows_in(context.flatten()))
        with connection.execute_wrapper(note):
            return render(template, context)

    return render_and_note
