-- Takes a free seat for a person on the waiting list and returns its number, or NULL. It checks
-- `seat_is_free` instead of `seat_is_open`, because the reserved seats are for this list.
CREATE OR REPLACE FUNCTION seat_from_list(
    wanted_bootcamp bigint, for_enrollment bigint, until timestamptz
)
RETURNS integer LANGUAGE sql AS $$
    UPDATE seats SET enrollment_id = for_enrollment, held_until = until, is_offered = true
    WHERE id = (
        SELECT s.id FROM seats s JOIN bootcamps b ON b.id = s.bootcamp_id
        WHERE s.bootcamp_id = wanted_bootcamp
          AND is_on_sale(b)
          AND seat_is_free(s.enrollment_id, s.held_until)
        ORDER BY s.number
        LIMIT 1 FOR UPDATE OF s SKIP LOCKED
    )
    RETURNING number
$$;
