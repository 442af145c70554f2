"""Whether a tablet shows the result: the board says the same as the table about a hand that may be going on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_seen_seats")]
    operations = [
        migrations.AddField(
            model_name="tablet", name="at_result", field=models.BooleanField(blank=True, null=True)
        )
    ]
