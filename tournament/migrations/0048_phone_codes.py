"""The codes by which phones follow people come from the secret of their event. Those that phones have until now came
from the server's, so everybody's is kept: it goes on leading to them, wherever the event is held."""

from typing import Any

from django.db import migrations, models
from django.utils.crypto import salted_hmac


def keep_codes(apps: Any, schema_editor: Any) -> None:
    people = apps.get_model("tournament", "Competitor").objects
    known = list(people.only("pk"))
    for person in known:
        person.phone_code = code_of(person.pk)
    people.bulk_update(known, ["phone_code"], batch_size=500)
    _keep_in_copies(apps)


def _keep_in_copies(apps: Any) -> None:
    """Removed events come back with theirs."""
    for copy in apps.get_model("tournament", "RemovedEvent").objects.all():
        for row in copy.rows:
            if row["model"] == "tournament.competitor":
                row["fields"]["phone_code"] = code_of(row["pk"])
        copy.save(update_fields=["rows"])


def code_of(person: int) -> str:
    """As it was made until now."""
    return f"{person}-{salted_hmac('turntable.follow', str(person)).hexdigest()[:12]}"


class Migration(migrations.Migration):
    dependencies = [("tournament", "0047_ids_that_travel")]
    operations = [
        migrations.AddField(
            "competitor", "phone_code", models.CharField(blank=True, default="", editable=False, max_length=32)
        ),
        migrations.RunPython(keep_codes, migrations.RunPython.noop),
    ]
