"""Addresses we no longer write to, as they are compared now: one kept otherwise was not found.

Only what differs is touched, each in a transaction of its own; run again, it finds nothing to do.
"""

from typing import Any

from django.db import migrations, transaction

from frontrow.core.addresses import address_key

# Visible ASCII in lower case is its own key.
DIFFERENT = """
SELECT id, address, reason FROM suppressions
WHERE channel = 'EMAIL' AND (address <> lower(address) OR address ~ '[^!-~]')
ORDER BY id
"""
# What a provider reported outlasts what its reader can take back, and a complaint outlasts all.
MERGED = """
UPDATE suppressions SET reason = %(reason)s
WHERE channel = 'EMAIL' AND lower(address) = %(key)s AND id <> %(id)s
    AND (reason = 'unsubscribed' OR %(reason)s = 'complained')
"""
REMOVED = """
DELETE FROM suppressions s USING suppressions other
WHERE s.id = %(id)s AND other.id <> s.id
    AND other.channel = 'EMAIL' AND lower(other.address) = %(key)s
"""
KEYED = "UPDATE suppressions SET address = %(key)s WHERE id = %(id)s"


def fold(apps: Any, schema_editor: Any) -> None:
    cursor = schema_editor.connection.cursor()
    cursor.execute(DIFFERENT)
    for suppression_id, address, reason in cursor.fetchall():
        key = address_key(address)
        if key == address:
            continue
        with transaction.atomic():
            for statement in (MERGED, REMOVED, KEYED):
                cursor.execute(statement, {"id": suppression_id, "key": key, "reason": reason})


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("messaging", "0007_consents_of_people")]
    operations = [migrations.RunPython(fold, migrations.RunPython.noop, elidable=True)]
