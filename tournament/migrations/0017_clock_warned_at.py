from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def keep_when_it_was_given(apps: Any, schema_editor: Any) -> None:
    """A round may be going on while the database is upgraded, with its warning already given."""
    clock, moment = (apps.get_model("tournament", name) for name in ("Clock", "ClockMoment"))
    given = moment.objects.filter(clock=OuterRef("pk"), kind="warning", happened_at__isnull=False)
    clock.objects.update(warned_at=Subquery(given.values("happened_at")[:1]))


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0016_paper'),
    ]

    operations = [
        migrations.AddField(
            model_name='clock',
            name='warned_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(keep_when_it_was_given, migrations.RunPython.noop),
    ]
