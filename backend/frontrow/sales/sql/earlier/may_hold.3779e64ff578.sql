-- Whether a courtesy hold may be given: one for each address, few for each network, and only a
-- share of the seats that are not sold.
CREATE OR REPLACE FUNCTION may_hold(
    for_purchase bigint, wanted bigint[], email text, network text,
    held_share numeric, per_network integer
)
RETURNS boolean LANGUAGE sql AS $$
    WITH held AS (
        SELECT s.bootcamp_id, p.id AS purchase_id, p.guest_email, p.network_key
        FROM seats s JOIN enrolments e ON e.id = s.enrolment_id
        JOIN purchases p ON p.id = e.purchase_id
        WHERE s.held_until > now() AND p.id <> for_purchase
    )
    SELECT NOT EXISTS (SELECT 1 FROM held h WHERE lower(h.guest_email) = lower(email))
       AND (SELECT count(DISTINCT h.purchase_id) FROM held h WHERE h.network_key = network)
           < per_network
       -- Holds that nobody paid for count for a day: twice as many as may be held at once.
       AND (SELECT count(*) FROM purchases p
            WHERE p.network_key = network AND p.id <> for_purchase
              AND p.held_until > now() - interval '1 day'
              AND p.state IN ('pending', 'cancelling', 'failed')) < 2 * per_network
       -- A share of what is not sold yet. Of the last seats too few are left for a whole one.
       AND NOT EXISTS (
           SELECT 1 FROM unnest(wanted) w
           WHERE (SELECT count(*) FROM held h WHERE h.bootcamp_id = w) + 1 > held_share * (
               SELECT count(*) FROM seats s
               WHERE s.bootcamp_id = w AND (s.enrolment_id IS NULL OR s.held_until IS NOT NULL)))
$$;
