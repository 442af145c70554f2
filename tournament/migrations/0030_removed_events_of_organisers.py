from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def name_what_is_kept(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The copies that are there already say of which event they are, and whose."""
    for copy in apps.get_model("tournament", "RemovedEvent").objects.all():
        rows = [(row["model"], row["pk"], row["fields"]) for row in copy.rows]
        copy.event_number = next(pk for model, pk, _ in rows if model == "tournament.event")
        copy.save()
        members = [fields for model, _, fields in rows if model == "tournament.membership"]
        accounts = [fields["account"] for fields in members if fields["role"] == "organiser"]
        copy.organisers.set(apps.get_model("tournament", "Account").objects.filter(pk__in=accounts))


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0029_helpers"),
    ]

    operations = [
        migrations.AddField(
            model_name="removedevent",
            name="event_number",
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="removedevent",
            name="organisers",
            field=models.ManyToManyField(related_name="removed_events", to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(name_what_is_kept, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="removedevent",
            name="event_number",
            field=models.BigIntegerField(unique=True),
        ),
    ]
