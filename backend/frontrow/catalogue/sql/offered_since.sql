-- Since when a bootcamp is offered. NULL for a draft, and while its sales are stopped. `is_on_sale`
-- takes it as its `published_at`. PostgreSQL inlines both.
CREATE OR REPLACE FUNCTION offered_since(published_at timestamptz, stopped_at timestamptz)
RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN stopped_at IS NULL THEN published_at END
$$;
