"""Reasons become words of a short list, because the open record shows them to everybody (RECORD 4). What was typed
before becomes a note for organisers, a row of its own that erasing names reaches; where names are erased already, or
the event is gone, it is not kept. The log is append-only, and this once what was typed is taken out of its lines."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

append_only = import_module("tournament.migrations.0002_log_is_append_only")

WORDS = [
    "needs_this_seat", "kept_apart", "list_wrong", "plan_wrong", "numbers_wrong", "miscounted", "entered_wrong",
    "entered_twice", "not_played", "forgotten", "as_on_paper", "two_versions", "undone", "somebody_missing",
    "cannot_play", "had_to_leave", "asked_by_group", "other",
]  # fmt: skip
WRITTEN_BY_THE_PROGRAM = {
    "recounted": "miscounted",
    "entered twice": "entered_twice",
    "not played": "not_played",
    "as on paper": "as_on_paper",
    "chosen from two versions": "two_versions",
    "undone by the umpire": "undone",
    "undone at the table": "undone",
    "asked by the group": "asked_by_group",
}
LINES_WITH_A_REASON = [
    "entry changed", "entries reopened", "seats swapped", "draw thrown away", "substituted", "substitution declined",
    "hand changed", "hand deleted", "sheet accepted", "sheet reopened", "sheet corrected",
]  # fmt: skip
COPIED_REASONS = {
    "tournament.swap": "why",
    "tournament.draw": "why",
    "scoring.correction": "why",
    "scoring.hand": "deleted_why",
}
"""Where the rows of a removed event hold a reason."""


def word_of(text: str) -> str:
    return text if text in WORDS else WRITTEN_BY_THE_PROGRAM.get(text, "other")


class Notes:
    """What was typed, moved into notes: the same words in the same event are one."""

    def __init__(self, apps: Any) -> None:
        self.model = apps.get_model("tournament", "Note")
        kept = apps.get_model("tournament", "Event").objects.filter(erased_at__isnull=True)
        self.events = set(kept.values_list("pk", flat=True))
        made = self.model.objects.values_list("event_id", "text", "pk")
        self.found: dict[tuple[int, str], int] = {(event, text): pk for event, text, pk in made}

    def of(self, event: int, text: str) -> int | None:
        """The number of the note; None where there is nothing to keep, or nobody to keep it for."""
        if word_of(text) != "other" or text == "other" or event not in self.events:
            return None
        if (event, text) not in self.found:
            self.found[event, text] = self.model.objects.create(event_id=event, text=text[:200]).pk
        return self.found[event, text]

    def move(self, rows: Iterable[Any], why: str, note: str, event: str) -> None:
        """Replace what was typed by a word, row by row."""
        for row in rows:
            text = getattr(row, why)
            setattr(row, note, self.of(getattr(row, event), text))
            setattr(row, why, word_of(text))
            row.save(update_fields=[why, note])


def move_typed_reasons(apps: Any, schema_editor: Any) -> None:
    notes = Notes(apps)
    for name, event in (("Swap", "draw__competition__event"), ("Draw", "competition__event")):
        rows = apps.get_model("tournament", name).objects.exclude(why="").annotate(of=models.F(event))
        notes.move(rows, "why", "note_id", "of")
    _move_in_copies(apps)
    _unguard(apps, schema_editor)
    _move_in_log(apps, notes)
    _guard(apps, schema_editor)


def _move_in_log(apps: Any, notes: Notes) -> None:
    lines = apps.get_model("tournament", "LogEntry").objects.filter(what__in=LINES_WITH_A_REASON)
    for pk, event, facts in list(lines.order_by("pk").values_list("pk", "event_id", "facts")):
        if text := facts.get("why"):
            note = notes.of(event, text)
            told = facts | {"why": word_of(text)} | ({} if note is None else {"note": note})
            lines.filter(pk=pk).update(facts=told)


def _move_in_copies(apps: Any) -> None:
    """A removed event comes back with words. What was typed is not kept: the copy is there for a week."""
    for copy in apps.get_model("tournament", "RemovedEvent").objects.all():
        for row in copy.rows:
            field = COPIED_REASONS.get(row["model"])
            if field and row["fields"].get(field):
                row["fields"][field] = word_of(row["fields"][field])
        copy.save(update_fields=["rows"])


def _unguard(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "sqlite":
        append_only.backwards(apps, schema_editor)
    else:
        schema_editor.execute("ALTER TABLE tournament_logentry DISABLE TRIGGER log_append_only")


def _guard(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "sqlite":
        append_only.forwards(apps, schema_editor)
    else:
        schema_editor.execute("ALTER TABLE tournament_logentry ENABLE TRIGGER log_append_only")


def to_note() -> "models.ForeignKey[Any, Any]":
    return models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="tournament.note"
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0039_message_since")]
    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=200)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="tournament.event"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="note_says_something"
                    )
                ],
            },
        ),
        migrations.RemoveConstraint(model_name="swap", name="swap_has_a_reason"),
        migrations.AddField(model_name="draw", name="note", field=to_note()),
        migrations.AddField(model_name="swap", name="note", field=to_note()),
        migrations.RunPython(move_typed_reasons, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="draw", name="why", field=models.CharField(blank=True, max_length=20)
        ),
        migrations.AlterField(model_name="swap", name="why", field=models.CharField(max_length=20)),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(condition=models.Q(("why__in", [*WORDS, ""])), name="draw_why_known"),
        ),
        migrations.AddConstraint(
            model_name="swap",
            constraint=models.CheckConstraint(condition=models.Q(("why__in", WORDS)), name="swap_why_known"),
        ),
    ]
