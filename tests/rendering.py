"""A page is rendered from its facts: while a template renders, nothing asks the database.

`questions` holds what was asked nevertheless, with the template that asked; the fixture of tests/web fails a test that
leaves some there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.template.base import Template

WHO_IS_ASKING = ('FROM "django_session"', 'FROM "tournament_account"')
"""Whose visit it is belongs to the request, not to the page: it is looked up where something first wants to know."""
questions: list[str] = []


@contextmanager
def watched_templates() -> Iterator[None]:
    """Every template of the process, whoever renders it. What is asked is answered, and written down."""
    render = Template.render

    def render_and_note(template: Template, context: Any) -> Any:
        def note(execute: Any, sql: str, params: Any, many: bool, about: Any) -> Any:
            if not any(table in sql for table in WHO_IS_ASKING):
                questions.append(f"{template.name} asks: {sql}")
            return execute(sql, params, many, about)

        with connection.execute_wrapper(note):
            return render(template, context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", render_and_note)
        yield
