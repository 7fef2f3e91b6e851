-- Whether a bootcamp can be bought: published, not archived, and not begun. Inlined, as `seat_is_free` is.
CREATE OR REPLACE FUNCTION is_on_sale(
    status text, published_at timestamptz, starts_at timestamptz
)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT status = 'active' AND published_at IS NOT NULL AND starts_at > now()
$$;
