-- What was paid for each enrollment of a purchase: its total by list price, in cents, by largest
-- remainder; of a chain the first carries the share. `sales/shares.py` says the same for new purchases, and a test compares them.
CREATE OR REPLACE FUNCTION shares_of(purchases_wanted bigint[])
RETURNS TABLE (enrollment bigint, paid numeric) LANGUAGE sql STABLE AS $$
    WITH weighed AS (
        SELECT e.id, e.purchase_id, (p.total_amount * 100)::bigint AS cents,
            CASE WHEN sum(e.price) OVER whole = 0 THEN 1 ELSE (e.price * 100)::bigint END AS weight
        FROM enrollments e JOIN purchases p ON p.id = e.purchase_id
        WHERE e.purchase_id = ANY (purchases_wanted) AND e.replaces_id IS NULL
        WINDOW whole AS (PARTITION BY e.purchase_id)
    ), floored AS (
        SELECT w.*, w.cents * w.weight / (sum(w.weight) OVER whole)::bigint AS base,
            w.cents * w.weight % (sum(w.weight) OVER whole)::bigint AS rest
        FROM weighed w WINDOW whole AS (PARTITION BY w.purchase_id)
    )
    SELECT f.id, (f.base + CASE
        WHEN row_number() OVER (PARTITION BY f.purchase_id ORDER BY f.rest DESC, f.id)
            <= f.cents - sum(f.base) OVER (PARTITION BY f.purchase_id) THEN 1 ELSE 0 END) / 100.0
    FROM floored f
$$;
