-- Whether a seat can be taken: nobody has it, or a hold whose time is up. Said here and nowhere
-- else; simple enough to be inlined, so it costs no call and hides no index.
CREATE OR REPLACE FUNCTION seat_is_free(holder bigint, held_until timestamptz)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT holder IS NULL OR coalesce(held_until <= now(), false)
$$;
