-- Spreads an amount over enrollments by weight, in cents, by largest remainder. Of equal remainders
-- the first enrollment comes first. Enrollments that get nothing are omitted.
CREATE OR REPLACE FUNCTION spread_by(wanted numeric, enrollments bigint[], weights numeric[])
RETURNS TABLE (enrollment bigint, amount numeric) LANGUAGE sql IMMUTABLE AS $$
    WITH weighed AS (
        SELECT w.id, w.weight, (wanted * 100)::bigint AS cents, sum(w.weight) OVER () AS whole
        FROM unnest(enrollments, weights) AS w (id, weight)
    ), floored AS (
        SELECT w.id, w.cents, div(w.cents * w.weight, w.whole) AS base,
            mod(w.cents * w.weight, w.whole) AS rest
        FROM weighed w WHERE w.whole > 0
    ), parts AS (
        SELECT f.id, f.base + CASE
            WHEN row_number() OVER (ORDER BY f.rest DESC, f.id) <= f.cents - sum(f.base) OVER ()
            THEN 1 ELSE 0 END AS part
        FROM floored f
    )
    SELECT p.id, p.part / 100.0 FROM parts p WHERE p.part > 0
$$;
