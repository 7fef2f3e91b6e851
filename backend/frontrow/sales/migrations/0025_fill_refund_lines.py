"""Backfill: the lines of what went back before there were any, while people buy; then the rules.

A thousand purchases at a time, those with a refund or a dispute, each thousand in a transaction of
its own; run again, it finds nothing to do.
"""

from typing import Any

from django.db import migrations, transaction

from frontrow.core.sql_files import LoadSql

STEP = 1000
# Locked as whoever moves their money locks them; of one that is being moved, the mover or the next
# migration writes the lines.
WITH_MONEY_BACK = """
SELECT p.id FROM purchases p
WHERE p.id BETWEEN %(first)s AND %(last)s AND (
    EXISTS (SELECT 1 FROM movements m WHERE m.purchase_id = p.id AND m.kind <> 'payment')
    OR EXISTS (SELECT 1 FROM refunds r WHERE r.purchase_id = p.id))
ORDER BY p.id FOR NO KEY UPDATE SKIP LOCKED
"""


def fill(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM purchases")
        (newest,) = cursor.fetchone()
        for first in range(1, newest + 1, STEP):
            with transaction.atomic(using=connection.alias):
                cursor.execute(WITH_MONEY_BACK, {"first": first, "last": first + STEP - 1})
                found = [purchase for (purchase,) in cursor.fetchall()]
                cursor.execute("SELECT fill_refund_lines(%s)", [found])


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0024_refund_lines")]
    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        LoadSql("sales/violations_between", "6bb8c6f0c6e7"),
    ]
