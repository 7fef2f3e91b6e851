"""One view of everything that must never be: empty after every test, watched in production."""

from django.db import migrations

FORWARDS = """
CREATE VIEW invariant_violations AS
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
"""


class Migration(migrations.Migration):
    dependencies = [("sales", "0002_purchase_references"), ("accounts", "0003_letter_requests")]
    operations = [migrations.RunSQL(FORWARDS, "DROP VIEW invariant_violations")]
