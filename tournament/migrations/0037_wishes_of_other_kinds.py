from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0036_hall_message'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='wish',
            name='wish_has_a_name_and_a_reason',
        ),
        migrations.AddField(
            model_name='wish',
            name='kind',
            field=models.CharField(choices=[('substitution', 'substitution'), ('empty chair', 'empty chair'), ('spelling', 'spelling')], default='substitution', max_length=12),
        ),
        migrations.AlterField(
            model_name='wish',
            name='name',
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['substitution', 'empty chair', 'spelling'])), name='wish_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('why', ''), _negated=True), models.Q(models.Q(('kind', 'empty chair'), ('name', '')), models.Q(models.Q(('kind', 'empty chair'), _negated=True), models.Q(('name', ''), _negated=True)), _connector='OR')), name='wish_has_a_name_and_a_reason'),
        ),
    ]
