from typing import Any

from django.db import migrations, models

from tournament.rules.short_addresses import short_address


def give_short_addresses(apps: Any, schema_editor: Any) -> None:
    """The earliest event has the first choice."""
    events = apps.get_model('tournament', 'Event').objects.order_by('pk')
    taken = set(events.values_list('slug', flat=True))
    for pk, slug, day in events.values_list('pk', 'slug', 'date'):
        short = short_address(slug, day, taken)
        taken.add(short)
        events.filter(pk=pk).update(short=short)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0034_draw_scene'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='short',
            field=models.SlugField(blank=True, max_length=20, null=True, unique=True),
        ),
        migrations.RunPython(give_short_addresses, migrations.RunPython.noop),
    ]
