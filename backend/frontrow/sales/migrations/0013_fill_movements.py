"""What was paid and given back before there were movements, while people buy.

A thousand purchases at a time, each in a transaction of its own; run again, it finds nothing to do.
A purchase that the release before this one completes meanwhile is found each night.
"""

from typing import Any

from django.db import migrations

STEP = 1000
PAYMENTS = """
INSERT INTO movements (purchase_id, kind, status, amount, provider_id, happened_at)
SELECT id, 'payment', 'succeeded', total_amount, stripe_payment_intent_id, completed_at
FROM purchases
WHERE id BETWEEN %(first)s AND %(last)s AND stripe_payment_intent_id IS NOT NULL
    AND state IN ('completed', 'refunding', 'refunded')
ON CONFLICT (provider_id) DO NOTHING
"""
REFUNDS = """
WITH made AS (
    INSERT INTO movements (purchase_id, kind, status, amount, provider_id, happened_at)
    SELECT purchase_id, 'refund', status, -amount, coalesce(stripe_refund_id, 'noted-' || id),
        coalesce(settled_at, updated_at)
    FROM refunds
    WHERE purchase_id BETWEEN %(first)s AND %(last)s AND movement_id IS NULL
        AND (status = 'succeeded'
             OR status IN ('pending', 'failed') AND stripe_refund_id IS NOT NULL)
    ON CONFLICT (provider_id) DO NOTHING
    RETURNING id, purchase_id, provider_id
)
UPDATE refunds r SET movement_id = made.id FROM made
WHERE r.purchase_id = made.purchase_id
    AND made.provider_id = coalesce(r.stripe_refund_id, 'noted-' || r.id)
"""
# Until now only the sum knew of a lost dispute. The first look at the provider replaces this row.
DISPUTES = """
INSERT INTO movements (purchase_id, kind, status, amount, provider_id, happened_at)
SELECT p.id, 'dispute', 'succeeded', given.back - p.refunded_amount, 'noted-dispute-' || p.id,
    p.state_since
FROM purchases p CROSS JOIN LATERAL (
    SELECT coalesce(-sum(m.amount), 0) AS back FROM movements m
    WHERE m.purchase_id = p.id AND m.kind <> 'payment' AND m.status = 'succeeded'
) given
WHERE p.id BETWEEN %(first)s AND %(last)s AND p.state = 'refunded'
    AND p.stripe_payment_intent_id IS NOT NULL AND p.refunded_amount > given.back
ON CONFLICT (provider_id) DO NOTHING
"""
# What somebody began in the dashboard was never asked of us.
MADE_THERE = """
DELETE FROM refunds WHERE purchase_id BETWEEN %(first)s AND %(last)s
    AND reason = 'made at the provider' AND movement_id IS NOT NULL
"""


def fill(apps: Any, schema_editor: Any) -> None:
    cursor = schema_editor.connection.cursor()
    cursor.execute("SELECT coalesce(max(id), 0) FROM purchases")
    (newest,) = cursor.fetchone()
    for first in range(1, newest + 1, STEP):
        for statement in (PAYMENTS, REFUNDS, DISPUTES, MADE_THERE):
            cursor.execute(statement, {"first": first, "last": first + STEP - 1})


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0012_movements")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
