from django.db import migrations, models


class Migration(migrations.Migration):
    """By itself: Postgres changes no table in the transaction that filled it."""

    dependencies = [
        ('tournament', '0032_breaks_and_podium'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('podium_shown__lte', 3)), name='competition_podium_has_three_steps'),
        ),
    ]
