"""Erased names go from the files of the database too. Those that an earlier version erased are still in there."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def note_what_was_erased(apps: Any, schema_editor: Any) -> None:
    if apps.get_model("tournament", "Event").objects.filter(erased_at__isnull=False).exists():
        apps.get_model("tournament", "Remains").objects.create(due_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("tournament", "0040_reasons")]
    operations = [
        migrations.CreateModel(
            name="Remains",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("due_at", models.DateTimeField()),
            ],
        ),
        migrations.RunPython(note_what_was_erased, migrations.RunPython.noop),
    ]
