from typing import Any

from django.db import migrations, models

SHOWS = ('programme', 'welcome', 'rules', 'tables', 'names', 'dealer', 'clock', 'countdown', 'states', 'results', 'bracket', 'standings', 'podium', 'slide')


def open_podiums(apps: Any, schema_editor: Any) -> None:
    """Whoever has won already was shown to the hall."""
    competitions = apps.get_model('tournament', 'Competition').objects.filter(finished_at__isnull=False)
    competitions.update(podium_shown=3, podium_shown_at=models.F('finished_at'))


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0031_print_looks'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='break_after',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='competition',
            name='break_length',
            field=models.PositiveIntegerField(default=600),
        ),
        migrations.AddField(
            model_name='competition',
            name='podium_shown',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='competition',
            name='podium_shown_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(open_podiums, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='screen',
            name='screen_shows_known',
        ),
        migrations.RemoveConstraint(
            model_name='programme',
            name='programme_scene_known',
        ),
        migrations.AddConstraint(
            model_name='screen',
            constraint=models.CheckConstraint(condition=models.Q(('shows__in', SHOWS)), name='screen_shows_known'),
        ),
        migrations.AddConstraint(
            model_name='programme',
            constraint=models.CheckConstraint(condition=models.Q(('scene__in', list(SHOWS[1:]))), name='programme_scene_known'),
        ),
    ]
