from django.db import migrations, models

SHOWS = ('programme', 'welcome', 'rules', 'draw', 'tables', 'names', 'dealer', 'clock', 'countdown', 'states', 'results', 'bracket', 'standings', 'podium', 'slide')


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0033_podium_has_three_steps'),
    ]

    operations = [
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
