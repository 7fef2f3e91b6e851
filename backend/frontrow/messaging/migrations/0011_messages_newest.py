"""The log's own order, so that its first page no longer sorts every message ever sent."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import F


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("messaging", "0010_notices")]
    operations = [
        AddIndexConcurrently(
            model_name="message",
            index=models.Index(F("created_at").desc(), F("id").desc(), name="messages_newest"),
        ),
    ]
