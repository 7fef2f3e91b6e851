-- Spreads a refund without a chosen enrollment: first over the remaining shares, then over what
-- other pending refunds have claimed, which may become less, then over amounts that became credits,
-- which only a bank takes back. An amount above the payment is spread by share. The first of a
-- chain carries the share.
CREATE OR REPLACE FUNCTION spread_back(wanted_purchase bigint, wanted numeric)
RETURNS TABLE (enrollment bigint, amount numeric) LANGUAGE sql STABLE AS $$
    WITH said AS (
        SELECT l.enrollment_id, l.amount, m.status = 'succeeded' AS is_gone
        FROM refund_lines l JOIN enrollments e ON e.id = l.enrollment_id
        LEFT JOIN movements m ON m.id = l.movement_id LEFT JOIN refunds r ON r.id = l.refund_id
        WHERE e.purchase_id = wanted_purchase AND (
            m.status IN ('pending', 'succeeded')
            OR m.id IS NULL AND r.status IN ('requested', 'pending', 'succeeded'))
    ), shares AS (
        SELECT e.id, e.paid, greatest(e.paid - e.credited - coalesce(sum(s.amount), 0), 0) AS untouched,
            greatest(e.paid - e.credited - coalesce(sum(s.amount) FILTER (WHERE s.is_gone), 0), 0)
                AS not_gone,
            greatest(e.paid - coalesce(sum(s.amount) FILTER (WHERE s.is_gone), 0), 0) AS not_back
        FROM enrollments e LEFT JOIN said s ON s.enrollment_id = e.id
        WHERE e.purchase_id = wanted_purchase AND e.replaces_id IS NULL
        GROUP BY e.id
    ), weighed AS (
        SELECT array_agg(id) AS ids, array_agg(untouched) AS untouched,
            array_agg(not_gone - untouched) AS claimed, array_agg(not_back - not_gone) AS credited,
            array_agg(CASE WHEN whole = 0 THEN 1 ELSE paid END) AS paid,
            least(wanted, sum(untouched)) AS of_untouched,
            least(wanted, sum(not_gone)) - least(wanted, sum(untouched)) AS of_claimed,
            least(wanted, sum(not_back)) - least(wanted, sum(not_gone)) AS of_credited,
            greatest(wanted - sum(not_back), 0) AS beyond
        FROM (SELECT s.*, sum(s.paid) OVER () AS whole FROM shares s) each_one
    ), parts AS (
        SELECT s.* FROM weighed w, spread_by(w.of_untouched, w.ids, w.untouched) s
        UNION ALL
        SELECT s.* FROM weighed w, spread_by(w.of_claimed, w.ids, w.claimed) s
        UNION ALL
        SELECT s.* FROM weighed w, spread_by(w.of_credited, w.ids, w.credited) s
        UNION ALL
        SELECT s.* FROM weighed w, spread_by(w.beyond, w.ids, w.paid) s
    )
    SELECT p.enrollment, sum(p.amount) FROM parts p GROUP BY p.enrollment
$$;
