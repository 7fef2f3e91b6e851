"""Finds the next message to deliver, and any message by a word or by its provider's name for it.

And what became of a mail at its reader's: it bounced, or was complained about.
"""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
)
from django.db import migrations, models
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    # Built beside those who write letters, whom a transaction would have to lock out.
    atomic = False
    dependencies = [("messaging", "0004_delivered_and_optional")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="fate",
            field=models.CharField(
                blank=True,
                choices=[("BOUNCED", "Bounced"), ("COMPLAINED", "Complained")],
                db_default="",
                max_length=10,
            ),
        ),
        AddConstraintNotValid(
            model_name="message",
            constraint=models.CheckConstraint(
                condition=models.Q(("fate__in", ["", "BOUNCED", "COMPLAINED"])),
                name="messages_fate_known",
            ),
        ),
        AddIndexConcurrently(
            model_name="message",
            index=models.Index(
                condition=~models.Q(("provider_id", "")),
                fields=["provider_id"],
                name="messages_by_provider_id",
            ),
        ),
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
