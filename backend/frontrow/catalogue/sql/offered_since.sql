-- Since when a bootcamp is offered; nothing for a draft, and while its sales are stopped. What
-- `is_on_sale` takes for its publishing. Inlined, as that is.
CREATE OR REPLACE FUNCTION offered_since(published_at timestamptz, stopped_at timestamptz)
RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN stopped_at IS NULL THEN published_at END
$$;
