"""The log is append-only: the database itself refuses to change or delete a line."""

from typing import Any

from django.db import migrations

SQLITE = [
    f"""CREATE TRIGGER log_no_{verb} BEFORE {verb.upper()} ON tournament_logentry
        BEGIN SELECT RAISE(ABORT, 'The log is append-only.'); END"""
    for verb in ("update", "delete")
]
POSTGRES = [
    """CREATE FUNCTION log_refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'The log is append-only.' USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    """CREATE TRIGGER log_append_only BEFORE UPDATE OR DELETE ON tournament_logentry
       FOR EACH ROW EXECUTE FUNCTION log_refuse()""",
]
DROP_SQLITE = ["DROP TRIGGER log_no_update", "DROP TRIGGER log_no_delete"]
DROP_POSTGRES = ["DROP TRIGGER log_append_only ON tournament_logentry", "DROP FUNCTION log_refuse()"]


def forwards(apps: Any, schema_editor: Any) -> None:
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRES:
        schema_editor.execute(statement)


def backwards(apps: Any, schema_editor: Any) -> None:
    for statement in DROP_SQLITE if schema_editor.connection.vendor == "sqlite" else DROP_POSTGRES:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
