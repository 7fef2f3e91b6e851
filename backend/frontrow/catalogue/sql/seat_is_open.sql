-- Whether a visitor can buy a seat: it is free and not reserved for the waiting list. The only
-- definition. PostgreSQL inlines it, as it does `seat_is_free`.
CREATE OR REPLACE FUNCTION seat_is_open(
    holder bigint, held_until timestamptz, serves_list boolean
)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT NOT serves_list AND seat_is_free(holder, held_until)
$$;
