"""What must never be, asked of the classes of a time: all history need not be read to look.

The view reads everything, as before. Counting each purchase's seats meant walking every purchase
ever made; what is missing is found from the items of the classes asked about instead.
"""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

FORWARDS = """
CREATE FUNCTION violations_between(since timestamptz, until timestamptz)
RETURNS TABLE (kind text, subject text) LANGUAGE sql STABLE AS $$
-- Both states are named so that the index by state and start finds them.
WITH classes AS NOT MATERIALIZED (
    SELECT b.id, b.max_seats FROM bootcamps b
    WHERE b.status IN ('active', 'archived') AND b.starts_at >= since AND b.starts_at < until
)
SELECT 'seats differ from capacity', c.id::text FROM classes c
    WHERE (SELECT count(*) FROM seats s WHERE s.bootcamp_id = c.id) <> c.max_seats
UNION ALL
SELECT DISTINCT 'completed without all its seats', p.id::text
    FROM classes c JOIN purchase_items i ON i.bootcamp_id = c.id
    JOIN purchases p ON p.id = i.purchase_id
    LEFT JOIN seats s ON s.purchase_id = i.purchase_id AND s.bootcamp_id = i.bootcamp_id
        AND s.held_until IS NULL
    WHERE p.state = 'completed' AND s.id IS NULL
UNION ALL
SELECT DISTINCT 'seats kept without a right', p.id::text
    FROM classes c JOIN seats s ON s.bootcamp_id = c.id JOIN purchases p ON p.id = s.purchase_id
    WHERE s.held_until IS NULL
        AND p.state NOT IN ('completed', 'capturing', 'refunding', 'refunded')
UNION ALL
SELECT 'seat in a bootcamp that was not bought', s.id::text
    FROM classes c JOIN seats s ON s.bootcamp_id = c.id
    LEFT JOIN purchase_items i ON i.purchase_id = s.purchase_id AND i.bootcamp_id = s.bootcamp_id
    WHERE s.purchase_id IS NOT NULL AND i.id IS NULL
UNION ALL
SELECT 'refunds exceed the payment', p.id::text FROM purchases p
    WHERE p.id IN (
        SELECT r.purchase_id FROM refunds r
        WHERE r.status = 'succeeded' AND r.settled_at >= since AND r.settled_at < until)
    AND p.total_amount < (
        SELECT sum(r.amount) FROM refunds r WHERE r.purchase_id = p.id AND r.status = 'succeeded')
UNION ALL
SELECT 'stuck on the way', p.id::text FROM purchases p
    WHERE p.state IN ('capturing', 'cancelling', 'refunding')
        AND p.state_since < now() - interval '15 minutes'
UNION ALL
SELECT 'provider event not handled', e.id FROM stripe_events e
    WHERE e.handled_at IS NULL AND e.received_at < now() - interval '5 minutes'
UNION ALL
SELECT 'no active admin', 'latch' FROM first_admin_latch
    WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.role = 'ADMIN' AND u.status = 'active')
$$;
CREATE OR REPLACE VIEW invariant_violations AS
    SELECT kind, subject FROM violations_between('-infinity', 'infinity');
"""
BACKWARDS = """
CREATE OR REPLACE VIEW invariant_violations AS
-- Rights to a seat, by purchase: how many were bought, how many are kept now.
WITH rights AS (
    SELECT p.id, p.state, p.is_complimentary, count(DISTINCT i.id) AS bought,
        count(DISTINCT s.id) FILTER (WHERE s.held_until IS NULL) AS kept,
        count(DISTINCT s.id) AS taken
    FROM purchases p
    LEFT JOIN purchase_items i ON i.purchase_id = p.id
    LEFT JOIN seats s ON s.purchase_id = p.id
    GROUP BY p.id
)
SELECT 'seats differ from capacity' AS kind, b.id::text AS subject
    FROM bootcamps b LEFT JOIN seats s ON s.bootcamp_id = b.id
    GROUP BY b.id HAVING count(s.id) <> b.max_seats
UNION ALL
SELECT 'completed without all its seats', id::text FROM rights
    WHERE state = 'completed' AND kept <> bought
UNION ALL
SELECT 'seats kept without a right', id::text FROM rights
    WHERE state NOT IN ('completed', 'capturing', 'refunding', 'refunded') AND kept > 0
UNION ALL
SELECT 'seat in a bootcamp that was not bought', s.id::text
    FROM seats s LEFT JOIN purchase_items i
        ON i.purchase_id = s.purchase_id AND i.bootcamp_id = s.bootcamp_id
    WHERE s.purchase_id IS NOT NULL AND i.id IS NULL
UNION ALL
SELECT 'stuck on the way', id::text FROM purchases
    WHERE state IN ('capturing', 'cancelling', 'refunding')
        AND state_since < now() - interval '15 minutes'
UNION ALL
SELECT 'provider event not handled', id FROM stripe_events
    WHERE handled_at IS NULL AND received_at < now() - interval '5 minutes'
UNION ALL
SELECT 'refunds exceed the payment', r.purchase_id::text
    FROM refunds r JOIN purchases p ON p.id = r.purchase_id
    WHERE r.status = 'succeeded'
    GROUP BY r.purchase_id, p.total_amount HAVING sum(r.amount) > p.total_amount
UNION ALL
SELECT 'no active admin', 'latch' FROM first_admin_latch
    WHERE NOT EXISTS (SELECT 1 FROM users WHERE role = 'ADMIN' AND status = 'active')
;
DROP FUNCTION violations_between(timestamptz, timestamptz);
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0009_purchase_list_indexes")]
    operations = [
        AddIndexConcurrently(
            model_name="refund",
            index=models.Index(
                fields=["settled_at"],
                condition=models.Q(status="succeeded"),
                name="refunds_settled",
            ),
        ),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
