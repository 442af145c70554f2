from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0043_screen_opened_from")]

    operations = [
        migrations.AddField(
            model_name="remains",
            name="held_up_by",
            field=models.CharField(blank=True, default="", max_length=10),
            preserve_default=False,
        ),
    ]
