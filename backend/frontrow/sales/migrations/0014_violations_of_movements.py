"""What must never be of money, asked of the movements; and today's troubles only of today."""

from django.db import migrations

FORWARDS = """
CREATE OR REPLACE FUNCTION violations_between(since timestamptz, until timestamptz)
RETURNS TABLE (kind text, subject text) LANGUAGE sql STABLE AS $$
-- Both states are named so that the index by state and start finds them.
WITH classes AS NOT MATERIALIZED (
    SELECT b.id, b.max_seats FROM bootcamps b
    WHERE b.status IN ('active', 'archived') AND b.starts_at >= since AND b.starts_at < until
), moved AS NOT MATERIALIZED (
    SELECT m.purchase_id FROM movements m
    WHERE m.status = 'succeeded' AND m.happened_at >= since AND m.happened_at < until
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
    WHERE p.id IN (SELECT moved.purchase_id FROM moved)
    AND 0 > (
        SELECT sum(m.amount) FROM movements m
        WHERE m.purchase_id = p.id AND m.status = 'succeeded')
UNION ALL
SELECT 'sum differs from the movements', p.id::text FROM purchases p
    WHERE p.id IN (SELECT moved.purchase_id FROM moved)
    AND p.refunded_amount <> (
        SELECT least(coalesce(-sum(m.amount), 0), p.total_amount) FROM movements m
        WHERE m.purchase_id = p.id AND m.status = 'succeeded' AND m.kind <> 'payment')
UNION ALL
SELECT DISTINCT 'paid without a movement', p.id::text
    FROM classes c JOIN purchase_items i ON i.bootcamp_id = c.id
    JOIN purchases p ON p.id = i.purchase_id
    WHERE p.state IN ('completed', 'refunding', 'refunded')
        AND p.stripe_payment_intent_id IS NOT NULL
        AND p.completed_at < now() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM movements m WHERE m.purchase_id = p.id)
UNION ALL
SELECT 'stuck on the way', p.id::text FROM purchases p
    WHERE p.state IN ('capturing', 'cancelling', 'refunding')
        AND p.state_since >= since
        AND p.state_since < least(until, now() - interval '15 minutes')
UNION ALL
SELECT 'provider event not handled', e.id FROM stripe_events e
    WHERE e.handled_at IS NULL AND e.received_at >= since
        AND e.received_at < least(until, now() - interval '5 minutes')
UNION ALL
SELECT 'no active admin', 'latch' FROM first_admin_latch
    WHERE until > now()
        AND NOT EXISTS (SELECT 1 FROM users u WHERE u.role = 'ADMIN' AND u.status = 'active')
$$;
"""
BACKWARDS = """
CREATE OR REPLACE FUNCTION violations_between(since timestamptz, until timestamptz)
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
"""


class Migration(migrations.Migration):
    dependencies = [("sales", "0013_fill_movements")]
    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
