from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0035_short_addresses'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='message',
            field=models.CharField(blank=True, default='', max_length=120),
        ),
        migrations.AddField(
            model_name='event',
            name='message_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('message', ''), ('message_until__isnull', True)), models.Q(models.Q(('message', ''), _negated=True), ('message_until__isnull', False)), _connector='OR'), name='event_message_has_its_end'),
        ),
    ]
