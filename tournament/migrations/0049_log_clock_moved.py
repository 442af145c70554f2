from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0048_phone_codes")]

    operations = [
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("what", "clock moved")), fields=["competition"], name="log_clock_moved"
            ),
        ),
    ]
