-- All violations of invariants, for classes that begin and payments that move in this period. Must
-- be empty. Checked after every test and in production.
CREATE OR REPLACE FUNCTION violations_between(since timestamptz, until timestamptz)
RETURNS TABLE (kind text, subject text) LANGUAGE sql STABLE AS $$
-- Both states are named so that the index by state and start finds them.
WITH classes AS NOT MATERIALIZED (
    SELECT b.id, b.max_seats, b.starts_at FROM bootcamps b
    WHERE b.status IN ('active', 'archived') AND b.starts_at >= since AND b.starts_at < until
), moved AS NOT MATERIALIZED (
    SELECT m.purchase_id FROM movements m
    WHERE m.status = 'succeeded' AND m.happened_at >= since AND m.happened_at < until
)
SELECT 'seats differ from capacity', c.id::text FROM classes c
    WHERE (SELECT count(*) FROM seats s WHERE s.bootcamp_id = c.id) <> c.max_seats
UNION ALL
SELECT DISTINCT 'completed without all its seats', p.id::text
    FROM classes c JOIN enrollments e ON e.bootcamp_id = c.id
    JOIN purchases p ON p.id = e.purchase_id
    LEFT JOIN seats s ON s.enrollment_id = e.id AND s.bootcamp_id = e.bootcamp_id
        AND s.held_until IS NULL
    WHERE p.state = 'completed' AND e.ended_at IS NULL AND s.id IS NULL
UNION ALL
SELECT DISTINCT 'seats kept without a right', p.id::text
    FROM classes c JOIN seats s ON s.bootcamp_id = c.id JOIN enrollments e ON e.id = s.enrollment_id
    JOIN purchases p ON p.id = e.purchase_id
    WHERE s.held_until IS NULL
        AND (p.state NOT IN ('completed', 'capturing', 'refunding', 'refunded')
             -- In a class that had begun, the chair of whoever left stays taken.
             OR e.ended_at < c.starts_at)
UNION ALL
SELECT 'seat in a bootcamp that was not bought', s.id::text
    FROM classes c JOIN seats s ON s.bootcamp_id = c.id
    LEFT JOIN enrollments e ON e.id = s.enrollment_id AND e.bootcamp_id = s.bootcamp_id
    WHERE s.enrollment_id IS NOT NULL AND e.id IS NULL
UNION ALL
SELECT DISTINCT 'coaching without a seat', p.id::text
    FROM classes c JOIN enrollments e ON e.bootcamp_id = c.id
    JOIN purchases p ON p.id = e.purchase_id
    JOIN coaching_sessions h ON h.enrollment_id = e.id
    WHERE h.status IN ('pending', 'scheduled')
        AND (p.state <> 'completed' OR e.ended_at IS NOT NULL)
UNION ALL
SELECT DISTINCT 'certificate without a seat', p.id::text
    FROM classes c JOIN enrollments e ON e.bootcamp_id = c.id
    JOIN purchases p ON p.id = e.purchase_id
    JOIN certificates h ON h.enrollment_id = e.id
    WHERE h.revoked_at IS NULL AND (p.state <> 'completed' OR e.ended_at IS NOT NULL)
UNION ALL
-- The sweep gives them up within minutes, and only before the class.
SELECT DISTINCT 'meeting place without a seat', p.id::text
    FROM classes c JOIN enrollments e ON e.bootcamp_id = c.id
    JOIN purchases p ON p.id = e.purchase_id
    JOIN meeting_registrants h ON h.enrollment_id = e.id
    WHERE h.registrant_id <> '' AND c.starts_at > now()
        AND (p.state <> 'completed' AND p.state_since < now() - interval '15 minutes'
             OR e.ended_at < now() - interval '15 minutes')
UNION ALL
SELECT DISTINCT 'shares differ from the total', p.id::text
    FROM classes c JOIN enrollments e ON e.bootcamp_id = c.id
    JOIN purchases p ON p.id = e.purchase_id
    WHERE p.total_amount <> (
        -- Of a chain of moves only the first was paid for.
        SELECT sum(one.paid) FROM enrollments one
        WHERE one.purchase_id = p.id AND one.replaces_id IS NULL)
UNION ALL
-- Claimed with the seats, and gone with a payment that came to nothing.
SELECT 'code use differs from the purchase', p.id::text FROM purchases p
    WHERE p.code_id IS NOT NULL
        AND CASE WHEN EXISTS (SELECT 1 FROM code_uses u WHERE u.purchase_id = p.id)
            THEN p.state NOT IN ('completed', 'capturing', 'refunding', 'refunded')
            ELSE p.state IN ('completed', 'capturing') END
        AND EXISTS (SELECT 1 FROM enrollments e JOIN classes c ON c.id = e.bootcamp_id
                    WHERE e.purchase_id = p.id)
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
SELECT DISTINCT 'refund lines differ from the refund', m.purchase_id::text
    FROM moved JOIN movements m ON m.purchase_id = moved.purchase_id
    WHERE m.kind <> 'payment' AND m.status <> 'failed'
        AND -m.amount IS DISTINCT FROM (
            SELECT sum(l.amount) FROM refund_lines l WHERE l.movement_id = m.id)
UNION ALL
SELECT 'refund lines differ from the refund', r.purchase_id::text FROM refunds r
    WHERE r.status IN ('requested', 'pending') AND r.movement_id IS NULL
        AND r.created_at >= since AND r.created_at < until
        AND r.amount IS DISTINCT FROM (
            SELECT sum(l.amount) FROM refund_lines l WHERE l.refund_id = r.id)
UNION ALL
SELECT DISTINCT 'an enrollment is paid back more than its share', e.purchase_id::text
    FROM enrollments e JOIN purchases p ON p.id = e.purchase_id
    WHERE p.id IN (SELECT moved.purchase_id FROM moved)
        -- More than was paid altogether is another trouble.
        AND p.total_amount >= (
            SELECT -sum(m.amount) FROM movements m
            WHERE m.purchase_id = p.id AND m.status = 'succeeded' AND m.kind <> 'payment')
        AND e.paid < (
            SELECT sum(l.amount) FROM refund_lines l JOIN movements m ON m.id = l.movement_id
            WHERE l.enrollment_id = e.id AND m.status = 'succeeded')
UNION ALL
SELECT DISTINCT 'paid without a movement', p.id::text
    FROM classes c JOIN enrollments e ON e.bootcamp_id = c.id
    JOIN purchases p ON p.id = e.purchase_id
    WHERE p.state IN ('completed', 'refunding', 'refunded')
        AND p.stripe_payment_intent_id IS NOT NULL
        AND p.completed_at < now() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM movements m WHERE m.purchase_id = p.id)
UNION ALL
SELECT 'stuck on the way', p.id::text FROM purchases p
    WHERE p.state IN ('capturing', 'canceling', 'refunding')
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
CREATE OR REPLACE VIEW invariant_violations AS
    SELECT kind, subject FROM violations_between('-infinity', 'infinity');
