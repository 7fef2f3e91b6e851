"""Backfill: of what was never paid for, whether Pay was clicked; run again, it changes nothing.

A thousand purchases at a time, each thousand in a transaction of its own.
"""

from typing import Any

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations, transaction

STEP = 1000
# The trigger writes both columns. What was paid for is listed by its state, and stays as it is.
FILL = """
UPDATE purchases SET begun_at = terms_accepted_at
WHERE id BETWEEN %s AND %s AND state IN ('pending', 'cancelling', 'failed')
    AND completed_at IS NULL AND begun_at IS NULL
"""


def fill(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM purchases")
        (newest,) = cursor.fetchone()
        for first in range(1, newest + 1, STEP):
            with transaction.atomic(using=connection.alias):
                cursor.execute(FILL, [first, first + STEP - 1])


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0051_purchases_begin_at_pay")]
    operations = [
        ValidateConstraint("purchase", "purchases_cancel_reason_known"),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
