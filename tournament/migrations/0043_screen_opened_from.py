"""Each address adds only a few screens to an event."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0042_search_before_draw")]
    operations = [
        migrations.AddField(
            model_name="screen",
            name="opened_from",
            field=models.CharField(blank=True, db_index=True, default="", max_length=16),
        )
    ]
