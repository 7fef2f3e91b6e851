"""Uses found by whom they are of, and counted by their code."""

import django.contrib.postgres.indexes
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0047_uses_that_come_back")]
    operations = [
        AddIndexConcurrently(
            "codeuse",
            models.Index(
                fields=["code"], condition=Q(returned_at__isnull=True), name="code_uses_standing"
            ),
        ),
        AddIndexConcurrently(
            "codeuse",
            django.contrib.postgres.indexes.GinIndex(
                fields=["person_keys"],
                condition=Q(returned_at__isnull=True),
                name="code_uses_by_keys",
            ),
        ),
    ]
