from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0038_slide_for_everybody'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='message_since',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
