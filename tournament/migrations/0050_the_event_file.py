"""Events travel in a file: what is kept of those that were brought in, and when a sealed draw's salt left."""

import django.db.models.deletion
from django.db import migrations, models

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0049_log_clock_moved")]
    operations = [
        migrations.CreateModel(
            name="BroughtIn",
            fields=[
                KEY,
                ("event_number", models.BigIntegerField()),
                ("name", models.CharField(max_length=120)),
                ("at", models.DateTimeField()),
                ("made_at", models.DateTimeField()),
                ("made_on", models.CharField(blank=True, max_length=255)),
                ("program", models.CharField(max_length=40)),
                ("digest", models.CharField(max_length=64)),
                ("as_copy", models.BooleanField(default=False)),
            ],
        ),
        migrations.AddField("draw", "salt_left_at", models.DateTimeField(blank=True, null=True)),
        migrations.CreateModel(
            name="MemberName",
            fields=[
                KEY,
                ("account", models.BigIntegerField()),
                ("name", models.CharField(max_length=310)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="member_names",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["event", "account"], name="member_name_once_per_event")
                ]
            },
        ),
    ]
