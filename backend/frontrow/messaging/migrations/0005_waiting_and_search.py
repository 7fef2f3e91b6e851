"""Finds the next message to deliver, and any message by a word, without reading the whole log."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    # Built beside those who write letters, whom a transaction would have to lock out.
    atomic = False
    dependencies = [("messaging", "0004_delivered_and_optional")]

    operations = [
        AddIndexConcurrently(
            model_name="message",
            index=models.Index(
                condition=models.Q(("status", "PENDING")),
                fields=["type", "id"],
                name="messages_waiting",
            ),
        ),
        RemoveIndexConcurrently(model_name="message", name="messages_to_send"),
        AddIndexConcurrently(
            model_name="message",
            index=GinIndex(
                OpClass(Upper("recipient"), name="gin_trgm_ops"),
                OpClass(Upper("subject"), name="gin_trgm_ops"),
                OpClass(Upper("category"), name="gin_trgm_ops"),
                name="messages_search",
            ),
        ),
    ]
