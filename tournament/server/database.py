"""Brings the database up to date before anybody is let in."""

from __future__ import annotations

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from tournament.server import CannotStart


def prepare() -> None:
    file = settings.DATABASES["default"]["NAME"]
    try:
        refuse_damage()
        executor = MigrationExecutor(connection)
        refuse_newer(executor)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as problem:
        raise CannotStart(f"The database {file} can't be used: {problem}. Put a good copy in its place.") from None
    finally:
        connection.close()


def refuse_damage() -> None:
    """SQLite notices a damaged page only when it reads it, which would be in the middle of a round."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (answer,) = cursor.fetchone()
    if answer != "ok":
        raise DatabaseError("it is damaged")


def refuse_newer(executor: MigrationExecutor) -> None:
    """What a newer Turntable wrote, this one would misread."""
    ours = {app for app, _ in executor.loader.disk_migrations}
    unknown = [
        key for key in executor.loader.applied_migrations if key[0] in ours and key not in executor.loader.graph.nodes
    ]
    if unknown:
        raise CannotStart(
            f"The database {settings.DATABASES['default']['NAME']} was made by a newer Turntable; "
            "start that one, or set TURNTABLE_DATA to another folder."
        )
