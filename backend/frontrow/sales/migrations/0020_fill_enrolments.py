"""Backfill: shares, and the enrolment of all that hangs on one, while people buy.

A thousand purchases at a time, each in a transaction of its own; run again, it finds nothing to do.
"""

from typing import Any

from django.db import migrations

STEP = 1000
SHARES = """
UPDATE enrolments e SET paid = s.paid
FROM shares_of(ARRAY(
    SELECT id FROM purchases WHERE id BETWEEN %(first)s AND %(last)s)) s
WHERE e.id = s.enrolment AND e.paid IS NULL
"""
ENDED = """
UPDATE enrolments e SET ended_at = p.state_since,
    ended_because = CASE WHEN p.is_complimentary THEN 'withdrawn' ELSE 'refunded' END
FROM purchases p
WHERE p.id BETWEEN %(first)s AND %(last)s AND e.purchase_id = p.id
    AND p.state = 'refunded' AND e.ended_at IS NULL
"""
TIED = """
UPDATE {table} t SET enrolment_id = e.id
FROM enrolments e
WHERE e.purchase_id BETWEEN %(first)s AND %(last)s AND t.enrolment_id IS NULL
    AND t.purchase_id = e.purchase_id AND t.bootcamp_id = e.bootcamp_id
"""
TABLES = ("seats", "meeting_registrants", "coaching_sessions", "certificates")
STATEMENTS = (SHARES, ENDED, *(TIED.format(table=table) for table in TABLES))


def fill(apps: Any, schema_editor: Any) -> None:
    cursor = schema_editor.connection.cursor()
    cursor.execute("SELECT coalesce(max(id), 0) FROM purchases")
    (newest,) = cursor.fetchone()
    for first in range(1, newest + 1, STEP):
        for statement in STATEMENTS:
            cursor.execute(statement, {"first": first, "last": first + STEP - 1})


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0019_enrolments")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
