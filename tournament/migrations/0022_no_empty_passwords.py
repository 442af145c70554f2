"""The first organiser's account had an empty password, which counts as set: nobody could type it, nor set another."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def make_unusable(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    for account in apps.get_model("tournament", "Account").objects.filter(password=""):
        account.password = make_password(None)
        account.save(update_fields=["password"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0021_events_without_groups")]

    operations = [migrations.RunPython(make_unusable, migrations.RunPython.noop)]
