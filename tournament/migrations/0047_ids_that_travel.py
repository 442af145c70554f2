"""Rows that leave an installation get an id that travels (rules/travel_ids.py), and events a secret of their own.

A row that is there already gets one that ends with its number, after seven digits that this installation draws once: so
the numbers in the log, which never changes, and on pages that stay open still mean the same rows, here and elsewhere.
Links that were made from the server's secret are kept with their invitation, because they are printed.
"""

import base64
import hashlib
import hmac
import secrets
from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import F

import tournament.models.travel_ids

WITH_ID = [
    "Account", "Clock", "Competition", "Competitor", "Draw", "Entry", "Event", "FormerName", "Group",
    "Invitation", "Note", "Slide", "Table", "Wish",
]  # fmt: skip
NUMBERS_OF_BEFORE = 10**7


def first_id_of_before() -> int:
    """The seven random digits, behind the 1 of all ids of before, with room for the numbers."""
    return 10**14 + secrets.randbelow(10**7) * NUMBERS_OF_BEFORE


def give_ids(apps: Any, schema_editor: Any) -> None:
    first = first_id_of_before()
    for name in WITH_ID:
        apps.get_model("tournament", name).objects.update(travel_id=first + F("pk"))
    _give_in_copies(apps, first)
    for event in apps.get_model("tournament", "Event").objects.only("pk"):
        event.secret = tournament.models.travel_ids.new_secret()
        event.save(update_fields=["secret"])


def _give_in_copies(apps: Any, first: int) -> None:
    """Removed events come back with the ids by which the log knows their rows."""
    labels = {f"tournament.{name.lower()}" for name in WITH_ID}
    for copy in apps.get_model("tournament", "RemovedEvent").objects.all():
        for row in copy.rows:
            if row["model"] in labels:
                row["fields"]["travel_id"] = first + row["pk"]
            if row["model"] == "tournament.invitation":
                row["fields"]["token"] = token_of(row["fields"]["nonce"], row["fields"]["token_hash"])
        copy.save(update_fields=["rows"])


def note_merged_groups(apps: Any, schema_editor: Any) -> None:
    """Lines of the log will no longer say which numbers groups had that were merged."""
    merged: dict[int, list[int]] = {}
    lines = apps.get_model("tournament", "LogEntry").objects.filter(what="groups merged").order_by("pk")
    for facts in lines.values_list("facts", flat=True):
        gone = facts["group"]
        merged[facts["into"]] = [*merged.get(facts["into"], []), *merged.pop(gone, []), gone]
    for group in apps.get_model("tournament", "Group").objects.filter(pk__in=merged).only("pk"):
        group.merged = merged[group.pk]
        group.save(update_fields=["merged"])


def keep_links(apps: Any, schema_editor: Any) -> None:
    for link in apps.get_model("tournament", "Invitation").objects.only("nonce", "token_hash"):
        link.token = token_of(link.nonce, link.token_hash)
        link.save(update_fields=["token"])


def token_of(nonce: str, hashed: str) -> str:
    """The link's secret part as it was made until now; empty if it was made with another secret of the server."""
    secret = hmac.new(settings.SECRET_KEY.encode(), f"invitation {nonce}".encode(), hashlib.sha256)
    token = base64.urlsafe_b64encode(secret.digest()[:16]).decode().rstrip("=")
    return token if hashlib.sha256(token.encode()).hexdigest() == hashed else ""


class Migration(migrations.Migration):
    dependencies = [("tournament", "0046_sweep_indexes")]
    operations = [
        *(
            migrations.AddField(
                model_name=name.lower(), name="travel_id", field=models.BigIntegerField(null=True, editable=False)
            )
            for name in WITH_ID
        ),
        migrations.AddField("event", "secret", models.CharField(default="", editable=False, max_length=64)),
        migrations.AddField("invitation", "token", models.CharField(blank=True, default="", max_length=32)),
        migrations.AddField("answered", "travels", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField("group", "merged", models.JSONField(blank=True, default=list)),
        migrations.RunPython(give_ids, migrations.RunPython.noop),
        migrations.RunPython(note_merged_groups, migrations.RunPython.noop),
        migrations.RunPython(keep_links, migrations.RunPython.noop),
        *(
            migrations.AlterField(
                model_name=name.lower(), name="travel_id", field=tournament.models.travel_ids.TravelIdField()
            )
            for name in WITH_ID
        ),
        migrations.AlterField(
            model_name="event",
            name="secret",
            field=models.CharField(default=tournament.models.travel_ids.new_secret, editable=False, max_length=64),
        ),
    ]
