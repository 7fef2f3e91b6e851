-- Whether a seat can be taken: it has no enrollment, or its hold has expired. The only definition.
-- Simple enough for PostgreSQL to inline, so it costs no call and indexes still apply.
CREATE OR REPLACE FUNCTION seat_is_free(holder bigint, held_until timestamptz)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT holder IS NULL OR coalesce(held_until <= now(), false)
$$;
