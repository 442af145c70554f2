"""People see where they are signed in, also where they were before this version."""

from datetime import timedelta
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models


def note_those_signed_in(apps: Any, _: Any) -> None:
    """A session says only until when it lasts: it began, or was last changed, its whole length before."""
    length, store = timedelta(seconds=settings.SESSION_COOKIE_AGE), SessionStore()
    known = apps.get_model("tournament", "Account").objects.values_list("pk", flat=True)
    accounts: dict[str | None, int] = {str(pk): pk for pk in known}
    sign_in = apps.get_model("tournament", "SignIn")
    for session in apps.get_model("sessions", "Session").objects.iterator():
        account = accounts.get(store.decode(session.session_data).get("_auth_user_id"))
        if account is not None:
            sign_in.objects.create(account_id=account, session=session.pk, at=session.expire_date - length)


class Migration(migrations.Migration):
    dependencies = [("sessions", "0001_initial"), ("tournament", "0044_remains_held_up_by")]
    operations = [
        migrations.CreateModel(
            name="SignIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session", models.CharField(max_length=40, unique=True)),
                ("at", models.DateTimeField()),
                ("browser", models.CharField(blank=True, max_length=20)),
                ("system", models.CharField(blank=True, max_length=20)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(note_those_signed_in, migrations.RunPython.noop),
    ]
