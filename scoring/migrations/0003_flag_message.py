"""What a table called for is its message: the column is renamed, and keeps what it holds."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_tablets")]
    operations = [migrations.RenameField(model_name="flag", old_name="said", new_name="message")]
