-- Takes a seat for an enrollment and returns its number. NULL if no seat is free, or if free seats are
-- reserved for the waiting list.
-- The enrollment's existing seat is used again. Otherwise SKIP LOCKED picks the lowest free seat that
-- no concurrent transaction is taking, so buyers of one bootcamp don't queue for each other.
CREATE OR REPLACE FUNCTION seat_enrollment(
    wanted_bootcamp bigint, for_enrollment bigint, hold_for interval
)
RETURNS integer LANGUAGE sql AS $$
    UPDATE seats SET enrollment_id = for_enrollment, held_until = now() + hold_for,
        is_offered = false
    WHERE id = (
        SELECT s.id FROM seats s JOIN bootcamps b ON b.id = s.bootcamp_id
        WHERE s.bootcamp_id = wanted_bootcamp
          AND is_on_sale(b)
          AND (seat_is_open(s.enrollment_id, s.held_until, b.serves_list)
               OR s.enrollment_id = for_enrollment)
        ORDER BY s.enrollment_id = for_enrollment DESC NULLS LAST, s.number
        LIMIT 1 FOR UPDATE OF s SKIP LOCKED
    )
    RETURNING number
$$;
