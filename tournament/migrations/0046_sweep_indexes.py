from django.db import migrations, models

import tournament.rules.prints


class Migration(migrations.Migration):
    dependencies = [("tournament", "0045_sign_ins")]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="unfinished_since",
            field=models.DateTimeField(blank=True, db_index=True, null=True),
        ),
        migrations.AlterField(
            model_name="competition",
            name="finished_at",
            field=models.DateTimeField(blank=True, db_index=True, null=True),
        ),
        migrations.AlterField(
            model_name="print",
            name="step",
            field=models.CharField(
                choices=[("making", "making"), ("ready", "ready"), ("failed", "failed")],
                db_index=True,
                default=tournament.rules.prints.PrintStep["MAKING"],
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="competition",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True)),
                fields=["closes_at"],
                name="competition_closes_by_itself",
            ),
        ),
        migrations.AlterField(
            model_name="screen",
            name="last_seen",
            field=models.DateTimeField(),
        ),
        migrations.AddIndex(
            model_name="screen",
            index=models.Index(fields=["name", "last_seen"], name="screen_silent_and_unnamed"),
        ),
    ]
