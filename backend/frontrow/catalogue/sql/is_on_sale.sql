-- Whether a bootcamp can be bought: published, not archived, its sales not stopped, and not begun.
-- Inlined, as `seat_is_free` is.
CREATE OR REPLACE FUNCTION is_on_sale(b bootcamps)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT b.status = 'active' AND b.published_at IS NOT NULL AND b.sales_stopped_at IS NULL
        AND b.starts_at > now()
$$;
