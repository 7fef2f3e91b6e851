-- Whether a bootcamp of the purchase has no seat for it, and when a held seat would be released.
-- Null if the seats are sold or reserved for the waiting list. In plpgsql, which caches its plans,
-- because in a rush planning takes longer than running it.
CREATE OR REPLACE FUNCTION wait_for_seats(
    for_purchase bigint, OUT none_left boolean, OUT frees_at timestamptz
)
LANGUAGE plpgsql STABLE AS $$
BEGIN
    SELECT count(*) > 0, CASE WHEN count(*) = count(here.next) THEN max(here.next) END
    INTO none_left, frees_at
    FROM enrollments e CROSS JOIN LATERAL (
        SELECT min(s.held_until) FILTER (WHERE s.held_until > now() AND NOT b.serves_list) AS next,
            bool_or(seat_is_open(s.enrollment_id, s.held_until, b.serves_list)
                    OR s.enrollment_id = e.id) AS has_one
        FROM seats s JOIN bootcamps b ON b.id = s.bootcamp_id WHERE s.bootcamp_id = e.bootcamp_id
    ) here
    WHERE e.purchase_id = for_purchase AND here.has_one IS NOT TRUE;
END $$;
