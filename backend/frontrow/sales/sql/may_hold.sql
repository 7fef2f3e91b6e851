-- Whether a courtesy hold is allowed: one per address, few per network, and only a share of the
-- unsold seats. In plpgsql, which caches its plans, because planning at every Pay click took longer
-- than running it.
CREATE OR REPLACE FUNCTION may_hold(
    for_purchase bigint, wanted bigint[], email text, network text,
    held_share numeric, per_network integer
)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    -- A share of what is not sold yet. Of the last seats too few are left for a whole one. First,
    -- because in a crowd it is the answer to nearly everybody.
    IF EXISTS (
        SELECT 1 FROM unnest(wanted) w
        WHERE (SELECT count(*) FROM seats s JOIN enrollments e ON e.id = s.enrollment_id
               WHERE s.bootcamp_id = w AND s.held_until > now() AND e.purchase_id <> for_purchase)
            + 1 > held_share * (
            SELECT count(*) FROM seats s
            WHERE s.bootcamp_id = w AND (s.enrollment_id IS NULL OR s.held_until IS NOT NULL))
    ) THEN
        RETURN false;
    END IF;
    -- Holds that nobody paid for count for a day: twice as many as may be held at once.
    RETURN (
        SELECT count(*) FROM purchases p
        WHERE p.network_key = network AND p.id <> for_purchase
          AND p.held_until > now() - interval '1 day'
          AND p.state IN ('pending', 'canceling', 'failed')
    ) < 2 * per_network AND (
        SELECT count(*) FILTER (WHERE lower(p.guest_email) = lower(email)) = 0
           AND count(DISTINCT p.id) FILTER (WHERE p.network_key = network) < per_network
        FROM seats s JOIN enrollments e ON e.id = s.enrollment_id
        JOIN purchases p ON p.id = e.purchase_id
        WHERE s.held_until > now() AND p.id <> for_purchase
    );
END $$;
