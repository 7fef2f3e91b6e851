-- Whether a passer-by can have a seat: it is free, and nobody on the waiting list comes first. Said
-- here and nowhere else; inlined, as `seat_is_free` is.
CREATE OR REPLACE FUNCTION seat_is_open(
    holder bigint, held_until timestamptz, serves_list boolean
)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT NOT serves_list AND seat_is_free(holder, held_until)
$$;
