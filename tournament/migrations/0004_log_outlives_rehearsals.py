"""A rehearsal can be removed, and the log keeps its lines about it: they no longer hold on to its rows."""

from importlib import import_module
from typing import Any

from django.db import migrations, models

import tournament.models.log

append_only = import_module("tournament.migrations.0002_log_is_append_only")


def guard(apps: Any, schema_editor: Any) -> None:
    """SQLite changes a table by making it anew, and its triggers go with the old one."""
    if schema_editor.connection.vendor == "sqlite":
        append_only.forwards(apps, schema_editor)


def unguard(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "sqlite":
        append_only.backwards(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_members")]
    operations = [
        migrations.RunPython(unguard, guard),
        migrations.AlterField(
            model_name="logentry",
            name="competition",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=tournament.models.log.only_rehearsals,
                related_name="log",
                to="tournament.competition",
            ),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="event",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=tournament.models.log.only_rehearsals,
                related_name="log",
                to="tournament.event",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
