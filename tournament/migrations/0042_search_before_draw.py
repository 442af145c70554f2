"""Looking for names in public before the draw is published is off, unless an organiser turns it on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0041_remains")]
    operations = [
        migrations.AddField(
            model_name="event", name="search_before_draw", field=models.BooleanField(default=False)
        ),
    ]
