"""Reasons of corrections and deleted hands become words of a short list too (tournament 0039)."""

from importlib import import_module
from typing import Any

from django.db import migrations, models

reasons = import_module("tournament.migrations.0040_reasons")

EVENT = "table__round__competition__event"


def move_typed_reasons(apps: Any, schema_editor: Any) -> None:
    notes = reasons.Notes(apps)
    corrections = apps.get_model("scoring", "Correction").objects.annotate(of=models.F(f"hand__{EVENT}"))
    notes.move(corrections, "why", "note_id", "of")
    deleted = apps.get_model("scoring", "Hand").objects.exclude(deleted_why="").annotate(of=models.F(EVENT))
    notes.move(deleted, "deleted_why", "deleted_note_id", "of")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0007_kept_record"), ("tournament", "0040_reasons")]
    operations = [
        migrations.AddField(model_name="correction", name="note", field=reasons.to_note()),
        migrations.AddField(model_name="hand", name="deleted_note", field=reasons.to_note()),
        migrations.RunPython(move_typed_reasons, migrations.RunPython.noop),
        migrations.AlterField(model_name="correction", name="why", field=models.CharField(max_length=20)),
        migrations.AlterField(
            model_name="hand", name="deleted_why", field=models.CharField(blank=True, max_length=20)
        ),
        migrations.AddConstraint(
            model_name="correction",
            constraint=models.CheckConstraint(
                condition=models.Q(("why__in", reasons.WORDS)), name="correction_why_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(("deleted_why__in", [*reasons.WORDS, ""])), name="hand_deleted_why_known"
            ),
        ),
    ]
