"""The keys of tables come from a secret of their event. Those that were printed until now came from the server's, so
the link and the code of each are kept until it is replaced: paper on the tables still opens them."""

import base64
import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import Max

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def keep_keys(apps: Any, schema_editor: Any) -> None:
    kept = apps.get_model("scoring", "KeyChange")
    rows = {(row.competition_id, row.number): row for row in kept.objects.all()}
    new = []
    for competition, number in _printed(apps):
        row = rows.get((competition, number)) or kept(competition_id=competition, number=number, anew=0)
        row.token, row.code = token_of(competition, number, row.anew), code_of(competition, number, row.anew)
        new += [row] if row.pk is None else []
    kept.objects.bulk_update(rows.values(), ["token", "code"], batch_size=500)
    kept.objects.bulk_create(new, batch_size=500)


def _printed(apps: Any) -> Iterator[tuple[int, int]]:
    """The tables that there are, and the roaming umpire's key (0) beside them."""
    tables = apps.get_model("tournament", "Table").objects.order_by()
    for competition, most in tables.values_list("round__competition").annotate(most=Max("number")):
        yield from ((competition, number) for number in range(most + 1))


def _secret(use: bytes, *key: int) -> bytes:
    competition, number, anew = key
    made_from = b"table key %s %d %d %d" % (use, competition, number, anew)
    return hmac.new(settings.SECRET_KEY.encode(), made_from, hashlib.sha256).digest()


def token_of(*key: int) -> str:
    return base64.urlsafe_b64encode(_secret(b"link", *key)[:16]).decode().rstrip("=")


def code_of(*key: int) -> str:
    bits = int.from_bytes(_secret(b"code", *key)[:5])
    return "".join(LETTERS[bits >> 5 * place & 31] for place in range(7))


class Migration(migrations.Migration):
    dependencies = [("scoring", "0009_hand_after_warning"), ("tournament", "0047_ids_that_travel")]
    operations = [
        migrations.AddField("keychange", "token", models.CharField(blank=True, default="", max_length=32)),
        migrations.AddField("keychange", "code", models.CharField(blank=True, default="", max_length=16)),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
