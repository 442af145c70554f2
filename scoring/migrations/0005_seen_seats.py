"""What a table's umpire knows of who sits there; and a first dealer who left the table leaves the choice behind."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_tables_that_stopped"), ("tournament", "0018_table_stopped")]
    operations = [
        migrations.AlterField(
            model_name="dealer",
            name="seat",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournament.seat",
            ),
        ),
        migrations.CreateModel(
            name="SeenSeats",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seats", models.JSONField()),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seen_seats",
                        to="tournament.table",
                    ),
                ),
            ],
        ),
    ]
