"""A finished competition's record is kept."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_tablet_at_result")]
    operations = [
        migrations.CreateModel(
            name="KeptRecord",
            fields=[
                (
                    "competition",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="kept_record",
                        serialize=False,
                        to="tournament.competition",
                    ),
                ),
                ("made_from", models.CharField(max_length=64)),
                ("content", models.BinaryField()),
                ("made_at", models.DateTimeField()),
            ],
        ),
    ]
