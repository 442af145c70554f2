from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0012_clock_moments'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='clock',
            name='due_at',
        ),
    ]
