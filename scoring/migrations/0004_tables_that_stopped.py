from typing import Any

from django.db import migrations
from django.db.models import Q


def note_tables_that_stopped(apps: Any, schema_editor: Any) -> None:
    """A round may be going on, or its time be up, while the database is upgraded."""
    hands = apps.get_model("scoring", "Hand").objects.filter(deleted_at__isnull=True)
    stopped = hands.filter(Q(complete=False) | Q(playoff=True)).values("table")
    apps.get_model("tournament", "Table").objects.filter(pk__in=stopped).update(stopped=True)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0003_flag_message'),
        ('tournament', '0018_table_stopped'),
    ]

    operations = [
        migrations.RunPython(note_tables_that_stopped, migrations.RunPython.noop),
    ]
