"""Whether a hand was counted after the warning, as its tablet says: it may come later, when the network is back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0008_reasons")]
    operations = [
        migrations.AddField(
            model_name="hand", name="after_warning", field=models.BooleanField(blank=True, null=True)
        )
    ]
