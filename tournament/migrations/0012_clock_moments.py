import datetime
from typing import Any

import django.db.models.deletion
import tournament.models.event
from django.db import migrations, models
from django.utils import timezone


def arm_clocks_that_run(apps: Any, schema_editor: Any) -> None:
    """A clock that runs while the program is renewed keeps its warning and its time up."""
    moment = apps.get_model("tournament", "ClockMoment")
    for clock in apps.get_model("tournament", "Clock").objects.filter(due_at__isnull=False):
        moment.objects.create(clock=clock, kind="time up", due_at=clock.due_at)
        if clock.warning is not None and clock.due_at - clock.warning > timezone.now():
            moment.objects.create(clock=clock, kind="warning", before=clock.warning, due_at=clock.due_at - clock.warning)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0011_members_by_link'),
    ]

    operations = [
        migrations.AddField(
            model_name='clock',
            name='calls',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='clock',
            name='starts_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='competition',
            name='calls',
            field=models.JSONField(blank=True, default=tournament.models.event.usual_calls),
        ),
        migrations.AlterField(
            model_name='clockchange',
            name='change',
            field=models.CharField(max_length=20),
        ),
        migrations.CreateModel(
            name='ClockMoment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('before', models.DurationField(default=datetime.timedelta)),
                ('due_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('happened_at', models.DateTimeField(blank=True, null=True)),
                ('clock', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moments', to='tournament.clock')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['start', 'call', 'warning', 'time up'])), name='clockmoment_kind_known'), models.UniqueConstraint(fields=('clock', 'kind', 'before'), name='clock_moment_once'), models.CheckConstraint(condition=models.Q(('due_at__isnull', True), ('happened_at__isnull', True), _connector='OR'), name='clock_moment_due_or_happened')],
            },
        ),
        migrations.RunPython(arm_clocks_that_run, migrations.RunPython.noop),
    ]
