from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0047_ids_that_travel")]

    operations = [
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("what", "clock moved")), fields=["competition"], name="log_clock_moved"
            ),
        ),
    ]
